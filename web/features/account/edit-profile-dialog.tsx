import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Profile, ProfileChange } from '#domain/account/profile.ts'
import { useConfirmIdentity } from '../auth/confirm-identity.tsx'
import { useAuth } from '../auth/auth-provider.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import { Field, Input } from '../../ui/forms/controls.tsx'
import { schemaResolver } from '../../ui/forms/schema-check.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { emailChangePending, profileUpdated, profileUpdateFailed } from './messages.ts'
import { useUpdateProfile } from './queries.ts'

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
  const { register, handleSubmit, formState } = useForm({
    resolver: schemaResolver(Fields),
    defaultValues: {
      firstName: profile.firstName ?? '',
      lastName: profile.lastName ?? '',
      email: profile.email,
    },
  })
  const { errors, isSubmitting } = formState

  const save = handleSubmit(async ({ email, ...names }) => {
    try {
      await mutateAsync(names)
    } catch {
      return toast(profileUpdateFailed)
    }
    if (email === profile.email) {
      onClose()
      return toast(profileUpdated)
    }
    const { problem } = await confirmIdentity(() => auth.changeEmail(email))
    setEmailProblem(problem)
    if (problem) return
    onClose()
    toast(emailChangePending(email))
  })
  return (
    <Dialog title="Edit Profile" onClose={onClose}>
      <form onSubmit={(event) => void save(event)} noValidate className="grid gap-5">
        {emailProblem && <Alert>{emailProblem}</Alert>}
        <Field label="First Name" error={errors.firstName?.message}>
          {(control) => <Input {...control} {...register('firstName')} autoComplete="given-name" />}
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          {(control) => <Input {...control} {...register('lastName')} autoComplete="family-name" />}
        </Field>
        <Field
          label="Email"
          error={errors.email?.message}
          hint="A new address takes effect when you open the link we send to it. Your other devices are then signed out."
        >
          {(control) => <Input {...control} {...register('email')} type="email" autoComplete="email" />}
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" busy={isSubmitting}>
            Save Changes
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
