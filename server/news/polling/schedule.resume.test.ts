import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '#domain/time.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const BOSS = 'boss@example.com'

let app: TestApp
let boss: TestUser
let reader: TestUser

beforeAll(async () => {
  app = await testApp({ environment: { SOURCES: 'company-site', ADMIN_EMAILS: BOSS } })
  boss = await app.signUp(BOSS)
  reader = await app.signUp()
})

/** A user whose trial is over, and whose company is paused. */
async function waiting(domain: string): Promise<TestUser> {
  const user = await app.signUp()
  await user.send('POST', '/api/companies', { name: domain, website: `https://${domain}` })
  await app.database.query(`update users set trial_ends_at = $2 where id = $1`, [user.id, app.time.now])
  await app.runJob('account.expire-trials', {})
  await app.runJob('news.pause', {})
  expect(await isDue(domain)).toBe(false)
  return user
}

const isDue = async (domain: string) => {
  const soon = new Date(app.time.now.getTime() + DAY_MS)
  const due = `select 1 from watches join tracked_companies on tracked_companies.id = tracked_company_id where domain = $1 and next_at <= $2`
  return (await app.database.query(due, [domain, soon])).length > 0
}

const act = async (user: TestUser, path: string, body?: object) => {
  const response = await user.send('POST', path, body)
  expect(response.status).toBeLessThan(300)
  return response
}
const grant = (user: TestUser) => act(boss, '/api/admin/grants', { userId: user.id, days: 7, reason: 'A gift' })
const redeem = async (user: TestUser) => {
  const code = await act(boss, '/api/admin/codes', { days: 7, reason: 'A fair', redeemWithinDays: 9 })
  await act(user, '/api/redeem', { code: z.object({ code: z.string() }).parse(await code.json()).code })
}
const close = (user: TestUser) => act(boss, `/api/admin/users/${user.id}/disable`, { reason: 'A complaint' })
const open = (user: TestUser) => act(boss, `/api/admin/users/${user.id}/enable`)

test('a grant and a redeemed code resume polling at once', async () => {
  const [ada, ben] = [await waiting('cedar.dev'), await waiting('birch.dev')]
  await grant(ada)
  expect([await isDue('cedar.dev'), await isDue('birch.dev')]).toEqual([true, false])
  await redeem(ben)
  expect(await isDue('birch.dev')).toBe(true)
})

test('enabling an account that has access resumes polling at once', async () => {
  const ada = await waiting('alder.dev')
  await close(ada)
  await grant(ada)
  expect(await isDue('alder.dev')).toBe(false)
  await open(ada)
  expect(await isDue('alder.dev')).toBe(true)
})

test('enabling an account during its trial resumes polling too', async () => {
  const ada = await app.signUp()
  await ada.send('POST', '/api/companies', { name: 'Rowan', website: 'https://rowan.dev' })
  await close(ada)
  await app.runJob('account.expire-trials', {})
  await app.runJob('news.pause', {})
  expect(await isDue('rowan.dev')).toBe(false)
  await open(ada)
  expect(await isDue('rowan.dev')).toBe(true)
})

test('a paused company that a user with access adds or restores is polled at once', async () => {
  await waiting('linden.dev')
  const added = await act(reader, '/api/companies', { name: 'Linden', website: 'https://linden.dev' })
  const { id } = z.object({ id: z.number() }).parse(await added.json())
  expect(await isDue('linden.dev')).toBe(true)
  await reader.send('DELETE', `/api/companies/${id}`)
  await app.runJob('news.pause', {})
  expect(await isDue('linden.dev')).toBe(false)
  await act(reader, '/api/companies/restore', { ids: [id] })
  expect(await isDue('linden.dev')).toBe(true)
})

test('actions that start no access write no status and resume nothing', async () => {
  // A pass over all accounts would correct this status.
  const untrue = () => app.database.query(`update users set subscription_status = 'expired' where id = $1`, [reader.id])
  const isUntouched = async () => {
    const expired = `select 1 from users where id = $1 and subscription_status = 'expired'`
    return (await app.database.query(expired, [reader.id])).length === 1
  }
  const [trying, over] = [await app.signUp(), await waiting('hazel.dev')]
  await untrue()
  await grant(trying)
  await grant(trying)
  await redeem(await app.signUp())
  await close(over)
  await grant(over)
  expect(await isUntouched()).toBe(true)
  const nothing = await waiting('maple.dev')
  await untrue()
  await close(nothing)
  await open(nothing)
  expect(await isUntouched()).toBe(true)
  expect(await isDue('maple.dev')).toBe(false)
})
