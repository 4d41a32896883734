// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AlertedEvent, DigestContent } from '#domain/mailings/content.ts'
import type { AlertPreview, MailingSettings } from '#domain/mailings/settings.ts'
import { EmailPage } from '../../pages/account/email.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'

const SETTINGS: MailingSettings = {
  email: 'ada@example.com',
  digest: 'weekly',
  weekday: 1,
  hour: 8,
  timeZone: 'America/New_York',
  nextDigestAt: '2026-11-23T13:00:00Z',
  alerts: true,
  suppression: null,
}
const EVENT: AlertedEvent = {
  id: 1,
  about: 'raise',
  companyId: 1,
  companyName: 'Cedar Robotics',
  kind: 'Funding',
  isAlarming: false,
  isReported: false,
  date: '2026-11-18T15:00:00.000Z',
  sentence: 'Cedar raises $18 million.',
  name: 'Cedar',
  language: null,
  short: 'raises $18M',
  corrects: null,
  sources: [
    { name: 'The Press', url: 'https://press.example/1' },
    { name: 'Bad', url: 'javascript:alert(1)' },
  ],
  also: [],
  stake: { amount: '$20,000', rest: ' from May 2021' },
  mark: null,
}
const DIGEST: DigestContent = {
  kind: 'digest',
  day: '2026-11-19',
  since: 'Monday',
  companies: 12,
  newCompanies: 2,
  events: [EVENT],
  earlier: [],
  earlierPeriod: 'week',
  lines: [{ companyId: 2, companyName: 'Elm', short: 'opens a shop', date: EVENT.date, storyId: 2, more: 1 }],
  moreLines: 0,
  goneQuiet: [],
  quiet: 10,
  needs: [{ key: 'x', text: 'Elm has no website.', action: 'Add website', path: '/investments' }],
  failing: [],
}
const PREVIEW: AlertPreview = {
  days: 90,
  emails: [{ at: '2026-10-01T12:00:00Z', events: [EVENT] }],
  inDigest: [],
}

function open(routes: Record<string, unknown> = {}) {
  const kept = { ...SETTINGS }
  return renderPage(<EmailPage />, {
    at: '/profile/email',
    server: fakeServer({
      'GET /api/auth/user': sampleProfile(),
      'GET /api/mailings': kept,
      'PATCH /api/mailings': ({ body }: { body: unknown }) => Object.assign(kept, body),
      'GET /api/mailings/digest': { scheduledAt: SETTINGS.nextDigestAt, isSample: false, email: DIGEST },
      'GET /api/mailings/alerts': [],
      'GET /api/mailings/devices': { serverKey: '', devices: [] },
      'GET /api/companies/names': [{ id: 7, name: 'Cedar Robotics', website: null }],
      'POST /api/mailings/alerts/preview': PREVIEW,
      ...routes,
    }),
  })
}

const sent = ({ server }: ReturnType<typeof open>, method: string, path: string) =>
  server.calls.findLast((call) => call.method === method && call.path === path)?.body

test('shows when the next digest is due and what it contains; only web addresses are links', async () => {
  open()
  expect(await screen.findByText('Next: Monday, Nov 23 at 8:00 AM (New York)')).toBeTruthy()
  const email = await screen.findByRole('article', { name: 'Preview of the email' })
  expect(email.textContent).toContain('Subject: Cedar Robotics raises $18M')
  expect(email.textContent).toContain('Thursday, November 192 of your 12 companies have news since Monday.')
  expect(email.textContent).toContain('Cedar raises $18\u00a0million.You hold $20,000 from May 2021.')
  expect(email.textContent).toContain('Elm opens a shop. 1 more Nov 18')
  expect(email.textContent).toContain('10 companies: nothing new.Needs you: Elm has no website. Add website.')
  expect(screen.getByRole('link', { name: /The Press/ }).getAttribute('href')).toBe('https://press.example/1')
  expect(screen.queryByRole('link', { name: /Bad/ })).toBeNull()
})

test('the preview says when it shows sample companies, and when no digest would come', async () => {
  const scheduledAt = SETTINGS.nextDigestAt
  const { unmount } = open({ 'GET /api/mailings/digest': { scheduledAt, isSample: true, email: DIGEST } })
  expect(await screen.findByText(/^This is a preview with the sample companies/)).toBeTruthy()
  unmount()
  open({
    'GET /api/mailings': { ...SETTINGS, digest: 'daily' },
    'GET /api/mailings/digest': { scheduledAt, isSample: false, email: { ...DIGEST, events: [], lines: [] } },
  })
  expect(await screen.findByText(/^Nothing new yet/)).toBeTruthy()
})

test.each([
  ['refused', /refuses our emails since Nov 1/],
  ['bounced', /refuses our emails since Nov 1/],
  ['complained', /reported one of our emails as spam on Nov 1/],
] as const)('says why no digests and alerts arrive when the address has %s', async (reason, text) => {
  open({ 'GET /api/mailings': { ...SETTINGS, suppression: { reason, since: '2026-11-01T12:00:00Z' } } })
  expect((await screen.findByText(text)).textContent).toContain('ada@example.com')
  expect(screen.queryByText(/^Next: /)).toBeNull()
})

test('the digest can be turned off in one click, and its other settings are saved as they change', async () => {
  const page = open()
  fireEvent.change(await screen.findByLabelText('Day'), { target: { value: '5' } })
  await waitFor(() => expect(sent(page, 'PATCH', '/api/mailings')).toEqual({ weekday: 5 }))
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '17' } })
  await waitFor(() => expect(sent(page, 'PATCH', '/api/mailings')).toEqual({ hour: 17 }))
  fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Europe/Berlin' } })
  await waitFor(() => expect(sent(page, 'PATCH', '/api/mailings')).toEqual({ timeZone: 'Europe/Berlin' }))
  fireEvent.click(screen.getByRole('button', { name: 'Turn Off' }))
  expect(await screen.findByText('You get no digests.')).toBeTruthy()
  expect(sent(page, 'PATCH', '/api/mailings')).toEqual({ digest: 'off' })
})

test('a failed change is reverted', async () => {
  open({ 'PATCH /api/mailings': new Refusal(503, { message: 'Later' }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Turn Off' }))
  await screen.findByText('Failed to save your email settings')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Turn Off' })).toBeTruthy())
})

test('an alert shows what it would have sent before it is saved', async () => {
  const page = open({
    'POST /api/mailings/alerts': ({ body }: { body: object }) => ({ ...body, id: 1, companyName: null, createdAt: '' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Add Alert' }))
  expect(await screen.findByText('In the last 90 days, this would have sent 1 alert.')).toBeTruthy()
  await screen.findByRole('option', { name: 'Cedar Robotics' })
  fireEvent.change(screen.getByLabelText('Company'), { target: { value: '7' } })
  fireEvent.click(screen.getByLabelText('Gone quiet'))
  fireEvent.click(screen.getByLabelText(/^Also rumors/))
  const rule = { companyId: 7, events: ['raise', 'acquisition', 'closure', 'quiet'], delivery: 'at-once', rumors: true }
  await waitFor(() => expect(sent(page, 'POST', '/api/mailings/alerts/preview')).toEqual(rule))
  fireEvent.click(screen.getByRole('button', { name: 'Save Alert' }))
  await screen.findByText('Alert added')
  expect(sent(page, 'POST', '/api/mailings/alerts')).toEqual(rule)
})

test('an alert needs an event, and one for the digest warns if the digest is off', async () => {
  open({ 'GET /api/mailings': { ...SETTINGS, digest: 'off', nextDigestAt: null } })
  fireEvent.click(await screen.findByRole('button', { name: 'Add Alert' }))
  fireEvent.change(screen.getByLabelText('Delivery'), { target: { value: 'digest' } })
  expect(screen.getByRole('alert').textContent).toContain('Your digest is off')
  for (const name of ['Funding round', 'Acquisition or IPO', 'Shutdown']) fireEvent.click(screen.getByLabelText(name))
  expect(screen.getByText('Choose at least one event.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Alert' }).disabled).toBe(true)
})

test('alerts are listed and deleted', async () => {
  const rule = {
    id: 3,
    companyId: null,
    companyName: null,
    events: ['raise', 'quiet'],
    delivery: 'digest',
    rumors: true,
    createdAt: '',
  }
  const page = open({ 'GET /api/mailings/alerts': [rule], 'DELETE /api/mailings/alerts/3': '' })
  expect(await screen.findByText('Funding round, Gone quiet · Also rumors · In the digest')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Delete alert for All companies' }))
  await screen.findByText('Alert deleted')
  expect(page.server.calls.some(({ method, path }) => method === 'DELETE' && path.endsWith('/3'))).toBe(true)
})

test('without access, the page says that nothing is sent and shows no alerts', async () => {
  const entitlement = { ...sampleProfile().entitlement, hasAccess: false }
  const { server } = open({ 'GET /api/auth/user': sampleProfile({ entitlement }) })
  expect(await screen.findByText(/no digests or alerts are sent/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Alerts' })).toBeNull()
  expect(server.calls.some(({ path }) => path.includes('/mailings/'))).toBe(false)
})
