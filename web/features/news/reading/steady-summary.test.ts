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
  expect(lines(shown)).toEqual(['Story 1', 'Story 2'])
})

test('new stories appear immediately', () => {
  expect(lines(steadySummary(summary(story(1), story(2)), summary(story(3))))).toEqual(['Story 3'])
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

test('after everything is read, the next summary replaces the last', () => {
  const empty = { ...summary(), since: '2026-03-02T10:00:00.000Z' }
  expect(steadySummary(summary(), empty)).toBe(empty)
})
