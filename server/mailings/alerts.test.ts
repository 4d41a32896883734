import { beforeAll, beforeEach, expect, test } from 'vitest'
import { AlertPreview, type NewAlertRule } from '#domain/mailings/settings.ts'
import { mailingsFixture } from '../testing/fixtures/mailings-fixture.ts'
import { quietEvents } from './candidates.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let app: TestApp
let fixture: ReturnType<typeof mailingsFixture>
let ada: TestUser
let cedar: number

beforeAll(async () => {
  app = await testApp()
  fixture = mailingsFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  await fixture.clear()
  ada = await app.signUp()
  await app.database.query(`update users set trial_ends_at = '2027-01-01' where id = $1`, [ada.id])
  cedar = await fixture.add(ada, 'Cedar')
})

const AT_ONCE: NewAlertRule = {
  companyId: null,
  events: ['raise', 'layoffs', 'leadership'],
  delivery: 'at-once',
  rumors: false,
}
const rule = async (change: Partial<NewAlertRule> = {}) => {
  const response = await ada.send('POST', '/api/mailings/alerts', { ...AT_ONCE, ...change })
  expect(response.status).toBe(201)
}
const titles = async (kind: 'digest' | 'alert' = 'alert') =>
  (await fixture.emails(ada, kind)).map(({ subject }) => subject)
const found = async (time: string, title: string, eventType = 'raise', companyId = cedar) => {
  app.time.now = new Date(time)
  return fixture.addStory(companyId, { title, eventType, weight: 0.9 })
}

/** Adds a company for each hour and has it raise money then. */
async function raiseAt(hours: number[]) {
  const companies = new Map<number, number>()
  for (const hour of hours) companies.set(hour, await fixture.add(ada, `Fern${hour}`))
  for (const [hour, company] of companies) {
    await found(`2026-03-01T${hour}:00:00Z`, `Fern${hour} raises money`, 'raise', company)
    await fixture.runAt(`2026-03-01T${hour}:00:00Z`)
  }
}

test('a matching event is sent once, within a minute, with a link to turn alerts off', async () => {
  await rule()
  await found('2026-03-01T13:00:20Z', 'Cedar raises $18 million')
  await found('2026-03-01T13:00:20Z', 'Cedar sells a product', 'launch')
  await fixture.runAt('2026-03-01T13:01:00Z')
  await fixture.runAt('2026-03-01T13:02:00Z')
  const [email, ...more] = await fixture.emails(ada, 'alert')
  expect(more).toEqual([])
  expect(email?.subject).toBe('Cedar raises $18M')
  expect(email?.text).toContain('Turn off alerts:\nhttp://localhost:3000/unsubscribe/alerts?token=')
  expect(email?.text).not.toContain('sells')
})

test('an event sent as an alert keeps its place in the next digest, which is then the last to say it', async () => {
  await rule()
  await found('2026-03-01T13:00:00Z', 'Cedar raises $18 million')
  await fixture.runAt('2026-03-01T13:00:00Z')
  await found('2026-03-01T14:00:00Z', 'Cedar sells a product', 'launch')
  await fixture.runAt('2026-03-02T08:00:00Z')
  await fixture.runAt('2026-03-09T08:00:00Z')
  const [digest] = await fixture.emails(ada, 'digest')
  expect(await titles('digest')).toEqual(['Cedar raises $18M', 'A quiet week'])
  expect(digest?.text).toContain('Also on Mar 1: sells a product')
})

test('an alert prints the event with the stake, most important first', async () => {
  await rule({ events: ['raise', 'closure'] })
  const elm = await fixture.add(ada, 'Elm')
  await ada.send('POST', `/api/companies/${elm}/positions`, {
    kind: 'investment',
    date: '2021-05-04',
    amount: '20000',
    currency: 'USD',
  })
  await found('2026-03-01T13:00:00Z', 'Cedar raises $18 million')
  await found('2026-03-01T13:00:30Z', 'Elm is shutting down', 'closure', elm)
  await fixture.runAt('2026-03-01T13:01:00Z')
  const [email] = await fixture.emails(ada, 'alert')
  expect(email?.subject).toBe('2 alerts: Elm, Cedar')
  expect(email?.text).toMatch(/^Shutdown · Sun, Mar 1\nElm is shutting down\nYou hold \$20,000 from May 2021\.\n/)
  expect(email?.text).toContain('You asked to be alerted to shutdowns and funding rounds.')
  expect(email?.html).toContain('Elm</b> is shutting down</a></h1>')
  expect(email?.html).toContain('font:400 24px/1.35')
})

test('at most three alert emails are sent a day; the rest goes into the next digest', async () => {
  await rule()
  await raiseAt([13, 14, 15, 16])
  expect(await titles()).toHaveLength(3)
  await fixture.runAt('2026-03-02T08:00:00Z')
  expect(await titles()).toHaveLength(3)
  expect(await titles('digest')).toEqual(['Fern16 raises money, Fern15 raises money, Fern14 raises money, 1 more'])
  await fixture.runAt('2026-03-03T08:00:00Z')
  expect(await titles()).toHaveLength(3)
})

test('without a digest, the rest is sent the next morning in one email', async () => {
  await ada.send('PATCH', '/api/mailings', { digest: 'off' })
  await rule()
  await raiseAt([13, 14, 15, 16, 17])
  await fixture.runAt('2026-03-02T07:59:00Z')
  expect(await titles()).toHaveLength(3)
  await fixture.runAt('2026-03-02T08:00:00Z')
  expect((await titles()).at(-1)).toBe('2 funding rounds: Fern17, Fern16')
})

test.each<[string, Partial<NewAlertRule>, string]>([
  ['of another event', { events: ['legal'] }, 'raise'],
  ['for the digest', { delivery: 'digest' }, 'raise'],
])('a rule %s sends no alert email', async (_, change, eventType) => {
  await rule(change)
  await found('2026-03-01T13:00:00Z', 'Cedar raises $18 million', eventType)
  await fixture.runAt('2026-03-01T13:00:00Z')
  expect(await titles()).toEqual([])
})

test('a rule for one company ignores other companies and earlier stories', async () => {
  const fernway = await fixture.add(ada, 'Fernway')
  await found('2026-03-01T12:30:00Z', 'Cedar raises $18 million')
  app.time.now = new Date('2026-03-01T12:45:00Z')
  await rule({ companyId: cedar })
  await found('2026-03-01T14:00:00Z', 'Fernway raises money', 'raise', fernway)
  await fixture.runAt('2026-03-01T14:00:00Z')
  expect(await titles()).toEqual([])
  await found('2026-03-01T15:00:00Z', 'Cedar names a chief executive', 'arrival')
  await fixture.runAt('2026-03-01T15:00:00Z')
  expect(await titles()).toEqual(['Cedar names a chief executive'])
})

test.each([
  [false, []],
  [true, ['Cedar reportedly in talks to raise $50M']],
])('a reported event is sent only to readers who asked for rumors (%s)', async (rumors, expected) => {
  await rule({ rumors })
  await found('2026-03-01T13:00:00Z', 'Cedar in talks to raise $50 million')
  await app.database.query(`update tracked_company_articles set certainty = 'reported'`)
  await fixture.runAt('2026-03-01T13:00:00Z')
  expect(await titles()).toEqual(expected)
})

test('an article that is later recognized as an event is sent then', async () => {
  await rule()
  const id = await found('2026-03-01T13:00:00Z', 'Cedar has news', 'mention')
  await fixture.runAt('2026-03-01T13:00:00Z')
  await app.database.query(`update tracked_company_articles set event_type = 'raise' where article_id = $1`, [id])
  await fixture.runAt('2026-03-01T13:05:00Z')
  expect(await titles()).toEqual(['Cedar has news'])
})

test.each<[string, string]>([
  ['alerts are off', 'update mailing_preferences set wants_alerts = false where user_id = $1'],
  ['the trial is over', `update users set trial_ends_at = '2026-03-01T12:30:00Z' where id = $1`],
  [
    'the company is muted',
    'insert into muted_companies (user_id, company_id) select user_id, id from companies where user_id = $1',
  ],
  ['the rule is deleted', 'delete from alert_rules where user_id = $1'],
])('no alert is sent when %s', async (_, change) => {
  await rule()
  await app.database.query(change, [ada.id])
  await found('2026-03-01T13:00:00Z', 'Cedar raises $18 million')
  await fixture.runAt('2026-03-01T13:00:00Z')
  expect(await titles()).toEqual([])
})

test('a company that goes quiet is reported once, when its last news is 60 days old', async () => {
  await rule({ events: ['quiet'] })
  await found('2026-03-01T13:10:00Z', 'Cedar sells a product', 'launch')
  await fixture.runAt('2026-03-01T13:10:00Z')
  await fixture.runAt('2026-04-30T13:59:00Z')
  expect(await titles()).toEqual([])
  await fixture.runAt('2026-04-30T14:00:00Z')
  await fixture.runAt('2026-05-01T14:00:00Z')
  expect(await titles()).toEqual(['Cedar has had no news for 60 days'])
})

test('only the latest known news makes a company go quiet, and news counts from when it was found', async () => {
  const [birch, fern] = [await fixture.add(ada, 'Birch'), await fixture.add(ada, 'Fern')]
  await found('2026-01-01T00:00:00Z', 'Cedar sells a product')
  await found('2026-02-20T00:00:00Z', 'Cedar opens in Oslo')
  await found('2026-01-01T00:00:00Z', 'Birch sells a product', 'launch', birch)
  app.time.now = new Date('2026-03-10T00:00:00Z')
  await fixture.addStory(birch, { title: 'Birch opens in Oslo', publishedAt: '2026-02-01T00:00:00Z' })
  await fixture.addStory(birch, { title: 'Birch, a history', publishedAt: '2026-01-20T00:00:00Z' })
  await fixture.addStory(fern, { title: 'Fern, a history', publishedAt: '2026-01-05T00:00:00Z' })
  const quietBy = (time: string) =>
    app.database.asUser(ada.id, async (queries) => {
      const [now, addedAt] = [new Date(time), new Date(0)]
      const companies = [cedar, birch, fern].map((id) => ({ id, name: `${id}`, addedAt, isMuted: false }))
      const { events, nextAt } = await quietEvents(queries, ada.id, { companies, after: addedAt, now })
      return [events.map(({ companyId, at }) => [companyId, at.toISOString().slice(0, 10)]), nextAt?.toISOString()]
    })
  expect(await quietBy('2026-03-11T00:00:00Z')).toEqual([[[birch, '2026-03-02']], '2026-04-02T00:00:00.000Z'])
  expect(await quietBy('2026-05-01T00:00:00Z')).toEqual([
    [
      [cedar, '2026-04-21'],
      [birch, '2026-03-02'],
      [birch, '2026-04-02'],
    ],
    undefined,
  ])
  await found('2026-05-01T00:00:00Z', 'Cedar raises $18 million')
  await found('2026-05-20T00:00:00Z', 'Cedar hires a chief')
  expect((await quietBy('2026-06-29T00:00:00Z'))[1]).toBe('2026-07-19T00:00:00.000Z')
})

/** Uses a token that is valid at the simulated time. */
async function previewed(wanted: NewAlertRule) {
  const headers = { authorization: `Bearer ${await ada.tokenAt(app.time.now)}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(wanted) }
  return AlertPreview.parse(await (await app.request('/api/mailings/alerts/preview', init)).json())
}

test('the preview matches what was sent', async () => {
  await ada.send('PATCH', '/api/mailings', { digest: 'off' })
  await rule()
  for (const [at, title] of [
    ['2026-03-02T09:00:00Z', 'Cedar raises $18 million'],
    ['2026-03-20T09:00:00Z', 'Cedar cuts 40 jobs'],
  ] as const) {
    await found(at, title, title.includes('jobs') ? 'layoffs' : 'raise')
    await fixture.runAt(at)
  }
  await fixture.runAt('2026-04-01T00:00:00Z')
  const preview = await previewed(AT_ONCE)
  expect(preview.emails.map(({ at, events }) => [at, events.map(({ short }) => short)])).toEqual([
    ['2026-03-02T09:00:00.000Z', ['raises $18M']],
    ['2026-03-20T09:00:00.000Z', ['cuts 40 jobs']],
  ])
  expect(await titles()).toEqual(['Cedar raises $18M', 'Cedar cuts 40 jobs'])
  expect(await previewed({ ...AT_ONCE, delivery: 'digest' })).toMatchObject({
    days: 90,
    emails: [],
    inDigest: [{}, {}],
  })
})
