import { expect, test } from 'vitest'
import type { Facts } from '#domain/news/stories.ts'
import { groupStories, type StoryRow } from './stories.ts'

const NOTHING: Facts = {
  raised: null,
  valuation: null,
  round: null,
  investors: [],
  moves: [],
  counterparties: [],
}

const row = (id: number, change: Partial<StoryRow>): StoryRow => ({
  id: String(id),
  url: `https://wire.example/${id}`,
  title: `Acme raises ${id}`,
  publisher: 'The Wire',
  published_at: `2026-03-0${id}T10:00:00Z`,
  precision: 'second',
  kind: 'press',
  source: 'press',
  evidence: [],
  story_id: id === 1 ? null : '1',
  is_primary: true,
  section: null,
  event_type: 'raise',
  weight: 0.5,
  direction: 'up',
  extracted_facts: NOTHING,
  ...change,
})

test('the facts of a story come from all its articles, not only from the most material one', () => {
  const led = { ...NOTHING, round: 'Series A', investors: ['Fernhill Partners'] }
  const [story] = groupStories([
    row(1, { weight: 0.9, extracted_facts: { ...NOTHING, raised: { currency: 'USD', value: 8_000_000 } } }),
    ...[2, 3, 4, 5].map((id) => row(id, { extracted_facts: led })),
  ])
  expect(story?.extractedFacts).toEqual({
    ...NOTHING,
    raised: { currency: 'USD', value: 8_000_000 },
    round: 'Series A',
    investors: ['Fernhill Partners'],
  })
})
