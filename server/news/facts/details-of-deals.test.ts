import { expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { eventOfCompany } from '../reading/reader.ts'

const valuesOf = (title: string, text = '') =>
  eventOfCompany({ name: 'Brightwell' }, { title, text, publishedAt: '2026-10-12', isPrimary: true }).facts.map(
    (fact) => `${fact.kind} ${factValue(fact)}`,
  )

test.each([
  'The round, led by Alder Ventures, brings its total funding to date to $20 million.',
  'Alder Ventures led the round, which takes the total raised to $20 million since it was founded in 2019.',
])('a sum of all rounds does not date the round: %s', (text) => {
  expect(valuesOf('Brightwell raises $12 million', text)).toEqual(['raised $12 million', 'investor Alder Ventures'])
})

test('a bridge to a later round is not that round', () => {
  expect(valuesOf('Brightwell gets bridge loan ahead of planned Series C', 'Insiders provided $6 million.')).toEqual([
    'raised $6 million',
  ])
})

test('an old valuation does not date the new one', () => {
  expect(valuesOf('Brightwell raises $15 million at $60 million valuation, from $300 million in 2021')).toEqual([
    'raised $15 million',
    'valuation $60 million',
  ])
})

test.each([
  ['Brightwell co-founder Sven Aldous steps down as CEO, stays on as chairman', 'CEO'],
  ['Brightwell board removes founder Sven Aldous as Brightwell’s chief executive', 'chief executive'],
  ['Brightwell CFO Sven Aldous leaves to join Birch as CEO', 'CFO'],
  ['Brightwell CTO Sven Aldous will leave as chief architect Tom Liu takes over', 'CTO'],
])('whoever leaves gives up the role that the text names: %s', (title, role) => {
  expect(valuesOf(title)).toEqual([`leaves Sven Aldous, ${role}`])
})

test.each([
  [
    'Birch veterans’ startup Brightwell hits unicorn status with $150 million Series C',
    ['raised $150 million', 'round Series C'],
  ],
  [
    'Brightwell raises $22 million from Alder Ventures and a16z',
    ['raised $22 million', 'investor Alder Ventures', 'investor a16z'],
  ],
  [
    'Brightwell secures £2.5 million from angels and the British Business Bank',
    ['raised £2.5 million', 'investor British Business Bank'],
  ],
  ['Alder Bank buys 20% stake in Brightwell', ['investor Alder Bank']],
  ['Alder wins auction for Brightwell with $12 million bid', ['buyer Alder', 'price $12 million']],
  ['Brightwell rehires founder Hugo Brandt as chief scientist', ['joins Hugo Brandt, chief scientist']],
])('%s', (title, values) => {
  expect(valuesOf(title)).toEqual(values)
})

test('what the buyer paid is the price, unless it paid for another', () => {
  const priceOf = (text: string) => valuesOf('Cisco completes acquisition of Brightwell', text)
  expect(priceOf('Cisco paid $2.8 billion in cash.')).toEqual(['buyer Cisco', 'price $2.8 billion'])
  expect(priceOf('Cisco paid $400 million for Splunk last year.')).toEqual(['buyer Cisco'])
})

test.each([
  ['Finance chief Lars Hult will take over as interim chief executive.', ['joins Lars Hult, interim chief executive']],
  ['Lars Hult, who runs its US arm, has been named CEO.', ['joins Lars Hult, CEO']],
  ['Yusra Haddad will serve as interim chief executive.', ['joins Yusra Haddad, interim chief executive']],
  ['Kit Marlowe was named chief executive in 2021.', []],
  ['At Alder Foods, Tom Liu was named chief financial officer.', []],
])('below a departure, who takes over is named: %s', (text, joins) => {
  expect(valuesOf('Brightwell CEO Kit Marlowe resigns', text)).toEqual(['leaves Kit Marlowe, CEO', ...joins])
})
