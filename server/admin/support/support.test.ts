import { beforeEach, expect, test } from 'vitest'
import { Profile } from '#domain/account/profile.ts'
import { BulkGranted, OpenedView, SupportFile, VIEW_HEADER } from '#domain/admin/support.ts'
import { Notification } from '#domain/mailings/notifications.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { adminFixture } from '../../testing/fixtures/admin-fixture.ts'
import { START, type TestUser } from '../../testing/test-app.ts'

const app = await adminFixture()
const NOBODY = '00000000-0000-4000-8000-000000000000'

let ada: TestUser
let boss: TestUser

beforeEach(async () => {
  app.time.now = START
  ada = await app.signUp()
  boss = app.boss
})

const problem = async (response: Response) => [
  response.status,
  ((await response.json()) as { message: string }).message,
]
const emails = (kind: string) =>
  app.database.query('select subject, text from outbox where recipient = $1 and kind = $2', [ada.email, kind])
const actsOn = async (user: TestUser) =>
  (await app.acts()).filter((row) => row.user_id === user.id).map(({ act }) => act)

async function open(reason = 'Her feed looks empty'): Promise<string> {
  const response = await boss.send('POST', `/api/admin/users/${ada.id}/views`, { reason })
  expect(response.status).toBe(201)
  return OpenedView.parse(await response.json()).id
}

const asViewer = (viewId: string, path: string, { user = boss, method = 'GET' } = {}) =>
  app.request(path, {
    method,
    headers: {
      authorization: `Bearer ${user.token}`,
      [VIEW_HEADER]: viewId,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })

test('an opened account reads as its owner does, and its owner is told', async () => {
  await ada.send('POST', '/api/companies', { name: 'Acme', website: 'acme.example' })
  const viewId = await open()
  for (const path of ['/api/companies', '/api/billing', '/api/news/feed', '/api/mailings']) {
    const [hers, seen] = [await ada.get(path), await asViewer(viewId, path)]
    expect([path, seen.status, await seen.text()]).toEqual([path, 200, await hers.text()])
  }
  expect(Profile.parse(await (await asViewer(viewId, '/api/auth/user')).json())).toMatchObject({ id: ada.id })
  const [email] = await emails('account-viewed')
  expect(email?.subject).toBe('Our support opened your account')
  expect(email?.text).toContain('Her feed looks empty')
  const notices = Notification.array().parse(await (await ada.get('/api/notifications')).json())
  expect(notices).toMatchObject([{ kind: 'support', text: 'Her feed looks empty' }])
  expect(await actsOn(ada)).toEqual(['open-view'])
})

test.each([
  ['POST', '/api/companies'],
  ['PATCH', '/api/profile'],
  ['DELETE', '/api/account'],
  ['POST', '/api/get-or-create-subscription'],
  ['POST', '/api/billing/cancel'],
  ['GET', '/api/account/export'],
  ['GET', '/api/companies/export?format=csv'],
  ['GET', '/api/account/sessions'],
  ['GET', '/api/events'],
  ['GET', '/api/shares'],
  ['GET', '/api/updates/1/email'],
  ['GET', '/api/updates/settings'],
  ['GET', '/api/integrations/keys'],
])('%s %s is refused while viewing', async (method, path) => {
  const viewId = await open()
  expect(await problem(await asViewer(viewId, path, { method }))).toEqual([
    403,
    'You are viewing this account. Nothing can be changed here.',
  ])
})

test('an expired account is shown as expired', async () => {
  await app.database.query('update users set trial_ends_at = $2 where id = $1', [ada.id, START])
  expect((await asViewer(await open(), '/api/companies')).status).toBe(402)
})

test('a view ends after 30 minutes, when it is closed, and for every other session', async () => {
  const ended = [404, 'This view of the account has ended. Open it again.']
  const viewId = await open()
  const other = await app.signUp('other@example.com')
  expect(await problem(await asViewer(viewId, '/api/companies', { user: other }))).toEqual(ended)
  expect(await problem(await asViewer(NOBODY, '/api/companies'))).toEqual(ended)
  expect((await boss.send('DELETE', `/api/admin/views/${viewId}`)).status).toBe(204)
  expect(await problem(await asViewer(viewId, '/api/companies'))).toEqual(ended)
  expect((await boss.send('DELETE', `/api/admin/views/${viewId}`)).status).toBe(404)
  const late = await open()
  app.time.now = new Date(START.getTime() + 30 * MINUTE_MS)
  expect(await problem(await asViewer(late, '/api/companies'))).toEqual(ended)
  expect(await actsOn(ada)).toEqual(['open-view', 'close-view', 'open-view'])
})

test('nobody but an administrator can use a view, not even the owner of the account', async () => {
  const viewId = await open()
  for (const user of [ada, await app.signUp()]) {
    const response = await asViewer(viewId, '/api/companies', { user })
    expect(await problem(response)).toEqual([404, 'Not found'])
  }
  expect((await app.request('/api/companies', { headers: { [VIEW_HEADER]: viewId } })).status).toBe(401)
})

test('one’s own account is not opened', async () => {
  const response = await boss.send('POST', `/api/admin/users/${boss.id}/views`, { reason: 'x' })
  expect(await problem(response)).toEqual([409, 'This is your own account.'])
})

test('notes are kept, exported to their owner without their author, and deleted', async () => {
  const path = `/api/admin/users/${ada.id}/notes`
  expect((await boss.send('POST', path, { text: ' Prefers\nphone ' })).status).toBe(201)
  const read = async () => SupportFile.parse(await (await boss.get(`/api/admin/users/${ada.id}/support`)).json())
  const { notes } = await read()
  expect(notes).toMatchObject([{ text: 'Prefers phone', author: boss.email }])
  expect((await boss.send('DELETE', `/api/admin/notes/${notes[0]?.id}`)).status).toBe(204)
  expect((await read()).notes).toEqual([])
  expect(await actsOn(ada)).toEqual(['add-note', 'remove-note'])
})

test('a list grants access to all it knows and names the others', async () => {
  const eve = await app.expired()
  const body = {
    emails: [ada.email.toUpperCase(), `${eve.email}, ${eve.email}`, 'no@example.com'],
    days: 30,
    reason: 'Event',
  }
  const response = await boss.send('POST', '/api/admin/grants/bulk', body)
  expect(BulkGranted.parse(await response.json())).toEqual({ granted: 2, unknown: ['no@example.com'] })
  expect((await eve.get('/api/companies')).status).toBe(200)
  expect(await actsOn(eve)).toEqual(['grant'])
})

test('a confirmed address needs no confirmation', async () => {
  const response = await boss.send('POST', `/api/admin/users/${ada.id}/confirmation`)
  expect(await problem(response)).toEqual([409, 'This email address is confirmed.'])
})

test('without a second factor there is nothing to reset', async () => {
  const path = `/api/admin/users/${ada.id}/factor-reset`
  expect(await problem(await boss.send('POST', path, { evidence: 'Called from her number on file' }))).toEqual([
    409,
    'This account has no second factor.',
  ])
  expect(await problem(await boss.send('DELETE', path))).toEqual([404, 'No reset is waiting.'])
})

const USER_CALLS: [string, string, unknown][] = [
  ['POST', 'views', { reason: 'x' }],
  ['GET', 'support', undefined],
  ['POST', 'notes', { text: 'x' }],
  ['POST', 'confirmation', undefined],
  ['POST', 'factor-reset', { evidence: 'Called from her number on file' }],
  ['DELETE', 'factor-reset', undefined],
]

test.each(USER_CALLS)('%s …/%s: 401, 404 and byte-equal 404', async (method, name, body) => {
  const path = `/api/admin/users/${NOBODY}/${name}`
  const init = { method, headers: { 'content-type': 'application/json' } }
  expect((await app.request(path, init)).status).toBe(401)
  const bytes = async (response: Response) => (await response.text()).replace(/"requestId":"[^"]*"/, '')
  expect(await bytes(await ada.send(method, path, body))).toBe(
    await bytes(await ada.send(method, '/api/nowhere', body)),
  )
  expect(await problem(await boss.send(method, path, body))).toEqual([404, 'User not found'])
  expect(await problem(await boss.send(method, path.replace(NOBODY, 'x'), body))).toEqual([404, 'User not found'])
})

test.each([
  [`/api/admin/users/${NOBODY}/views`, {}, 'A reason is required'],
  [`/api/admin/users/${NOBODY}/notes`, { text: ' ' }, 'A note needs some text'],
  [
    `/api/admin/users/${NOBODY}/factor-reset`,
    { evidence: 'She said so' },
    'Say in at least 20 characters how you know that this is the owner',
  ],
  ['/api/admin/grants/bulk', { emails: [], days: 1, reason: 'x' }, 'Name from 1 to 1000 email addresses'],
])('%s refuses invalid input', async (path, body, text) => {
  expect(await problem(await boss.send('POST', path, body))).toEqual([422, text])
})
