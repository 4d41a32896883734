import { describe, expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { eventOfCompany } from '../reading/reader.ts'

const read = (title: string, text = '', change = {}) => {
  const item = { title, text, publishedAt: '2026-10-12', isPrimary: true, ...change }
  const { event, facts } = eventOfCompany({ name: 'Brightwell' }, item)
  return [event, ...facts.map((fact) => `${fact.kind} ${factValue(fact)}`)]
}

describe('in a roundup, only the item about the company counts', () => {
  test('of funding', () => {
    const text = `- Ovenbird, a New York City-based bakery, raised $18 million in Series A funding. Lerer Hippeau led the round.
- Brightwell, a Nashville, Tenn.-based maker of noise-cancelling cribs, raised $75 million in Series C funding. Oak HC/FT led the round.
- Rackmoor, a London-based operator, raised $11 million in seed funding. Balderton Capital led the round.`
    expect(read('Venture deals of the day', text)).toEqual([
      'raise',
      'raised $75 million',
      'round Series C',
      'investor Oak HC/FT',
    ])
  })

  test('of funding, with the city in parentheses or after a label', () => {
    const cities =
      'Brightwell (Dublin) raised €3 million from Alder Row. Peatly (Cork) raised €11 million Series A led by Quayside. Dovecote (Galway) took a €2 million loan.'
    expect(read('Funding roundup: Brightwell, Peatly and Dovecote', cities)).toEqual([
      'raise',
      'raised €3 million',
      'investor Alder Row',
    ])
    const labels =
      'Quarnel: €11 million Series A led by Quayside. Brightwell: €3 million seed led by Alder Row. Dunnock Bio: €2 million from Birch Ventures.'
    expect(read('Deals of the week', labels)).toEqual([
      'raise',
      'raised €3 million',
      'round Seed',
      'investor Alder Row',
    ])
  })

  test('of layoffs', () => {
    const text =
      'Oct. 3: Intel said it would shed another 2,100 roles. Oct. 8: Brightwell, a startup in Ohio, let go of 48 people. Oct. 9: Peloton reduced headcount by 6%.'
    expect(read('The tech layoffs list', text)).toEqual(['layoffs', 'layoffs 48'])
  })

  test('of people', () => {
    const text =
      'Plaid promoted Alicia Fenn to head of policy. Brightwell has hired Devon Achterberg as chief risk officer. At Brex, controller Tom Liu is out.'
    expect(read('Movers: Plaid, Brightwell, Brex', text)).toEqual([
      'arrival',
      'joins Devon Achterberg, chief risk officer',
    ])
  })
})

test.each([
  ['Customer of Brightwell fined $3 million for tax errors'],
  ['Everyone wants to be the Brightwell of dentistry, and Molarly has $14 million for it'],
  ['Meta considered buying Brightwell before hiring spree, filings show'],
  ['Musk’s claim that xAI has bought Brightwell was a joke, companies confirm'],
  ['Brightwell says report of layoffs is false'],
  ['Brightwell’s CEO is not leaving for Airbus, spokesperson says'],
  ['Brightwell wins Red Dot award for modular sofa'],
  ['Opinion: Why I stopped using Brightwell'],
  ['Podcast: the Brightwell founder on grief, gardening and leaving'],
])('nothing happened to the company: %s', (title) => {
  expect(read(title)).toEqual([null])
})

test('an award is not an event', () => {
  const text = 'The furniture maker Brightwell picked up a Red Dot Best of the Best award for its Knot sofa.'
  expect(read('Brightwell wins Red Dot award for modular sofa', text)).toEqual([null])
})

test.each([
  ['Brightwell to shutter all 31 stores after failed sale', 'closure'],
  ['Brightwell winds down after Series B talks collapse', 'closure'],
  ['Brightwell founder charged with fraud', 'legal'],
])('a failure that led to the event does not deny it: %s', (title, event) => {
  expect(read(title, 'Brightwell is not accused of anything else.')).toEqual([event])
})

test('the company speaks for itself if the publisher is its blog', () => {
  const text =
    'Today we’re announcing our $42 million Series B, led by Index Ventures with our existing investors Accel.'
  expect(read('Our Series B', text, { publisher: 'Brightwell Blog' })).toEqual([
    'raise',
    'round Series B',
    'raised $42 million',
    'investor Index Ventures',
    'investor Accel',
  ])
})

test.each([
  [
    'Brightwell extends Series A with a further €9m',
    'Brightwell said Equinor Ventures has put €9 million into an extension of the Series A it first announced in March 2025, when it raised €14 million.',
    ['raise', 'raised €9 million', 'round Series A', 'investor Equinor Ventures'],
  ],
  [
    'Brightwell snaps up beloved roaster',
    'Brightwell has purchased Bald Mountain Roasters, which has been a fixture of the city since 1998.',
    ['purchase', 'bought Bald Mountain Roasters'],
  ],
  ['Brightwell sold to Texas firm', '', ['acquisition']],
  [
    'Brightwell appoints chief revenue officer',
    'Brightwell today announced the appointment of Carlos Beaumont as chief revenue officer.',
    ['arrival', 'joins Carlos Beaumont, chief revenue officer'],
  ],
  [
    'Brightwell finance chief Sanjay Mehta heads for the exit ahead of planned IPO',
    '',
    ['departure', 'leaves Sanjay Mehta, finance chief'],
  ],
  [
    'Founder of Brightwell charged with defrauding investors',
    'Prosecutors charged the founder of Brightwell with fraud, alleging that he inflated Brightwell’s sales to raise $80 million.',
    ['legal'],
  ],
])('background does not hide or add facts: %s', (title, text, facts) => {
  expect(read(title, text)).toEqual(facts)
})

test.each([
  ['Goldfinch, spun out of Brightwell, raises $8 million', 'Goldfinch was part of Brightwell until March.'],
  ['Quarnel, founded by Brightwell alumni, files for bankruptcy', ''],
  ['Quarnel, acquired by Brightwell in 2024, cuts 40 jobs', ''],
  ['No data breach at Brightwell, investigation finds', ''],
  ['Brightwell emerges from Chapter 11', ''],
  ['Brightwell loses Alder contract to Birch', ''],
])('what happened to another, or did not happen, is no event: %s', (title, text) => {
  expect(read(title, text)).toEqual([null])
})

test.each([
  ['Three people leave Brightwell to start rival', 'departure'],
  ['Thirty people will leave Brightwell as it cuts costs', 'layoffs'],
  ['Brightwell loses CFO Ana Ruiz', 'departure'],
  ['Brightwell enters Chapter 11', 'closure'],
  ['Dana Reyes, founder of Brightwell, steps down', 'departure'],
  ['Google hires Brightwell founder', 'departure'],
])('%s: %s', (title, event) => {
  expect(read(title)[0]).toBe(event)
})

test('a company that the newcomer worked for does not join', () => {
  const text = 'Lena Ortiz, who led Google Cloud sales until 2024, joins the firm’s board.'
  expect(read('Brightwell appoints former Google exec to board', text)).toEqual(['arrival', 'joins Lena Ortiz, board'])
})
