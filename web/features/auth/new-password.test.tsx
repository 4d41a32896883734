// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ChangePasswordForm } from '../account/change-password-form.tsx'
import { SignInPage } from '../../pages/auth/signin.tsx'
import { memoryAuth } from '../../testing/memory-auth.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { NewPasswordForm } from './new-password.tsx'

const visitor = () => ({ auth: memoryAuth(), at: '/signin?mode=signup', passwordMinLength: 14 })

test("sign-up: the field and its hint use this installation's minimum length", async () => {
  renderPage(<SignInPage />, visitor())
  const field = await screen.findByLabelText<HTMLInputElement>('Password')
  expect(field.minLength).toBe(14)
  screen.getByText('At least 14 characters.')
})

test("change and reset: the hint and the error use this installation's minimum length", async () => {
  const change = renderPage(<ChangePasswordForm email="ada@example.com" />, { passwordMinLength: 14 })
  await screen.findByText('At least 14 characters.')
  type('Current Password', 'old')
  type('New Password', 'seven herons')
  type('Confirm New Password', 'seven herons')
  press('Update Password')
  expect((await screen.findByRole('alert')).textContent).toBe('Password must be at least 14 characters long.')
  change.unmount()
  renderPage(<NewPasswordForm onDone={() => {}} />, { passwordMinLength: 14 })
  await screen.findByText('At least 14 characters.')
  type('New Password', 'seven herons')
  type('Confirm New Password', 'seven herons')
  press('Reset Password')
  expect((await screen.findByRole('alert')).textContent).toBe('Password must be at least 14 characters long')
})

test.each([
  ['herons', 'Too short'],
  ['Password123456', 'Weak'],
  ['ada.lovelace2024', 'Weak'],
  ['seven clever herons', 'Strong'],
])('the sign-up meter rates %s: %s', async (password, label) => {
  renderPage(<SignInPage />, visitor())
  await screen.findByLabelText('Password')
  expect(screen.queryByText(/Password strength/)).toBeNull()
  type('Email', 'ada.lovelace@example.com')
  type('Password', password)
  expect((await screen.findByText(label)).textContent).toBe(`Password strength: ${label}`)
})

test('the meter also appears when changing a password, but not at sign-in', async () => {
  const change = renderPage(<ChangePasswordForm email="ada@example.com" />)
  await screen.findByLabelText('New Password')
  type('New Password', 'qwertyuiop')
  expect((await screen.findByText('Weak')).textContent).toBe('Password strength: Weak')
  change.unmount()
  renderPage(<SignInPage />, { auth: memoryAuth(), at: '/signin' })
  await screen.findByLabelText('Password')
  type('Password', 'qwertyuiop')
  expect(screen.queryByText(/Password strength/)).toBeNull()
})
