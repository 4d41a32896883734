// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { LinkFragment } from '../../features/auth/link-fragment.ts'
import { memoryAuth } from '../../testing/memory-auth.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { ResetPasswordPage } from './reset-password.tsx'

const open = (link: LinkFragment, auth = memoryAuth()) =>
  renderPage(<ResetPasswordPage />, { auth, link, at: '/reset-password' })
const tokens: LinkFragment = { kind: 'tokens', accessToken: 'a', refreshToken: 'r' }

beforeEach(() => {
  sessionStorage.clear()
})

test.each<[LinkFragment, string]>([
  [{ kind: 'error', code: 'otp_expired' }, 'Email link is invalid or has expired'],
  [{ kind: 'error', code: 'user_banned' }, 'This account is suspended. Please contact us.'],
  [{ kind: 'error', code: null }, 'Invalid or expired reset link. Please try again.'],
  [{ kind: 'error', code: 'Call 555-0100 to unlock your account' }, 'Invalid or expired reset link. Please try again.'],
  [{ kind: 'none' }, 'Invalid reset link. Please request a new password reset.'],
])("reset link error: 'Reset Link Invalid' (%#)", async (link, text) => {
  open(link)
  await screen.findByRole('heading', { name: 'Reset Link Invalid' })
  expect(screen.getByRole('alert').textContent).toBe(text)
  expect(screen.getByRole('link', { name: 'Request New Reset Link' }).getAttribute('href')).toBe('/forgot-password')
})

test("session set failure: 'Invalid reset link. Please try again.'", async () => {
  open(tokens, memoryAuth({ refuse: { message: 'no', status: 403 } }))
  await screen.findByText('Invalid reset link. Please try again.')
})

test("'Set New Password', its error messages, then 'Password Reset!' with 'Continue to Dashboard'", async () => {
  const { auth, router, store } = open(tokens)
  await screen.findByRole('heading', { name: 'Set New Password' })
  const attempt = (password: string, confirm: string) => {
    type('New Password', password)
    type('Confirm New Password', confirm)
    press('Reset Password')
  }
  attempt('secret1', 'secret2')
  await screen.findByText('Passwords do not match')
  attempt('12345', '12345')
  await screen.findByText('Password must be at least 6 characters long')
  expect(auth.done.some(({ name }) => name === 'updateUser')).toBe(false)
  attempt('123456', '123456')
  await screen.findByRole('heading', { name: 'Password Reset!' })
  press('Continue to Dashboard')
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard')
  expect(store.getState().status).toBe('signed-in')
})

test("a session that has ended in the meantime: 'Invalid reset session. Please try again.'", async () => {
  const { auth } = open(tokens)
  await screen.findByRole('heading', { name: 'Set New Password' })
  auth.emit('SIGNED_OUT', null)
  type('New Password', 'secret1')
  type('Confirm New Password', 'secret1')
  press('Reset Password')
  await screen.findByText('Invalid reset session. Please try again.')
})
