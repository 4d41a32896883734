import { expect, test } from 'vitest'
import type { NewsSummary, NewStory } from '#domain/news/new-stories.ts'
import { sampleNewStory, sampleSummary } from '../../../testing/sample-data.ts'
import { steadySummary } from './steady-summary.ts'

const story = (id: number, { roots = [id], line = `Story ${id}` } = {}) => sampleNewStory({ id, roots, line })
const summary = (...stories: NewStory[]) => sampleSummary({ stories })

const lines = (shown: NewsSummary) => shown.stories.map(({ line }) => line)

test('stories read in the meantime stay, and so does their count', () => {
  const shown = steadySummary(summary(story(1), story(2)), summary(story(2)))
  expect(shown.newStories).toBe(2)
  expect(shown.newCompanies).toBe(1)
  expect(lines(shown)).toEqual(['Story 1', 'Story 2'])
})

test('new stories join those that have been read, the most important first', () => {
  const closure = { ...story(3), eventType: 'closure', companyId: 9 } as const
  const shown = steadySummary(summary(story(1), story(2)), { ...summary(closure), newCompanies: 1 })
  expect(lines(shown)).toEqual(['Story 3', 'Story 1', 'Story 2'])
  expect(shown).toMatchObject({ newStories: 3, newCompanies: 2 })
  const later = steadySummary(shown, summary(story(4)))
  expect(lines(later)).toEqual(['Story 3', 'Story 1', 'Story 2', 'Story 4'])
  expect(later.newStories).toBe(4)
})

test('stories of companies that were muted or removed do not stay', () => {
  const [mine, other] = [story(1), { ...story(2), companyId: 9 }]
  const muted = [{ companyId: other.companyId, until: null }]
  expect(lines(steadySummary(summary(mine, other), sampleSummary({ muted })))).toEqual(['Story 1'])
  expect(lines(steadySummary(summary(mine, other), sampleSummary({ companies: 2 })))).toEqual([])
})

test('stories that have been merged are shown as one', () => {
  const shown = steadySummary(summary(story(1), story(2), story(3)), summary(story(1, { roots: [1, 2] }), story(3)))
  expect(shown.newStories).toBe(2)
  expect(lines(shown)).toEqual(['Story 1', 'Story 3'])
})

test('a changed line is shown in its current form', () => {
  const shown = steadySummary(summary(story(1), story(2)), summary(story(2, { line: 'Denied' })))
  expect(lines(shown)).toEqual(['Story 1', 'Denied'])
})

test('if nothing was shown, the next summary replaces the last', () => {
  const empty = { ...summary(), since: '2026-03-02T10:00:00.000Z' }
  expect(steadySummary(summary(), empty)).toBe(empty)
})
