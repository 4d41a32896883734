import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { isTooShort, passwordTooShort } from '#domain/auth/password.ts'
import { UNEXPECTED } from '#domain/messages.ts'
import { usePublicConfig } from '../../api/context.ts'
import { useAuth } from '../auth/auth-provider.tsx'
import { NewPasswordInput } from '../auth/new-password.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, PasswordInput } from '../../ui/forms/controls.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { passwordRules, passwordUpdated } from './messages.ts'
import { devicesQuery } from './security-queries.ts'

export function ChangePasswordForm({ email }: { email: string }) {
  const { auth } = useAuth()
  const toast = useToast()
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  // A new key resets the strength meter together with the form.
  const [changes, setChanges] = useState(0)
  const { passwordMinLength } = usePublicConfig()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    const fields = new FormData(form)
    const password = String(fields.get('new'))
    if (password !== fields.get('confirm')) return setProblem(passwordRules.mismatch)
    if (isTooShort(password, passwordMinLength)) return setProblem(`${passwordTooShort(passwordMinLength)}.`)
    setPending(true)
    const answer = await auth.changePassword(String(fields.get('current')), password)
    setPending(false)
    setProblem(answer.problem === UNEXPECTED ? passwordRules.failed : answer.problem)
    if (answer.problem) return
    form.reset()
    setChanges(changes + 1)
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
      <NewPasswordInput key={changes} label="New Password" name="new" email={email} />
      <Field label="Confirm New Password">
        {(control) => <PasswordInput {...control} name="confirm" autoComplete="new-password" required />}
      </Field>
      <Button variant="primary" type="submit" busy={pending} className="justify-self-start">
        {pending ? 'Updating...' : 'Update Password'}
      </Button>
    </form>
  )
}
