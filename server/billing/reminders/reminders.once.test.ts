import { beforeAll, beforeEach, expect, test } from 'vitest'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { reminderStore } from './store.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'

let app: TestApp
let ada: TestUser

beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  app.time.now = START
  ada = await app.signUp()
})

const sent = async (kind: string) =>
  app.database.query('select subject, text from outbox where recipient = $1 and kind = $2', [ada.email, kind])
const ABOUT = String(START.getTime() + 14 * DAY_MS)

async function found(day: number) {
  const now = new Date(START.getTime() + day * DAY_MS)
  const around = { from: new Date(now.getTime() - 3 * DAY_MS), to: new Date(now.getTime() + 3 * DAY_MS), now }
  const rows = await reminderStore(app.database.system).trials(around, null, 1000)
  return rows.some(({ id }) => id === ada.id)
}

test('a reminder can be claimed only once', async () => {
  const { claim } = reminderStore(app.database.system)
  const claims = await Promise.all([1, 2, 3].map(() => claim(ada.id, 'trial-ending', ABOUT, START)))
  expect(claims.filter(Boolean)).toHaveLength(1)
})

test('users who were reminded or opted out are not selected again', async () => {
  expect([await found(10.9), await found(11)]).toEqual([false, true])
  await app.database.query('update users set wants_reminders = false where id = $1', [ada.id])
  expect(await found(11)).toBe(false)
  await app.database.query('update users set wants_reminders = true where id = $1', [ada.id])
  await reminderStore(app.database.system).claim(ada.id, 'trial-ending', ABOUT, START)
  expect(await found(11)).toBe(false)
})

test('opting out between claim and delivery prevents the email', async () => {
  app.time.now = new Date(START.getTime() + 11 * DAY_MS)
  const job = { userId: ada.id, kind: 'trial-ending' as const, about: ABOUT }
  await app.database.query('update users set wants_reminders = false where id = $1', [ada.id])
  await app.runJob('reminders.email', job)
  expect(await sent('trial-ending')).toEqual([])
  await app.database.query('update users set wants_reminders = true where id = $1', [ada.id])
  await app.runJob('reminders.email', job)
  await app.runJob('reminders.email', job)
  expect(await sent('trial-ending')).toHaveLength(1)
})

test('an email whose token was replaced by a newer one is not delivered', async () => {
  const email = (nonce: string, minute: number) => ({
    kind: 'recovery' as const,
    to: ada.email,
    nonce,
    at: new Date(START.getTime() + minute * MINUTE_MS).toISOString(),
  })
  app.time.now = new Date(START.getTime() + 10 * MINUTE_MS)
  await app.runJob('auth.email', email('newer', 5))
  await app.runJob('auth.email', email('older', 1))
  expect(await sent('recovery')).toHaveLength(1)
  await app.runJob('auth.email', email('newest', 8))
  expect(await sent('recovery')).toHaveLength(2)
  await app.database.query('delete from outbox')
  await app.runJob('auth.email', email('newer', 5))
  expect(await sent('recovery')).toEqual([])
})

test('emails are limited per hour', async () => {
  const recover = (email: string) =>
    app.request('/auth/v1/recover', {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: app.config.auth.anonKey },
      body: JSON.stringify({ email }),
    })
  expect((await recover('one@example.com')).status).toBe(200)
  await app.database.query('update auth.throttles set count = 599')
  expect((await recover('two@example.com')).status).toBe(200)
  const refused = await recover('three@example.com')
  expect([refused.status, await refused.json()]).toMatchObject([429, { msg: 'email rate limit exceeded' }])
  app.time.now = new Date(START.getTime() + 61 * MINUTE_MS)
  expect((await recover('three@example.com')).status).toBe(200)
})
