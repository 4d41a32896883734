import { expect, test } from 'vitest'
import { EVENT_WEIGHTS, type EventType } from '../taxonomy.ts'
import { lastRoundAt, standingOf, whereItStands, type StandingStory } from './standing.ts'

const NOW = new Date('2026-11-19T09:00:00Z')

let id = 0
function story(eventType: EventType, day: string, more: Partial<StandingStory> = {}): StandingStory {
  id += 1
  const title = more.title ?? `Cedar Robotics does ${eventType} ${id}`
  const article = {
    id,
    title,
    url: `https://news.example/${id}`,
    publisher: 'Startup Ledger',
    publishedAt: `${day}T10:00:00.000Z`,
    precision: 'second' as const,
    kind: 'press',
    source: 'rss',
    statements: [],
    language: 'en',
  }
  return {
    id,
    title,
    eventType,
    denied: [],
    certainty: 'stated',
    isPrimary: true,
    direction: null,
    extractedFacts: null,
    weight: EVENT_WEIGHTS[eventType],
    articles: [article],
    ...more,
  }
}

const wordOf = (...stories: StandingStory[]) => standingOf(stories, NOW).word

test('an end comes before everything else', () => {
  expect(wordOf(story('closure', '2026-11-10'), story('raise', '2026-10-01'))).toBe('Shutting down')
  expect(wordOf(story('closure', '2026-03-10'))).toBe('Shut down')
  expect(wordOf(story('acquisition', '2026-11-18'))).toBe('Being sold')
  expect(wordOf(story('acquisition', '2025-11-18'))).toBe('Sold')
  expect(wordOf(story('ipo', '2026-11-18'))).toBe('Going public')
  expect(wordOf(story('ipo', '2024-11-18'))).toBe('Public')
})

test('trouble counts for six months, unless a round came after it', () => {
  expect(wordOf(story('layoffs', '2026-09-01'), story('raise', '2026-05-01'))).toBe('At risk')
  expect(wordOf(story('layoffs', '2026-05-01'), story('raise', '2026-09-01'))).toBe('Growing')
  expect(wordOf(story('incident', '2026-01-01'))).toBe('Quiet since Jan')
  expect(wordOf(story('legal', '2026-10-01', { direction: 'up' }))).toBe('Steady')
})

test('a chief executive who left within three months means a new leader', () => {
  const leaves = (role: string) => [{ kind: 'leaves' as const, name: 'Ana Ruiz', role, certainty: 'stated' as const }]
  expect(wordOf(story('departure', '2026-10-20', { extractedFacts: leaves('chief executive') }))).toBe('New leader')
  expect(wordOf(story('departure', '2026-10-20', { extractedFacts: leaves('chief of staff') }))).toBe('Steady')
  expect(wordOf(story('departure', '2026-06-20', { extractedFacts: leaves('CEO') }))).toBe('Steady')
})

test('it grows after a round, an expansion or better results', () => {
  expect(wordOf(story('raise', '2026-01-05'))).toBe('Growing')
  expect(wordOf(story('expansion', '2026-01-05'))).toBe('Growing')
  expect(wordOf(story('results', '2026-10-05', { direction: 'up' }))).toBe('Growing')
  expect(wordOf(story('results', '2026-10-05', { direction: 'down' }))).toBe('Steady')
})

test('rumors, mentions of others and denied events do not count', () => {
  expect(wordOf(story('closure', '2026-11-10', { certainty: 'reported' }))).toBe('No news yet')
  expect(wordOf(story('acquisition', '2026-11-10', { isPrimary: false }))).toBe('No news yet')
  expect(wordOf(story('ipo', '2026-11-10', { denied: ['ipo'] }))).toBe('No news yet')
  expect(wordOf()).toBe('No news yet')
})

test('a company without recent events is quiet since its latest', () => {
  expect(wordOf(story('launch', '2026-04-10'), story('launch', '2026-02-10'))).toBe('Quiet since Apr')
  expect(wordOf(story('launch', '2025-06-10'))).toBe('Quiet since Jun 2025')
})

test('where it stands tells the three weightiest events of a year, latest first', () => {
  const said = (title: string) => ({ title: `Cedar Robotics ${title}` })
  const parts = whereItStands(
    [
      story('raise', '2026-11-12', said('raises $42 million in Series C')),
      story('arrival', '2026-11-11', said('names Anke Dorn head of grid')),
      story('launch', '2026-11-10', said('launches Forecast 2.0')),
      story('expansion', '2026-06-12', said('opens third plant')),
      story('results', '2026-03-04', said('doubles revenue to $31 million')),
      story('layoffs', '2026-10-01', { ...said('may cut 40 jobs'), certainty: 'reported' }),
      story('raise', '2024-03-04', said('raises seed round')),
    ],
    'Cedar Robotics',
    NOW,
  )
  expect(parts.map(({ text, when }) => `${text} ${when}`)).toEqual([
    'raises $42M in Series C on November 12',
    'names Anke Dorn head of grid on November 11',
    'doubles revenue to $31M in March',
  ])
})

test('where it stands leaves out what cannot follow the name of the company', () => {
  const unnamed = story('results', '2026-11-12', { title: 'A record year for the makers of grid batteries' })
  expect(whereItStands([unnamed], 'Cedar Robotics', NOW)).toEqual([])
})

test('the last round is the latest that is confirmed and was not denied', () => {
  const rounds = [story('raise', '2024-05-01'), story('raise', '2025-05-01'), story('layoffs', '2026-05-01')]
  const rumor = story('raise', '2026-09-01', { certainty: 'reported' })
  const denied = story('raise', '2026-10-01', { denied: ['raise'] })
  expect(lastRoundAt([...rounds, rumor, denied])).toBe('2025-05-01T10:00:00.000Z')
  expect(lastRoundAt([rumor])).toBeNull()
})
