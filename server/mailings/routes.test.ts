import { beforeAll, beforeEach, expect, test } from 'vitest'
import { AlertRule, DigestPreview, MAX_ALERT_RULES, MailingSettings } from '#domain/mailings/settings.ts'
import { mailingsFixture } from '../testing/fixtures/mailings-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let app: TestApp
let fixture: ReturnType<typeof mailingsFixture>
let ada: TestUser

beforeAll(async () => {
  app = await testApp()
  fixture = mailingsFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  await fixture.clear()
  ada = await app.signUp()
})

const settings = async () => MailingSettings.parse(await (await ada.get('/api/mailings')).json())
const RULE = { companyId: null, events: ['raise'], delivery: 'at-once' }

test('the default is weekly, Mondays at 8:00 UTC; the first time zone that a browser reports is kept', async () => {
  expect(await settings()).toEqual({
    email: ada.email,
    digest: 'weekly',
    weekday: 1,
    hour: 8,
    timeZone: 'UTC',
    nextDigestAt: '2026-03-02T08:00:00.000Z',
    alerts: true,
    suppression: null,
  })
  expect((await ada.send('POST', '/api/mailings/time-zone', { timeZone: 'America/New_York' })).status).toBe(204)
  expect(await settings()).toMatchObject({ timeZone: 'America/New_York', nextDigestAt: '2026-03-02T13:00:00.000Z' })
  await ada.send('POST', '/api/mailings/time-zone', { timeZone: 'Asia/Tokyo' })
  expect(await settings()).toMatchObject({ timeZone: 'America/New_York' })
})

test('a change is saved and reschedules the next digest, and browsers do not override its time zone', async () => {
  const change = { digest: 'daily', hour: 20, timeZone: 'Europe/Berlin' }
  const response = await ada.send('PATCH', '/api/mailings', change)
  expect([response.status, await response.json()]).toMatchObject([
    200,
    { ...change, nextDigestAt: '2026-03-01T19:00:00.000Z' },
  ])
  await ada.send('POST', '/api/mailings/time-zone', { timeZone: 'Asia/Tokyo' })
  expect(await settings()).toMatchObject({ timeZone: 'Europe/Berlin', nextDigestAt: '2026-03-01T19:00:00.000Z' })
  await ada.send('PATCH', '/api/mailings', { digest: 'off', alerts: false })
  expect(await settings()).toMatchObject({ digest: 'off', hour: 20, nextDigestAt: null, alerts: false })
})

test.each<[string, string, string, unknown, string]>([
  ['PATCH', '', 'a frequency', { digest: 'hourly' }, 'Invalid option: expected one of "off"|"daily"|"weekly"'],
  ['PATCH', '', 'an hour', { hour: 24 }, 'Too big: expected number to be <=23'],
  ['PATCH', '', 'a zone', { timeZone: 'Mars/Olympus' }, 'Choose a time zone from the list'],
  ['POST', '/time-zone', 'a zone', { timeZone: '' }, 'Choose a time zone from the list'],
  ['POST', '/alerts', 'no event', { ...RULE, events: [] }, 'Choose at least one event'],
])('%s %s refuses invalid input: %s', async (method, path, _, body, message) => {
  const response = await ada.send(method, `/api/mailings${path}`, body)
  expect([response.status, await response.json()]).toMatchObject([422, { message }])
})

test('every call needs a session; alerts and previews need access, but settings do not', async () => {
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['PATCH', '', { digest: 'off' }],
    ['POST', '/time-zone', { timeZone: 'UTC' }],
    ['GET', '/digest'],
    ['GET', '/alerts'],
    ['POST', '/alerts', RULE],
    ['POST', '/alerts/preview', RULE],
    ['DELETE', '/alerts/1'],
  ]
  await app.database.query('update users set trial_ends_at = $1', [START])
  const statuses: number[] = []
  for (const [method, path, body] of calls) {
    const init = { method, headers: { 'content-type': 'application/json' } }
    const given = body === undefined ? init : { ...init, body: JSON.stringify(body) }
    expect((await app.request(`/api/mailings${path}`, given)).status).toBe(401)
    statuses.push((await ada.send(method, `/api/mailings${path}`, body)).status)
  }
  expect(statuses).toEqual([200, 200, 204, 402, 402, 402, 402, 402])
})

test('alerts are listed with their company and can be deleted, by their owner only', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  const response = await ada.send('POST', '/api/mailings/alerts', {
    ...RULE,
    companyId: cedar,
    events: ['quiet', 'raise'],
  })
  const added = AlertRule.parse(await response.json())
  expect([response.status, added]).toMatchObject([
    201,
    { companyName: 'Cedar', events: ['raise', 'quiet'], rumors: false },
  ])
  expect(await (await ada.get('/api/mailings/alerts')).json()).toEqual([added])
  const ben = await app.signUp()
  expect(await (await ben.get('/api/mailings/alerts')).json()).toEqual([])
  for (const path of ['/alerts', '/alerts/preview'])
    expect((await ben.send('POST', `/api/mailings${path}`, { ...RULE, companyId: cedar })).status).toBe(404)
  for (const id of [added.id, 999_999, 'x', 0])
    expect((await ben.send('DELETE', `/api/mailings/alerts/${id}`)).status).toBe(404)
  expect((await ada.send('DELETE', `/api/mailings/alerts/${added.id}`)).status).toBe(204)
  expect(await (await ada.get('/api/mailings/alerts')).json()).toEqual([])
})

test('the number of alerts is limited', async () => {
  await app.database.query(
    `insert into alert_rules (user_id, events, delivery, created_at) select $1, '{raise}', 'digest', now() from generate_series(1, $2)`,
    [ada.id, MAX_ALERT_RULES],
  )
  const refused = await ada.send('POST', '/api/mailings/alerts', RULE)
  expect([refused.status, await refused.json()]).toMatchObject([422, { message: expect.stringContaining('up to 50') }])
})

test('the preview matches the next digest, and viewing it delivers nothing', async () => {
  const read = async () => DigestPreview.parse(await (await ada.get('/api/mailings/digest')).json())
  expect((await read()).email).toBeNull()
  const cedar = await fixture.add(ada, 'Cedar')
  await fixture.addStory(cedar, { title: 'Cedar raises $18 million', eventType: 'raise' })
  const { scheduledAt, isSample, email } = await read()
  expect([scheduledAt, isSample]).toEqual(['2026-03-02T08:00:00.000Z', false])
  expect(email).toMatchObject({
    companies: 1,
    newCompanies: 1,
    events: [{ companyName: 'Cedar', kind: 'Funding', short: 'raises $18M', sentence: 'Cedar raises $18 million' }],
  })
  await fixture.runAt('2026-03-02T08:00:00Z')
  const [digest] = await fixture.emails(ada, 'digest')
  expect(digest?.text).toContain('Cedar raises $18 million')
  const [stored] = await app.database.query('select content from mailings')
  expect(stored?.content).toEqual({ ...email, day: '2026-03-02' })
})

test('the preview shows the sample companies to whoever has no others', async () => {
  await ada.send('POST', '/api/companies/sample')
  const { isSample, email } = DigestPreview.parse(await (await ada.get('/api/mailings/digest')).json())
  expect([isSample, email?.companies]).toEqual([true, 12])
  await fixture.add(ada, 'Cedar')
  const own = DigestPreview.parse(await (await ada.get('/api/mailings/digest')).json())
  expect([own.isSample, own.email?.companies]).toEqual([false, 1])
})
