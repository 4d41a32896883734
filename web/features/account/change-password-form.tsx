import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isTooShort, passwordTooShort } from '#domain/auth/password.ts'
import { UNEXPECTED } from '#domain/messages.ts'
import { usePublicConfig } from '../../api/context.ts'
import { useAuth } from '../auth/auth-provider.tsx'
import { NewPasswordInput } from '../auth/new-password.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField, UsernameHint } from '../../ui/forms/controls.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { devicesQuery } from './security-queries.ts'

export function ChangePasswordForm({ email }: { email: string }) {
  const { auth } = useAuth()
  const toast = useToast()
  const queryClient = useQueryClient()
  // A new key resets the strength meter together with the form.
  const [changes, setChanges] = useState(0)
  const { passwordMinLength } = usePublicConfig()

  const { problem, pending, onSubmit } = useSubmit(async (field, form) => {
    const password = field('new')
    if (password !== field('confirm')) return "New passwords don't match."
    if (isTooShort(password, passwordMinLength)) return `${passwordTooShort(passwordMinLength)}.`
    const { problem: refused } = await auth.changePassword(field('current'), password)
    if (refused) return refused === UNEXPECTED ? 'Failed to update password. Please try again.' : refused
    form.reset()
    setChanges(changes + 1)
    void queryClient.invalidateQueries(devicesQuery)
    toast({ title: 'Password updated', description: 'Your other devices have been signed out.' })
    return null
  })
  return (
    <form onSubmit={onSubmit} className="grid max-w-100 gap-5">
      {problem && <Alert>{problem}</Alert>}
      <UsernameHint email={email} />
      <PasswordField label="Current Password" name="current" autoComplete="current-password" required />
      <NewPasswordInput key={changes} label="New Password" name="new" email={email} />
      <PasswordField label="Confirm New Password" name="confirm" autoComplete="new-password" required />
      <Button variant="primary" type="submit" busy={pending} className="justify-self-start">
        {pending ? 'Updating...' : 'Update Password'}
      </Button>
    </form>
  )
}
