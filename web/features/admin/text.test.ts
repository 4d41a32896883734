import { expect, test } from 'vitest'
import type { Entitlement } from '#domain/account/entitlement.ts'
import { accessText } from './text.ts'

const END = '2026-12-15T12:00:00Z'
const right = (change: Partial<Entitlement>): Entitlement => ({
  hasAccess: true,
  reason: 'grant',
  endsAt: null,
  renewsAt: null,
  ...change,
})

test.each<[Partial<Entitlement>, RegExp]>([
  [{ reason: 'paid', renewsAt: END }, /^Paid, renews Dec 15, 2026$/],
  [{}, /^Complimentary, for good$/],
  [{ endsAt: END }, /^Complimentary, until Dec 15, 2026, /],
  // The subscription renews, not the grant.
  [{ renewsAt: END }, /^Complimentary, for good; the subscription renews Dec 15, 2026$/],
  [{ hasAccess: false, reason: 'expired', endsAt: END }, /^Expired since Dec 15, 2026$/],
  [
    { reason: 'paid', renewsAt: '2026-12-15T12:00:00Z', isTrialing: true },
    /^Free days of a subscription, first charge Dec 15, 2026$/,
  ],
  [{ hasAccess: false, reason: 'none' }, /^Account closed$/],
])('access %j is described as %s', (change, text) => {
  expect(accessText(right(change))).toMatch(text)
})
