import type { ToastMessage } from '../../ui/overlays/toast.tsx'

export const profileUpdated: ToastMessage = {
  title: 'Profile updated',
  description: 'Your changes have been saved.',
}

export const profileUpdateFailed: ToastMessage = {
  title: 'Error',
  description: 'Failed to update profile. Please try again.',
  variant: 'destructive',
}

export const emailChangePending = (email: string): ToastMessage => ({
  title: 'Confirm your new email',
  description: `We sent a link to ${email}. Open it to change your email.`,
})

export const passwordUpdated: ToastMessage = {
  title: 'Password updated',
  description: 'Your other devices have been signed out.',
}

export const passwordRules = {
  mismatch: "New passwords don't match.",
  failed: 'Failed to update password. Please try again.',
}

export const emailChangeResent = (email: string): ToastMessage => ({
  title: 'Email resent',
  description: `We sent it to ${email}.`,
})

export const othersSignedOut: ToastMessage = {
  title: 'Other devices signed out',
  description: 'Only this device is signed in now.',
}

export const deviceSignedOut = (name: string): ToastMessage => ({
  title: 'Device signed out',
  description: `${name} will have to sign in again.`,
})

export const signOutFailed = (error: Error): ToastMessage => ({
  title: 'Failed to sign out',
  description: error.message || 'An error occurred',
  variant: 'destructive',
})

export const exported = (file: string): ToastMessage => ({
  title: 'Export ready',
  description: `${file} was saved to your downloads.`,
})

export const exportFailed = (error: unknown): ToastMessage => ({
  title: 'Failed to export your data',
  description: error instanceof Error && error.message ? error.message : 'An error occurred',
  variant: 'destructive',
})

export const modelChoiceFailed = (error: Error): ToastMessage => ({
  title: 'Failed to change your AI setting',
  description: error.message || 'An error occurred',
  variant: 'destructive',
})

export const deletionFailed = 'We could not delete your account. Nothing was changed.'

export const secondFactorOn: ToastMessage = {
  title: 'Two-step verification is on',
  description: 'You will need a code the next time you sign in.',
}

export const recoveryCodesFailed = (reason: string) => `Could not create recovery codes: ${reason}`

export const secondFactorOff: ToastMessage = {
  title: 'Two-step verification is off',
  description: 'You now sign in with your password only.',
}

export const passkeyAdded: ToastMessage = {
  title: 'Passkey added',
  description: 'You can now sign in with it.',
}

export const passkeyRemoved = (name: string): ToastMessage => ({
  title: 'Passkey removed',
  description: `You can no longer sign in with ${name}.`,
})
