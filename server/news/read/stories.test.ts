import { expect, test } from 'vitest'
import type { Fact } from '#domain/news/facts.ts'
import { groupStories, type StoryRow } from './stories.ts'

const raised = (value: number): Fact => ({ kind: 'raised', amount: { currency: 'USD', value }, certainty: 'stated' })

const row = (id: number, change: Partial<StoryRow>): StoryRow => ({
  id: String(id),
  url: `https://wire.example/${id}`,
  title: `Acme raises ${id}`,
  publisher: 'The Wire',
  published_at: `2026-03-0${id}T10:00:00Z`,
  linked_at: `2026-03-0${id}T10:00:00Z`,
  precision: 'second',
  language: null,
  kind: 'press',
  source: 'press',
  evidence: [],
  story_id: id === 1 ? null : '1',
  is_primary: true,
  section: null,
  event_type: 'raise',
  certainty: 'stated',
  statements: [],
  weight: 0.5,
  direction: 'up',
  extracted_facts: [],
  denied: [],
  cluster: '1',
  ...change,
})

test('the facts of a story come from all its articles, not only from the most material one', () => {
  const led: Fact[] = [
    { kind: 'round', name: 'Series A', certainty: 'stated' },
    { kind: 'investor', name: 'Fernhill Partners', certainty: 'stated' },
  ]
  const [story] = groupStories([
    row(1, { weight: 0.9, extracted_facts: [raised(8_000_000)] }),
    ...[2, 3, 4, 5].map((id) => row(id, { extracted_facts: led })),
  ])
  expect(story?.extractedFacts).toEqual([raised(8_000_000), ...led])
})

test('an event denied by a newer article of the story does not count', () => {
  const reported = row(1, { title: 'Acme said to be in talks', event_type: 'acquisition', weight: 0.96 })
  const denial = row(2, { event_type: 'mention', weight: 0.5, direction: null, denied: ['acquisition'] })
  const buyer: Fact = { kind: 'buyer', name: 'Kestrel Foods', certainty: 'reported' }
  const [story] = groupStories([{ ...reported, extracted_facts: [buyer] }, denial])
  expect(story).toMatchObject({ eventType: 'mention', weight: 0.5, direction: null, extractedFacts: [] })
  const [again] = groupStories([
    denial,
    { ...reported, extracted_facts: [buyer], published_at: '2026-03-05T10:00:00Z' },
  ])
  expect(again).toMatchObject({ eventType: 'acquisition', extractedFacts: [buyer] })
})
