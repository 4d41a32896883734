import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { entitlement, statusOf, type Entitlement, type EntitlementInput } from './entitlement.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'

const now = new Date('2026-03-20T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)

const nobody: EntitlementInput = {
  createdAt: inDays(-40),
  trialEndsAt: inDays(-26),
  disabledAt: null,
  grants: [],
  subscription: null,
}
const reasonOf = (input: Partial<EntitlementInput>) => entitlement({ ...nobody, ...input }, now).reason

/** Days until the paid period ends. The rows of `PAID` have one entry for each. */
const PERIODS = {
  running: 10,
  'over for 2 days': -2,
  'over for 5 days': -5,
  'over for 8 days': -8,
  unknown: null,
}
const no = null
const PAID: Record<string, (Entitlement['reason'] | null)[]> = {
  active: ['paid', 'paid', no, no, no],
  trialing: ['paid', 'paid', no, no, no],
  past_due: ['paid-grace', 'paid-grace', 'paid-grace', no, no],
  canceled: ['paid-until', no, no, no, no],
  incomplete: [no, no, no, no, no],
  incomplete_expired: [no, no, no, no, no],
  unpaid: [no, no, no, no, no],
  paused: [no, no, no, no, no],
  unknown: [no, no, no, no, no],
  'a word of tomorrow': [no, no, no, no, no],
  '': [no, no, no, no, no],
}
const TRIALS: [name: string, Partial<EntitlementInput>, runs: boolean][] = [
  ['trial running', { trialEndsAt: inDays(1) }, true],
  ['trial over', { trialEndsAt: inDays(-1) }, false],
  ['no trial date, young', { trialEndsAt: null, createdAt: inDays(-13) }, true],
  ['no trial date, old', { trialEndsAt: null, createdAt: inDays(-14) }, false],
]
const GRANTS: [name: string, EntitlementInput['grants'], inForce: boolean][] = [
  ['no grant', [], false],
  ['a grant', [{ endsAt: inDays(5), revokedAt: null }], true],
  ['a grant for good', [{ endsAt: null, revokedAt: null }], true],
  ['a grant that ended', [{ endsAt: inDays(-1), revokedAt: null }], false],
  ['a grant that ends now', [{ endsAt: now, revokedAt: null }], false],
  ['a revoked grant', [{ endsAt: inDays(5), revokedAt: inDays(-1) }], false],
  ['a revoked grant for good', [{ endsAt: null, revokedAt: inDays(-1) }], false],
  [
    'one revoked, one in force',
    [
      { endsAt: null, revokedAt: inDays(-1) },
      { endsAt: inDays(1), revokedAt: null },
    ],
    true,
  ],
]

const cases = Object.entries(PAID).flatMap(([status, cells]) =>
  Object.entries(PERIODS).flatMap(([period, days], at) =>
    TRIALS.flatMap(([trial, ofTrial, trialRuns]) =>
      GRANTS.flatMap(([grant, grants, inForce]) =>
        [false, true].map((disabled) => {
          const subscription = {
            status: status || null,
            currentPeriodEnd: days === null ? null : inDays(days),
            cancelAt: null,
          }
          const paid = cells[at] ?? null
          const rest = trialRuns ? 'trial' : 'expired'
          const expected = disabled ? 'none' : inForce ? 'grant' : (paid ?? rest)
          const input = {
            ...nobody,
            ...ofTrial,
            grants,
            subscription,
            disabledAt: disabled ? inDays(-1) : null,
          }
          return { name: [status, period, trial, grant, disabled].join(', '), input, expected }
        }),
      ),
    ),
  ),
)

test('every combination of status, period, trial, grant and ban gives the documented access', () => {
  expect(cases).toHaveLength(11 * 5 * 4 * 8 * 2)
  const wrong = cases.filter(({ input, expected }) => {
    const { reason, hasAccess } = entitlement(input, now)
    return reason !== expected || hasAccess !== !['none', 'expired'].includes(expected)
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('an incomplete subscription grants no access even before its period ends', () => {
  const subscription = { status: 'incomplete', currentPeriodEnd: inDays(30), cancelAt: null }
  expect(reasonOf({ subscription })).toBe('expired')
})

const ends = (input: Partial<EntitlementInput>) => {
  const { endsAt, renewsAt } = entitlement({ ...nobody, ...input }, now)
  return [endsAt, renewsAt]
}
const subscribed = (status: string, days: number, cancelAt: Date | null = null) => ({
  subscription: { status, currentPeriodEnd: inDays(days), cancelAt },
})

test.each<[string, Partial<EntitlementInput>, Date | null, Date | null]>([
  ['a grant for good has no end', { grants: [{ endsAt: null, revokedAt: null }] }, null, null],
  [
    'of several grants the longest counts',
    {
      grants: [
        { endsAt: inDays(3), revokedAt: null },
        { endsAt: inDays(9), revokedAt: null },
        { endsAt: inDays(5), revokedAt: null },
      ],
    },
    inDays(9),
    null,
  ],
  [
    'a grant beside a subscription that runs: the next payment is due all the same',
    { ...subscribed('active', 10), grants: [{ endsAt: inDays(20), revokedAt: null }] },
    inDays(20),
    inDays(10),
  ],
  [
    'a grant beside one that was canceled: none is',
    { ...subscribed('active', 10, inDays(10)), grants: [{ endsAt: inDays(20), revokedAt: null }] },
    inDays(20),
    null,
  ],
  ['a subscription renews', subscribed('active', 10), null, inDays(10)],
  ['one that was canceled ends', subscribed('active', 10, inDays(10)), inDays(10), null],
  ['a failed payment has seven days', subscribed('past_due', -2), inDays(5), null],
  ['canceled, until the period is over', subscribed('canceled', 4), inDays(4), null],
  ['a trial', { trialEndsAt: inDays(2) }, inDays(2), null],
  ['an expired trial tells when', {}, inDays(-26), null],
  ['a subscription that ended after the trial tells when', subscribed('canceled', -4), inDays(-4), null],
  ['one that nobody paid ended with the last of its seven days', subscribed('past_due', -9), inDays(-2), null],
  ['one that nobody heard of again', subscribed('active', -5), inDays(-2), null],
  ['one that ended before the trial does not count', subscribed('canceled', -30), inDays(-26), null],
  ['one that was never paid neither', subscribed('incomplete_expired', -3), inDays(-26), null],
  ['a grant that is over', { grants: [{ endsAt: inDays(-6), revokedAt: null }] }, inDays(-6), null],
  ['a closed account tells nothing', { disabledAt: now }, null, null],
])('end and renewal dates: %s', (_, input, endsAt, renewsAt) => {
  expect(ends(input)).toEqual([endsAt?.toISOString() ?? null, renewsAt?.toISOString() ?? null])
})

test.each([
  ['none', false, 'expired'],
  ['expired', false, 'expired'],
  ['trial', true, 'trial'],
  ['grant', true, 'active'],
  ['paid', true, 'active'],
  ['paid-grace', true, 'active'],
  ['paid-until', true, 'active'],
] as const)('%s maps to one of three statuses', (reason, hasAccess, status) => {
  expect(statusOf({ reason, hasAccess, endsAt: null, renewsAt: null })).toBe(status)
})

/** The last two are right after a daylight saving change. */
const PLACES: [zone: string, end: string][] = [
  ['UTC', '2026-03-15T12:00:00Z'],
  ['Pacific/Kiritimati', '2026-03-16T00:00:00+14:00'],
  ['Pacific/Pago_Pago', '2026-03-15T00:00:00-11:00'],
  ['America/New_York', '2026-03-08T03:00:00-04:00'],
  ['Europe/Berlin', '2026-10-25T02:30:00+01:00'],
]
const LEFT: [text: string, ms: number, reason: string][] = [
  ['14 d', 14 * DAY_MS, 'trial'],
  ['13 d 23:59:59', 14 * DAY_MS - 1000, 'trial'],
  ['4 d', 4 * DAY_MS, 'trial'],
  ['3 d 23:59', 3 * DAY_MS + 24 * HOUR_MS - MINUTE_MS, 'trial'],
  ['3 d', 3 * DAY_MS, 'trial'],
  ['1 d', DAY_MS, 'trial'],
  ['23:59:59', DAY_MS - 1000, 'trial'],
  ['1 ms', 1, 'trial'],
  ['0', 0, 'expired'],
  ['-1 ms', -1, 'expired'],
]

describe.each(PLACES)('in %s, a trial that ends at %s', (zone, end) => {
  beforeEach(() => void vi.stubEnv('TZ', zone))
  afterEach(() => void vi.unstubAllEnvs())

  test.each(LEFT)('%s before its end', (_, left, reason) => {
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    const moment = new Date(new Date(end).getTime() - left)
    const dated = { ...nobody, trialEndsAt: new Date(end) }
    const undated = { ...nobody, trialEndsAt: null, createdAt: new Date(new Date(end).getTime() - 14 * DAY_MS) }
    for (const user of [dated, undated])
      expect(entitlement(user, moment)).toEqual({
        hasAccess: reason === 'trial',
        reason,
        endsAt: new Date(end).toISOString(),
        renewsAt: null,
      })
  })
})

test.each([
  ['active', 3 * DAY_MS],
  ['trialing', 3 * DAY_MS],
  ['past_due', 7 * DAY_MS],
  ['canceled', 0],
])('a subscription that is %s grants access up to the last millisecond', (status, slack) => {
  const end = new Date('2026-03-08T03:00:00-04:00')
  const at = (ms: number) =>
    entitlement(
      { ...nobody, subscription: { status, currentPeriodEnd: end, cancelAt: null } },
      new Date(end.getTime() + slack + ms),
    ).hasAccess
  expect([at(-1), at(0), at(1)]).toEqual([true, false, false])
})
