import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { UNEXPECTED } from '#domain/unexpected.ts'
import { useAuth } from '../auth/use-auth.ts'
import { MIN_PASSWORD } from '../auth/new-password-form.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { passwordRules, passwordUpdated } from './messages.ts'
import { devicesQuery } from './security-queries.ts'

export function ChangePasswordForm({ email }: { email: string }) {
  const { auth } = useAuth()
  const toast = useToast()
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    const fields = new FormData(form)
    const password = String(fields.get('new'))
    if (password !== fields.get('confirm')) return setProblem(passwordRules.mismatch)
    if (password.length < MIN_PASSWORD) return setProblem(passwordRules.tooShort)
    setPending(true)
    const answer = await auth.changePassword(String(fields.get('current')), password)
    setPending(false)
    setProblem(answer.problem === UNEXPECTED ? passwordRules.failed : answer.problem)
    if (answer.problem) return
    form.reset()
    void queryClient.invalidateQueries(devicesQuery)
    toast(passwordUpdated)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid max-w-100 gap-5">
      {problem && <Alert>{problem}</Alert>}
      {/* Password managers need to know whose password this is. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
      <Field label="Current Password">
        {(control) => <PasswordInput {...control} name="current" autoComplete="current-password" required />}
      </Field>
      <Field label="New Password" hint="At least 6 characters. 12 or more is better.">
        {(control) => <PasswordInput {...control} name="new" autoComplete="new-password" required />}
      </Field>
      <Field label="Confirm New Password">
        {(control) => <PasswordInput {...control} name="confirm" autoComplete="new-password" required />}
      </Field>
      <Button look="primary" type="submit" busy={pending} className="justify-self-start">
        {pending ? 'Updating...' : 'Update Password'}
      </Button>
    </form>
  )
}
