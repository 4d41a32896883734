// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CompanyUpdate, ReceivedUpdate, WholeUpdate } from '#domain/updates/update.ts'
import { UpdatesPage } from '../../pages/account/updates.tsx'
import { UpdatePage } from '../../pages/update.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'
import { CompanyUpdates } from './company-updates.tsx'

const WAITING: ReceivedUpdate = {
  id: 4,
  state: 'waiting',
  receivedAt: '2026-02-02T17:14:00Z',
  sentAt: '2026-02-02T17:14:00Z',
  senderName: 'Dana',
  senderAddress: 'dana@cedarrobotics.com',
  subject: 'January',
  excerpt: '<b>We</b> have 14 months of runway.',
  company: null,
  reason: 'unverified',
  candidates: [7],
  confirmation: null,
}
const CONFIRMATION: ReceivedUpdate = {
  ...WAITING,
  id: 5,
  state: 'confirmation',
  reason: null,
  confirmation: { provider: 'Gmail', code: '481204837', url: 'https://mail-settings.google.com/mail/vf-x' },
}
const FILED: ReceivedUpdate = { ...WAITING, id: 6, state: 'filed', reason: null, company: { id: 7, name: 'Cedar' } }

function open(list: ReceivedUpdate[], routes: Record<string, unknown> = {}) {
  return renderPage(<UpdatesPage />, {
    at: '/profile/updates',
    server: fakeServer({
      'GET /api/auth/user': sampleProfile(),
      'GET /api/updates/settings': { address: 'ada-k7m2q9x4hd@in.example', allowsModel: false },
      'GET /api/updates': list,
      'GET /api/companies/names': [
        { id: 8, name: 'Birch', website: null },
        { id: 7, name: 'Cedar', website: null },
      ],
      'POST /api/updates/4/file': { ...WAITING, state: 'filed', company: { id: 7, name: 'Cedar' } },
      'DELETE /api/updates/4': null,
      'POST /api/updates/address': { address: 'ada-new@in.example', allowsModel: false },
      ...routes,
    }),
  })
}

test('shows the address, and says that nothing has arrived yet', async () => {
  open([])
  expect(await screen.findByText('ada-k7m2q9x4hd@in.example')).toBeTruthy()
  expect(await screen.findByText('No updates yet. Forward one to your address to try it.')).toBeTruthy()
  expect(screen.queryByText('Let the language model read updates')).toBeNull()
})

test('the address is replaced after confirmation', async () => {
  const { server } = open([])
  fireEvent.click(await screen.findByRole('button', { name: 'Replace' }))
  await screen.findByRole('heading', { name: 'Replace your address?' })
  expect(server.calls.some(({ method }) => method === 'POST')).toBe(false)
  const buttons = await screen.findAllByRole('button', { name: 'Replace', hidden: true })
  fireEvent.click(buttons.at(-1)!)
  expect(await screen.findByText('ada-new@in.example')).toBeTruthy()
})

test('an unverified email waits with its reason and can be filed under the suggested company', async () => {
  const { server } = open([WAITING])
  expect(await screen.findByRole('heading', { name: 'Which company is this?' })).toBeTruthy()
  expect(screen.getByText(/Unverified sender/)).toBeTruthy()
  expect(screen.getByText('<b>We</b> have 14 months of runway.')).toBeTruthy()
  await screen.findByRole('option', { name: 'Cedar' })
  fireEvent.click(screen.getByRole('button', { name: 'File' }))
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === '/api/updates/4/file')?.body).toEqual({ companyId: 7 }),
  )
})

test('a waiting email can be read in full before its company is chosen', async () => {
  const text = 'Hi all,\n\n• <b>One</b>\n• Two\n\nAcme Robotics GmbH'
  open([WAITING], {
    'GET /api/updates/4/email': { text, attachments: [{ name: 'deck.pdf', type: 'application/pdf', size: 90_000 }] },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Read the whole email: January' }))
  expect(await screen.findByText('Acme Robotics GmbH')).toBeTruthy()
  expect(screen.getByText('<b>One</b>')).toBeTruthy()
  expect(screen.getByText('deck.pdf')).toBeTruthy()
  expect(screen.queryByText(WAITING.excerpt)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Hide the email: January' }))
  expect(screen.queryByText('Acme Robotics GmbH')).toBeNull()
  expect(screen.getByText(WAITING.excerpt)).toBeTruthy()
})

test('a confirmation shows its code and link, and a filed update links to its page', async () => {
  open([CONFIRMATION, FILED])
  expect(await screen.findByText('481204837')).toBeTruthy()
  const link = screen.getByRole('link', { name: /Confirm at Gmail/ })
  expect(link.getAttribute('href')).toBe('https://mail-settings.google.com/mail/vf-x')
  expect(screen.getByRole('link', { name: 'January' }).getAttribute('href')).toBe('/updates/6')
})

test('a list that fails to load says so and offers a retry', async () => {
  open([], { 'GET /api/updates': new Refusal(503, { message: 'Later' }) })
  expect(await screen.findByText('We could not load the emails you received.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})

const RUNWAY = {
  kind: 'runway',
  written: '14 months',
  value: 14,
  currency: null,
  sentence: 'We have 14 months of runway.',
} as const
const CASH = { ...RUNWAY, kind: 'cash', written: '$2M', value: 2_000_000, sentence: 'Cash: $2M' } as const
const UPDATE: CompanyUpdate = {
  id: 6,
  companyId: 7,
  companyName: 'Cedar',
  sentAt: '2026-02-02T17:14:00Z',
  senderName: 'Dana',
  senderAddress: 'dana@cedarrobotics.com',
  subject: 'January',
  metrics: [RUNWAY],
}

test("a company's panel shows the newest figure of each kind with its sentence", async () => {
  const older = {
    ...UPDATE,
    id: 3,
    sentAt: '2026-01-02T00:00:00Z',
    metrics: [{ ...RUNWAY, written: '16 months' }, CASH],
  }
  renderPage(<CompanyUpdates companyId={7} />, {
    at: '/companies/7',
    server: fakeServer({ 'GET /api/auth/user': sampleProfile(), 'GET /api/companies/7/updates': [UPDATE, older] }),
  })
  expect(await screen.findByText('14 months')).toBeTruthy()
  expect(screen.queryByText('16 months')).toBeNull()
  expect(screen.getByText('as of Jan 2, 2026')).toBeTruthy()
  expect(screen.getByText('“We have 14 months of runway.”')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'January' }).getAttribute('href')).toBe('/updates/6')
})

test('an update is shown as plain text, with the names and sizes of its attachments', async () => {
  const whole: WholeUpdate = {
    ...UPDATE,
    text: 'Hello <script>alert(1)</script>',
    attachments: [{ name: 'deck.pdf', type: 'application/pdf', size: 1_500_000 }],
  }
  renderPage(<UpdatePage />, {
    path: '/updates/$id',
    at: '/updates/6',
    server: fakeServer({ 'GET /api/auth/user': sampleProfile(), 'GET /api/updates/6': whole }),
  })
  expect(await screen.findByText('Hello <script>alert(1)</script>')).toBeTruthy()
  const attachments = screen.getByRole('region', { name: 'Attachments' })
  expect(within(attachments).getByRole('listitem').textContent).toBe('deck.pdf1.5 MB')
})

const TEXT = 'Hi all,\n\n## Wins\n• One\n• Two\n\nOur deck <https://docsend.com/x>\n\nOn Monday, Ada wrote:\n> Old news'

function openUpdate(routes: Record<string, unknown> = {}) {
  const older = { ...UPDATE, id: 3, subject: 'December', sentAt: '2026-01-02T00:00:00Z' }
  return renderPage(<UpdatePage />, {
    path: '/updates/$id',
    at: '/updates/6',
    server: fakeServer({
      'GET /api/auth/user': sampleProfile(),
      'GET /api/updates/6': { ...UPDATE, text: TEXT, attachments: [] },
      'GET /api/companies/7/updates': [UPDATE, { ...older, metrics: [{ ...RUNWAY, written: '16 months' }] }],
      'GET /api/companies/names': [
        { id: 8, name: 'Birch', website: null },
        { id: 7, name: 'Cedar', website: null },
      ],
      ...routes,
    }),
  })
}

test('an update keeps its formatting and is shown beside earlier figures', async () => {
  openUpdate()
  expect(await screen.findByRole('heading', { name: 'Wins' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['One', 'Two'])
  expect(screen.getByRole('link', { name: /docsend.com/ }).getAttribute('href')).toBe('https://docsend.com/x')
  expect(screen.getByText('Old news').closest('details')?.open).toBe(false)
  expect(await screen.findByText('was 16 months on Jan 2, 2026')).toBeTruthy()
  expect(screen.getByRole('link', { name: /December/ }).getAttribute('href')).toBe('/updates/3')
})

test('an update filed under the wrong company can be moved', async () => {
  const { server } = openUpdate({ 'POST /api/updates/6/file': { ...FILED, company: { id: 8, name: 'Birch' } } })
  fireEvent.click(await screen.findByRole('button', { name: 'Move to another company' }))
  await screen.findByRole('option', { name: 'Birch' })
  fireEvent.change(screen.getByLabelText('Company of this update'), { target: { value: '8' } })
  fireEvent.click(screen.getByRole('button', { name: 'Move' }))
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === '/api/updates/6/file')?.body).toEqual({ companyId: 8 }),
  )
  expect(await screen.findByText('Update moved')).toBeTruthy()
})
