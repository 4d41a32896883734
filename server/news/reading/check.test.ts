import { describe, expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { createEventReader } from './clauses/company-event.ts'

const read = createEventReader({ name: 'Brindle' })
const statedIn = (title: string, text = '') =>
  read({ title, text, publishedAt: '2026-05-01' }).facts.map((fact) => `${fact.kind} ${factValue(fact)}`)

describe('a claim is stated if its clause carries it', () => {
  test.each([
    ['Brindle raises $9 million Series A led by Alder Ventures', 'investor Alder Ventures'],
    ['Brindle raises $9 million from turnaround investor Endless', 'investor Endless'],
    ['Brindle and Walmart team up to put solar canopies over parking lots', 'partner Walmart'],
    ['Birch Foods acquires Brindle for $40 million', 'buyer Birch Foods'],
  ])('%s', (title, fact) => {
    expect(statedIn(title)).toContain(fact)
  })
})

/** Each line names the wording that would state it and the reason why it isn't stated. */
describe('a claim is refused', () => {
  test.each([
    ['no organization: a trade', 'Brindle raises $9 million from VCs and AI', ['raised $9 million']],
    ['no organization: a common noun', 'Brindle partners with Investors', []],
    ['no organization: a region', 'Brindle partners with Southern California', []],
    ['no organization: a place', 'Brindle acquires Berlin', []],
  ])('%s', (_, title, facts) => {
    expect(statedIn(title)).toEqual(facts)
  })

  test.each([
    ['itself', 'Brindle joins a program', 'Brindle partners with Alder Foods on the Brindle Luckybox.', 'Luckybox'],
    ['itself: an abbreviation', 'Brindle partners with Alder Foods', 'Brindle (OTC: BRND) partners with it.', 'BRND'],
    ['itself: in another sentence', 'Brindle (BRND) partners with Alder', 'It and BRND sign a deal.', 'BRND'],
    ['itself: its product', 'Brindle partners with Alder Foods on its new Larchwood line', '', 'Larchwood'],
    [
      'itself: named after it',
      'Brindle news',
      'Brindle integrates with Sei. Sei Brindle works with it. Brindle partners with Sei Brindle.',
      'Sei Brindle',
    ],
    [
      'in passing, below a headline that names a partner',
      'Brindle partners with Alder Foods',
      'Brindle announced a partnership with Larch Outdoors.',
      'Larch',
    ],
    ['no organization: a product', 'Brindle integrates with Larch Dashboard', '', 'Larch'],
    [
      'whoever hires',
      'Brindle appoints Craig Nelson as CEO',
      'Esmond Goei, the founder of the group, recruited Craig. Esmond Goei, its Founder, recruited Craig Nelson as CEO.',
      'Esmond',
    ],
    [
      'a party of a contract below a hire',
      'Brindle and Larch Corp appoint Dana Reyes as CEO',
      'Brindle appoints Dana Reyes as CEO. Brindle partners with Larch Corp.',
      'partner',
    ],
    ['other money: needed', 'Brindle will have to raise another $10 million', '', '$10'],
    [
      'other money: repaid',
      'Brindle raises funding',
      'Brindle eliminates warrants and $25.3 million in convertible notes in this financing.',
      '$25.3',
    ],
    ['other money: donated', 'Brindle raises funding', 'Brindle donates $27,285 in funding to schools.', '$27,285'],
    [
      'other money: a worth',
      'Brindle plans IPO',
      'Brindle may be worth as little as $1.5 billion in its IPO.',
      'raised',
    ],
    [
      'other money: projected',
      'Brindle projects results',
      'Brindle reports revenue of $4 million projected for June.',
      '$4 million',
    ],
    ['other money: a penalty that is halved', 'Court halves $500 million verdict against Brindle', '', '$500'],
    ['a label', 'BRX: Brindle partners with Alder Foods', '', 'BRX'],
    ['a description', 'Brindle acquires the Alder VX studio behind a game', '', 'VX'],
    [
      'a description of the company',
      'Brindle partners with Alder Foods',
      'Brindle, a subsidiary of Larch Interactive and a leader in games, announced a partnership with Alder Foods.',
      'Larch',
    ],
    ['a purpose', 'Brindle raises $6M to conquer an advertising market Google won’t', '', 'Google'],
    ['a purpose: of a partnership', 'Brindle partners with Alder Foods to bring lamps to Birch Stores', '', 'Birch'],
    ['another role: its lawyers', 'Brindle raises $9 million, advised by investor Alder Partners', '', 'Alder'],
    [
      'another role: no investor',
      'Brindle raises $9 million',
      'Investor Alder Partners did not join the round.',
      'Alder',
    ],
    ['another role: its parent', 'Birch Works, parent of Alder, and Brindle announce a partnership', '', 'Alder'],
    ['other money: contracts', 'Brindle secures $4.6 million of contract awards', '', '$4.6 million'],
    ['other money: so far', 'Brindle raises a Series A', 'The round brings the total raised to $40 million.', '$40'],
    ['other money: a fund', 'Brindle raises new capital', 'Brindle raises a $290 million fund for founders.', '$290'],
    [
      'other money: of another company',
      'Brindle raises $10 million to help shops',
      'Amazon may have a market cap of more than $1 trillion, but the founder of Brindle is calm.',
      '$1,000',
    ],
    ['other staff', 'Brindle confirms layoffs', 'Lumo shed 300 jobs, and Brindle has laid off staff, too.', '300'],
    [
      'other money: a penalty of another',
      'Actors sue Brindle',
      'In a suit, the generator Hymnal paid $12 million.',
      '$12',
    ],
    [
      'another committee',
      'Brindle CEO Dana Reyes resigns from the Trump council over remarks',
      'Chief executive Dana Reyes resigned from the American Manufacturing Council on Monday.',
      'Dana Reyes',
    ],
    ['a question', 'Brindle raises money', 'Brindle raised $40 million from Alder Ventures?', 'Alder'],
    ['a hypothesis', 'Brindle raises new funding', 'It raises $60 million, contingent on its listing.', '$60'],
  ])('%s', (_, title, text, value) => {
    expect(statedIn(title, text).filter((fact) => fact.includes(value))).toEqual([])
  })

  test.each([
    'Brindle CEO resigns from the Trump manufacturing council',
    'Brindle Secures $4.6 Million of Incremental Contract Awards',
    'Brindle Launches $290M Fund to Back the Next Generation',
  ])('an event of which everything is refused: %s', (title) => {
    expect(['departure', 'raise']).not.toContain(read({ title }).event)
  })

  test('a party is not stated by its initials, too', () => {
    const text = 'Brindle signed a contract with the Financial Mail (FM). The order from FM follows.'
    expect(statedIn('Brindle partners with the Financial Mail', text)).toEqual(['partner Financial Mail'])
  })

  test('a party has one role and one name', () => {
    const text = 'Brindle signed a contract with Alder. The order from Alder Foods follows.'
    expect(statedIn('Brindle partners with Alder Foods', text)).toEqual(['partner Alder Foods'])
  })
})
