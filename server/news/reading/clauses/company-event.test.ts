import { describe, expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { importanceOf } from '#domain/taxonomy.ts'
import { growth, LINEAR } from '../../../testing/growth.ts'
import { createEventReader, type EventOfCompany } from './company-event.ts'

const of = (name: string, title: string, text = '', change = {}) =>
  createEventReader({ name })({ title, text, ...change })
const valuesOf = ({ facts }: EventOfCompany) => facts.map((fact) => `${fact.kind} ${factValue(fact)}`)

describe('facts are about the company', () => {
  test('reads the amount raised, the round, the valuation and the investors', () => {
    const event = of(
      'Brightwell',
      'Brightwell raises $12.5M Series A to automate greenhouses',
      'The round was led by Alder Ventures, with participation from Northgate Capital. The deal values Brightwell at €80 million.',
    )
    expect(event).toMatchObject({ event: 'raise', direction: 'up' })
    expect(valuesOf(event)).toEqual([
      'raised $12.5 million',
      'round Series A',
      'valuation €80 million',
      'investor Alder Ventures',
      'investor Northgate Capital',
    ])
  })

  test.each([
    ['Ramp raises $300 million at $32 billion valuation, ahead of Brex', 'Brex'],
    ['Brex rival Ramp raises $300 million', 'Brex'],
    ['Drata acquires SafeBase to take on Vanta', 'Vanta'],
    ['Former Halden CFO joins Copperline as chief executive', 'Halden'],
    ['Brex investor Kestrel Capital raises $500 million fund', 'Brex'],
    ['Brex founder joins board of Halden', 'Brex'],
    ['Halden cuts 30% of staff after losing Brex contract', 'Brex'],
    ['Oura CEO Tom Hale says Whoop lawsuit is about the future', 'Oura'],
  ])('an event that is not the company’s is ignored: %s', (title, name) => {
    expect(of(name, title, '', { isPrimary: true })).toMatchObject({ event: null, facts: [] })
  })

  test('an incident at a partner is not the company’s', () => {
    const text = 'Brex’s former partner bank Evolve was hit by a data breach in 2026 and fined by the Fed.'
    expect(of('Brex', 'Brex applies for a charter', text, { isPrimary: true }).event).toBeNull()
  })

  test.each([
    'Brex lets employees sell shares in $300 million tender offer',
    'Brex employees cash out $150 million in secondary share sale',
  ])('money paid to shareholders is not money raised: %s', (title) => {
    const text =
      'Khosla led the deal, which lets Brex employees sell shares worth $150 million at a $9 billion valuation.'
    expect(of('Brex', title, text, { isPrimary: true })).toMatchObject({ event: null, facts: [] })
    const both = of('Brex', 'Brex raises $90 million', 'Brex raised $90 million and employees sold shares.')
    expect(valuesOf(both)).toEqual(['raised $90 million'])
  })

  test('a rename is not an event, but hiring away the team is an acquisition', () => {
    const text = 'Tallow, a spin-off of Halden, is now called Brex. Halden keeps a stake.'
    expect(of('Brex', 'Tallow becomes Brex, spins out of Halden', text, { isPrimary: true }).event).toBeNull()
    expect(of('Brex', 'Halden hires team behind card startup Brex', '', { isPrimary: true }).event).toBe('acquisition')
  })

  test.each([
    ['Brex denies report that it is in talks to be acquired by Capital One', 'acquisition'],
    ['Brex fails to raise $500 million', 'raise'],
    ['Brex calls off its IPO', 'ipo'],
    ['Brex scraps plan to cut 20% of staff', 'layoffs'],
  ])('an event that is denied, fails or is called off did not happen, but is notable: %s', (title, denied) => {
    const event = of('Brex', title)
    expect(event).toMatchObject({ event: null, facts: [], denied: [denied] })
    expect(importanceOf(event.weight)).toBe('notable')
  })

  test.each(['Could Brex be acquired by Capital One?', 'Why Brex should lay off its sales team'])(
    'a hypothesis is not an event: %s',
    (title) => expect(of('Brex', title)).toMatchObject({ event: null, facts: [] }),
  )

  test('a rumor is reported, not stated', () => {
    const event = of('Brex', 'Brex is in talks to be acquired by Capital One, sources say')
    expect(event.event).toBe('acquisition')
    expect(event.facts).toEqual([{ kind: 'buyer', name: 'Capital One', certainty: 'reported' }])
  })

  test('the price of a sale is not money raised', () => {
    const text =
      'Capital One is in talks to acquire the corporate card startup Brex for $5 billion, people familiar said.'
    const event = of('Brex', 'Brex said to be in talks to be acquired by Capital One', text)
    expect(valuesOf(event)).toEqual(['buyer Capital One', 'price $5 billion'])
  })

  test('a passing mention is not an event', () => {
    expect(of('Brex', 'Brex raises $300 million', '', { isPrimary: false })).toMatchObject({ event: null, facts: [] })
  })

  test('tells the buyer from the acquired company', () => {
    expect(of('Brightwell', 'Kestrel Foods acquires Brightwell')).toMatchObject({ event: 'acquisition' })
    expect(of('Kestrel Foods', 'Kestrel Foods acquires Brightwell')).toMatchObject({ event: 'purchase' })
    expect(valuesOf(of('Brightwell', 'Brightwell is bought by Kestrel Foods'))).toEqual(['buyer Kestrel Foods'])
  })

  test('events from years ago are background', () => {
    const text = 'Brightwell launched a lamp. The company raised $40 million in 2021.'
    expect(valuesOf(of('Brightwell', 'Brightwell launches a lamp', text, { publishedAt: '2026-03-10' }))).toEqual([])
  })

  test('a corrected figure replaces the wrong one', () => {
    const text = 'An earlier version said that Brightwell was laying off 16% of its staff. The company is cutting 6%.'
    expect(valuesOf(of('Brightwell', 'Brightwell cuts 6% of its staff', text))).toEqual(['layoffs 6%'])
  })
})

describe('the company’s own words', () => {
  test('bad news is recognized under a vague title', () => {
    const closing = of(
      'Pinecrest',
      'An important update about the future of Pinecrest',
      'After nine years we have made the hard decision to wind down Pinecrest.',
      { isOwn: true },
    )
    expect(closing).toMatchObject({ event: 'closure', direction: 'down' })
    const layoffs = of('Pinecrest', 'A letter from our CEO', 'Today we are parting ways with 20% of our team.', {
      isOwn: true,
    })
    expect(layoffs.event).toBe('layoffs')
    expect(valuesOf(layoffs)).toEqual(['layoffs 20%'])
  })

  test('“we” refers to the company only in its own words', () => {
    const quoted = of(
      'Brex',
      'Payments in review',
      'Brex grew. “We have raised $90 million,” said the founder of Tallow.',
    )
    expect(quoted.facts).toEqual([])
  })
})

test.each(['Acme raises $1 ', 'Acme, ', 'Acme and B ', 'led by A, ', 'Chief ', 'Acme said to be ', '“we ', 'not '])(
  'hostile text made of %j takes linear time',
  async (part) => {
    const hostile = (length: number) => ({ title: part.repeat(length), text: part.repeat(length), isOwn: true })
    expect(await growth(hostile, 20_000, (item) => createEventReader({ name: 'Acme' })(item))).toBeLessThan(LINEAR)
  },
)

test.each([
  [
    'what a rival says of itself',
    'Recycler Alderon closes $200m as rivals such as Cedar struggle',
    'Alderon Elements said it raised $200 million. Competitors including Cedar have faced delays.',
    null,
  ],
  ['what its head says', 'Cedar in new round', 'Ana Ruiz said it raised $12 million from Alpine.', 'raise'],
  ['talks that collapse', 'Talks for Umbrel to buy Cedar collapse', 'Umbrel walked away.', null],
  ['a merger that collapses', 'Merger talks between Cedar and Umbrel collapse', 'They could not agree.', null],
  ['an end that nearly came', 'How Cedar survived its 2019 bankruptcy scare', 'It nearly filed for bankruptcy.', null],
  ['a case of others', 'Umbrel sues Alderon over patents; Cedar not a party', 'It does not involve Cedar.', null],
] as const)('recognizes whose event it is and whether it happened: %s', (_, title, text, event) => {
  expect(of('Cedar', title, text, { isPrimary: true }).event).toBe(event)
})

test('the location of an acquired company is not listed as acquired', () => {
  const text = 'Cedar agreed to acquire Duesen, a Braunschweig company with 40 staff, and Ferrule.'
  expect(valuesOf(of('Cedar', 'Cedar goes shopping', text))).toEqual(['bought Duesen'])
})

test.each([
  ['a mishap that became rarer', 'Study finds Cedar bracelet cuts returns to hospital by a fifth', null],
  ['a test of mishaps', 'Cedar car earns five stars in crash test', null],
  ['what happened to others', 'Cedar report: ransomware attacks on hospitals doubled', null],
  ['help against a mishap', 'Cedar drones help firefighters map blaze in the Sierra', null],
  ['a mishap in spite of it', 'Fire at Cedar warehouse; nobody was hurt', 'incident'],
  ['an approval is not a lawsuit', 'Regulators clear Cedar inhaler for children', null],
  [
    'what burned the fingers of rivals',
    'With a license in hand, Cedar turns to payments',
    null,
    'Bookkeeping was the beginning. Rivals have tried this and burnt their fingers.',
  ],
  ['a job ad is not an arrival', 'Cedar Is Hiring a Head of Engineering', null],
  ['a job ad is not an expansion', 'Cedar (YC S21) Hiring Founding Engineers in Montreal', null],
  ['a job ad is not a contract', 'Cedar is hiring for our largest government contract', null],
  ['a product against mishaps', 'Cedar – AI that finds vulnerabilities in code', null],
  ['power is not a partner', 'Cedar shows a radio that sips power', null],
  ['a fine is one', 'Regulator fines Cedar over its license', 'legal'],
])('%s: %s', (_, title, event, text = '') => {
  expect(createEventReader({ name: 'Cedar' })({ title, text, isPrimary: true }).event).toBe(event)
})

describe('headlines that are easy to misread', () => {
  const read = (name: string, title: string, text = '') => {
    const { event, facts } = createEventReader({ name })({ title, text, isPrimary: true })
    return [event, ...facts.map((fact) => `${fact.kind} ${factValue(fact)}`)]
  }

  test.each([
    [
      'a purchase that closes is not a round',
      ['Stripe', 'Stripe closes $1.1 billion acquisition of stablecoin startup Bridge'],
      ['purchase', 'bought Bridge', 'price $1.1 billion'],
    ],
    ['a deal that is off', ['Windsurf', 'OpenAI’s deal to buy Windsurf is off, and its CEO will go to Google'], [null]],
    [
      'a buyer with its product between commas',
      ['Windsurf', 'Cognition, maker of the AI coding agent Devin, acquires Windsurf'],
      ['acquisition', 'buyer Cognition'],
    ],
    [
      'money raised before the end',
      ['Bench', 'Bench abruptly shuts down', 'The Vancouver company raised $113 million. Customers lost access.'],
      ['closure'],
    ],
    [
      'those who are left',
      ['Klarna', 'Klarna shrinks workforce by 40%', 'Klarna has gone from about 5,000 to almost 3,000 employees.'],
      ['layoffs', 'layoffs 40%'],
    ],
  ] as const)('%s', (_, [name, title, text], wanted) => {
    expect(read(name, title, text)).toEqual(wanted)
  })
})
