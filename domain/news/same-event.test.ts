import { expect, test } from 'vitest'
import type { Certainty, Fact } from './facts.ts'
import { eventOf, isSameEvent, type Event, type EventArticle } from './same-event.ts'

const at = (day: string, kind = 'press', title = ''): Event['articles'][number] => ({
  title,
  publishedAt: `2026-${day}T10:00:00Z`,
  kind,
})
const event = (title: string, day: string, change: Partial<Event> & { kind?: string } = {}): Event => ({
  title,
  eventType: 'mention',
  extractedFacts: [],
  denied: [],
  articles: [at(day, change.kind, title)],
  ...change,
})
const raised = (
  millions: number,
  { currency = 'USD', certainty = 'stated' }: { currency?: string; certainty?: Fact['certainty'] } = {},
): Fact => ({ kind: 'raised', amount: { currency, value: millions * 1e6 }, certainty })
const buyer = (name: string): Fact => ({ kind: 'buyer', name, certainty: 'stated' })
const revenue = (millions: number): Fact => ({ ...raised(millions), kind: 'revenue' }) as Fact
const round = (name: string): Fact => ({ kind: 'round', name, certainty: 'stated' })
const joins = (name: string, role: string): Fact => ({ kind: 'joins', name, role, certainty: 'stated' })

const CASES: [same: boolean, what: string, a: Event, b: Event][] = [
  [
    true,
    'a filing of nearly the amount that the press reports',
    event('Cedar raises $18M', '03-10', { eventType: 'raise', extractedFacts: [raised(18), round('Series A')] }),
    event('Form D', '03-20', { eventType: 'raise', extractedFacts: [raised(17.4)], kind: 'filing' }),
  ],
  [
    true,
    'one round in two currencies',
    event('Cedar raises £10M', '03-10', { eventType: 'raise', extractedFacts: [raised(10, { currency: 'GBP' })] }),
    event('Cedar lands $12.7M', '03-11', { eventType: 'raise', extractedFacts: [raised(12.7)] }),
  ],
  [
    true,
    'talks about a round, and the smaller round that came of them',
    event('Cedar to raise $12M', '03-01', {
      eventType: 'raise',
      extractedFacts: [raised(12, { certainty: 'reported' })],
    }),
    event('Cedar raises $10M', '03-11', { eventType: 'raise', extractedFacts: [raised(10)] }),
  ],
  [
    false,
    'talks about a large round, and a small one that closed',
    event('Cedar to raise $90M', '03-01', {
      eventType: 'raise',
      extractedFacts: [raised(90, { certainty: 'reported' })],
    }),
    event('Cedar raises $10M', '03-11', { eventType: 'raise', extractedFacts: [raised(10)] }),
  ],
  [
    true,
    'one buyer under its short and its full name',
    event('Halvard buys Cedar', '03-10', { eventType: 'acquisition', extractedFacts: [buyer('Halvard')] }),
    event('Cedar sold', '03-15', { eventType: 'acquisition', extractedFacts: [buyer('Halvard Partners')] }),
  ],
  [
    false,
    'bids of two buyers whose names begin alike',
    event('Halvard bids for Cedar', '03-10', { eventType: 'acquisition', extractedFacts: [buyer('Halvard Partners')] }),
    event('Bank offers more', '03-15', { eventType: 'acquisition', extractedFacts: [buyer('Halvard Bank')] }),
  ],
  [
    false,
    'two launches, one during the days in which the other is written about',
    event('Cedar opens an arm to developers', '03-10', { eventType: 'launch', articles: [at('03-10'), at('03-20')] }),
    event('A gripper for eggs', '03-15', { eventType: 'launch' }),
  ],
  [
    false,
    'two rounds',
    event('Cedar raises seed', '03-01', { eventType: 'raise', extractedFacts: [raised(3), round('Seed')] }),
    event('Cedar raises A', '03-15', { eventType: 'raise', extractedFacts: [raised(18), round('Series A')] }),
  ],
  [
    true,
    'a denial and what it denies',
    event('Halvard about to buy Cedar', '03-10', { eventType: 'acquisition' }),
    event('Cedar is not for sale', '03-12', { denied: ['acquisition'] }),
  ],
  [
    false,
    'an older denial, and a sale that came after it',
    event('Halvard buys Cedar', '03-15', { eventType: 'acquisition' }),
    event('Cedar is not for sale', '03-12', { denied: ['acquisition'] }),
  ],
  [
    true,
    'one person under two titles',
    event('Cedar names CFO', '03-01', { eventType: 'arrival', extractedFacts: [joins('Ines Vall', 'CFO')] }),
    event('Why Ines joined', '03-05', { eventType: 'arrival', extractedFacts: [joins('Ines Vall', 'finance chief')] }),
  ],
  [
    false,
    'two people in one week',
    event('Cedar names CFO', '03-01', { eventType: 'arrival', extractedFacts: [joins('Ines Vall', 'CFO')] }),
    event('Cedar names CTO', '03-03', { eventType: 'arrival', extractedFacts: [joins('Tom Acht', 'CTO')] }),
  ],
  [
    false,
    'two product launches in one week',
    event('Cedar releases Stacker 2', '03-01', { eventType: 'launch' }),
    event('Cedar opens its sorting app to all', '03-03', { eventType: 'launch' }),
  ],
  [
    false,
    'two open roles of one pattern',
    event('Open role: Senior Robotics Engineer, Berlin', '03-01', { kind: 'jobs' }),
    event('Open role: Senior Robotics Engineer, Boston', '03-01', { kind: 'jobs' }),
  ],
  [
    true,
    'one headline in two papers',
    event('Robots that sort crates arrive in Lyon warehouses', '03-01'),
    event('Robots that sort crates arrive in Lyon warehouses today', '03-03'),
  ],
  [
    false,
    'two offices in one week',
    event('Cedar Robotics opens an office in Lyon', '03-01'),
    event('Cedar Robotics opens an office in Nice', '03-03'),
  ],
  [
    false,
    'one headline with two figures',
    event('Cedar ships its robot number 500 from the Boston plant', '03-01'),
    event('Cedar ships its robot number 600 from the Boston plant', '03-09'),
  ],
  [
    true,
    'a breach and how many it affected',
    event('Cedar discloses data breach', '03-06', { eventType: 'incident' }),
    event('Cedar breach hits 115,000', '03-10', { eventType: 'incident' }),
  ],
  [
    false,
    'a breach and an outage',
    event('Cedar discloses data breach', '03-06', { eventType: 'incident' }),
    event('Cedar outage lasts six hours', '03-08', { eventType: 'incident' }),
  ],
  [
    true,
    'one approval, by the applicant and by the agency',
    event('Cedar receives FDA clearance for Halo', '03-04', { eventType: 'launch' }),
    event('FDA clears surgical light', '03-05', { eventType: 'launch' }),
  ],
  [
    true,
    'the jobs lost in a shutdown',
    event('Cedar to shut down', '03-04', { eventType: 'closure' }),
    event('Sixty jobs go in Lyon', '03-06', { eventType: 'layoffs' }),
  ],
  [
    false,
    'layoffs before a shutdown',
    event('Cedar to shut down', '03-24', { eventType: 'closure' }),
    event('Sixty jobs go in Lyon', '03-06', { eventType: 'layoffs' }),
  ],
  [
    true,
    'one milestone in revenue',
    event('Cedar passes $20M', '03-04', { eventType: 'results', extractedFacts: [revenue(20)] }),
    event('Growers love crates', '03-06', { eventType: 'results', extractedFacts: [revenue(20)] }),
  ],
  [
    false,
    'two milestones in revenue',
    event('Cedar passes $20M', '03-04', { eventType: 'results', extractedFacts: [revenue(20)] }),
    event('Cedar passes $21M', '03-28', { eventType: 'results', extractedFacts: [revenue(21)] }),
  ],
  [
    false,
    'two layoffs half a year apart',
    event('Cedar cuts staff', '01-10', { eventType: 'layoffs' }),
    event('Cedar cuts staff again', '07-10', { eventType: 'layoffs' }),
  ],
]

test.each(CASES)('%j: %s', (same, _what, a, b) => {
  expect([isSameEvent(a, b), isSameEvent(b, a)]).toEqual([same, same])
})

const article = (id: number, title: string, millions: number, day = '03-12'): EventArticle => ({
  ...at(day, 'press', title),
  id,
  title,
  eventType: 'raise',
  certainty: 'stated',
  weight: 0.95,
  extractedFacts: [raised(millions)],
  denied: [],
})

test('copies of a mistaken report do not outvote its correction, and its headline is not shown', () => {
  const articles = [
    article(1, 'Cedar raises $81 million for crates', 81),
    article(2, 'Cedar lands $81 million', 81),
    article(3, 'CORRECTED: Cedar raises $18 million for crates', 18, '03-13'),
  ]
  expect(eventOf(articles, 1)).toMatchObject({
    title: 'CORRECTED: Cedar raises $18 million for crates',
    extractedFacts: [raised(18)],
  })
})

test('a story is not named after a headline that says nothing of it', () => {
  const articles = [
    article(1, 'A big day for all of us', 18),
    article(2, 'Cedar raises $18 million for sorting crates', 18, '03-13'),
    article(3, 'Cedar gets $18 million to sort crates', 18, '03-14'),
  ]
  expect(eventOf(articles, 1).title).toBe('Cedar raises $18 million for sorting crates')
})

test('a mishap that grew is named after its latest count', () => {
  const recall = (id: number, title: string, day: string): EventArticle => ({
    ...article(id, title, 1, day),
    eventType: 'incident',
    extractedFacts: [],
  })
  const articles = [
    recall(1, 'Cedar recalls 300 robots over arm', '03-10'),
    recall(2, 'Cedar widens recall of robots to 520', '03-13'),
    recall(3, 'Hospital returns its Cedar robots', '03-14'),
  ]
  expect(eventOf(articles, 1).title).toBe('Cedar widens recall of robots to 520')
  expect(eventOf(articles.slice(0, 1), 1).title).toBe('Cedar recalls 300 robots over arm')
})

test('a story is reported only if every article that reports its event is', () => {
  const said = (certainty: Certainty, change: Partial<EventArticle> = {}) => ({
    ...article(1, 'Cedar raises $18 million', 18),
    certainty,
    ...change,
  })
  const certaintyOf = (...articles: EventArticle[]) => eventOf(articles, 1).certainty
  expect(certaintyOf(said('reported'), said('reported'))).toBe('reported')
  expect(certaintyOf(said('reported'), said('stated'))).toBe('stated')
  const mention = said('stated', { eventType: 'mention', weight: 0.3 })
  expect(certaintyOf(said('reported'), mention, said('stated', { eventType: null }))).toBe('reported')
  const denial = { ...mention, denied: ['raise' as const], publishedAt: '2026-03-13T12:00:00.000Z' }
  expect(certaintyOf(said('reported'), denial)).toBe('stated')
})
