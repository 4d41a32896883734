import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Profile } from '#domain/account/profile.ts'
import { billingFixture } from '../testing/fixtures/billing-fixture.ts'
import { smallSite } from '../testing/files/built-site.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { DAY_MS } from '#domain/time.ts'

let app: TestApp
let ada: TestUser

beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  ada = await app.signUp()
})

const profile = async (user: TestUser) => Profile.parse(await (await user.get('/api/auth/user')).json())
const set = async (body: unknown) => ada.send('POST', '/api/test/set-trial-days', body)
const remove = async () => ada.send('POST', '/api/test/remove-subscription')
const audited = (act: string) =>
  app.database.query(`select actor, act, at, details from admin_audit where user_id = $1 and act = $2 order by id`, [
    ada.id,
    act,
  ])

test.each([
  [0, 'Trial ended', 'expired', false],
  [1, 'Trial set to 1 day', 'trial', true],
  [3, 'Trial set to 3 days', 'trial', true],
  [365, 'Trial set to 365 days', 'trial', true],
])('set-trial-days %i: "message, trial_ends_at"', async (days, message, status, hasAccess) => {
  const response = await set({ days })
  const trialEndsAt = new Date(START.getTime() + days * DAY_MS).toISOString()
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ message, trial_ends_at: trialEndsAt })
  expect(await profile(ada)).toMatchObject({
    subscriptionStatus: status,
    trialEndsAt,
    entitlement: { hasAccess },
  })
  expect((await ada.get('/api/companies')).status).toBe(hasAccess ? 200 : 402)
  const [row] = await app.database.query('select subscription_status from users where id = $1', [ada.id])
  expect(row).toEqual({ subscription_status: status })
})

test('a changed trial and a removed subscription are announced to open pages', async () => {
  const announced: string[] = []
  const stop = await app.database.listen(['tidings_entitlement'], {
    onPayload: (_topic, userId) => announced.push(userId),
    onResume: () => {},
  })
  await set({ days: 0 })
  await expect.poll(() => announced).toEqual([ada.id])
  await remove()
  await expect.poll(() => announced).toEqual([ada.id, ada.id])
  await stop()
})

test('in production, developer pages and their API calls return 404', async () => {
  const production = await testApp({
    environment: {
      NODE_ENV: 'production',
      DATABASE: 'embedded',
      PUBLIC_URL: 'http://localhost',
      MAIL: 'outbox',
      PAYMENTS: 'test',
    },
    webRoot: smallSite(),
  })
  const user = await production.signUp()
  for (const path of ['/trial-test', '/test-email', '/debug-reset', '/api/test/outbox'])
    expect((await user.get(path)).status, path).toBe(404)
  for (const path of ['/api/test/set-trial-days', '/api/test/remove-subscription'])
    expect((await user.send('POST', path, { days: 1 })).status, path).toBe(404)
  expect((await user.get('/')).status).toBe(200)
})

test.each([{ days: -1 }, { days: 366 }, { days: 1.5 }, { days: '3' }, { days: null }, {}])(
  '"days validated 0-365": %j changes nothing',
  async (body) => {
    const before = await profile(ada)
    const response = await set(body)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'invalid-input' })
    expect(await profile(ada)).toEqual(before)
    expect(await audited('test.set-trial-days')).toEqual([])
  },
)

test('every action is audited', async () => {
  await set({ days: 2 })
  await remove()
  expect(await audited('test.set-trial-days')).toEqual([
    { actor: 'trial-test page', act: 'test.set-trial-days', at: START, details: { days: 2 } },
  ])
  expect(await audited('test.remove-subscription')).toEqual([
    {
      actor: 'trial-test page',
      act: 'test.remove-subscription',
      at: START,
      details: { subscriptionId: null },
    },
  ])
})

test('removing a subscription cancels it at the provider too, so no webhook brings it back', async () => {
  const fixture = billingFixture(app)
  const subscriptionId = await fixture.addCard(ada)
  expect(await fixture.reason(ada)).toBe('paid')
  expect(await (await remove()).json()).toEqual({ message: 'Subscription removed' })
  expect(await fixture.reason(ada)).toBe('trial')
  await app.runJob('payments.deliver', {})
  await app.runJob('billing.reconcile', {})
  expect(await fixture.reason(ada)).toBe('trial')
  await set({ days: 0 })
  expect(await fixture.reason(ada)).toBe('expired')
  expect((await ada.get('/api/companies')).status).toBe(402)
  expect(await audited('test.remove-subscription')).toMatchObject([{ details: { subscriptionId } }])
  expect((await remove()).status).toBe(200)

  await fixture.subscribe(ada)
  expect(await fixture.reason(ada)).toBe('paid')
})

test('a subscription whose first payment was never made can be removed', async () => {
  await set({ days: 0 })
  expect((await ada.send('POST', '/api/get-or-create-subscription')).status).toBe(200)
  expect(await (await remove()).json()).toEqual({ message: 'Subscription removed' })
})

test('removing also ends a subscription that is canceled but still paid', async () => {
  const fixture = billingFixture(app)
  await fixture.subscribe(ada)
  await ada.send('POST', '/api/billing/cancel')
  await remove()
  await set({ days: 0 })
  expect(await fixture.reason(ada)).toBe('expired')
})

test("another user's id in the body is ignored", async () => {
  const ben = await app.signUp()
  const before = await profile(ben)
  await set({ days: 100, userId: ben.id, user_id: ben.id, id: ben.id })
  expect(await profile(ben)).toEqual(before)
})

test('with developer pages off, both calls answer exactly like an unknown path', async () => {
  const shut = await testApp({ environment: { DEVELOPER_PAGES: 'off' } })
  const user = await shut.signUp()
  const answers = []
  for (const path of ['set-trial-days', 'remove-subscription', 'never-was']) {
    const response = await user.send('POST', `/api/test/${path}`, { days: 3 })
    const { requestId: _, ...problem } = (await response.json()) as { requestId: string }
    answers.push([response.status, problem])
  }
  expect(answers[0]).toEqual([404, expect.objectContaining({ code: 'not-found' })])
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await profile(user)).toMatchObject({ entitlement: { reason: 'trial' } })
})
