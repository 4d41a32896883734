import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { loadSamplePortfolio } from '#domain/companies/endpoints.ts'
import { RequireSession } from '../../app/guards.tsx'
import { ResetPasswordPage } from '../../pages/auth/reset-password.tsx'
import { SignInPage } from '../../pages/auth/signin.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { memoryAuth, sampleSession, RIGHT_CODE, withFactor } from '../../testing/memory-auth.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { resolveLandingSession } from './landing-session.ts'
import { createAuth } from './auth-store.ts'
import { returnPath } from './browser-storage.ts'
import { lacksSecondFactor, storedSession } from './stored-session.ts'

// @vitest-environment happy-dom

const half = withFactor(sampleSession(), 'aal1')
const whole = withFactor(sampleSession(), 'aal2')

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

async function signIn() {
  const view = renderPage(<SignInPage />, { auth: memoryAuth({ lets: half }), at: '/signin' })
  await screen.findByRole('button', { name: 'Sign In' })
  type('Email', 'ada@example.com')
  type('Password', 'secret1')
  press('Sign In')
  await screen.findByRole('heading', { name: 'Two-step verification' })
  return view
}

test('after the password, a code is required before the user is signed in', async () => {
  const { router, store, api, server } = await signIn()
  expect(store.getState().status).toBe('second-factor')
  expect(router.state.location.pathname).toBe('/signin')
  await expect(api.call(loadSamplePortfolio)).rejects.toThrow('No authentication token available')
  expect(server.calls).toEqual([])

  type('6-digit code', '000000')
  press('Verify')
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid TOTP code entered')
  type('6-digit code', `${RIGHT_CODE.slice(0, 3)} ${RIGHT_CODE.slice(3)}`)
  press('Verify')
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  expect(store.getState().status).toBe('signed-in')
})

test('a recovery code works in place of a 6-digit code', async () => {
  const { store } = await signIn()
  press('Use a recovery code')
  type('Recovery code', 'wrong')
  press('Verify')
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid recovery code entered')
  type('Recovery code', 'left-over-code')
  press('Verify')
  await waitFor(() => expect(store.getState().status).toBe('signed-in'))
})

test('canceling signs this device out and returns to the form', async () => {
  const { auth } = await signIn()
  press('Cancel and sign out')
  await screen.findByRole('button', { name: 'Sign In' })
  expect(auth.done.find(({ name }) => name === 'signOut')?.with).toEqual({ scope: 'local' })
})

test('a stored session without the code redirects to the code step and remembers the page', async () => {
  const { router } = renderPage(<RequireSession>secret</RequireSession>, {
    auth: memoryAuth({ session: half }),
    at: '/companies/7?x=1',
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
  expect(screen.queryByText('secret')).toBeNull()
  expect(returnPath.take()).toBe('/companies/7?x=1')

  const left: string[] = []
  void resolveLandingSession(createAuth(memoryAuth({ session: half }).client), (path) => left.push(path))
  await waitFor(() => expect(left).toEqual(['/signin']))
})

test('a failed call does not end a sign-in in progress', async () => {
  const { store, api } = renderPage(<SignInPage />, {
    auth: memoryAuth({ session: half }),
    server: fakeServer({}),
    at: '/signin',
  })
  await screen.findByRole('heading', { name: 'Two-step verification' })
  await expect(api.get('/api/unknown')).rejects.toThrow('404')
  store.sessionEnded()
  expect(store.getState().status).toBe('second-factor')
})

test('a password reset cannot bypass the code, which comes before the new password', async () => {
  const { auth } = renderPage(<ResetPasswordPage />, {
    auth: memoryAuth({ lets: half }),
    at: '/reset-password',
    link: { kind: 'tokens', accessToken: 'a', refreshToken: 'r' },
  })
  await screen.findByRole('heading', { name: 'Two-step verification' })
  expect(screen.queryByLabelText('New Password')).toBeNull()
  type('6-digit code', RIGHT_CODE)
  press('Verify')
  await screen.findByRole('heading', { name: 'Set New Password' })
  expect(auth.done.some(({ name }) => name === 'updateUser')).toBe(false)
})

test('sessions that lack the second factor are recognized and not usable', () => {
  expect([sampleSession(), half, whole].map(lacksSecondFactor)).toEqual([false, true, false])
  const stored = [null, sampleSession(), half, whole].map((session) => {
    localStorage.setItem('tidings-session', JSON.stringify(session))
    return storedSession.isUsable()
  })
  expect(stored).toEqual([false, true, false, true])
})
