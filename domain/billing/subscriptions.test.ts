import { expect, test } from 'vitest'
import { SUBSCRIPTION_STATES, type SubscriptionState, isEnded, currentSubscription } from './subscriptions.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const ahead = new Date('2026-03-10T12:00:00Z')
const past = new Date('2026-02-10T12:00:00Z')

const one = (id: string, state: SubscriptionState, created = '2026-02-01', currentPeriodEnd: Date | null = past) => ({
  id,
  state,
  createdAt: new Date(created),
  currentPeriodEnd,
})

test.each<[string, ReturnType<typeof one>[], string | null]>([
  ['none', [], null],
  ['the live one before a newer dead one', [one('a', 'active'), one('b', 'canceled', '2026-02-20')], 'a'],
  ['unpaid before begun', [one('a', 'past_due'), one('b', 'incomplete', '2026-02-20')], 'a'],
  [
    'canceled but paid for before begun',
    [one('a', 'canceled', '2026-02-01', ahead), one('b', 'incomplete', '2026-02-20')],
    'a',
  ],
  ['begun before canceled and over', [one('a', 'canceled'), one('b', 'incomplete', '2026-02-20')], 'b'],
  ['of two alike the newer', [one('a', 'active'), one('b', 'active', '2026-02-20')], 'b'],
  ['of two of one second always the same', [one('a', 'active'), one('b', 'active')], 'b'],
])('%s', (_, candidates, expected) => {
  expect(currentSubscription(candidates, NOW)?.id ?? null).toBe(expected)
  expect(currentSubscription(candidates.toReversed(), NOW)?.id ?? null).toBe(expected)
})

test('only two states are final', () => {
  expect(SUBSCRIPTION_STATES.filter(isEnded)).toEqual(['incomplete_expired', 'canceled'])
})
