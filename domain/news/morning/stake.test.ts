import { expect, test } from 'vitest'
import type { Fact } from '../facts.ts'
import type { OwnPosition } from './morning.ts'
import { markText, stakeText } from './stake.ts'

const position = (own: Partial<OwnPosition> = {}): OwnPosition => ({
  companyId: 1,
  kind: 'investment',
  date: '2020-09-14',
  amount: '25000',
  currency: 'USD',
  instrument: null,
  valuation: '68000000',
  valuationBasis: 'post-money',
  ...own,
})

test.each([
  [[position()], '$25,000', ' from Sep 2020 at $68M post-money'],
  [
    [position({ instrument: 'safe', valuation: '5000000', valuationBasis: 'cap' })],
    '$25,000',
    ' SAFE from Sep 2020 at $5M cap',
  ],
  [[position({ instrument: 'note', valuation: null, valuationBasis: null, date: null })], '$25,000', ' note'],
  [[position(), position({ amount: '50000', date: '2021-01-01' })], '$75,000', ' in 2 investments since 2020'],
  [[position(), position({ currency: 'EUR', amount: '10' })], '$25,000 and €10', ' in 2 investments since 2020'],
])('a stake is told in a line', (positions, amount, rest) => {
  expect(stakeText(positions)).toEqual({ amount, rest })
})

test('without an investment there is no stake', () => {
  expect(stakeText([])).toBeNull()
  expect(stakeText([position({ kind: 'value' })])).toBeNull()
})

const amount = (kind: 'valuation' | 'price', value: number, certainty: Fact['certainty'] = 'stated'): Fact => ({
  kind,
  amount: { currency: 'USD', value },
  certainty,
})

test('a stated price is compared with the valuation that the reader typed', () => {
  const round = { eventType: 'raise' as const, extractedFacts: [amount('valuation', 210e6)] }
  expect(markText(round, [position()])).toEqual({
    text: 'This round values it at 3.1x your entry',
    detail: '$210M against your $68M, before dilution.',
  })
  const exit = { eventType: 'acquisition' as const, extractedFacts: [amount('price', 65e6)] }
  expect(markText(exit, [position({ valuation: '5000000', valuationBasis: 'cap' })])?.text).toBe(
    'This price is 13x your cap',
  )
})

test.each([
  ['a reported price', [amount('valuation', 210e6, 'reported')], [position()]],
  ['another currency', [amount('valuation', 210e6)], [position({ currency: 'EUR' })]],
  ['no typed valuation', [amount('valuation', 210e6)], [position({ valuation: null })]],
  ['several valuations', [amount('valuation', 210e6)], [position(), position()]],
  ['no stated price', [], [position()]],
])('%s is not compared', (_, extractedFacts, positions) => {
  expect(markText({ eventType: 'raise', extractedFacts }, positions)).toBeNull()
})
