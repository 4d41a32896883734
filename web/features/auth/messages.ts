import { UNEXPECTED } from '#domain/messages.ts'
import type { ToastMessage } from '../../ui/overlays/toast.tsx'
import { refusal } from './auth-client.ts'

export const AUTH_HOOK_OUTSIDE = 'useAuth must be used within an AuthProvider'

export const resetLink = {
  expired: 'Invalid or expired reset link. Please try again.',
  missing: 'Invalid reset link. Please request a new password reset.',
  refused: 'Invalid reset link. Please try again.',
  noSession: 'Invalid reset session. Please try again.',
}

export const confirmationLinkProblem = 'This link is invalid or has expired. Log in, or ask for a new one.'

export const SESSION_ENDED = 'You have been signed out. Sign in to pick up where you left off.'

export const newPassword = {
  mismatch: 'Passwords do not match',
}

/** By the code alone: the rest of a link could be anybody's text. */
export const resetLinkProblem = (code: string | null): string =>
  (code && RESET_LINK_PROBLEMS[code]) || resetLink.expired

const RESET_LINK_PROBLEMS: Record<string, string> = {
  otp_expired: 'Email link is invalid or has expired',
  user_banned: 'This account is suspended. Please contact us.',
}

export const identityTexts = {
  canceled: 'Nothing was changed because you did not confirm your identity.',
}

export const passkeyTexts = {
  canceled: 'No passkey was used: the request was canceled or timed out.',
  present: 'This device already has a passkey for your account.',
}

export const authErrorText = (error: unknown): string => refusal(error) ?? UNEXPECTED

export const halfConfirmed: ToastMessage = {
  title: 'Confirmation link accepted',
  description: 'Please open the link sent to the other address too.',
}
