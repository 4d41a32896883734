import { useState, type FormEvent } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordInput } from '../ui/input.tsx'
import { newPassword, resetLink } from './messages.ts'
import { useAuth } from './use-auth.ts'

/** Spec section 9: "Minimum password length: 6 characters." */
export const MIN_PASSWORD = 6

export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const { status, auth } = useAuth()
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const fields = new FormData(event.currentTarget)
    const password = String(fields.get('password'))
    if (password !== fields.get('confirm')) return setProblem(newPassword.mismatch)
    if (password.length < MIN_PASSWORD) return setProblem(newPassword.tooShort)
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
      <Field label="New Password" hint="At least 6 characters. 12 or more is better.">
        {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" required />}
      </Field>
      <Field label="Confirm New Password">
        {(control) => <PasswordInput {...control} name="confirm" autoComplete="new-password" required />}
      </Field>
      <Button look="primary" size="large" type="submit" busy={pending}>
        Reset Password
      </Button>
    </form>
  )
}
