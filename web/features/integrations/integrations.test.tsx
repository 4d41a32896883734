// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ApiKey } from '#domain/integrations/keys.ts'
import { IntegrationsPage } from '../../pages/account/integrations.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { memoryAuth, RIGHT_PASSWORD, sampleSession } from '../../testing/memory-auth.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'

afterEach(() => vi.unstubAllGlobals())

const KEY: ApiKey = {
  id: 3,
  name: 'Notebook',
  hint: 'wxyz',
  scopes: ['portfolio:read', 'news:read'],
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-02-01T00:00:00Z',
  lastUsedAt: null,
}

const open = (routes: Record<string, unknown> = {}, auth = memoryAuth({ session: sampleSession() })) =>
  renderPage(<IntegrationsPage />, {
    auth,
    at: '/profile/integrations',
    server: fakeServer({
      'GET /api/auth/user': sampleProfile(),
      'GET /api/integrations/keys': [],
      'GET /api/integrations/feeds': [],
      'GET /api/integrations/webhooks': [],
      ...routes,
    }),
  })

const confirm = async (name: string) =>
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name })
    .click()

test('a new key can be copied and is shown only once', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const { server } = open({
    'POST /api/integrations/keys': { ...KEY, key: 'tid_secretwxyz' },
  })
  expect(await screen.findByText(/^No API keys yet/)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Create Key' }))
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Notebook' } })
  fireEvent.click(screen.getByLabelText(/Search, also in founder updates/))
  fireEvent.click(screen.getByRole('button', { name: 'Create Key' }))
  expect(await screen.findByText('tid_secretwxyz')).toBeTruthy()
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Notebook',
    scopes: ['portfolio:read', 'news:read', 'search:read'],
    expiresInDays: 90,
  })
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByText('Copied')
  expect(writeText.mock.calls).toEqual([['tid_secretwxyz']])
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('tid_secretwxyz')).toBeNull()
})

test.each(['confirmed', 'canceled'])('a key made in an old session needs a confirmation, which is %s', async (how) => {
  const auth = memoryAuth({ session: sampleSession(), stale: true })
  const isProven = () => auth.done.some(({ name }) => name === 'updateUser')
  const refusal = new Refusal(403, { code: 'reauthentication-needed', message: 'Please confirm.' })
  const { server } = open(
    { 'POST /api/integrations/keys': () => (isProven() ? { ...KEY, key: 'tid_secretwxyz' } : refusal) },
    auth,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Create Key' }))
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Notebook' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create Key' }))
  const asked = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  if (how === 'confirmed') {
    fireEvent.change(within(asked).getByLabelText('Password'), { target: { value: RIGHT_PASSWORD } })
    await confirm('Confirm')
    await screen.findByText('tid_secretwxyz')
  } else {
    await confirm('Cancel')
    await screen.findByText('Nothing was changed because you did not confirm your identity.')
  }
  expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(how === 'confirmed' ? 2 : 1)
})

test('keys show what they can read and when they expire, and can be revoked', async () => {
  const { server } = open({
    'GET /api/integrations/keys': [
      KEY,
      { ...KEY, id: 4, name: 'Later', hint: 'late', expiresAt: '2100-02-01T12:00:00Z' },
      { ...KEY, id: 5, name: 'Endless', hint: 'endl', expiresAt: null },
    ],
    'DELETE /api/integrations/keys/3': null,
  })
  expect((await screen.findByText('tid_…wxyz')).parentElement?.textContent).toContain('Expired')
  const ends = screen.getAllByText(/Reads companies, news and founder updates/).map(({ textContent }) => textContent)
  expect(ends.map((text) => text.replace(/^Reads .*?updates/, ''))).toEqual([
    'Never used',
    'Never used · Expires Feb 1, 2100',
    'Never used · Does not expire',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Notebook' }))
  expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(false)
  await confirm('Revoke')
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('without access, nothing can be created, but keys can be revoked', async () => {
  const entitlement = { ...sampleProfile().entitlement, hasAccess: false }
  open({ 'GET /api/auth/user': sampleProfile({ entitlement }), 'GET /api/integrations/keys': [KEY] })
  await screen.findByText(/^Your access has ended/)
  await screen.findByRole('button', { name: 'Revoke Notebook' })
  expect(screen.queryByRole('button', { name: /^(Create|Add)/ })).toBeNull()
})

test("the form shows the server's reason for refusing a key", async () => {
  open({ 'POST /api/integrations/keys': new Refusal(422, 'You can have at most 20 API keys. Revoke one first.') })
  fireEvent.click(await screen.findByRole('button', { name: 'Create Key' }))
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Notebook' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create Key' }))
  expect(await screen.findByText(/at most 20 API keys/)).toBeTruthy()
})

test('a key without a name or scope is rejected at the field with our own message', async () => {
  const { server } = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Create Key' }))
  const name = await screen.findByLabelText('Name')
  for (const scope of screen.getAllByRole('checkbox', { checked: true })) fireEvent.click(scope)
  fireEvent.click(screen.getByRole('button', { name: 'Create Key' }))
  expect(await screen.findByText('Enter a name')).toBeTruthy()
  expect(screen.getByRole('group', { name: 'May read' }).textContent).toContain('Choose what the key may read')
  expect([name.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', name])
  fireEvent.change(name, { target: { value: 'Notebook' } })
  expect(screen.queryByText('Enter a name')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Create Key' }))
  expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[0])
  expect(server.calls.some(({ method }) => method === 'POST')).toBe(false)
})

test('the log shows failed and upcoming attempts, and a message can be retried immediately', async () => {
  const waiting = {
    id: 4,
    messageId: 'msg_4',
    event: 'story.created',
    title: 'Cedar raises',
    createdAt: '2026-01-02T00:00:00Z',
    state: 'waiting',
    attempts: 2,
    nextAttemptAt: '2026-01-02T00:05:00Z',
    status: null,
    durationMs: 10_003,
    answer: 'This address could not be reached.',
  }
  const tested = {
    ...waiting,
    id: 5,
    event: 'test',
    title: 'Test message',
    state: 'failed',
    status: 302,
    durationMs: 3,
  }
  const { server } = open({
    'GET /api/integrations/webhooks': [
      { id: 9, url: 'https://me.example/', format: 'slack', createdAt: '', disabledAt: null, lastDeliveryAt: null },
    ],
    'GET /api/integrations/webhooks/9/deliveries': [tested, waiting],
    'POST /api/integrations/webhooks/9/deliveries/4/retry': null,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Log' }))
  expect(await screen.findByText('New story · No answer within 10 seconds')).toBeTruthy()
  expect(screen.getByText(/^Attempt 2 of 7 failed\. Next attempt: Jan \d, 2026, /)).toBeTruthy()
  expect(screen.getByText('HTTP 302 in 3 ms. Redirects are not followed: enter the final address.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retry now: Cedar raises' }))
  await waitFor(() => expect(server.calls.some(({ path }) => path.endsWith('/4/retry'))).toBe(true))
})

test.each([
  ['', 'Enter the address of your endpoint'],
  ['me.example', 'Enter an address that begins with https://'],
])('the address “%s” is rejected at its field', async (url, problem) => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Add Webhook' }))
  fireEvent.change(screen.getByLabelText('URL'), { target: { value: url } })
  fireEvent.click(screen.getByRole('button', { name: 'Add Webhook' }))
  expect(await screen.findByText(problem)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('URL'))
})

test('a failure to load keys offers a retry', async () => {
  open({ 'GET /api/integrations/keys': new Refusal(500, 'Broken') })
  expect(await screen.findByRole('button', { name: /try again/i })).toBeTruthy()
})

test('a feed for one company can be created, with links to copy, and revoked', async () => {
  const urls = {
    atom: 'https://t.example/feeds/x/news.atom',
    json: 'https://t.example/feeds/x/news.json',
    calendar: 'https://t.example/feeds/x/events.ics',
  }
  const feeds: object[] = []
  const { server } = open({
    'GET /api/integrations/feeds': () => feeds,
    'GET /api/companies/names': [{ id: 7, name: 'Cedar', website: null }],
    'GET /api/views': [{ id: 2, name: 'Money', query: 'q=x', createdAt: '2026-01-01T00:00:00Z' }],
    'POST /api/integrations/feeds': () => {
      const feed = {
        id: 5,
        name: 'Cedar',
        companyId: 7,
        viewId: null,
        createdAt: '2026-01-01T00:00:00Z',
        lastUsedAt: null,
        urls,
      }
      feeds.push(feed)
      return feed
    },
    'DELETE /api/integrations/feeds/5': () => void feeds.pop(),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Create Feed' }))
  await screen.findByRole('option', { name: 'Cedar' })
  fireEvent.change(screen.getByLabelText('What the feed contains'), { target: { value: 'company 7' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create Feed' }))
  expect(await screen.findByRole('button', { name: 'Calendar link' })).toBeTruthy()
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ companyId: 7, viewId: null })
  fireEvent.click(screen.getByRole('button', { name: 'Revoke the feed for Cedar' }))
  await confirm('Revoke')
  expect(await screen.findByText(/^No feeds yet/)).toBeTruthy()
})

test('a webhook shows its secret once, can be tested, and shows the response as plain text', async () => {
  const hook = {
    id: 9,
    url: 'https://me.example/hook',
    format: 'standard',
    createdAt: '2026-01-01T00:00:00Z',
    disabledAt: '2026-01-02T00:00:00Z',
    lastDeliveryAt: null,
  }
  const hooks: object[] = []
  const { server } = open({
    'GET /api/integrations/webhooks': () => hooks,
    'POST /api/integrations/webhooks': () => {
      hooks.push(hook)
      return { ...hook, secret: 'whsec_once' }
    },
    'POST /api/integrations/webhooks/9/test': null,
    'POST /api/integrations/webhooks/9/enable': null,
    'GET /api/integrations/webhooks/9/deliveries': [
      {
        id: 1,
        messageId: 'msg_1',
        event: 'story.created',
        title: '<b>Cedar</b> raises',
        createdAt: '2026-01-02T00:00:00Z',
        state: 'failed',
        attempts: 7,
        nextAttemptAt: null,
        status: 500,
        durationMs: 12,
        answer: '<img src=x>',
      },
    ],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Add Webhook' }))
  fireEvent.change(screen.getByLabelText('URL'), { target: { value: 'https://me.example/hook' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add Webhook' }))
  expect(await screen.findByText('whsec_once')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('whsec_once')).toBeNull()
  expect(await screen.findByText('Turned off')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send a test to me.example' }))
  expect(await screen.findByText('<img src=x>')).toBeTruthy()
  expect(screen.getByText('<b>Cedar</b> raises')).toBeTruthy()
  expect(screen.getByText('New story · HTTP 500 in 12 ms')).toBeTruthy()
  expect(screen.getByText('Gave up after 7 attempts.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Retry now/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Turn On' }))
  await waitFor(() => expect(server.calls.some(({ path }) => path.endsWith('/enable'))).toBe(true))
})

test.each([
  ['Create Feed', 'What the feed contains'],
  ['Add Webhook', 'URL'],
  ['Create Key', 'Name'],
])('%s moves the focus into its form and back', async (name, field) => {
  open()
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
  await waitFor(async () => expect(document.activeElement).toBe(await screen.findByLabelText(field)))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))
})
