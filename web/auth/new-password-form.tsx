import { useState, type FormEvent } from 'react'
import { isTooShort, passwordTooShort } from '#domain/auth/password.ts'
import { usePublicConfig } from '../api/public-config-context.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordInput } from '../ui/input.tsx'
import { newPassword, resetLink } from './messages.ts'
import { NewPasswordInput } from './new-password-input.tsx'
import { useAuth } from './use-auth.ts'

export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const { status, session, auth } = useAuth()
  const { passwordMinLength } = usePublicConfig()
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const fields = new FormData(event.currentTarget)
    const password = String(fields.get('password'))
    if (password !== fields.get('confirm')) return setProblem(newPassword.mismatch)
    if (isTooShort(password, passwordMinLength)) return setProblem(passwordTooShort(passwordMinLength))
    if (status !== 'password-recovery') return setProblem(resetLink.noSession)
    setPending(true)
    const answer = await auth.setPassword(password)
    setPending(false)
    setProblem(answer.problem)
    if (!answer.problem) onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      {problem && <Alert>{problem}</Alert>}
      <NewPasswordInput label="New Password" name="password" email={session?.user.email ?? ''} />
      <Field label="Confirm New Password">
        {(control) => <PasswordInput {...control} name="confirm" autoComplete="new-password" required />}
      </Field>
      <Button look="primary" size="large" type="submit" busy={pending}>
        Reset Password
      </Button>
    </form>
  )
}
