import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { shortDate } from '#domain/time.ts'
import { useConfirmIdentity } from '../auth/confirm-identity.tsx'
import { useAuth } from '../auth/auth-provider.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { passkeysQuery } from './security-queries.ts'
import { SettingsList, SettingsRow } from '../../ui/panel.tsx'

export function RemainingSignIns() {
  const { session, auth } = useAuth()
  const confirmIdentity = useConfirmIdentity()
  const queryClient = useQueryClient()
  const query = passkeysQuery(auth)
  const { data: passkeys, error } = useQuery(query)
  const [problem, setProblem] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const hasAuthenticator = session?.user.factors?.some(({ status }) => status === 'verified') ?? false

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
