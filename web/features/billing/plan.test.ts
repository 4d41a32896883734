import { expect, test } from 'vitest'
import type { Profile } from '#domain/account/profile.ts'
import { sampleProfile } from '../../testing/sample-data.ts'
import { chargeNote, statusBesidePrice, planStatusText, subscribeMode, subscriptionBadge } from './plan.ts'

const now = new Date('2026-11-15T12:00:00Z')
const later = '2026-12-15T12:00:00Z'
const earlier = '2026-11-15T12:00:00Z'
type Right = Partial<Profile['entitlement']>

const profileWith = ({ reason = 'trial', ...right }: Right, change: Partial<Profile> = {}) =>
  sampleProfile({
    trialEndsAt: earlier,
    entitlement: {
      hasAccess: reason !== 'expired' && reason !== 'none',
      reason,
      endsAt: null,
      renewsAt: null,
      ...right,
    },
    ...change,
  })
const ids = { stripeCustomerId: 'cus_1', stripeSubscriptionId: 'sub_1' }

test.each<[string, Profile | null, string, string, RegExp]>([
  ['fresh user', profileWith({ endsAt: later }, { trialEndsAt: later }), 'trial', 'Trial', /^30 days left/],
  ['end == now', profileWith({ endsAt: earlier }), 'expired', 'Expired', /^Your free trial has ended/],
  ['trial over', profileWith({ reason: 'expired', endsAt: earlier }), 'expired', 'Expired', /trial has ended/],
  [
    'paid for, and over',
    profileWith({ reason: 'expired', endsAt: earlier }, { trialEndsAt: '2026-03-01T12:00:00Z' }),
    'expired',
    'Expired',
    /^Your access ended on Nov 15, 2026\. Your companies and their news are kept\.$/,
  ],
  [
    'paid',
    profileWith({ reason: 'paid', renewsAt: later }, ids),
    'paid',
    'Active',
    /^Premium, \$4\.99 per month\. Renews on Dec 15, 2026\.$/,
  ],
  [
    'canceled, period not over',
    profileWith({ reason: 'paid', endsAt: later }, ids),
    'paid',
    'Active',
    /^Ends on Dec 15, 2026/,
  ],
  [
    'card added in the trial',
    profileWith({ reason: 'paid', renewsAt: later, isTrialing: true }, ids),
    'paid',
    'Active',
    /^Premium, free until Dec 15, 2026\. First charge: \$4\.99 on Dec 15, 2026\.$/,
  ],
  [
    'canceled in the trial',
    profileWith({ reason: 'paid', endsAt: later, isTrialing: true }, ids),
    'paid',
    'Active',
    /^Canceled\. Free until Dec 15, 2026; you will not be charged\.$/,
  ],
  ['canceled at once', profileWith({ reason: 'paid-until', endsAt: later }, ids), 'paid', 'Active', /^Ends on/],
  [
    'renewal failed',
    profileWith({ reason: 'paid-grace', endsAt: later }, ids),
    'paid',
    'Active',
    /^Payment failed, retrying until Dec 15, 2026\.$/,
  ],
  ['grant', profileWith({ reason: 'grant', endsAt: later }), 'complimentary', 'Active', /^Complimentary, until/],
  ['grant for good', profileWith({ reason: 'grant' }), 'complimentary', 'Active', /^Complimentary, no end date/],
  [
    'a grant of somebody who pays',
    profileWith({ reason: 'grant', endsAt: '2027-01-15T12:00:00Z', renewsAt: later }, ids),
    'paid',
    'Active',
    /^Complimentary, until Jan 15, 2027\. Your subscription still renews on Dec 15, 2026, for \$4\.99, unless you cancel it\.$/,
  ],
  [
    'a grant for good of somebody who has canceled',
    profileWith({ reason: 'grant' }, ids),
    'paid',
    'Active',
    /^Complimentary, no end date\.$/,
  ],
  ['closed account', profileWith({ reason: 'none' }, ids), 'closed', 'Expired', /^This account is closed/],
])('decisions.md section 3, %s: %s', (_, profile, mode, badge, text) => {
  expect(subscribeMode(profile, now)).toBe(mode)
  if (!profile) return
  expect(subscriptionBadge(profile, now).label).toBe(badge)
  expect(planStatusText(profile, now)).toMatch(text)
})

test('the status beside the price shows the grant, if any, and the renewal', () => {
  const both = profileWith({ reason: 'grant', endsAt: '2027-01-15T12:00:00Z', renewsAt: later }, ids)
  expect(statusBesidePrice(both, now)).toBe(planStatusText(both, now))
  const one = profileWith({ reason: 'paid', renewsAt: later }, ids)
  expect(statusBesidePrice(one, now)).toBe('Renews on Dec 15, 2026.')
})

test("plan selection is the default, even for an expired user without a trial ('incomplete')", () => {
  expect(subscribeMode(null, now)).toBe('choose')
  expect(subscribeMode(profileWith({ reason: 'expired' }, { trialEndsAt: null }), now)).toBe('choose')
})

test('the charge note says how much is charged and when', () => {
  expect(chargeNote(profileWith({ endsAt: later }, { trialEndsAt: later }), now)).toBe(
    'Nothing is charged today. Your free trial runs to its end: the first $4.99 is charged on Dec 15, 2026, then every month until you cancel. Cancel before then and you pay nothing.',
  )
  expect(chargeNote(profileWith({ reason: 'grant', endsAt: later }), now)).toMatch(
    /^Nothing is charged today\. Your complimentary access/,
  )
  for (const profile of [null, profileWith({ reason: 'expired', endsAt: earlier }), profileWith({ endsAt: earlier })])
    expect(chargeNote(profile, now)).toMatch(/^\$4\.99 today, then every month until you cancel\./)
})
