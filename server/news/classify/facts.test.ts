import { expect, test } from 'vitest'
import { factsOf } from './facts.ts'
import { growth, LINEAR } from '../../testing/growth.ts'

test('money raised, its round and who gave it', () => {
  const facts = factsOf({
    title: 'Brightwell raises $12.5M Series A to automate greenhouses',
    text: 'Brightwell said on Tuesday that the round was led by Alder Ventures, with participation from Northgate Capital and Tom Reed. The deal values it at €80 million.',
  })
  expect(facts.raised).toEqual({ currency: 'USD', value: 12_500_000 })
  expect(facts.round).toBe('Series A')
  expect(facts.investors).toEqual(['Alder Ventures', 'Northgate Capital', 'Tom Reed'])
  expect(facts.valuation).toEqual({ currency: 'EUR', value: 80_000_000 })
})

test.each([
  ['Brightwell secures £900k in seed funding', { currency: 'GBP', value: 900_000 }],
  ['Brightwell closes an oversubscribed US$3 billion financing', { currency: 'USD', value: 3_000_000_000 }],
  ['Brightwell announces $1,250,000 seed round', { currency: 'USD', value: 1_250_000 }],
  ['Brightwell Announces $10 Million Oversubscribed Seed Financing', { currency: 'USD', value: 10_000_000 }],
  ['Brightwell sells lamps for $40', null],
  ['Brightwell raises prices of its $40 lamps', null],
])('%s', (title, raised) => {
  expect(factsOf({ title }).raised).toEqual(raised)
})

test('who comes and who goes', () => {
  expect(factsOf({ title: 'Brightwell appoints Jane Q. Miller as Chief Financial Officer' }).moves).toEqual([
    { name: 'Jane Q. Miller', role: 'Chief Financial Officer', change: 'joins' },
  ])
  expect(
    factsOf({ text: 'Omar Haddad joined Brightwell as CTO. CEO Lena Vogt is stepping down in May.' }).moves,
  ).toEqual([
    { name: 'Omar Haddad', role: 'CTO', change: 'joins' },
    { name: 'Lena Vogt', role: 'CEO', change: 'leaves' },
  ])
})

test('a word that only stands in a title with capitals is nobody', () => {
  expect(factsOf({ title: 'Dr. Lena Vogt Tapped As Delaware State Chair' }).moves).toEqual([])
})

test('whom it deals with', () => {
  expect(
    factsOf({ title: 'Brightwell partners with Kestrel Foods', text: 'It also acquired Dunmore Labs.' }).counterparties,
  ).toEqual(['Kestrel Foods', 'Dunmore Labs'])
})

test.each([
  ['Brightwell partners with Kestrel Foods', [{ name: 'Kestrel Foods', relation: 'partner' }]],
  ['Brightwell was selected by Kestrel Foods', [{ name: 'Kestrel Foods', relation: 'customer' }]],
  ['Brightwell is bought by Kestrel Foods', [{ name: 'Kestrel Foods', relation: 'buyer' }]],
  [
    'Kestrel Foods Acquires Brightwell',
    [
      { name: 'Brightwell', relation: 'bought' },
      { name: 'Kestrel Foods', relation: 'buyer' },
    ],
  ],
])('how each party stands in a deal: %s', (title, deals) => {
  expect(factsOf({ title }).deals).toEqual(deals)
})

test('nothing is made up', () => {
  const nothing = { raised: null, valuation: null, round: null, investors: [], moves: [], counterparties: [] }
  expect(factsOf({})).toEqual(nothing)
})

test.each(['A ', 'led by A, ', '$1,', 'raises a ', 'Chief ', 'appoints Aa '])(
  'hostile text of %j costs no more than its length',
  async (part) => {
    const hostile = (length: number) => ({ title: part.repeat(length), text: part.repeat(length) })
    expect(await growth(hostile, 50_000, factsOf)).toBeLessThan(LINEAR)
  },
)
