import { expect, test } from 'vitest'
import type { EventType } from '../../taxonomy.ts'
import type { Fact } from '../facts.ts'
import { shortPhrase } from './short-phrase.ts'

const usd = (kind: 'raised' | 'price' | 'revenue' | 'penalty', value: number): Fact => ({
  kind,
  amount: { currency: 'USD', value },
  certainty: 'stated',
})

const reporting = (title: string, eventType: EventType = 'mention', extractedFacts: Fact[] = []) => ({
  title,
  eventType,
  extractedFacts,
  denied: [],
  certainty: 'stated' as const,
  articles: [],
})

test.each([
  ['Paperlark to sell for $65 million in cash and stock', 'to sell for $65M in cash and stock'],
  ['Paperlark Raises $42 Million Series C', 'raises $42M Series C'],
  [
    'Paperlark is shutting down and will end all rentals on December 31, chief executive says',
    'is shutting down and will end all rentals on December 31',
  ],
  ['Paperlark cuts 40 jobs after losing its largest customer in the north of the country', 'cuts 40 jobs'],
  ['Paperlark raises €5.5 million - The Valley Wire', 'raises €5.5M'],
  ['Paperlark raises €5,5 Mio.', 'raises €5,5 Mio'],
])('the headline “%s” is told as “%s”', (title, short) => {
  expect(shortPhrase(reporting(title), 'Paperlark')).toBe(short)
})

test.each([
  ['closure', [], 'shuts down'],
  [
    'acquisition',
    [{ kind: 'buyer', name: 'Kestrel Learning', certainty: 'stated' }, usd('price', 65e6)],
    'is sold to Kestrel Learning for $65M',
  ],
  ['raise', [usd('raised', 42e6), { kind: 'round', name: 'Series C', certainty: 'stated' }], 'raises $42M Series C'],
  ['ipo', [], 'goes public'],
  ['layoffs', [{ kind: 'layoffs', size: '20%', certainty: 'stated' }], 'cuts 20% of its staff'],
  ['layoffs', [{ kind: 'layoffs', size: '40', certainty: 'stated' }], 'cuts 40 jobs'],
  ['departure', [{ kind: 'leaves', name: 'Devon Achebe', role: 'CEO', certainty: 'stated' }], 'loses Devon Achebe'],
  ['arrival', [{ kind: 'joins', name: 'Anke Dorn', role: 'CFO', certainty: 'stated' }], 'names Anke Dorn CFO'],
  ['purchase', [{ kind: 'bought', name: 'Bolt', certainty: 'stated' }], 'buys Bolt'],
  ['results', [usd('revenue', 5e6)], 'reports revenue of $5M'],
  ['legal', [usd('penalty', 1e6)], 'faces a penalty of $1M'],
  ['partnership', [{ kind: 'partner', name: 'Elm', certainty: 'stated' }], 'works with Elm'],
] satisfies [EventType, Fact[], string][])(
  'a headline without the name is told by the facts: %s',
  (eventType, facts, short) => {
    expect(shortPhrase(reporting('An update from our founders', eventType, facts), 'Paperlark')).toBe(short)
  },
)

test('the facts are told instead of a headline in title case, or one about two companies', () => {
  const round = [usd('raised', 18e6), { kind: 'round' as const, name: 'Series A', certainty: 'stated' as const }]
  const raise = reporting('Paperlark Raises $18 Million Series A to Automate Cold Stores', 'raise', round)
  expect(shortPhrase(raise, 'Paperlark')).toBe('raises $18M Series A')
  const partner = [{ kind: 'partner' as const, name: 'Elm', certainty: 'stated' as const }]
  const pilot = 'Paperlark and Elm begin a pilot'
  expect(shortPhrase(reporting(pilot, 'partnership', partner), 'Paperlark')).toBe('works with Elm')
  expect(shortPhrase(reporting(pilot, 'partnership'), 'Paperlark')).toBe(pilot)
})

test('what is only reported is told as a possibility', () => {
  const talks = { ...reporting('Sources: buyer circles', 'acquisition'), certainty: 'reported' as const }
  expect(shortPhrase(talks, 'Paperlark')).toBe('may be sold')
})

test('a headline about nothing certain is shown as it is', () => {
  expect(shortPhrase(reporting('Why we build in Lyon'), 'Paperlark')).toBe('Why we build in Lyon')
  const long = 'Why the makers of paper drones went after schools as their first customers'
  expect(shortPhrase(reporting(long), 'Paperlark')).toBe('Why the makers of paper drones went after schools as…')
})
