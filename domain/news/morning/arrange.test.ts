import { expect, test } from 'vitest'
import { arrangeMorning, type Portfolio } from './arrange.ts'
import type { OwnPosition, MorningStory } from './morning.ts'

const NOW = new Date('2026-11-19T12:00:00Z')
const ZONE = 'America/New_York'
const [TODAY, YESTERDAY, MONDAY] = ['2026-11-19T11:00:00.000Z', '2026-11-18T15:00:00.000Z', '2026-11-16T15:00:00.000Z']

let lastId = 0

function story(companyName: string, title: string, own: Partial<MorningStory> = {}): MorningStory {
  lastId += 1
  const id = lastId
  const publishedAt = own.publishedAt ?? TODAY
  return {
    id,
    roots: [id],
    linkedAt: publishedAt,
    title,
    publishedAt,
    section: null,
    eventType: 'mention',
    weight: 0.5,
    direction: null,
    certainty: 'stated',
    extractedFacts: [],
    denied: [],
    isPrimary: true,
    evidence: [],
    articles: [article(id, title, publishedAt, 'The Valley Wire')],
    companyId: companyName.charCodeAt(0),
    companyName,
    readAt: null,
    quotes: [],
    ...own,
  }
}

const article = (id: number, title: string, publishedAt: string, publisher: string) => ({
  id,
  title,
  url: `https://${publisher.toLowerCase().replaceAll(' ', '')}.example/${id}`,
  publisher,
  publishedAt,
  precision: 'second' as const,
  kind: 'article',
  source: 'press-wires',
  statements: [],
  language: null,
})

const position = (companyName: string, amount: string): OwnPosition => ({
  companyId: companyName.charCodeAt(0),
  kind: 'investment',
  date: '2020-09-14',
  amount,
  currency: 'USD',
  instrument: null,
  valuation: null,
  valuationBasis: null,
})

const NAMES = ['Alder', 'Birch', 'Cedar', 'Dune', 'Elm', 'Fern', 'Granite', 'Heron', 'Iris', 'Juniper']

const arranged = (stories: MorningStory[], own: Partial<Portfolio> = {}) =>
  arrangeMorning(
    {
      companies: NAMES.map((name) => ({ id: name.charCodeAt(0) })),
      stories,
      positions: [],
      lastReadAt: new Date(YESTERDAY),
      needs: [],
      ...own,
    },
    { now: NOW, timeZone: ZONE },
  )

const names = (events: readonly { companyName: string }[]) => events.map(({ companyName }) => companyName)

test('a shutdown comes before a sale, a round and layoffs, and what is sure before what is reported', () => {
  const { events } = arranged([
    story('Alder', 'Alder lays off 40 people', { eventType: 'layoffs' }),
    story('Birch', 'Birch raises $5 million', { eventType: 'raise' }),
    story('Cedar', 'Cedar is in talks to shut down', { eventType: 'closure', certainty: 'reported' }),
    story('Dune', 'Dune sells to Kestrel', { eventType: 'acquisition' }),
    story('Elm', 'Elm is shutting down', { eventType: 'closure' }),
  ])
  expect(names(events)).toEqual(['Elm', 'Dune', 'Birch', 'Alder', 'Cedar'])
  expect(events.map(({ isReported }) => isReported)).toEqual([false, false, false, false, true])
})

test('two outlets are surer than one, and a large stake comes first among equals', () => {
  const two = story('Birch', 'Birch raises $5 million', { eventType: 'raise' })
  two.articles.push(article(900, 'Birch gets $5 million', TODAY, 'Morning Tech'))
  const rounds = [story('Alder', 'Alder raises $5 million', { eventType: 'raise' }), two]
  expect(names(arranged(rounds).events)).toEqual(['Birch', 'Alder'])
  const [alder, cedar] = [rounds[0] ?? two, story('Cedar', 'Cedar raises $9 million', { eventType: 'raise' })]
  const positions = [position('Alder', '10000'), position('Cedar', '90000'), position('Elm', '20000')]
  expect(names(arranged([alder, cedar], { positions }).events)).toEqual(['Cedar', 'Alder'])
})

test('at most seven events, one for each company; its lesser news is named below it', () => {
  const shutdowns = NAMES.map((name) => story(name, `${name} shuts down`, { eventType: 'closure' }))
  const { events, lines, newCompanies } = arranged([
    ...shutdowns,
    story('Alder', 'Alder names Anke Dorn head of grid', { eventType: 'arrival' }),
    story('Alder', 'Alder opens a shop', { weight: 0.1 }),
    story('Alder', 'Alder will supply Aldermoor', { eventType: 'partnership', weight: 0.48 }),
  ])
  expect(events).toHaveLength(7)
  expect(newCompanies).toBe(10)
  expect(names(lines).toSorted()).toEqual(['Heron', 'Iris', 'Juniper'])
  expect(events.flatMap(({ also }) => also)).toMatchObject([
    { kind: 'Leadership', short: 'names Anke Dorn head of grid' },
    { kind: 'Partnership', short: 'will supply Aldermoor' },
  ])
})

test('partnerships, products and mentions never lead; each company has one line', () => {
  const { events, lines, quiet } = arranged([
    story('Alder', 'Alder will supply controllers to Aldermoor', { eventType: 'partnership', weight: 0.48 }),
    story('Alder', 'Alder opens a shop', { weight: 0.1 }),
    story('Birch', 'Birch launches a watch', { eventType: 'launch' }),
  ])
  expect(events).toEqual([])
  expect(lines).toMatchObject([
    { companyName: 'Alder', short: 'will supply controllers to Aldermoor', more: 1 },
    { companyName: 'Birch', more: 0 },
  ])
  expect(quiet).toBe(8)
})

test('what was read today stays, without its dot; what was read before returns only if little is new', () => {
  const readToday = story('Alder', 'Alder raises $5 million', { eventType: 'raise', readAt: TODAY })
  const readBefore = story('Birch', 'Birch raises $5 million', {
    eventType: 'raise',
    publishedAt: MONDAY,
    readAt: YESTERDAY,
  })
  const { events, earlier, earlierPeriod } = arranged([readToday, readBefore])
  expect(events).toMatchObject([{ companyName: 'Alder', isNew: false }])
  expect(names(earlier)).toEqual(['Birch'])
  expect(earlierPeriod).toBe('week')
})

test('unread events stay for seven days, and what is found today leads whenever it happened', () => {
  const [old, late] = ['2026-11-10T12:00:00.000Z', '2026-10-30T12:00:00.000Z']
  const { events } = arranged([
    story('Alder', 'Alder raises $5 million', { eventType: 'raise', publishedAt: MONDAY }),
    story('Birch', 'Birch raises $6 million', { eventType: 'raise', publishedAt: old }),
    story('Cedar', 'Cedar raises $7 million', { eventType: 'raise', publishedAt: late, linkedAt: TODAY }),
  ])
  expect(names(events)).toEqual(['Alder', 'Cedar'])
})

test('a week without events shows the month', () => {
  const before = story('Alder', 'Alder raises $5 million', {
    eventType: 'raise',
    publishedAt: '2026-11-02T12:00:00.000Z',
    readAt: '2026-11-02T13:00:00.000Z',
  })
  const { events, earlier, earlierPeriod } = arranged([before])
  expect([events, names(earlier), earlierPeriod]).toEqual([[], ['Alder'], 'month'])
})

test('a correction has a place, the last one if need be, and names what it corrects', () => {
  const stories = NAMES.slice(0, 8).map((name) => story(name, `${name} shuts down`, { eventType: 'closure' }))
  const denial = story('Iris', 'Iris is not for sale, its founder says', { denied: ['acquisition'] })
  denial.articles.push(article(901, 'Halvard about to buy Iris', MONDAY, 'Valley and Coast'))
  const { events } = arranged([...stories, denial])
  expect(events).toHaveLength(7)
  expect(events.at(-1)).toMatchObject({
    companyName: 'Iris',
    kind: 'Correction',
    corrects: { title: 'Halvard about to buy Iris', outlet: 'Valley and Coast', date: MONDAY },
  })
})

test('releases of one company are one line', () => {
  const release = (title: string, publishedAt: string) => {
    const own = story('Alder', title, { eventType: 'launch', publishedAt })
    return { ...own, articles: own.articles.map((each) => ({ ...each, kind: 'release' })) }
  }
  const { lines } = arranged([
    release('Alder 4.1', MONDAY),
    release('Alder 4.2', YESTERDAY),
    release('Alder 5.0', TODAY),
  ])
  expect(lines).toMatchObject([{ kind: 'Release', short: '3 releases, latest: Alder 5.0', more: 0 }])
})

test('says since when, and how many companies have news', () => {
  const one = arranged([story('Alder', 'Alder raises $5 million', { eventType: 'raise' })])
  expect([one.since, one.companies, one.newCompanies, one.day]).toEqual(['yesterday morning', 10, 1, '2026-11-19'])
  expect(arranged([], { lastReadAt: null }).since).toBeNull()
})
