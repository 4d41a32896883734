import { KeyRound, Mail } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, FormActions } from '../../ui/overlays/dialog.tsx'
import { CodeField, PasswordField, UsernameHint } from '../../ui/forms/controls.tsx'
import { textLink } from './auth-card.tsx'
import type { Outcome } from './outcome.ts'
import { useAuth } from './auth-provider.tsx'

type Props = { onProven: () => void; onClose: () => void }

export function IdentityDialog({ onProven, onClose }: Props) {
  const { session, auth } = useAuth()
  const { identity } = auth
  const [mode, setMode] = useState<'password' | 'code'>('password')
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState<'form' | 'passkey' | 'code' | null>(null)
  const email = session?.user.email ?? ''

  const attempt = async (what: 'form' | 'passkey' | 'code', call: () => Promise<Outcome>) => {
    if (pending) return false
    setPending(what)
    const answer = await call()
    setPending(null)
    setProblem(answer.problem)
    return !answer.problem
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('proof'))
    const prove = mode === 'password' ? identity.byPassword : identity.byCode
    if (await attempt('form', () => prove(mode === 'code' ? given.replaceAll(/\s/g, '') : given))) onProven()
  }
  const proveByPasskey = async () => {
    if (await attempt('passkey', identity.byPasskey)) onProven()
  }
  const sendCode = async () => {
    if (await attempt('code', identity.requestCode)) setMode('code')
  }
  return (
    <Dialog
      title="Confirm it’s you"
      description="To protect your account, please confirm your identity before you make this change."
      onClose={onClose}
    >
      <form key={mode} onSubmit={(event) => void submit(event)} className="grid gap-5">
        {problem && <Alert>{problem}</Alert>}
        <UsernameHint email={email} />
        {mode === 'password' ? (
          <PasswordField label="Password" name="proof" required autoComplete="current-password" />
        ) : (
          <CodeField
            label="6-digit code"
            hint={`We emailed it to ${email}.`}
            name="proof"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here
            autoFocus
          />
        )}
        <FormActions action="Confirm" busy={pending === 'form'} onCancel={onClose} />
      </form>
      <div className="flex flex-wrap gap-3 border-t border-line pt-5 max-sm:grid">
        {identity.canUsePasskey() && (
          <Button busy={pending === 'passkey'} onClick={() => void proveByPasskey()}>
            {pending !== 'passkey' && <KeyRound aria-hidden />}
            Use a Passkey
          </Button>
        )}
        {mode === 'password' ? (
          <Button busy={pending === 'code'} onClick={() => void sendCode()}>
            {pending !== 'code' && <Mail aria-hidden />}
            Email Me a Code
          </Button>
        ) : (
          <button
            type="button"
            onClick={() => setMode('password')}
            className={`${textLink} min-h-11 cursor-pointer text-sm md:min-h-0`}
          >
            Use your password instead
          </button>
        )}
      </div>
    </Dialog>
  )
}
