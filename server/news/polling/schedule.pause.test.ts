import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { billingFixture } from '../../testing/fixtures/billing-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let ada: TestUser
let ben: TestUser

beforeAll(async () => {
  app = await testApp({
    environment: { SOURCES: 'company-site,press', PRESS_FEEDS: 'https://wire.invalid/feed' },
  })
  ada = await app.signUp()
  ben = await app.signUp()
  await ada.send('POST', '/api/companies', { name: 'Cedar', website: 'https://cedar.dev' })
  await ada.send('POST', '/api/companies', { name: 'Birch', website: 'https://birch.dev' })
  await ben.send('POST', '/api/companies', { name: 'Cedar Inc', website: 'https://cedar.dev' })
})

/** In how many days, at most, each one is polled again after the hourly jobs have run. */
const waits = async () => {
  await app.runJob('account.expire-trials', {})
  await app.runJob('news.pause', {})
  const rows = await app.database.query(
    `select coalesce(domain, 'press') as domain, max(next_at) as next from watches
     left join tracked_companies on tracked_companies.id = tracked_company_id group by 1`,
  )
  return Object.fromEntries(
    rows.map(({ domain, next }) => [
      String(domain),
      Math.max(0, Math.round(((next as Date).getTime() - app.time.now.getTime()) / DAY_MS)),
    ]),
  )
}
const isDue = async (domain: string) => {
  const due = `select 1 from watches join tracked_companies on tracked_companies.id = tracked_company_id where domain = $1 and next_at <= $2`
  return (await app.database.query(due, [domain, app.time.now])).length > 0
}
const grantTo = (user: TestUser) =>
  app.database.query(
    `insert into grants (user_id, reason, granted_by, created_at) values ($1, 'a test', 'a test', $2)`,
    [user.id, app.time.now],
  )

test('a company tracked by a user with access is polled as usual', async () => {
  const { 'cedar.dev': cedar, 'birch.dev': birch } = await waits()
  expect([cedar, birch]).toEqual([0, 0])
})

test('a company is paused if only users without access track it, but not if another user does', async () => {
  await grantTo(ben)
  app.time.now = new Date(START.getTime() + 15 * DAY_MS)
  expect(await waits()).toEqual({ 'cedar.dev': 0, 'birch.dev': 7, press: 0 })
})

test('a paused company is still polled once a week', async () => {
  app.time.now = new Date(START.getTime() + 22 * DAY_MS + 1)
  expect(await isDue('birch.dev')).toBe(true)
})

test('a paused company is due at once after a payment', async () => {
  expect((await waits())['birch.dev']).toBe(7)
  const fixture = billingFixture(app)
  await fixture.subscribe(await fixture.renewed(ada))
  expect(await isDue('birch.dev')).toBe(true)
})
