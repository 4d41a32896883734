// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ProfilePage } from '../../pages/account/profile.tsx'
import { SecurityPage } from '../../pages/account/security.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { memoryAuth, sampleSession } from '../../testing/memory-auth.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'
import { profileQuery, useProfile } from './queries.ts'

const server = (profile: unknown = sampleProfile(), more: Record<string, unknown> = {}) =>
  fakeServer({ 'GET /api/auth/user': profile, 'GET /api/account/sessions': [], ...more })

function Greeting() {
  const { profile, shown, isUnavailable } = useProfile()
  return (
    <p>
      {shown.firstName} {profile ? 'known' : isUnavailable ? 'unavailable' : 'waiting'}
    </p>
  )
}

test('concurrent loads share one request', async () => {
  const { server: seen, queryClient, api } = renderPage(<Greeting />, { server: server() })
  await Promise.all([queryClient.fetchQuery(profileQuery(api)), queryClient.fetchQuery(profileQuery(api))])
  await screen.findByText('Ada known')
  expect(seen.calls).toHaveLength(1)
})

test("if the profile fails to load, the session's name is shown and the profile is unavailable", async () => {
  renderPage(<Greeting />, { server: server(new Refusal(500, 'no')) })
  await screen.findByText('ada unavailable')
})

test("'getUser timeout after 5 seconds', 'loadUserProfile timeout after 8 seconds', in the console only", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  renderPage(<Greeting />, { server: server(() => new Promise<never>(() => {})) })
  await vi.advanceTimersByTimeAsync(8100)
  await screen.findByText('ada unavailable')
  expect(warned.mock.calls.flat()).toEqual([
    '[tidings] getUser timeout after 5 seconds',
    '[tidings] loadUserProfile timeout after 8 seconds',
  ])
  vi.useRealTimers()
  warned.mockRestore()
})

test("the profile shows the name or 'Not provided', email, member since and account links", async () => {
  renderPage(<ProfilePage />, { server: server(sampleProfile({ firstName: null })), at: '/profile' })
  await screen.findByText('Not provided')
  screen.getByText('ada@example.com')
  expect((await screen.findByText('Member since')).nextElementSibling?.textContent).toBe('Jan 2, 2026')
  expect(screen.getByRole('link', { name: 'Payment Methods' }).getAttribute('href')).toBe('/profile/billing')
  expect(screen.getByRole('link', { name: 'Account Settings' }).getAttribute('href')).toBe('/profile/security')
  screen.getByRole('button', { name: 'Sign Out' })
})

test.each([
  ['Trial', 'Upgrade Now', '/subscribe', {}],
  [
    'Expired',
    'Reactivate Subscription',
    '/subscribe',
    {
      trialEndsAt: '2026-01-01T00:00:00Z',
      entitlement: {
        hasAccess: false,
        reason: 'expired' as const,
        endsAt: '2026-01-01T00:00:00Z',
        renewsAt: null,
      },
    },
  ],
  ['Active', 'Manage Subscription', '/profile/billing', { stripeSubscriptionId: 'sub_1' }],
])('subscription card: badge %s with %s to %s', async (badge, action, href, change) => {
  renderPage(<ProfilePage />, { server: server(sampleProfile(change)), at: '/profile' })
  await screen.findByText(badge)
  expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(href)
})

async function editProfile(change: Record<string, unknown>, auth = memoryAuth({ session: sampleSession() })) {
  const view = renderPage(<ProfilePage />, { server: server(sampleProfile(), change), at: '/profile', auth })
  await screen.findByText('Ada')
  press('Edit Profile')
  await screen.findByLabelText('First Name')
  return view
}

test('Edit Profile sends names to our API and a new email to the auth service, where it stays pending', async () => {
  const { server: seen, auth } = await editProfile({
    'PATCH /api/profile': sampleProfile({ firstName: 'Grace' }),
  })
  type('First Name', 'Grace')
  type('Email', 'grace@example.com')
  press('Save Changes')
  await screen.findByText('Confirm your new email')
  expect(seen.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    firstName: 'Grace',
    lastName: null,
  })
  expect(auth.done.find(({ name }) => name === 'updateUser')?.with).toMatchObject([{ email: 'grace@example.com' }, {}])
})

test("profile update fails: 'Error' / 'Failed to update profile. Please try again.'", async () => {
  await editProfile({ 'PATCH /api/profile': new Refusal(500, 'no') })
  press('Save Changes')
  await screen.findByText('Error')
  screen.getByText('Failed to update profile. Please try again.')
})

async function changePassword(
  current: string,
  next: string,
  confirm: string,
  refuse?: { message: string; status: number },
) {
  const auth = memoryAuth({ session: sampleSession(), refuse })
  const view = renderPage(<SecurityPage />, { server: server(), at: '/profile/security', auth })
  await screen.findByLabelText('Current Password')
  type('Current Password', current)
  type('New Password', next)
  type('Confirm New Password', confirm)
  press('Update Password')
  return view
}

test.each([
  ['secret1', 'secret2', "New passwords don't match."],
  ['12345', '12345', 'Password must be at least 6 characters long.'],
])('changing the password to %s / %s shows %j', async (next, confirm, text) => {
  const { auth } = await changePassword('old', next, confirm)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(auth.done).toEqual([])
})

test('the current password is sent, and a refusal is shown', async () => {
  const { auth, unmount } = await changePassword('old', 'secret1', 'secret1')
  await screen.findByText('Password updated')
  expect(auth.done[0]?.with).toEqual([{ password: 'secret1', current_password: 'old' }])
  unmount()
  await changePassword('old', 'secret1', 'secret1', { message: 'Current password is wrong', status: 400 })
  expect((await screen.findByRole('alert')).textContent).toBe('Current password is wrong')
})
