import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { relativeTime, shortDate } from '#domain/time.ts'
import { useConfirmIdentity, useAuth } from '../auth/auth-provider.tsx'
import type { Passkey } from '../auth/identity.ts'
import { hasSecondFactor } from '../auth/stored-session.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useNow } from '../../ui/page.tsx'
import { deviceName } from './device-name.ts'
import { passkeysQuery } from './security-queries.ts'
import { lazyComponent } from '../../ui/lazy.tsx'

const RenamePasskeyDialog = lazyComponent(() => import('./security-dialogs.tsx'), 'RenamePasskeyDialog')

export function PasskeyList() {
  const { auth } = useAuth()
  const confirmIdentity = useConfirmIdentity()
  const query = passkeysQuery(auth)
  const { data: passkeys, error } = useQuery(query)
  const queryClient = useQueryClient()
  const toast = useToast()
  const now = useNow()
  const [renaming, setRenaming] = useState<Passkey | null>(null)
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
    if (added) toast({ title: 'Passkey added', description: 'You can now sign in with it.' })
  }
  const remove = async ({ id, name }: Passkey) => {
    const removed = settle(await confirmIdentity(() => auth.passkeys.remove(id)))
    if (removed) toast({ title: 'Passkey removed', description: `You can no longer sign in with ${name}.` })
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
                        onClick={() => setRenaming(passkey)}
                      >
                        Rename
                      </Button>
                      <ConfirmButton
                        variant="quiet"
                        aria-label={`Remove ${passkey.name}`}
                        question={{
                          title: `Remove ${passkey.name}?`,
                          text: 'You can no longer sign in with it. Delete the copy on your device in its own settings.',
                          action: 'Remove',
                        }}
                        onConfirm={() => void remove(passkey)}
                      >
                        Remove
                      </ConfirmButton>
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
      {renaming && (
        <RenamePasskeyDialog
          name={renaming.name}
          onSave={async (name) => settle(await auth.passkeys.rename(renaming.id, name))}
          onClose={() => setRenaming(null)}
        />
      )}
    </Panel>
  )
}

/** Shown after a password reset: the other ways into the account. */
export function RemainingSignIns() {
  const { session, auth } = useAuth()
  const confirmIdentity = useConfirmIdentity()
  const queryClient = useQueryClient()
  const query = passkeysQuery(auth)
  const { data: passkeys, error } = useQuery(query)
  const [problem, setProblem] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const hasAuthenticator = hasSecondFactor(session?.user)

  const remove = async (id: string) => {
    setRemoving(id)
    const answer = await confirmIdentity(() => auth.passkeys.remove(id))
    setProblem(answer.problem)
    await queryClient.invalidateQueries(query)
    setRemoving(null)
  }
  if (!error && !passkeys?.length && !hasAuthenticator) return null
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <div className="grid gap-1">
        <h2 className="text-lg">Other ways into your account</h2>
        <p className="text-sm text-pretty text-muted">
          {passkeys?.length
            ? 'These passkeys still sign in without your password. Remove any you do not recognize.'
            : 'No passkeys are set up.'}
          {hasAuthenticator && ' Two-step verification stays on; you can change it under Security.'}
        </p>
      </div>
      {(problem ?? error) && <Alert>{problem ?? error?.message}</Alert>}
      {passkeys && passkeys.length > 0 && (
        <SettingsList>
          {passkeys.map(({ id, name, createdAt }) => (
            <SettingsRow
              key={id}
              icon={<KeyRound aria-hidden />}
              title={name}
              text={`Added ${shortDate(createdAt)}`}
              action={
                <Button busy={removing === id} aria-label={`Remove ${name}`} onClick={() => void remove(id)}>
                  Remove
                </Button>
              }
            />
          ))}
        </SettingsList>
      )}
    </section>
  )
}
