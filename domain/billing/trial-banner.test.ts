import { expect, test } from 'vitest'
import { daysLeftText, hasActiveSubscription, timeLeftText, trialBanner, trialLine } from './trial-banner.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'

const end = '2026-03-29T01:30:00Z'
const before = (ms: number) => new Date(new Date(end).getTime() - ms)
const trial = {
  subscriptionStatus: 'trial' as const,
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  trialEndsAt: end as string | null,
}

test.each([
  [14 * DAY_MS, 'remaining', '14 days', 'Upgrade'],
  [14 * DAY_MS - 1000, 'remaining', '13 days', 'Upgrade'],
  [4 * DAY_MS, 'remaining', '4 days', 'Upgrade'],
  [4 * DAY_MS - MINUTE_MS, 'ending', 'Trial Ending Soon', 'Upgrade'],
  [3 * DAY_MS, 'ending', 'Trial Ending Soon', 'Upgrade'],
  [DAY_MS, 'ending', 'Trial Ending Soon', 'Upgrade'],
  [DAY_MS - 1000, 'ending', 'Trial Ending Soon', 'Upgrade'],
  [1, 'ending', 'Trial Ending Soon', 'Upgrade'],
  [0, 'expired', 'Trial Expired', 'Upgrade Now'],
  [-1, 'expired', 'Trial Expired', 'Upgrade Now'],
])('%i ms before the end: %s, %j', (ms, kind, title, action) => {
  expect(trialBanner(trial, before(ms))).toMatchObject({ kind, title, action })
})

test("'Trial Ending Soon' with days left; more than 3: days remaining until billing begins", () => {
  expect(trialBanner(trial, before(2 * DAY_MS))?.text).toMatch(/^2 days left/)
  expect(trialBanner(trial, before(DAY_MS))?.text).toMatch(/^1 day left/)
  expect(trialBanner(trial, before(3 * HOUR_MS))?.text).toMatch(/^Less than 1 day left/)
  const { title, text } = trialBanner(trial, before(11 * DAY_MS))!
  expect(`${title} ${text}`).toBe(
    '11 days remaining until billing begins. You will not be charged unless you add a card.',
  )
})

test("'Free Trial Active!' with a $4.99/month note when the end is not known", () => {
  const banner = trialBanner({ ...trial, trialEndsAt: null }, before(0))
  expect(banner).toMatchObject({ title: 'Free Trial Active!', action: null })
  expect(banner?.text).toContain('$4.99/month')
})

test('without a trial date, active users see a welcome and expired users see nothing', () => {
  const noDate = { ...trial, trialEndsAt: null }
  expect(trialBanner({ ...noDate, subscriptionStatus: 'active' }, before(0))?.kind).toBe('welcome')
  expect(trialBanner({ ...noDate, subscriptionStatus: 'expired' }, before(0))).toBeNull()
})

test('an end that is no date says nothing', () => {
  expect(trialBanner({ ...trial, trialEndsAt: 'soon' }, before(0))).toBeNull()
})

test('"hidden when a paid subscription exists": an id, or active with a customer id', () => {
  expect(trialBanner({ ...trial, stripeSubscriptionId: 'sub_1' }, before(-DAY_MS))).toBeNull()
  const customer = { ...trial, stripeCustomerId: 'cus_1' }
  expect(trialBanner({ ...customer, subscriptionStatus: 'active' }, before(-DAY_MS))).toBeNull()
  expect(hasActiveSubscription(customer)).toBe(false)
})

test('users with a grant are welcomed regardless of their trial', () => {
  const grant = { ...trial, subscriptionStatus: 'active' as const }
  const until = { reason: 'grant' as const, endsAt: '2026-12-15T12:00:00Z' }
  expect(trialBanner({ ...grant, entitlement: until }, before(-DAY_MS))).toMatchObject({
    kind: 'welcome',
    text: 'Your access is complimentary until Dec 15, 2026.',
    action: null,
  })
  const forGood = { reason: 'grant' as const, endsAt: null }
  expect(trialBanner({ ...grant, entitlement: forGood }, before(-DAY_MS))?.text).toBe('Your access is complimentary.')
})

test('paying users see a failed renewal with an action to update the card', () => {
  const paid = { ...trial, subscriptionStatus: 'active' as const, stripeSubscriptionId: 'sub_1' }
  const grace = { reason: 'paid-grace' as const, endsAt: '2026-12-15T12:00:00Z' }
  expect(trialBanner({ ...paid, entitlement: grace }, before(-DAY_MS))).toMatchObject({
    kind: 'payment-failed',
    title: 'Payment failed.',
    action: 'Update Card',
  })
  for (const reason of ['paid', 'paid-until'] as const)
    expect(trialBanner({ ...paid, entitlement: { ...grace, reason } }, before(-DAY_MS))).toBeNull()
})

test('a closed account sees no banner', () => {
  const closed = { reason: 'none' as const, endsAt: null }
  expect(trialBanner({ ...trial, entitlement: closed }, before(-DAY_MS))).toBeNull()
})

test.each([
  [null, 0, '0 days'],
  [end, -1, '0 days'],
  [end, DAY_MS, '1 day'],
  [end, 2 * DAY_MS, '2 days'],
])("\"'N day(s)', or '0 days' if past or empty\": %j %i", (value, ms, text) => {
  expect(daysLeftText(value, before(ms))).toBe(text)
  expect(timeLeftText(value, before(ms))).toBe(text)
})

test.each([
  [11 * DAY_MS, 'Trial: 11 days left', 'Upgrade'],
  [DAY_MS, 'Trial: 1 day left', 'Upgrade'],
  [HOUR_MS, 'Trial: less than 1 day left', 'Upgrade'],
  [0, 'Trial Expired', 'Upgrade Now'],
])('short text %i ms before the end: %s', (ms, text, action) => {
  expect(trialLine(trial, before(ms))).toMatchObject({ text, action })
})

test('the short text reports a failed payment and is omitted when there is nothing to do', () => {
  const grace = { reason: 'paid-grace' as const, endsAt: '2026-12-15T12:00:00Z' }
  expect(trialLine({ ...trial, entitlement: grace }, before(0))).toMatchObject({
    text: 'Payment failed',
    action: 'Update Card',
  })
  expect(trialLine({ ...trial, trialEndsAt: null }, before(0))).toBeNull()
  expect(trialLine({ ...trial, stripeSubscriptionId: 'sub_1' }, before(DAY_MS))).toBeNull()
})
