// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ProfilePage } from '../../pages/account/profile.tsx'
import { ResetPasswordPage } from '../../pages/auth/reset-password.tsx'
import { SecurityPage } from '../../pages/account/security.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { MAILED_CODE, memoryAuth, RIGHT_PASSWORD, sampleSession } from '../../testing/memory-auth.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'
import { ForeignLinkPrompt } from './foreign-link.tsx'

const server = () =>
  fakeServer({
    'GET /api/auth/user': sampleProfile(),
    'GET /api/account/sessions': [],
    'PATCH /api/profile': sampleProfile(),
  })
const staleAuth = () => memoryAuth({ session: sampleSession(), stale: true })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
const confirm = async () => (await dialog()).getByRole('button', { name: 'Confirm' }).click()

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
})

test('changing the email in an old session asks for the password first, then goes through', async () => {
  const { auth } = renderPage(<ProfilePage />, { auth: staleAuth(), at: '/profile', server: server() })
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edit Profile' }).disabled).toBe(false),
  )
  press('Edit Profile')
  await screen.findByRole('dialog', { name: 'Edit Profile' })
  type('Email', 'new@example.com')
  press('Save Changes')
  await dialog()
  type('Password', 'wrong')
  await confirm()
  await screen.findByText('Current password is incorrect.')
  expect(auth.done.some(({ name }) => name === 'updateUser')).toBe(false)
  type('Password', RIGHT_PASSWORD)
  await confirm()
  await screen.findByText('Confirm your new email')
  const sent = auth.done.filter(({ name }) => name === 'updateUser').map(({ with: input }) => input)
  expect(sent).toEqual([[{ current_password: RIGHT_PASSWORD }], [{ email: 'new@example.com' }, expect.anything()]])
})

test('a passkey is added only after confirming an emailed code', async () => {
  const { auth } = renderPage(<SecurityPage />, {
    auth: staleAuth(),
    at: '/profile/security',
    server: server(),
  })
  await screen.findByRole('heading', { name: 'Passkeys' })
  press('Add a Passkey')
  ;(await dialog()).getByRole('button', { name: 'Cancel' }).click()
  await screen.findByText('Nothing was changed because you did not confirm your identity.')
  expect((await auth.client.passkey.list()).data).toEqual([])

  press('Add a Passkey')
  ;(await dialog()).getByRole('button', { name: 'Email Me a Code' }).click()
  await screen.findByText('We emailed it to ada@example.com.')
  expect(auth.done.some(({ name }) => name === 'reauthenticate')).toBe(true)
  type('6-digit code', MAILED_CODE)
  await confirm()
  await screen.findByText('Passkey added')
})

test('deleting an account without a password asks for confirmation first', async () => {
  let isProven = false
  const auth = staleAuth()
  const { store } = renderPage(<SecurityPage />, {
    auth,
    at: '/profile/security',
    server: fakeServer({
      'GET /api/auth/user': sampleProfile(),
      'GET /api/account/sessions': [],
      'DELETE /api/account': () => {
        isProven = auth.done.some(({ name }) => name === 'updateUser')
        return isProven ? '' : new Refusal(403, { code: 'reauthentication-needed', message: 'Please confirm.' })
      },
    }),
  })
  await screen.findByRole('heading', { name: 'Passkeys' })
  press('Delete Account')
  const asked = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  asked.getByRole('button', { name: 'Delete Account' }).click()
  ;(await dialog()).getByRole('button', { name: 'Email Me a Code' }).click()
  await screen.findByText('We emailed it to ada@example.com.')
  type('6-digit code', MAILED_CODE)
  await confirm()
  await waitFor(() => expect(store.getState().status).toBe('signed-out'))
  expect(isProven).toBe(true)
})

test('setting up two-step verification asks for confirmation first', async () => {
  renderPage(<SecurityPage />, { auth: staleAuth(), at: '/profile/security', server: server() })
  await screen.findByRole('heading', { name: 'Passkeys' })
  press('Set Up Two-Step Verification')
  await dialog()
  type('Password', RIGHT_PASSWORD)
  await confirm()
  await screen.findByRole('dialog', { name: 'Set up two-step verification' })
})

test('after a password reset by email, existing passkeys are mentioned and can be removed', async () => {
  const auth = memoryAuth()
  await auth.client.registerPasskey()
  renderPage(<ResetPasswordPage />, {
    auth,
    link: { kind: 'tokens', accessToken: 'a', refreshToken: 'r' },
    at: '/reset-password',
  })
  await screen.findByRole('heading', { name: 'Set New Password' })
  type('New Password', 'twelve quiet owls')
  type('Confirm New Password', 'twelve quiet owls')
  press('Reset Password')
  await screen.findByRole('heading', { name: 'Password Reset!' })
  await screen.findByText(/still sign in without your password/)
  press('Remove Passkey')
  await waitFor(() => expect(screen.queryByText(/still sign in without your password/)).toBeNull())
  expect((await auth.client.passkey.list()).data).toEqual([])
})

test('a link for another account names both accounts, and staying keeps the session', async () => {
  const left: string[] = []
  const auth = memoryAuth({
    session: sampleSession('me@example.com', 'me'),
    lets: sampleSession('attacker@example.com', 'attacker'),
  })
  const link = {
    email: 'attacker@example.com',
    current: 'me@example.com',
    accessToken: 'a',
    refreshToken: 'r',
  }
  const { store } = renderPage(<ForeignLinkPrompt link={link} leave={(path) => left.push(path)} />, {
    auth,
    link: { kind: 'tokens', accessToken: 'a', refreshToken: 'r' },
  })
  await screen.findByRole('heading', { name: 'Switch to another account?' })
  screen.getByText('attacker@example.com')
  screen.getByText('me@example.com')
  press('Stay signed in')
  await waitFor(() => expect(left).toEqual(['/dashboard']))
  expect(store.getState().session?.user.id).toBe('me')
})
