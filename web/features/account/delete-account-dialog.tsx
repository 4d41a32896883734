import { useState, type FormEvent } from 'react'
import { deleteAccount } from '#domain/account/endpoints.ts'
import { useApi } from '../../api/context.ts'
import { ApiError } from '../../api/api-error.ts'
import { useAuth } from '../auth/auth-provider.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import { Field, PasswordInput } from '../../ui/forms/controls.tsx'
import { deletionFailed } from './messages.ts'
import { useProfile } from './queries.ts'

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const { auth } = useAuth()
  const { profile, shown } = useProfile()
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const password = String(new FormData(event.currentTarget).get('password'))
    setPending(true)
    try {
      await api.call(deleteAccount, { body: { password } })
    } catch (error) {
      setPending(false)
      return setProblem(error instanceof ApiError && error.status < 500 ? error.reason : deletionFailed)
    }
    await auth.signOut()
  }
  return (
    <Dialog title="Delete your account?" description="This cannot be undone." onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-5">
        <ul className="grid list-disc gap-1.5 pl-5 text-sm marker:text-faint">
          <li>Your companies, your profile and everything else you entered are deleted immediately.</li>
          <li>You are signed out on every device, and your passkeys and codes stop working.</li>
          {profile?.stripeSubscriptionId && <li>Your subscription is canceled, and you are not charged again.</li>}
          {profile?.stripeCustomerId && <li>We keep invoices only as long as the law requires.</li>}
          <li>We will send a final confirmation to {shown.email}.</li>
        </ul>
        {problem && <Alert>{problem}</Alert>}
        <input type="text" name="username" autoComplete="username" defaultValue={shown.email} hidden readOnly />
        <Field label="Your password">
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" type="submit" busy={pending}>
            Delete Account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
