import { useState } from 'react'
import type { AdminUserPage } from '#domain/admin/users.ts'
import { dateAndTime } from '#domain/time.ts'
import { Button } from '../../ui/button.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { paymentRefunded, subscriptionCanceled, accountClosed, accountOpened, failed } from './text.ts'
import { useCancelSubscription, useRefund, useCloseAccount, useOpenAccount } from './queries.ts'
import { useProfile } from '../account/queries.ts'

const OVER = new Set(['canceled', 'incomplete_expired'])

export function Subscription({ person }: { person: AdminUserPage }) {
  const [asking, setAsking] = useState<'cancel' | 'refund' | null>(null)
  const { subscription } = person
  if (!subscription?.status)
    return (
      <Panel title="Subscription">
        <p className="text-muted">None yet.</p>
      </Panel>
    )
  const { status, currentPeriodEnd, cancelAt, syncedAt } = subscription
  const close = () => setAsking(null)
  return (
    <Panel
      title="Subscription"
      action={
        <span className="flex flex-wrap gap-3">
          <Button onClick={() => setAsking('refund')}>Refund Last Payment</Button>
          {!OVER.has(status) && (
            <Button variant="danger" onClick={() => setAsking('cancel')}>
              Cancel Subscription
            </Button>
          )}
        </span>
      }
    >
      <Facts
        facts={[
          ['Status', status],
          ['Paid until', currentPeriodEnd ? dateAndTime(currentPeriodEnd) : '—'],
          ['Ends on', cancelAt ? dateAndTime(cancelAt) : '—'],
          ['Last synced', dateAndTime(syncedAt)],
        ]}
      />
      {asking === 'cancel' && <CancelDialog person={person} onClose={close} />}
      {asking === 'refund' && <RefundDialog person={person} onClose={close} />}
    </Panel>
  )
}

type DialogProps = { person: AdminUserPage; onClose: () => void }

function CancelDialog({ person, onClose }: DialogProps) {
  const { mutate, isPending, error } = useCancelSubscription()
  const toast = useToast()
  const done = () => {
    toast(subscriptionCanceled(person.email))
    onClose()
  }
  return (
    <ActionDialog
      title="Cancel this subscription?"
      description={`${person.email} is not charged again, and an unpaid invoice is voided. Days already paid for remain usable. This cannot be undone.`}
      action="Cancel Subscription"
      variant="danger"
      busy={isPending}
      error={error}
      onDo={(reason) => mutate({ id: person.id, reason }, { onSuccess: done })}
      onClose={onClose}
    />
  )
}

function RefundDialog({ person, onClose }: DialogProps) {
  const { mutate, isPending, error } = useRefund()
  const toast = useToast()
  return (
    <ActionDialog
      title="Refund the last payment?"
      description={`The full amount goes back to the card of ${person.email}. Subscription and access do not change; cancel the subscription separately.`}
      action="Refund"
      variant="danger"
      busy={isPending}
      error={error}
      onDo={(reason) =>
        mutate(
          { id: person.id, reason },
          {
            onSuccess: (refunded) => {
              toast(paymentRefunded(refunded))
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

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
          <Button variant="danger" onClick={() => setAsking(true)}>
            Close Account
          </Button>
        )
      }
    >
      <p className="text-muted">
        {isClosed
          ? 'Its owner can only sign in to export their data or delete the account. Any subscription is canceled.'
          : 'Ends every session and cancels any subscription immediately. Nothing is deleted. You can refund a payment above.'}
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
    <ActionDialog
      title="Close this account?"
      description={`${person.email} is signed out everywhere and loses access until you reopen the account. Any subscription is canceled, and we email the owner.`}
      action="Close Account"
      variant="danger"
      busy={isPending}
      error={error}
      onDo={(reason) => mutate({ id: person.id, reason }, { onSuccess: done })}
      onClose={onClose}
    />
  )
}
