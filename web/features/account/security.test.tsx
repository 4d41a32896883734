import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ProfilePage } from '../../pages/account/profile.tsx'
import { SecurityPage } from '../../pages/account/security.tsx'
import { accountDeleted } from '../auth/browser-storage.ts'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { memoryAuth, sampleSession, RIGHT_CODE, withFactor } from '../../testing/memory-auth.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'

// @vitest-environment happy-dom

const here = {
  id: 's1',
  createdAt: '2026-01-02T12:00:00Z',
  lastSeen: '2026-01-03T12:00:00Z',
  ip: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  current: true,
}
const there = {
  ...here,
  id: 's2',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile/15E148 Safari/604.1',
  current: false,
}

const security = (routes: Record<string, unknown> = {}, auth = memoryAuth({ session: sampleSession() })) =>
  renderPage(<SecurityPage />, {
    auth,
    at: '/profile/security',
    server: fakeServer({
      'GET /api/auth/user': sampleProfile(),
      'GET /api/account/sessions': [here, there],
      ...routes,
    }),
  })

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
})

test('devices are listed by name, this one is marked, and one or all others can be signed out', async () => {
  let devices = [here, there]
  const { auth, server } = security({
    'GET /api/account/sessions': () => devices,
    'DELETE /api/account/sessions/s2': () => {
      devices = [here]
      return null
    },
  })
  const mine = (await screen.findByText('Firefox on Linux')).closest('li')!
  within(mine).getByText('This device')
  expect(within(mine).queryByRole('button')).toBeNull()
  press('Sign Out Other Devices')
  await screen.findByText('Other devices signed out')
  expect(auth.done.find(({ name }) => name === 'signOut')?.with).toEqual({ scope: 'others' })
  press('Sign out Safari on iPhone')
  await screen.findByText('Device signed out')
  expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true)
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
})

test('a sign-in service that does not list sessions can still end them', async () => {
  const { auth } = security({ 'GET /api/account/sessions': [] })
  await screen.findByText(/does not list devices/)
  press('Sign Out Other Devices')
  await screen.findByText('Other devices signed out')
  expect(auth.done.some(({ name }) => name === 'signOut')).toBe(true)
})

test('failures to list devices or to sign them out are shown, and the device stays in the list', async () => {
  const refuse = { message: 'Try again later', status: 429 }
  const { unmount } = security(
    { 'DELETE /api/account/sessions/s2': new Refusal(503, { code: 'unavailable', message: 'Not now' }) },
    memoryAuth({ session: sampleSession(), refuse }),
  )
  await screen.findByText('Safari on iPhone')
  press('Sign Out Other Devices')
  await screen.findByText('Failed to sign out')
  screen.getByText('Try again later')
  press('Sign out Safari on iPhone')
  await screen.findByText(/Not now/)
  await screen.findByText('Safari on iPhone')
  unmount()
  security({ 'GET /api/account/sessions': new Refusal(500, 'no') })
  await screen.findByText('We could not load your devices.')
})

test("Export My Data downloads this account's ZIP from the server", async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { server } = security({ 'GET /api/account/export': 'zip' })
  await screen.findByText('Firefox on Linux')
  press('Export My Data')
  await screen.findByText('Export ready')
  expect(saved).toEqual(['tidings-data.zip'])
  const call = server.calls.find(({ path }) => path === '/api/account/export')
  expect(call?.headers.get('authorization')).toBe('Bearer token-of-user-1')
})

test('Delete Account says so if the sign-in at a hosted service is kept', async () => {
  renderPage(<SecurityPage />, {
    at: '/profile/security',
    keepsIdentity: true,
    server: fakeServer({ 'GET /api/auth/user': sampleProfile(), 'GET /api/account/sessions': [] }),
  })
  await screen.findByRole('heading', { name: 'Passkeys' })
  press('Delete Account')
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/^Your sign-in itself is not deleted/)
  expect(dialog.queryByText(/your passkeys and codes stop working/)).toBeNull()
})

test('Delete Account explains the consequences, rejects a wrong password, then signs out', async () => {
  const answer = ({ body }: { body: unknown }) =>
    JSON.stringify(body) === '{"password":"right"}'
      ? ''
      : new Refusal(422, { code: 'invalid-input', message: 'The password is incorrect.' })
  const { store } = security({ 'DELETE /api/account': answer })
  await screen.findByText('Firefox on Linux')
  press('Delete Account')
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('This cannot be undone.')
  dialog.getByText('We will send a final confirmation to ada@example.com.')
  expect(dialog.queryByText(/subscription is canceled/)).toBeNull()
  type('Your password', 'wrong')
  dialog.getByRole('button', { name: 'Delete Account' }).click()
  expect((await dialog.findByRole('alert')).textContent).toBe('The password is incorrect.')
  expect(store.getState().status).toBe('signed-in')
  type('Your password', 'right')
  dialog.getByRole('button', { name: 'Delete Account' }).click()
  await waitFor(() => expect(store.getState()).toMatchObject({ status: 'signed-out', left: true }))
  expect(accountDeleted.isRemembered()).toBe(true)
})

test('two-step verification: QR code and key, a wrong and a right code, recovery codes shown once, then on', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', {
    userAgent: here.userAgent,
    clipboard: { writeText: (text: string) => Promise.resolve(copied.push(text)) },
  })
  const { auth } = security()
  await screen.findByText('Firefox on Linux')
  press('Set Up Two-Step Verification')
  const picture = await screen.findByRole<HTMLImageElement>('img', {
    name: 'QR code for the authenticator app',
  })
  expect(picture.src).toBe('data:image/svg+xml,%3Csvg%20fill%3D%22%23000%22%2F%3E')
  screen.getByText('JBSW Y3DP EHPK 3PXP')
  type('6-digit code', '000000')
  press('Turn On')
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid TOTP code entered')
  type('6-digit code', RIGHT_CODE)
  press('Turn On')
  await screen.findByText('abcd-efgh-2345-6789')
  press('I Have Saved Them')
  await screen.findByText(/not saved the codes/)
  press('Copy')
  await screen.findByText('Copied')
  expect(copied).toEqual(['abcd-efgh-2345-6789\nijkm-npqr-2345-6789\n'])
  press('I Have Saved Them')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText('abcd-efgh-2345-6789')).toBeNull()
  await screen.findByText(/of 10 recovery codes left/)
  expect(auth.done.some(({ name }) => name === 'regenerate' || name === 'generate')).toBe(true)
  vi.unstubAllGlobals()
})

test('canceling setup removes the unfinished factor', async () => {
  const { auth } = security()
  await screen.findByText('Firefox on Linux')
  press('Set Up Two-Step Verification')
  await screen.findByRole('dialog')
  press('Cancel')
  await waitFor(() => expect(auth.done.some(({ name }) => name === 'unenroll')).toBe(true))
})

test('turning off two-step verification and creating recovery codes both ask for a code', async () => {
  const { auth } = security({}, memoryAuth({ session: withFactor(sampleSession(), 'aal2') }))
  await screen.findByText(/of 10 recovery codes left/)
  press('New Recovery Codes')
  await screen.findByLabelText('6-digit code')
  type('6-digit code', RIGHT_CODE)
  press('Create New Codes')
  await screen.findByText('abcd-efgh-2345-6789')
  expect(auth.done.some(({ name }) => name === 'regenerate')).toBe(true)
  press('I Have Saved Them')
  press('I Have Saved Them')

  press('Turn Off')
  await screen.findByLabelText('6-digit code')
  type('6-digit code', '000000')
  within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn Off' }).click()
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid TOTP code entered')
  expect(auth.done.some(({ name }) => name === 'unenroll')).toBe(false)
  type('6-digit code', RIGHT_CODE)
  within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn Off' }).click()
  await screen.findByText('Two-step verification is off')
  await screen.findByRole('button', { name: 'Set Up Two-Step Verification' })
})

test('a new email address is pending until confirmed, and its confirmation can be resent', async () => {
  const session = sampleSession()
  const pending = { ...session, user: { ...session.user, new_email: 'grace@example.com' } }
  const auth = memoryAuth({ session: pending })
  renderPage(<ProfilePage />, {
    auth,
    at: '/profile',
    server: fakeServer({ 'GET /api/auth/user': sampleProfile() }),
  })
  await screen.findByText('grace@example.com pending')
  press('Resend Email')
  await screen.findByText('Email resent')
  expect(auth.done.find(({ name }) => name === 'resend')?.with).toMatchObject({
    type: 'email_change',
    email: 'grace@example.com',
  })
  auth.emit('TOKEN_REFRESHED', sampleSession('grace@example.com'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resend Email' })).toBeNull())
})

test("password update fails unexpectedly: 'Failed to update password. Please try again.'", async () => {
  security({}, memoryAuth({ session: sampleSession(), refuse: { message: 'boom', status: 500 } }))
  await screen.findByText('Firefox on Linux')
  type('Current Password', 'old')
  type('New Password', 'secret1')
  type('Confirm New Password', 'secret1')
  press('Update Password')
  await screen.findByText('Failed to update password. Please try again.')
})
