import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { importanceOf } from '#domain/taxonomy.ts'
import { eventOfCompany } from '../reading/reader.ts'
import { verbs } from './inflections.ts'
import { amountOf } from './money.ts'

const read = (title: string, text = '', change = {}) =>
  eventOfCompany({ name: 'Brightwell' }, { title, text, isPrimary: true, ...change })
const valuesOf = (...item: Parameters<typeof read>) =>
  read(...item).facts.map((fact) => `${fact.kind} ${factValue(fact)}`)

describe('investors are read from every kind of list', () => {
  test.each([
    ['The round was co-led by Alder Ventures and Birch Partners.', ['Alder Ventures', 'Birch Partners']],
    ['Existing backers Alder Ventures and Cedar Row also took part.', ['Alder Ventures', 'Cedar Row']],
    ['Alder Ventures was the lead investor; Cedar Row participated.', ['Alder Ventures', 'Cedar Row']],
    ['It raised $12 million led by Alder Ventures, founder Dana Reyes said.', ['Alder Ventures']],
    ['Investors include Alder Ventures, Cedar Row and the carmaker Dunlin.', ['Alder Ventures', 'Cedar Row', 'Dunlin']],
    [
      'It was led by Oak HC/FT and Nord/LB, with money from Alder Ventures.',
      ['Oak HC/FT', 'Nord/LB', 'Alder Ventures'],
    ],
  ])('%s', (text, names) => {
    const found = valuesOf('Brightwell raises $12 million', text).filter((each) => each.startsWith('investor'))
    expect(found).toEqual(names.map((name) => `investor ${name}`))
  })

  test.each(['Alder Ventures did not take part.', 'It was advised by bankers at Alder Ventures.'])(
    'a firm that does not invest is not an investor: %s',
    (text) => expect(valuesOf('Brightwell raises $12 million', text)).toEqual(['raised $12 million']),
  )
})

describe('a grant counts as funding', () => {
  test.each([
    ['Brightwell wins €3 million public grant for electric tugs', []],
    ['State awards Brightwell €3 million grant for a charging hub', []],
    ['Brightwell awarded €3 million EIC grant', []],
    ['Brightwell receives grant of €3 million from the European Innovation Council', ['European Innovation Council']],
  ])('%s', (title, investors) => {
    const { event, weight } = read(title)
    expect({ event, importance: importanceOf(weight) }).toEqual({ event: 'raise', importance: 'notable' })
    expect(valuesOf(title)).toEqual([
      'raised €3 million',
      'round Grant',
      ...investors.map((name) => `investor ${name}`),
    ])
  })

  test.each(['Brightwell awards €3 million in grants to schools', 'Brightwell opens €3 million grant program'])(
    'a grant that the company gives to others is not funding: %s',
    (title) => expect(read(title).event).not.toBe('raise'),
  )

  test('a round with an added grant still counts as a round', () => {
    const { weight } = read('Brightwell raises €5 million seed round and €3 million grant')
    expect(importanceOf(weight)).toBe('major')
  })
})

describe('figures', () => {
  test('an amount and its conversion count once', () => {
    const text = 'Brightwell raised €120m ($131m) in a Series C.'
    expect(valuesOf('Brightwell valued at €1.1bn ($1.2bn) in new round', text)).toEqual([
      'valuation €1.1 billion',
      'raised €120 million',
      'round Series C',
    ])
  })

  test('seed funding is a round, and an investor is listed under one name', () => {
    const text = 'Brightwell raised $5 million in seed funding from Alder Capital.'
    expect(valuesOf('Brightwell raises $5 million from Alder', text)).toEqual([
      'raised $5 million',
      'round Seed',
      'investor Alder Capital',
    ])
  })

  test.each([
    [
      'Brightwell spins out its software as Voltix',
      'Brightwell is spinning it out as Voltix, which has raised $8 million.',
    ],
    ['Brightwell buys back shares', 'Brightwell bought back shares worth $20 million from early investors.'],
    ['Ten years on: how Brightwell survived', 'Its founder recalls how Brightwell raised $2 million in a week.'],
    ['Tarn Mills is bankrupt', 'Tarn Mills filed for bankruptcy on Monday, owing Brightwell $3 million.'],
  ])('money that the company did not raise is ignored: %s', (title, text) => {
    expect(read(title, text, { publishedAt: '2026-05-12' })).toMatchObject({ event: null, facts: [] })
  })
})

test('a report that the company calls inaccurate counts as denied', () => {
  const text = 'Brightwell is weighing an IPO, The Ledger reported. Brightwell said the report was inaccurate.'
  expect(read('Brightwell said to weigh an IPO', text)).toMatchObject({ event: null, denied: ['ipo'] })
})

describe('people', () => {
  test('name and role may appear in different sentences', () => {
    const text = 'Dana Reyes was let go on Friday. Finance chief Tom Hale takes over for now.'
    expect(valuesOf('Brightwell ousts its president', text)).toEqual(['leaves Dana Reyes, president'])
  })

  test('the name in a first-person farewell comes from its signature', () => {
    const text = 'I am stepping down at the end of June. Thank you for everything. – Dana Reyes, CEO'
    expect(valuesOf('Passing the torch', text, { isOwn: true })).toEqual(['leaves Dana Reyes, CEO'])
  })

  test('a newcomer’s role is the new one, not a former one', () => {
    const title =
      'Brightwell poaches Alder Bank’s Dana Reyes, former head of sales at Alder Bank, as chief operating officer'
    expect(valuesOf(title)).toEqual(['joins Dana Reyes, chief operating officer'])
  })
})

describe('event words outside a recognized clause', () => {
  const [title, text] = ['Brightwell throws in the towel', 'The founders thanked everybody on Monday.']

  test('count only in an article about the company', () => {
    expect(read(title, text).event).toBe('closure')
    expect(read(title, text, { isPrimary: undefined }).event).toBeNull()
  })

  test.each([
    'Alder throws in the towel, leaving the field to Brightwell',
    'Alder raises $9 million to take on Brightwell',
  ])('do not count if another company acts: %s', (foreign) =>
    expect(read(foreign)).toMatchObject({ event: null, facts: [] }),
  )
})

test.each([
  ['Rs 165 crore', { currency: 'INR', value: 1_650_000_000 }],
  ['US$42m', { currency: 'USD', value: 42_000_000 }],
  ['NOK 1.9 billion', { currency: 'NOK', value: 1_900_000_000 }],
  ['90 million euros', { currency: 'EUR', value: 90_000_000 }],
  ['R$ 1,5 bilhão', { currency: 'BRL', value: 1_500_000_000 }],
  ['R$ 300 mil', { currency: 'BRL', value: 300_000 }],
  ['€ 2,5 miljoen', { currency: 'EUR', value: 2_500_000 }],
  ['1,2 miliardi di euro', { currency: 'EUR', value: 1_200_000_000 }],
  ['90 Mkr', { currency: 'SEK', value: 90_000_000 }],
  ['€ 1,200 mln', { currency: 'EUR', value: 1_200_000_000 }],
])('%s is an amount', (written, amount) => expect(amountOf(written)).toEqual(amount))

test.each([
  'raise raises raised raising',
  'cut cuts cutting',
  'buy bought buying',
  'co-lead co-led',
  'carry carries carried',
])('matches every form of a verb: %s', (forms) => {
  const [verb = '', ...others] = forms.split(' ')
  for (const form of others) expect(form).toMatch(new RegExp(`^${verbs(verb)}$`))
})

describe('money raised with or without a round', () => {
  test.each([
    [
      'Brightwell files Form D for $14.2M offering',
      'It disclosed the private offering to the SEC.',
      'raised $14.2 million',
    ],
    ['Brightwell discloses $9 million private placement', '', 'raised $9 million'],
    ['Brightwell sells $2 million of convertible notes', 'The notes went to its backers.', 'raised $2 million'],
  ])('%s', (title, text, raised) => {
    expect(read(title, text).event).toBe('raise')
    expect(valuesOf(title, text)).toContain(raised)
  })

  test('a figure compared with an earlier year is current', () => {
    const text =
      'Brightwell raised $45 million at a valuation of $400 million, half of what it was worth in 2022, investors said.'
    expect(valuesOf('Brightwell valuation cut in half in down round', text)).toEqual([
      'raised $45 million',
      'valuation $400 million',
    ])
  })

  test.each([
    ['Brightwell closed a $3 million bridge as it pursues a Series B.', []],
    ['Brightwell raised $3 million ahead of its planned Series B.', []],
    ['Brightwell raised $3 million following its Series A.', []],
    ['Brightwell raised a $3 million Series B.', ['round Series B']],
  ])('tells the current round from earlier and later ones: %s', (text, rounds) => {
    expect(valuesOf('Brightwell raises $3 million', text)).toEqual(['raised $3 million', ...rounds])
  })

  test('a round that the company is still seeking counts as its round', () => {
    expect(valuesOf('Brightwell seeks a Series B, sources say')).toEqual(['round Series B'])
  })

  test('funding for the company’s own spin-out is not money raised', () => {
    const text = 'Brightwell will spin out its robotics unit as Ember, with $8 million of funding from Brightwell.'
    expect(read('Brightwell spins out robotics unit as Ember', text).event).not.toBe('raise')
  })
})

describe('who does what to whom', () => {
  test.each([
    ['Brightwell taps Goldman Sachs to explore sale', 'acquisition'],
    ['Brightwell hires Qatalyst to find a buyer', 'acquisition'],
    ['Brightwell taps Dana Reyes as chief financial officer', 'arrival'],
    ['FDA warns Brightwell over unsanitary plant', 'legal'],
    ['Brightwell receives FDA warning letter', 'legal'],
    ['Brightwell warns of slower growth', null],
    ['Brightwell founder charged with fraud', 'legal'],
    ['Paris bans Brightwell scooters', 'legal'],
    ['Brightwell hacks growth with AI agents', null],
    ['Hackers hit Brightwell', 'incident'],
    ['Brightwell hires 200 in Toronto as it scales', 'expansion'],
    ['Brightwell hires finance chief', 'arrival'],
    ['Brightwell returns money to investors and closes', 'closure'],
    ['Alderon acquihires the team behind Brightwell; app to shut down', 'acquisition'],
    ['Brightwell spins out of Lund University with $4M', 'raise'],
    ['Brightwell spins out of Lund University', null],
  ])('%s', (title, event) => expect(read(title).event).toBe(event))

  test('a criminal charge is the event, not the details around it', () => {
    const text = 'Prosecutors say Leo Marsh misled investors about the revenue of Brightwell.'
    expect(read('Brightwell founder charged with fraud', text).event).toBe('legal')
  })

  test('what a rival tells its employees is not attributed to the company', () => {
    const text =
      'Alderon Health told employees that it would lay off 20% of its workforce. Brightwell closed last week.'
    expect(valuesOf('Alderon Health cuts a fifth of staff, days after rival Brightwell shut down', text)).toEqual([])
    const unnamed = 'The company will lay off 20% of its workforce. Brightwell closed last week.'
    expect(valuesOf('Alderon Health cuts a fifth of staff, days after rival Brightwell shut down', unnamed)).toEqual([])
    const later =
      'Brightwell closed last week. Alderon Health told employees that it would lay off 20% of its workforce.'
    expect(valuesOf('Brightwell shuts down', later)).toEqual([])
  })

  test('the amount of a SPAC merger is a valuation, not money raised', () => {
    const text = 'It will merge with Tortoise Acquisition III in a deal that values it at $1.3 billion.'
    const found = valuesOf('Brightwell goes public via $1.3B SPAC merger', text)
    expect(found).toContain('valuation $1.3 billion')
    expect(found).not.toContain('raised $1.3 billion')
  })

  test('an undated article is assumed to be from the current year', () => {
    vi.useFakeTimers({ now: new Date('2031-06-01') })
    onTestFinished(() => void vi.useRealTimers())
    expect(read('Inside Brightwell', 'Brightwell raised $5 million in 2029.').event).toBeNull()
    expect(read('Inside Brightwell', 'Brightwell raised $5 million in 2031.').event).toBe('raise')
  })

  test('a past round and empty offices are not events', () => {
    const text = 'Two years ago Brightwell raised $60 million. Today its offices are empty.'
    expect(read('What went wrong at Brightwell', text).event).toBeNull()
  })

  test('a loss is not revenue', () => {
    const text = 'The company reported a net loss of $12 million on revenue of $30 million.'
    expect(valuesOf('Brightwell loses $12 million as growth slows', text)).toEqual(['revenue $30 million'])
  })

  test('damages awarded to the company are not a penalty', () => {
    const text = 'A jury found that Loomis infringed two patents of Brightwell and awarded $18 million.'
    expect(valuesOf('Brightwell wins patent suit against Loomis', text)).toEqual([])
    expect(valuesOf('Loomis wins patent suit against Brightwell', text.replace('of Brightwell ', ''))).toEqual([
      'penalty $18 million',
    ])
  })
})
