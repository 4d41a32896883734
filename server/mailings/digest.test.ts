import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { mailingsFixture } from '../testing/fixtures/mailings-fixture.ts'
import type { Queries } from '../platform/database/open.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { mailingStore } from './store.ts'

let app: TestApp
let fixture: ReturnType<typeof mailingsFixture>
let ada: TestUser

/** START is a Sunday; the default is Monday at 8:00. */
const MONDAY = '2026-03-02T08:00:00Z'
const NEXT_MONDAY = '2026-03-09T08:00:00Z'

beforeAll(async () => {
  app = await testApp()
  fixture = mailingsFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  await fixture.clear()
  ada = await app.signUp()
  await app.database.query(`update users set trial_ends_at = '2027-01-01' where id = $1`, [ada.id])
  await app.runJob('mailings.run', {})
})

const titles = async () => (await fixture.emails(ada, 'digest')).map(({ subject }) => subject)
test('the digest is sent once, on Monday at 8:00 by default, and never repeats a story', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  await fixture.addStory(cedar, { title: 'Cedar raises $18 million Series A', eventType: 'raise', weight: 0.95 })
  await fixture.runAt('2026-03-02T07:59:00Z')
  expect(await titles()).toEqual([])
  await fixture.runAt(MONDAY)
  await fixture.runAt('2026-03-02T08:01:00Z')
  expect(await titles()).toEqual(['Cedar raises $18M Series A'])
  await fixture.runAt(NEXT_MONDAY)
  expect(await titles()).toEqual(['Cedar raises $18M Series A', 'A quiet week'])
})

test('a digest that is due is still sent after a setting that does not concern it has changed', async () => {
  await fixture.add(ada, 'Cedar')
  app.time.now = new Date('2026-03-02T08:00:30Z')
  const headers = { authorization: `Bearer ${await ada.tokenAt(app.time.now)}`, 'content-type': 'application/json' }
  const change = { method: 'PATCH', headers, body: '{"alerts":false}' }
  expect((await app.request('/api/mailings', change)).status).toBe(200)
  await fixture.runAt('2026-03-02T08:01:00Z')
  expect(await titles()).toEqual(['A quiet week'])
})

test('an address that refuses emails gets no digest or alert, and hears what it missed once it works again', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  const rule = { companyId: null, events: ['raise'], delivery: 'at-once' }
  expect((await ada.send('POST', '/api/mailings/alerts', rule)).status).toBe(201)
  await app.suppressions.add(ada.email, 'bounced', 'unknown')
  await fixture.addStory(cedar, { title: 'Cedar raises $18 million Series A', eventType: 'raise', weight: 0.95 })
  await fixture.runAt('2026-03-01T12:05:00Z')
  await fixture.runAt(MONDAY)
  expect([await titles(), await fixture.emails(ada, 'alert')]).toEqual([[], []])
  expect(await app.database.query('select from mailings where user_id = $1', [ada.id])).toEqual([])
  expect(await app.suppressions.lift(ada.email)).toBe(true)
  await fixture.runAt(NEXT_MONDAY)
  expect(await titles()).toEqual(['Cedar raises $18M Series A'])
})

test('an account whose email cannot be written does not block the others', async () => {
  const people = [ada, await app.signUp(), await app.signUp()]
  for (const one of people) await fixture.add(one, 'Cedar')
  await app.runJob('mailings.run', {})
  await app.database.query(
    `update mailing_preferences set time_zone = 'Nowhere/Land'
     where user_id = (select user_id from mailing_preferences order by next_digest_at, user_id limit 1)`,
  )
  await fixture.runAt(MONDAY)
  const sent = await Promise.all(people.map((one) => fixture.emails(one, 'digest')))
  expect(sent.filter(({ length }) => length === 1)).toHaveLength(2)
})

test('only one worker at a time can prepare an email', async () => {
  const prepare = (queries: Queries) => mailingStore(queries, ada.id).preferences(app.time.now)
  await app.database.asUser(ada.id, async (queries) => {
    await prepare(queries)
    const other = app.database.asUser(ada.id, async (second) => {
      await second.execute(sql`set local lock_timeout = '50ms'`)
      await prepare(second)
    })
    await expect(other).rejects.toThrow('The service is briefly unavailable')
  })
})

test('the stories of thousands of companies are looked up and recorded as delivered', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  const known = Array.from({ length: 66_000 }, (_, id) => id + 1)
  const delivered = await app.database.asUser(ada.id, async (queries) => {
    const store = mailingStore(queries, ada.id)
    const deliveries = known
      .slice(0, 10_000)
      .map((articleId) => ({ companyId: cedar, articleId, about: 'story' as const }))
    await store.recordDeliveries(deliveries, { way: 'digest', mailingId: null, now: app.time.now })
    return store.delivered(known, 'story')
  })
  expect(delivered.size).toBe(10_000)
  expect(delivered).toContain(`${cedar} 10000`)
})

test('a shutdown that is reported again months later is not sent again', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  await fixture.addStory(cedar, { title: 'Cedar shuts down', eventType: 'closure', weight: 1 })
  await fixture.runAt(MONDAY)
  app.time.now = new Date('2026-06-05T08:00:00Z')
  await fixture.addStory(cedar, { title: 'What became of Cedar, which closed', eventType: 'closure', weight: 1 })
  await fixture.join()
  await fixture.runAt('2026-06-08T08:00:00Z')
  expect(await titles()).toEqual(['Cedar shuts down', 'A quiet week'])
})

test('a sent story that gains an article is not sent again', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  const first = await fixture.addStory(cedar, { title: 'Cedar opens an office in Oslo' })
  await fixture.runAt(MONDAY)
  app.time.now = new Date('2026-03-04T08:00:00Z')
  await fixture.addStory(cedar, { title: 'More on the office', story: first })
  await fixture.runAt(NEXT_MONDAY)
  expect(await titles()).toEqual(['Cedar opens an office in Oslo', 'A quiet week'])
})

test('a sent story is not sent again when it joins a story that was not sent', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  const sent = await fixture.addStory(cedar, { title: 'Cedar opens an office in Oslo' })
  await fixture.runAt(MONDAY)
  app.time.now = new Date('2026-03-04T08:00:00Z')
  const waiting = await fixture.addStory(cedar, { title: 'Norway gets an office of Cedar' })
  await app.database.execute('update tracked_company_articles set story_id = $1 where article_id = $2', [waiting, sent])
  await fixture.runAt(NEXT_MONDAY)
  expect(await titles()).toEqual(['Cedar opens an office in Oslo', 'A quiet week'])
})

test('missed stories are sent later, and stories that are too old are not sent', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  await fixture.addStory(cedar, { title: 'Cedar opens an office in Oslo' })
  await fixture.addStory(cedar, { title: 'Cedar was founded by two friends', publishedAt: '2026-02-01T00:00:00Z' })
  await fixture.runAt('2026-03-24T10:00:00Z')
  expect(await titles()).toEqual(['Cedar opens an office in Oslo'])
  await fixture.runAt('2026-03-30T08:00:00Z')
  expect(await titles()).toEqual(['Cedar opens an office in Oslo', 'A quiet week'])
})

test('muted and sample companies appear in no email', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  await fixture.add(ada, 'Fernway')
  await fixture.addStory(cedar, { title: 'Cedar opens an office in Oslo' })
  await fixture.mute(ada, cedar, '2026-03-05T00:00:00Z')
  await ada.send('POST', '/api/companies/sample')
  await fixture.runAt(MONDAY)
  await fixture.runAt(NEXT_MONDAY)
  expect(await titles()).toEqual(['A quiet week', 'A quiet week'])
})

test('a user with only sample companies gets no digest', async () => {
  await ada.send('POST', '/api/companies/sample')
  await fixture.runAt(MONDAY)
  expect(await titles()).toEqual([])
})

test.each<[string, string]>([
  ['the trial is over', `update users set trial_ends_at = '2026-03-01T13:00:00Z' where id = $1`],
  ['the account is closed', `update users set disabled_at = now() where id = $1`],
  ['the address is not confirmed', `update auth.users set email_confirmed_at = null where id = $1`],
  ['digests are off', `update mailing_preferences set digest = 'off', next_digest_at = null where user_id = $1`],
])('no digest is sent when %s', async (_, change) => {
  const cedar = await fixture.add(ada, 'Cedar')
  await fixture.addStory(cedar, { title: 'Cedar opens an office in Oslo' })
  await app.database.query(change, [ada.id])
  await fixture.runAt(MONDAY)
  expect(await titles()).toEqual([])
})

test("another user's unconfirmed address blocks nobody", async () => {
  const ben = await app.signUp()
  await app.database.query('update auth.users set email_confirmed_at = null where id = $1', [ben.id])
  for (const user of [ada, ben]) await fixture.add(user, 'Cedar')
  await fixture.runAt(MONDAY)
  expect([(await fixture.emails(ada, 'digest')).length, (await fixture.emails(ben, 'digest')).length]).toEqual([1, 0])
})

test('opting out between writing and sending prevents the email', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  await fixture.addStory(cedar, { title: 'Cedar opens an office in Oslo' })
  await fixture.runAt(MONDAY)
  const [mailing] = await app.database.query('select id from mailings where user_id = $1', [ada.id])
  const job = { userId: ada.id, mailingId: Number(mailing?.id) }
  await app.database.query('delete from outbox')
  await app.database.query(`update mailing_preferences set digest = 'off' where user_id = $1`, [ada.id])
  await app.runJob('mailings.email', job)
  expect(await titles()).toEqual([])
  await app.database.query(`update mailing_preferences set digest = 'weekly' where user_id = $1`, [ada.id])
  await app.runJob('mailings.email', job)
  await app.runJob('mailings.email', job)
  expect(await titles()).toHaveLength(1)
})

test('nobody gets another user’s mailing', async () => {
  const ben = await app.signUp()
  await fixture.add(ada, 'Cedar')
  await fixture.runAt(MONDAY)
  const [mailing] = await app.database.query('select id from mailings where user_id = $1', [ada.id])
  await app.database.query('delete from outbox')
  await app.runJob('mailings.email', { userId: ben.id, mailingId: Number(mailing?.id) })
  expect(await app.database.query('select 1 from outbox')).toEqual([])
})

test('concurrent workers write only one digest', async () => {
  await fixture.add(ada, 'Cedar')
  app.time.now = new Date(MONDAY)
  await Promise.all([1, 2, 3].map(() => app.runJob('mailings.run', {})))
  expect(await app.database.query('select 1 from mailings where user_id = $1', [ada.id])).toHaveLength(1)
})

test('a mailing is deleted after 90 days, but the record of which stories were sent is kept', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  await fixture.addStory(cedar, { title: 'Cedar opens an office in Oslo' })
  await fixture.runAt(MONDAY)
  app.time.now = new Date('2026-06-01T08:00:00Z')
  await app.runJob('mailings.clean-up', {})
  const count = (table: string) => app.database.query(`select 1 from ${table} where user_id = $1`, [ada.id])
  expect([(await count('mailings')).length, (await count('story_deliveries')).length]).toEqual([0, 1])
})
