import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { relativeTime, shortDate } from '#domain/time.ts'
import { useConfirmIdentity } from '../auth/confirm-identity.tsx'
import type { Passkey } from '../auth/identity.ts'
import { useAuth } from '../auth/auth-provider.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { deviceName } from './device-list.tsx'
import { passkeyAdded, passkeyRemoved } from './messages.ts'
import { passkeysQuery } from './security-queries.ts'
import { lazyComponent } from '../../ui/lazy.tsx'

const RenamePasskeyDialog = lazyComponent(() => import('./rename-passkey-dialog.tsx'), 'RenamePasskeyDialog')
const Confirm = lazyComponent(() => import('../../ui/overlays/dialog.tsx'), 'Confirm')

type Open = { dialog: 'rename' | 'remove'; passkey: Passkey }

export function PasskeyList() {
  const { auth } = useAuth()
  const confirmIdentity = useConfirmIdentity()
  const query = passkeysQuery(auth)
  const { data: passkeys, error } = useQuery(query)
  const queryClient = useQueryClient()
  const toast = useToast()
  const now = useNow()
  const [open, setOpen] = useState<Open | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const settle = (answer: { problem: string | null }) => {
    setProblem(answer.problem)
    void queryClient.invalidateQueries(query)
    return !answer.problem
  }
  const add = async () => {
    setPending(true)
    const added = settle(await confirmIdentity(() => auth.passkeys.add(deviceName(navigator.userAgent))))
    setPending(false)
    if (added) toast(passkeyAdded)
  }
  const remove = async ({ id, name }: Passkey) => {
    setOpen(null)
    if (settle(await confirmIdentity(() => auth.passkeys.remove(id)))) toast(passkeyRemoved(name))
  }
  return (
    <Panel title="Passkeys">
      <p className="mb-4 max-w-[62ch] text-muted">
        Sign in with your fingerprint, face or screen lock instead of the password. A passkey cannot be guessed or
        phished.
      </p>
      <div className="grid justify-items-start gap-4 ">
        {(problem ?? error) && <Alert>{problem ?? error?.message}</Alert>}
        {passkeys && passkeys.length > 0 && (
          <div className="w-full">
            <SettingsList>
              {passkeys.map((passkey) => (
                <SettingsRow
                  key={passkey.id}
                  icon={<KeyRound aria-hidden />}
                  title={passkey.name}
                  text={
                    passkey.lastUsedAt
                      ? `Last used ${relativeTime(passkey.lastUsedAt, now)} · Added ${shortDate(passkey.createdAt)}`
                      : `Not used yet · Added ${shortDate(passkey.createdAt)}`
                  }
                  action={
                    <>
                      <Button
                        variant="quiet"
                        aria-label={`Rename ${passkey.name}`}
                        onClick={() => setOpen({ dialog: 'rename', passkey })}
                      >
                        Rename
                      </Button>
                      <Button
                        variant="quiet"
                        aria-label={`Remove ${passkey.name}`}
                        onClick={() => setOpen({ dialog: 'remove', passkey })}
                      >
                        Remove
                      </Button>
                    </>
                  }
                />
              ))}
            </SettingsList>
          </div>
        )}
        {auth.passkeys.isSupported() ? (
          <Button busy={pending} onClick={() => void add()}>
            Add a Passkey
          </Button>
        ) : (
          <p className="text-sm text-muted">This browser does not support passkeys.</p>
        )}
      </div>
      {open?.dialog === 'rename' && (
        <RenamePasskeyDialog
          name={open.passkey.name}
          onSave={async (name) => settle(await auth.passkeys.rename(open.passkey.id, name))}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.dialog === 'remove' && (
        <Confirm
          title={`Remove ${open.passkey.name}?`}
          text="You can no longer sign in with it. Delete the copy on your device in its own settings."
          action="Remove"
          onConfirm={() => void remove(open.passkey)}
          onCancel={() => setOpen(null)}
        />
      )}
    </Panel>
  )
}
