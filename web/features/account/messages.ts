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
  title: 'Confirm your new e-mail',
  description: `We sent a link to ${email}. Your e-mail changes once it is opened.`,
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
  title: 'Letter sent again',
  description: `Look for it at ${email}.`,
})

export const othersSignedOut: ToastMessage = {
  title: 'Other devices signed out',
  description: 'Only this device is signed in now.',
}

export const deviceSignedOut = (name: string): ToastMessage => ({
  title: 'Device signed out',
  description: `${name} has to sign in again.`,
})

export const signOutFailed = (error: Error): ToastMessage => ({
  title: 'Failed to sign out',
  description: error.message || 'An error occurred',
  variant: 'destructive',
})

export const exported = (file: string): ToastMessage => ({
  title: 'Export ready',
  description: `${file} has been saved with your downloads.`,
})

export const exportFailed = (error: unknown): ToastMessage => ({
  title: 'Failed to export your data',
  description: error instanceof Error && error.message ? error.message : 'An error occurred',
  variant: 'destructive',
})

export const modelChoiceFailed = (error: Error): ToastMessage => ({
  title: 'Failed to change who writes your briefs',
  description: error.message || 'An error occurred',
  variant: 'destructive',
})

export const deletionFailed = 'Your account could not be deleted just now. Nothing was changed.'

export const secondFactorOn: ToastMessage = {
  title: 'Two-step verification is on',
  description: 'A code is asked for the next time you sign in.',
}

export const recoveryCodesFailed = (reason: string) => `Recovery codes could not be made: ${reason}`

export const secondFactorOff: ToastMessage = {
  title: 'Two-step verification is off',
  description: 'Your password alone opens the account now.',
}

export const passkeyAdded: ToastMessage = {
  title: 'Passkey added',
  description: 'You can sign in with it from now on.',
}

export const passkeyRemoved = (name: string): ToastMessage => ({
  title: 'Passkey removed',
  description: `${name} no longer opens your account.`,
})
