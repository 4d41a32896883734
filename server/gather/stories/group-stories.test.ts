import { expect, test } from 'vitest'
import type { Facts } from '#domain/story-facts.ts'
import { groupStories, type ToldRow } from './group-stories.ts'

const NOTHING: Facts = {
  raised: null,
  valuation: null,
  round: null,
  investors: [],
  moves: [],
  counterparties: [],
}

const row = (id: number, change: Partial<ToldRow>): ToldRow => ({
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
  happening: 'raise',
  weight: 0.5,
  direction: 'up',
  stated: NOTHING,
  ...change,
})

test('the facts of a story come from all its articles, not from the weightiest alone', () => {
  const led = { ...NOTHING, round: 'Series A', investors: ['Fernhill Partners'] }
  const [story] = groupStories([
    row(1, { weight: 0.9, stated: { ...NOTHING, raised: { currency: 'USD', value: 8_000_000 } } }),
    ...[2, 3, 4, 5].map((id) => row(id, { stated: led })),
  ])
  expect(story?.stated).toEqual({
    ...NOTHING,
    raised: { currency: 'USD', value: 8_000_000 },
    round: 'Series A',
    investors: ['Fernhill Partners'],
  })
})
