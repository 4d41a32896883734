// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { accountDeleted, returnPath } from '../../features/auth/browser-storage.ts'
import { memoryAuth, sampleSession } from '../../testing/memory-auth.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { ForgotPasswordPage } from './forgot-password.tsx'
import { SignInPage } from './signin.tsx'

beforeEach(() => {
  sessionStorage.clear()
})

test("sign-in: 'Sign In', a 'Forgot your password' link, and a link to sign-up", async () => {
  const { router } = renderPage(<SignInPage />, { auth: memoryAuth(), at: '/signin' })
  await screen.findByRole('button', { name: 'Sign In' })
  expect(screen.getByRole('link', { name: /Forgot your password/ }).getAttribute('href')).toBe('/forgot-password')
  expect(screen.getByLabelText<HTMLInputElement>('Email').type).toBe('email')
  screen.getByRole('link', { name: 'Start a free trial' }).click()
  await screen.findByRole('button', { name: 'Start Free Trial' })
  expect(router.state.location.search).toEqual({ mode: 'signup' })
})

test("query mode=signup opens sign-up: 'Start your 14-day free trial - no credit card required'", async () => {
  renderPage(<SignInPage />, { auth: memoryAuth(), at: '/signin?mode=signup' })
  await screen.findByText('Start your 14-day free trial - no credit card required')
  expect(screen.queryByText(/Forgot your password/)).toBeNull()
  type('Email', 'new@example.com')
  type('Password', 'secret1')
  press('Start Free Trial')
  await screen.findByRole('heading', { name: 'Check your email' })
})

test('sign-up asks for a first name, and links the terms and the privacy policy', async () => {
  const auth = memoryAuth()
  renderPage(<SignInPage />, { auth, at: '/signin?mode=signup' })
  expect((await screen.findByRole('link', { name: 'Terms of Service' })).getAttribute('href')).toBe('/terms-of-service')
  expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy-policy')
  type(/^First name/, ' Maria ')
  type('Email', 'maria.keller@example.com')
  type('Password', 'secret1')
  press('Start Free Trial')
  await screen.findByRole('heading', { name: 'Check your email' })
  expect(auth.done.find(({ name }) => name === 'signUp')?.with).toMatchObject({
    options: { data: { first_name: 'Maria' } },
  })
})

test('sign-up reports missing or invalid input at its field, before anything is sent', async () => {
  const auth = memoryAuth()
  renderPage(<SignInPage />, { auth, at: '/signin?mode=signup' })
  await screen.findByRole('button', { name: 'Start Free Trial' })
  press('Start Free Trial')
  await screen.findByText('Enter your email')
  screen.getByText('Choose a password')
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  type('Email', 'maria')
  fireEvent.blur(screen.getByLabelText('Email'))
  await screen.findByText('Enter a full email address, such as name@example.com')
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  type('Email', 'maria@example.com')
  fireEvent.blur(screen.getByLabelText('Email'))
  type('Password', '12345')
  press('Start Free Trial')
  await screen.findByText('Password must be at least 6 characters long')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(screen.queryByText(/Enter /)).toBeNull()
  expect(auth.done).toEqual([])
})

test('sign-in reports missing input at its field, before anything is sent', async () => {
  const auth = memoryAuth()
  renderPage(<SignInPage />, { auth, at: '/signin' })
  await screen.findByRole('button', { name: 'Sign In' })
  type('Email', 'ada@example.com')
  press('Sign In')
  await screen.findByText('Enter your password')
  const field = screen.getByLabelText('Password')
  expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field])
  expect(auth.done).toEqual([])
})

test('a notice appears after an expired session, but not on an ordinary visit or after signing out', async () => {
  const notice = /You have been signed out/
  renderPage(<SignInPage />, { auth: memoryAuth(), at: '/signin' }).unmount()
  const fresh = renderPage(<SignInPage />, { auth: memoryAuth(), at: '/signin' })
  await screen.findByRole('button', { name: 'Sign In' })
  expect(screen.queryByText(notice)).toBeNull()
  fresh.unmount()
  localStorage.setItem('tidings-session', JSON.stringify(sampleSession()))
  const late = renderPage(<SignInPage />, { auth: memoryAuth(), at: '/signin' })
  // The library drops a session that the service rejected.
  localStorage.removeItem('tidings-session')
  await screen.findByText(notice)
  late.unmount()
  const left = renderPage(<SignInPage />, { auth: memoryAuth({ session: sampleSession() }), at: '/signin' })
  await expect.poll(() => left.store.getState().status).toBe('signed-in')
  await left.store.signOut()
  await screen.findByRole('button', { name: 'Sign In' })
  expect(screen.queryByText(notice)).toBeNull()
})

test('after an account is deleted, a final message is shown once', async () => {
  accountDeleted.remember()
  const first = renderPage(<SignInPage />, { auth: memoryAuth(), at: '/signin' })
  await screen.findByRole('heading', { name: 'Your account is deleted' })
  screen.getByText(/We sent you a final email/)
  expect(screen.getByRole('link', { name: 'Back to the home page' }).getAttribute('href')).toBe('/')
  first.unmount()
  renderPage(<SignInPage />, { auth: memoryAuth(), at: '/signin' })
  await screen.findByRole('button', { name: 'Sign In' })
})

test("auth errors: the backend's message in a red alert", async () => {
  const auth = memoryAuth({ refuse: { message: 'Invalid login credentials', status: 400 } })
  renderPage(<SignInPage />, { auth, at: '/signin' })
  await screen.findByRole('button', { name: 'Sign In' })
  type('Email', 'ada@example.com')
  type('Password', 'wrong')
  press('Sign In')
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid login credentials')
})

test('authenticated users are sent to /dashboard or the page they wanted; recovery takes precedence', async () => {
  const signedIn = () => memoryAuth({ session: sampleSession() })
  const plain = renderPage(<SignInPage />, { auth: signedIn(), at: '/signin' })
  await expect.poll(() => plain.router.state.location.pathname).toBe('/dashboard')
  returnPath.remember('/companies/3')
  const wanted = renderPage(<SignInPage />, { auth: signedIn(), at: '/signin' })
  await expect.poll(() => wanted.router.state.location.pathname).toBe('/companies/3')
  sessionStorage.setItem('tidings-recovery', '1')
  const recovering = renderPage(<SignInPage />, { auth: signedIn(), at: '/signin' })
  await expect.poll(() => recovering.router.state.location.pathname).toBe('/reset-password')
})

test("forgot password: 'Send Reset Link', then 'The link will expire in 24 hours.'", async () => {
  renderPage(<ForgotPasswordPage />, { auth: memoryAuth(), at: '/forgot-password' })
  await screen.findByRole('button', { name: 'Send Reset Link' })
  type('Email', 'ada@example.com')
  press('Send Reset Link')
  await screen.findByText('The link will expire in 24 hours.')
})
