import { useState } from 'react'
import { z } from 'zod'
import { type Profile, ProfileChange } from '#domain/account/profile.ts'
import { useConfirmIdentity, useAuth } from '../auth/auth-provider.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { FormDialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/forms/controls.tsx'
import { useCheckedForm } from '../../ui/forms/schema-check.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { PROFILE_UPDATE_FAILED, useUpdateProfile } from './queries.ts'

const Fields = z.object({
  firstName: ProfileChange.shape.firstName.unwrap().unwrap(),
  lastName: ProfileChange.shape.lastName.unwrap().unwrap(),
  email: z.email('Please enter a valid email address').max(255),
})

export function EditProfileDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { auth } = useAuth()
  const confirmIdentity = useConfirmIdentity()
  const { mutateAsync } = useUpdateProfile()
  const toast = useToast()
  const [emailProblem, setEmailProblem] = useState<string | null>(null)
  const { problems, isSending, handlers } = useCheckedForm(Fields, async ({ email, ...names }) => {
    try {
      await mutateAsync(names)
    } catch {
      return toast(PROFILE_UPDATE_FAILED)
    }
    if (email === profile.email) {
      onClose()
      return toast({ title: 'Profile updated', description: 'Your changes have been saved.' })
    }
    const { problem } = await confirmIdentity(() => auth.changeEmail(email))
    setEmailProblem(problem)
    if (problem) return
    onClose()
    toast({
      title: 'Confirm your new email',
      description: `We sent a link to ${email}. Open it to change your email.`,
    })
  })
  return (
    <FormDialog
      title="Edit Profile"
      action="Save Changes"
      busy={isSending}
      noValidate
      keepsText
      {...handlers}
      onClose={onClose}
    >
      {emailProblem && <Alert>{emailProblem}</Alert>}
      <TextField
        label="First Name"
        error={problems.firstName}
        name="firstName"
        defaultValue={profile.firstName ?? ''}
        autoComplete="given-name"
      />
      <TextField
        label="Last Name"
        error={problems.lastName}
        name="lastName"
        defaultValue={profile.lastName ?? ''}
        autoComplete="family-name"
      />
      <TextField
        label="Email"
        error={problems.email}
        hint="A new address takes effect when you open the link we send to it. Your other devices are then signed out."
        name="email"
        defaultValue={profile.email}
        type="email"
        autoComplete="email"
      />
    </FormDialog>
  )
}
