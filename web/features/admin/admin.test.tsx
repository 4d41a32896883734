// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AdminUserPage, AuditEntry, GrantCode } from '#domain/admin/users.ts'
import { DAY_MS } from '#domain/time.ts'
import { AdminPage } from '../../pages/admin.tsx'
import { ProfilePage } from '../../pages/account/profile.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'
// The page loads this module lazily; importing it up front saves the tests from waiting for it.
import './administration.tsx'

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const ADA = '00000000-0000-4000-8000-000000000001'

const ada: AdminUserPage = {
  id: ADA,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'user',
  isNamedInSettings: false,
  createdAt: '2026-01-02T12:00:00Z',
  trialEndsAt: '2026-01-16T12:00:00Z',
  subscriptionStatus: 'active',
  entitlement: { hasAccess: true, reason: 'grant', endsAt: null, renewsAt: null },
  companies: 12,
  suppression: null,
  subscription: null,
  grants: [
    {
      id: 7,
      userId: ADA,
      reason: 'Press review',
      grantedBy: 'boss@example.com',
      createdAt: '2026-02-01T12:00:00Z',
      endsAt: null,
      revokedAt: null,
      revokedBy: null,
      isByCode: false,
    },
  ],
}
const code = (change: Partial<GrantCode> = {}): GrantCode => ({
  id: 3,
  hint: '7K2M',
  days: 30,
  reason: 'Fair',
  createdBy: 'boss@example.com',
  createdAt: '2026-02-01T12:00:00Z',
  expiresAt: inDays(20),
  state: 'open',
  redeemedAt: null,
  redeemedBy: null,
  ...change,
})

async function open(routes: Record<string, unknown> = {}, at = '/admin', role: 'user' | 'admin' = 'admin') {
  const server = fakeServer({
    'GET /api/auth/user': sampleProfile({ role }),
    'GET /api/admin/users': [ada],
    [`GET /api/admin/users/${ADA}`]: ada,
    ...routes,
  })
  const view = renderPage(<AdminPage />, { server, at })
  if (role === 'admin') await screen.findByRole('heading', { name: 'Administration' })
  const sent = (method: string) => server.calls.filter((call) => call.method === method)
  return { ...view, server, sent }
}

test('non-administrators get a 404 page, and no admin data is requested', async () => {
  const { server } = await open({}, '/admin', 'user')
  await screen.findByRole('heading', { name: '404 Page Not Found' })
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/auth/user'])
})

test('only administrators see the link on the profile', async () => {
  const draw = (role: 'user' | 'admin') =>
    renderPage(<ProfilePage />, { server: fakeServer({ 'GET /api/auth/user': sampleProfile({ role }) }) })
  const first = draw('admin')
  const link = await screen.findByRole('link', { name: 'Administration' })
  expect(link.getAttribute('href')).toBe('/admin')
  first.unmount()
  draw('user')
  await screen.findByText(/left, until/)
  expect(screen.queryByRole('link', { name: 'Administration' })).toBeNull()
})

test('accounts are listed with their entitlement and its reason', async () => {
  const { router } = await open({ 'GET /api/admin/users?q=love': [ada], 'GET /api/admin/users?q=none': [] })
  await screen.findByText('Ada Lovelace · Complimentary, for good')
  type('Find accounts by email or name', 'love ')
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'love' }))
  await screen.findByText('1 account')
  type('Find accounts by email or name', 'none')
  await screen.findByText('No accounts found.')
})

test('access is granted for a number of days, with a reason', async () => {
  const { sent } = await open({ 'POST /api/admin/grants': ada.grants[0] })
  fireEvent.click(await screen.findByRole('button', { name: 'Open ada@example.com' }))
  await screen.findByText('None yet.')
  press('Give Access')
  const dialog = within(screen.getByRole('dialog', { name: 'Give access' }))
  type('Days of access', '14')
  type('Reason', 'Patience')
  fireEvent.click(dialog.getByRole('button', { name: 'Give Access' }))
  await screen.findByText('Access given to ada@example.com')
  expect(sent('POST').map(({ body }) => body)).toEqual([{ userId: ADA, days: 14, reason: 'Patience' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test("permanent access is an explicit choice, and a refusal shows the server's message", async () => {
  const refusal = new Refusal(422, { code: 'invalid-input', message: 'A reason is required' })
  const { sent } = await open({ 'POST /api/admin/grants': refusal }, `/admin?user=${ADA}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Give Access' }))
  fireEvent.click(screen.getByLabelText('For good'))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Give Access' }))
  await dialog.findByText('A reason is required')
  expect(sent('POST')[0]?.body).toEqual({ userId: ADA, days: null, reason: '' })
})

test('a deleted account shows as missing', async () => {
  const gone = new Refusal(404, { code: 'not-found', message: 'User not found' })
  await open({ [`GET /api/admin/users/${ADA}`]: gone }, `/admin?user=${ADA}`)
  await screen.findByText('There is no such account. It may have been deleted.')
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('an account can be closed with a reason and reopened', async () => {
  const closed = { ...ada, entitlement: { ...ada.entitlement, hasAccess: false, reason: 'none' } }
  const { sent, unmount } = await open(
    { [`POST /api/admin/users/${ADA}/disable`]: new Refusal(204) },
    `/admin?user=${ADA}`,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Close Account' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Close this account?' }))
  type('Reason', 'Shares it')
  fireEvent.click(dialog.getByRole('button', { name: 'Close Account' }))
  await screen.findByText('ada@example.com is closed')
  expect(sent('POST').map(({ body }) => body)).toEqual([{ reason: 'Shares it' }])
  unmount()

  const routes = {
    [`GET /api/admin/users/${ADA}`]: closed,
    [`POST /api/admin/users/${ADA}/enable`]: new Refusal(204),
  }
  await open(routes, `/admin?user=${ADA}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Open Account' }))
  await screen.findByText('ada@example.com is reopened')
})

test('a subscription is canceled and its last payment refunded, each with a reason', async () => {
  const subscription = { status: 'active', currentPeriodEnd: null, cancelAt: null, syncedAt: ada.createdAt }
  const { sent } = await open(
    {
      [`GET /api/admin/users/${ADA}`]: { ...ada, subscription },
      [`POST /api/admin/users/${ADA}/subscription/refund`]: {
        invoiceId: 'in_1',
        amountCents: 499,
        currency: 'usd',
      },
      [`POST /api/admin/users/${ADA}/subscription/cancel`]: new Refusal(204),
    },
    `/admin?user=${ADA}`,
  )
  for (const [button, action, shown] of [
    ['Refund Last Payment', 'Refund', '$4.99 refunded'],
    ['Cancel Subscription', 'Cancel Subscription', 'ada@example.com is not charged again.'],
  ] as const) {
    fireEvent.click(await screen.findByRole('button', { name: button }))
    const dialog = within(screen.getByRole('dialog'))
    type('Reason', 'Asked for it')
    fireEvent.click(dialog.getByRole('button', { name: action }))
    await screen.findByText(shown)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(sent('POST').map(({ body }) => body)).toEqual([{ reason: 'Asked for it' }, { reason: 'Asked for it' }])
})

test('administrators cannot close their own account', async () => {
  const own = sampleProfile({ role: 'admin' })
  const routes = { [`GET /api/admin/users/${own.id}`]: { ...ada, id: own.id } }
  await open(routes, `/admin?user=${own.id}`)
  await screen.findByRole('button', { name: 'Give Access' })
  expect(screen.queryByRole('button', { name: 'Close Account' })).toBeNull()
})

test('a grant is revoked after confirmation', async () => {
  const { sent } = await open({ 'DELETE /api/admin/grants/7': new Refusal(204) }, `/admin?user=${ADA}`)
  await screen.findByText(/Press review · by boss@example.com/)
  press('Revoke')
  const dialog = within(screen.getByRole('dialog', { name: 'Revoke this grant?' }))
  expect(sent('DELETE')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
  await screen.findByText('Grant revoked')
  expect(sent('DELETE')).toHaveLength(1)
})

test('a code is shown once, at creation', async () => {
  const made = { ...code(), code: 'ABCD-EFGH-JKMN-7K2M' }
  const { sent } = await open(
    {
      'GET /api/admin/codes': [code(), code({ id: 4, state: 'redeemed', redeemedAt: inDays(-1) })],
      'POST /api/admin/codes': made,
    },
    '/admin?tab=codes',
  )
  await screen.findByText(/redeemed .* by a deleted account/)
  expect(screen.getAllByRole('button', { name: 'Withdraw the code …7K2M' })).toHaveLength(1)
  press('New Code')
  type('Reason', 'Fair')
  press('Create Code')
  await screen.findByText('ABCD-EFGH-JKMN-7K2M')
  expect(sent('POST')[0]?.body).toEqual({ days: 30, reason: 'Fair', redeemWithinDays: 90 })
  fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('ABCD-EFGH-JKMN-7K2M')).toBeNull())
})

test('the audit log shows who did what to whom, and loads more', async () => {
  const entry = (id: number): AuditEntry => ({
    id,
    at: '2026-03-01T12:00:00Z',
    actor: 'boss@example.com',
    act: 'grant',
    userId: ADA,
    email: 'ada@example.com',
    details: { days: null, reason: 'Press' },
  })
  const all = Array.from({ length: 100 }, (_, at) => entry(200 - at))
  await open(
    {
      'GET /api/admin/audit': all,
      'GET /api/admin/audit?before=101': [{ ...entry(1), act: 'retry-job', email: null }],
    },
    '/admin?tab=record',
  )
  expect(await screen.findAllByText('Gave access: ada@example.com')).toHaveLength(100)
  expect(screen.getAllByText(/boss@example.com · for good · Press/)).toHaveLength(100)
  press('Load More')
  await screen.findByText('Retried a job')
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
})

test('an address that refuses emails is shown with the reason, and can be lifted', async () => {
  const suppression = { reason: 'refused', detail: '550 User unknown', since: '2026-02-01T12:00:00Z' }
  const { sent } = await open(
    { [`GET /api/admin/users/${ADA}`]: { ...ada, suppression }, [`DELETE /api/admin/users/${ADA}/suppression`]: null },
    `/admin?user=${ADA}`,
  )
  expect(await screen.findByText(/550 User unknown/)).toBeTruthy()
  press('Send Again')
  await waitFor(() => expect(sent('DELETE').map(({ path }) => path)).toEqual([`/api/admin/users/${ADA}/suppression`]))
})
