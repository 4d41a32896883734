import { expect, test } from 'vitest'
import type { Fact } from '../facts.ts'
import type { OwnPosition } from './morning.ts'
import { latestMark, markText, stakeText } from './stake.ts'

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

type Given = Parameters<typeof latestMark>[0][number]

const round = (day: string, millions: number, change: Partial<Given> = {}): Given => ({
  title: 'Tideline Energy raises money',
  eventType: 'raise',
  extractedFacts: [amount('valuation', millions * 1e6)],
  denied: [],
  isPrimary: true,
  certainty: 'stated',
  articles: [
    {
      id: 1,
      title: 'Tideline Energy raises money',
      url: 'https://news.example/1',
      publisher: 'Startup Ledger',
      publishedAt: `${day}T10:00:00.000Z`,
      precision: 'second',
      kind: 'press',
      source: 'press',
      statements: [],
      language: 'en',
    },
  ],
  ...change,
})

test('the latest confirmed round after the investment is what a position is compared with', () => {
  const older = round('2024-05-01', 136)
  expect(latestMark([older, round('2026-11-19', 210)], [position()])?.text).toContain('3.1x')
  expect(latestMark([round('2026-11-19', 210, { certainty: 'reported' }), older], [position()])?.text).toContain('2x')
  expect(latestMark([round('2026-11-19', 210, { extractedFacts: [] }), older], [position()])).toBeNull()
  expect(latestMark([older], [position({ date: '2024-05-01' })])).toBeNull()
  expect(latestMark([], [position()])).toBeNull()
})
