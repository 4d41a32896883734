import { expect, test } from 'vitest'
import type { NewsSummary, NewStory } from '#domain/news/new-stories.ts'
import { steadySummary } from './steady-summary.ts'

const story = (id: number, { roots = [id], line = `Story ${id}` } = {}): NewStory => ({
  id,
  roots,
  line,
  publishedAt: '2026-03-02T08:00:00.000Z',
  eventType: 'raise',
  direction: null,
  companyId: 1,
  companyName: 'Cedar',
  label: 'Funding',
  isNamed: false,
  precision: 'second',
})

const summary = (...stories: NewStory[]): NewsSummary => ({
  asOf: '2026-03-02T09:00:00.000Z',
  since: null,
  companies: 3,
  newStories: stories.length,
  newCompanies: 1,
  stories,
  newRoots: stories.flatMap(({ roots }) => roots),
  notResponding: [],
  quiet: [],
  muted: [],
})

const lines = (shown: NewsSummary) => shown.stories.map(({ line }) => line)

test('what was read meanwhile stays, and its count', () => {
  const shown = steadySummary(summary(story(1), story(2)), summary(story(2)))
  expect(shown.newStories).toBe(2)
  expect(lines(shown)).toEqual(['Story 1', 'Story 2'])
})

test('what is new shows at once', () => {
  expect(lines(steadySummary(summary(story(1), story(2)), summary(story(3))))).toEqual(['Story 3'])
})

test('stories that turned out to be one are one', () => {
  const shown = steadySummary(summary(story(1), story(2), story(3)), summary(story(1, { roots: [1, 2] }), story(3)))
  expect(shown.newStories).toBe(2)
  expect(lines(shown)).toEqual(['Story 1', 'Story 3'])
})

test('a line that changed is shown as it is now', () => {
  const shown = steadySummary(summary(story(1), story(2)), summary(story(2, { line: 'Denied' })))
  expect(lines(shown)).toEqual(['Story 1', 'Denied'])
})

test('after everything was read, the next summary replaces the last', () => {
  const empty = { ...summary(), since: '2026-03-02T10:00:00.000Z' }
  expect(steadySummary(summary(), empty)).toBe(empty)
})
