import type { ToastMessage } from '../ui/toast.tsx'

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
  tooShort: 'Password must be at least 6 characters long.',
  failed: 'Failed to update password. Please try again.',
}
