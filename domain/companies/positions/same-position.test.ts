import { expect, test } from 'vitest'
import type { PositionContent } from './position.ts'
import { createPositionMatcher } from './same-position.ts'

const SAFE: PositionContent = {
  kind: 'investment',
  date: '2022-03-14',
  amount: '25000',
  currency: 'USD',
  instrument: 'safe',
  round: null,
  valuation: '8000000',
  valuationBasis: 'cap',
  notes: null,
}

test.each<[string, Partial<PositionContent>, number]>([
  ['the same', {}, 0],
  ['a cap in a column of post-money valuations', { valuationBasis: 'post-money' }, 0],
  ['without a valuation', { valuation: null, valuationBasis: null }, 0],
  ['another valuation', { valuation: '9000000' }, 1],
  ['another instrument', { instrument: 'note' }, 1],
  ['another day', { date: '2022-03-15' }, 1],
])('%s: %#', (_, change, added) => {
  const missing = createPositionMatcher().missing('cedar', [SAFE], [{ ...SAFE, ...change }], {})
  expect(missing).toHaveLength(added)
})

test('positions that differ only in valuation basis match their exact counterparts first', () => {
  const post = { ...SAFE, valuationBasis: 'post-money' as const }
  expect(createPositionMatcher().missing('cedar', [SAFE, post], [post, SAFE, SAFE], {})).toEqual([SAFE])
})
