import { describe, expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { eventOfCompany } from '../reading/reader.ts'

const read = (title: string, text = '', change = {}) => {
  const item = { title, text, publishedAt: '2026-11-12', publisher: 'The Gazette', isPrimary: true, ...change }
  const { event, denied, facts } = eventOfCompany({ name: 'Brightwell' }, item)
  return { event, denied, facts: facts.map((fact) => `${fact.kind} ${factValue(fact)}`) }
}

describe('what a product does is not the end of its maker', () => {
  test.each([
    'Brightwell folds clothes.',
    'The Brightwell stroller collapses with one hand.',
    'Brightwell tablets dissolve in water.',
    'Brightwell winds up cable drums.',
    'Brightwell liquidates returned stock for retailers.',
  ])('%s', (text) => {
    expect(read('Ten startups to watch', text).event).toBeNull()
  })

  test.each([
    'Brightwell folds after ten years',
    'Brightwell folds, citing costs',
    'Brightwell has folded',
    'Brightwell shutters its business',
    'Brightwell winds up in March',
    'Brightwell to close at month’s end',
    'Brightwell will close on November 30',
    'Brightwell closes: 60 jobs lost',
  ])('%s', (title) => {
    expect(read(title).event).toBe('closure')
  })
})

test('the agency in a dateline is not the customer', () => {
  const text = 'BELMOPAN (Southern Wire) - Belize has awarded Brightwell a $6.5 million contract to restore a reef.'
  expect(read('Brightwell wins contract from Belize', text)).toEqual({ event: 'partnership', denied: [], facts: [] })
})

test('a deal that was denied earlier is no longer denied', () => {
  const text = 'After denying it, Brightwell has agreed to be acquired by Alder Group for $820 million.'
  expect(read('Brightwell sells to Alder Group after all', text)).toEqual({
    event: 'acquisition',
    denied: [],
    facts: ['buyer Alder Group', 'price $820 million'],
  })
  expect(
    read('Brightwell denies sale', 'After rejecting a bid, Brightwell denied that it will be sold.'),
  ).toMatchObject({ event: null, denied: ['acquisition'] })
})

test('in a newsletter, another company’s denial is not this company’s', () => {
  const text = 'Brightwell crossed $20 million of ARR.\nGrace Bio says it is not for sale.\nOrrin named a new chief.'
  expect(read('Morning notes: Brightwell', text)).toEqual({
    event: 'results',
    denied: [],
    facts: ['revenue $20 million'],
  })
})

describe('a lawsuit in which the company is not a party is not its own', () => {
  test('because the article says so', () => {
    const text = 'Alder has sued an engineer who left for Brightwell in June. Brightwell is not a defendant.'
    expect(read('Alder sues its former engineer over Brightwell drawings', text).event).not.toBe('legal')
  })

  test('because it is against someone who joined it', () => {
    expect(read('Alder sues former engineer who joined Brightwell').event).toBeNull()
  })

  test('unlike the arrival of that person', () => {
    const text = 'Ana Reyes, who joined Brightwell as chief financial officer this month, ran finance at Alder.'
    expect(read('Brightwell has a new finance chief', text).event).toBe('arrival')
  })

  test('unlike one against its founder', () => {
    const text = 'The founder of Brightwell was charged with fraud. Brightwell itself is not accused.'
    expect(read('Brightwell founder charged with fraud', text).event).toBe('legal')
  })

  test('unlike one against it', () => {
    expect(read('Alder sues Brightwell and an engineer who joined it').event).toBe('legal')
  })
})

test('paid content reports no event', () => {
  const text = 'Brightwell has launched a new dryer.'
  expect(read('SPONSORED: Brightwell launches a new dryer', text).event).toBeNull()
  expect(read('Brightwell launches a new dryer', `Paid content by Brightwell. ${text}`).event).toBeNull()
  expect(read('Brightwell launches a sponsored dryer', text).event).toBe('launch')
})

test.each([
  ['Brightwell denies sale talks', 'acquisition'],
  ['Bakery Brightwell denies it is for sale', 'acquisition'],
  ['Brightwell dismisses merger rumors', 'acquisition'],
  ['Brightwell denies job cuts', 'layoffs'],
  ['Brightwell denies bankruptcy reports', 'closure'],
  ['Brightwell denies IPO plans', 'ipo'],
])('a headline denies without a clause: %s', (title, event) => {
  expect(read(title)).toMatchObject({ event: null, denied: [event] })
})

test('a denial of something else is none of an event', () => {
  expect(read('Brightwell denies sale of user data').denied).toEqual([])
})

test('an agency that is spelled out is not a partner', () => {
  const text = 'The U.S. Food and Drug Administration has approved a spray for migraine from Brightwell, it said.'
  expect(read('FDA approves Brightwell migraine spray', text)).toEqual({ event: 'launch', denied: [], facts: [] })
})

describe('a closure is read whatever went wrong before it, unless only a part closes', () => {
  test.each([
    'Brightwell is shutting down after failing to find a buyer',
    'Brightwell to shut down after failed funding round',
    'Brightwell to close after being unable to secure new funding',
    'Brightwell closes after administrators fail to find buyer',
  ])('%s', (title) => {
    expect(read(title).event).toBe('closure')
  })

  test.each(['Brightwell shuts down a plant in Ohio', 'Brightwell shuts down its Reno warehouse'])('%s', (title) => {
    expect(read(title).event).toBeNull()
  })
})

test.each([
  ['Alder sells Brightwell to Birch for $85 million', ['buyer Birch', 'price $85 million']],
  ['Parent company Alder agrees to sell Brightwell to private equity firm Birch', ['buyer Birch']],
  ['Alder sells Brightwell, its sensor unit, to Birch', ['buyer Birch']],
  ['Alder sells Brightwell to Swedish rival for €40 million', ['price €40 million']],
])('a parent that sells the company is not its buyer: %s', (title, facts) => {
  expect(read(title)).toEqual({ event: 'acquisition', denied: [], facts })
})

test.each(['Alder to sell its stake in Brightwell to Birch', 'Alder sells Brightwell shoes to schools'])(
  'a stake or a product that is sold is not the company: %s',
  (title) => {
    expect(read(title).event).toBeNull()
  },
)

test.each([
  'Alder beats Brightwell to $80 million Navy contract',
  'Brightwell loses out to Alder on $80 million Navy contract',
  'Alder wins Navy contract over Brightwell',
  'Navy picks Alder over Brightwell for $80 million contract',
])('a contract that a rival wins is not a deal of the company: %s', (title) => {
  expect(read(title)).toEqual({ event: null, denied: [], facts: [] })
})

test.each([
  ['Brightwell signs Alder Grocers as customer for its cold-chain sensors', 'customer Alder Grocers'],
  ['Brightwell lands Alder Foods as its first customer', 'customer Alder Foods'],
  ['Alder Foods becomes Brightwell’s first customer', 'customer Alder Foods'],
  ['Navy picks Brightwell over Alder for $80 million contract', 'customer Navy'],
  ['Alder Foods turns to Brightwell for its packaging', 'partner Alder Foods'],
])('whoever buys from the company is named: %s', (title, fact) => {
  expect(read(title)).toEqual({ event: 'partnership', denied: [], facts: [fact] })
})

test('eyes that turn to the company order nothing', () => {
  expect(read('After Alder’s IPO, eyes turn to Brightwell').event).toBeNull()
})

test('what becomes of a customer is not an event of the company, although a court paper names both', () => {
  const text =
    'Alder Retail filed for Chapter 11 protection on Thursday. Brightwell is owed $2.1 million, court papers show.'
  expect(read('Brightwell customer Alder Retail files for bankruptcy', text).event).toBeNull()
})

test.each([
  ['Brightwell raises $5 million after sale talks collapse', 'raise'],
  ['After failing to find a buyer, Brightwell raises $5 million from insiders', 'raise'],
  ['Brightwell acquired by Birch after Cedar deal falls through', 'acquisition'],
  ['Brightwell names Ana Ruiz CEO after merger with Birch is called off', 'arrival'],
])('what failed before an event does not deny it: %s', (title, event) => {
  expect(read(title)).toMatchObject({ event, denied: [] })
})

test.each([
  ['Brightwell sale falls through after Birch pulls out', 'acquisition'],
  ['Brightwell calls off IPO after market rout', 'ipo'],
])('what failed after something else is denied: %s', (title, event) => {
  expect(read(title)).toEqual({ event: null, denied: [event], facts: [] })
})
