import { useState } from 'react'
import type { AdminUserPage } from '#domain/admin/users.ts'
import { useProfile } from '../account/queries.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { useToast } from '../ui/toast.tsx'
import { DeedDialog } from './deed-dialog.tsx'
import { accountClosed, accountOpened, failed } from './messages.ts'
import { useCloseAccount, useOpenAccount } from './queries.ts'

/** Shuts somebody out, or lets them in again. What they have stays as it is. */
export function Closing({ person }: { person: AdminUserPage }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useOpenAccount()
  const toast = useToast()
  const { profile } = useProfile()
  const isClosed = person.entitlement.reason === 'none'
  const open = () =>
    mutate(person.id, {
      onSuccess: () => toast(accountOpened(person.email)),
      onError: (error) => toast(failed('open the account', error)),
    })
  if (profile?.id === person.id) return null
  return (
    <Panel
      title={isClosed ? 'This account is closed' : 'Close the account'}
      action={
        isClosed ? (
          <Button busy={isPending} onClick={open}>
            Open Account
          </Button>
        ) : (
          <Button look="danger" onClick={() => setAsking(true)}>
            Close Account
          </Button>
        )
      }
    >
      <p className="text-muted">
        {isClosed
          ? 'Its owner can sign in only to export their data or delete the account. A subscription it had is canceled.'
          : 'Ends every session and cancels a subscription at once. Nothing is deleted. A payment can be refunded above.'}
      </p>
      {isAsking && <CloseDialog person={person} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function CloseDialog({ person, onClose }: { person: AdminUserPage; onClose: () => void }) {
  const { mutate, isPending, error } = useCloseAccount()
  const toast = useToast()
  const done = () => {
    toast(accountClosed(person.email))
    onClose()
  }
  return (
    <DeedDialog
      title="Close this account?"
      description={`${person.email} is signed out everywhere and can use nothing until it is opened again. A subscription is canceled with our payment provider, and an email tells the owner.`}
      deed="Close Account"
      look="danger"
      busy={isPending}
      error={error}
      onDo={(reason) => mutate({ id: person.id, reason }, { onSuccess: done })}
      onClose={onClose}
    />
  )
}
