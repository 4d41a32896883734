import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { accountDeleted, returnPath, sessionEnded } from '../features/auth/browser-storage.ts'
import { SignInPage } from '../pages/auth/signin.tsx'
import { fakeServer, Refusal } from '../testing/fake-server.ts'
import { memoryAuth, sampleSession } from '../testing/memory-auth.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleProfile } from '../testing/sample-data.ts'
import { RequireAccess, RequireSession, SessionOrPrompt, LogInPrompt } from './guards.tsx'
import { crossesPaymentBorder } from './navigation.ts'

// @vitest-environment happy-dom

let left: string[] = []
const leave = (path: string) => void left.push(path)

beforeEach(() => {
  left = []
  sessionStorage.clear()
})

test('unauthenticated visitors are redirected to /, and the page they wanted is remembered', async () => {
  renderPage(<RequireSession leave={leave}>secret</RequireSession>, {
    auth: memoryAuth(),
    at: '/companies/7?section=Business#stories',
  })
  await waitFor(() => expect(left).toEqual(['/']))
  expect(screen.queryByText('secret')).toBeNull()
  expect(returnPath.take()).toBe('/companies/7?section=Business#stories')
  expect(returnPath.take()).toBe('/dashboard')
})

test('a remembered path is followed only within the site', () => {
  returnPath.remember('//evil.example')
  expect(returnPath.take()).toBe('/dashboard')
})

test('a signed-in user sees the page; signing out deliberately leaves no page to return to', async () => {
  const { store } = renderPage(<RequireSession leave={leave}>secret</RequireSession>)
  await screen.findByText('secret')
  await store.signOut()
  await waitFor(() => expect(left).toContain('/'))
  expect(returnPath.take()).toBe('/dashboard')
})

test('after deleting their account, a user is sent to /signin', async () => {
  const { store } = renderPage(<RequireSession leave={leave}>secret</RequireSession>)
  await screen.findByText('secret')
  accountDeleted.remember()
  await store.signOut()
  await waitFor(() => expect(left).toContain('/signin'))
})

test('an expired session redirects to /; sign-in then explains it, and the page is remembered', async () => {
  const auth = memoryAuth({ session: sampleSession() })
  renderPage(<RequireSession leave={leave}>secret</RequireSession>, { auth, at: '/companies/7' })
  await screen.findByText('secret')
  auth.emit('SIGNED_OUT', null)
  await waitFor(() => expect(left).toEqual(['/']))
  expect(returnPath.take()).toBe('/companies/7')
  expect(sessionEnded.isRemembered()).toBe(true)
  renderPage(<SignInPage />, { auth: memoryAuth(), at: '/signin' })
  await screen.findByText('You have been signed out. Sign in to pick up where you left off.')
  sessionEnded.forget()
})

test('recovery mode hides the page and redirects to /reset-password', async () => {
  const auth = memoryAuth({ session: sampleSession() })
  const { router } = renderPage(<RequireSession leave={leave}>secret</RequireSession>, { auth })
  await screen.findByText('secret')
  auth.emit('PASSWORD_RECOVERY')
  await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password'))
  expect(screen.queryByText('secret')).toBeNull()
})

test('a failed confirmation link redirects to sign-in, which explains it', async () => {
  const link = { kind: 'error', code: 'otp_expired' } as const
  const { router, unmount } = renderPage(<RequireSession leave={leave}>secret</RequireSession>, {
    auth: memoryAuth(),
    link,
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
  expect(left).toEqual([])
  unmount()
  renderPage(<SignInPage />, { auth: memoryAuth(), at: '/signin', link })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link is invalid or has expired. Log in, or ask for a new one.',
  )
})

const expired = sampleProfile({
  subscriptionStatus: 'expired',
  entitlement: { hasAccess: false, reason: 'expired', endsAt: '2026-01-01T00:00:00Z', renewsAt: null },
})

test('access guard: "if the trial is expired and there is no active subscription, the user is sent to /subscribe"', async () => {
  const server = fakeServer({ 'GET /api/auth/user': expired })
  renderPage(<RequireAccess leave={leave}>news</RequireAccess>, { server, at: '/companies/7' })
  await waitFor(() => expect(left).toEqual(['/subscribe']))
  expect(screen.queryByText('news')).toBeNull()
})

test('when the profile cannot be loaded, the page renders and the server decides', async () => {
  const server = fakeServer({ 'GET /api/auth/user': new Refusal(500, 'no') })
  renderPage(<RequireAccess leave={leave}>news</RequireAccess>, { server })
  await screen.findByText('news')
  expect(left).toEqual([])
})

test("subscribe shows 'Please log in' with a Log In button to /signin", async () => {
  const page = <SessionOrPrompt prompt={<LogInPrompt />}>plans</SessionOrPrompt>
  renderPage(page, { auth: memoryAuth(), at: '/subscribe' })
  await screen.findByRole('heading', { name: 'Please log in' })
  expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/signin')
})

test.each([
  ['/dashboard', '/subscribe', true],
  ['/profile', '/profile/billing', true],
  ['/subscribe', '/dashboard', true],
  ['/subscribe', '/profile/billing', false],
  ['/dashboard', '/companies/1', false],
])('going from %s to %s loads a new document: %s', (from, to, loads) => {
  expect(crossesPaymentBorder(from, to)).toBe(loads)
})
