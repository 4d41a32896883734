import { expect, test } from 'vitest'
import type { BriefSection } from '#domain/news/briefs.ts'
import type { BriefArticle } from '../../engine/curate.ts'
import { sourceOf } from '../../summarize/summarize.ts'
import { mergedBrief } from './merged-brief.ts'
import type { Checked, Shown } from './sentences.ts'

const article = (id: string, text: string): BriefArticle => ({
  id,
  title: `Title ${id}`,
  text,
  url: `https://press.example/${id}`,
  publisher: 'The Press',
  publishedAt: '2026-03-10T10:00:00.000Z',
  kind: 'press',
  facts: {},
  isPrimary: true,
  isOwn: false,
  story: id,
  sameAs: null,
  classified: null,
})

const RAISE = article('1', 'Cedar raised $18 million. It will hire 40 engineers.')
const MOVE = article('2', 'Cedar moved to Bergen.')
const OTHER = article('3', 'Cedar raised money, papers say.')
const TASK = { company: 'Cedar', briefArticles: [RAISE, MOVE, OTHER] }

const section = (heading: string, ...sentences: [text: string, ...citations: number[]][]): BriefSection => ({
  heading,
  sentences: sentences.map(([text, ...citations]) => ({ text, citations })),
})
const EXTRACTIVE = {
  sections: [
    section('Financial Updates', ['Cedar raised $18 million.', 1], ['It will hire 40 engineers.', 1]),
    section('Latest News', ['Cedar moved to Bergen.', 2]),
  ],
  sources: [RAISE, MOVE].map(sourceOf),
}

const checked = (text: string, ...cited: BriefArticle[]): Checked => ({
  text,
  heading: 'Business',
  cited: cited.map((briefArticle) => ({ briefArticle }) as Shown),
})
const merge = (kept: Record<string, Checked[]>, headless: string[] = []) =>
  mergedBrief(EXTRACTIVE, { kept: new Map(Object.entries(kept)), headless: new Set(headless) }, TASK)

test('without a verified sentence there is no merged brief', () => {
  expect(merge({})).toBeNull()
  expect(merge({ 9: [checked('Of a story that the brief does not have.', RAISE)] })).toBeNull()
})

test("the model's sentences replace those of a story; other stories stay, and sources are renumbered", () => {
  expect(merge({ 1: [checked('Papers say that Cedar raised $18M.', OTHER, RAISE)] })).toEqual({
    sections: [
      section('Financial Updates', ['Papers say that Cedar raised $18M.', 1, 2]),
      section('Latest News', ['Cedar moved to Bergen.', 3]),
    ],
    sources: [OTHER, RAISE, MOVE].map(sourceOf),
    verified: 2,
  })
})

test('a story under Latest News takes the heading of the model', () => {
  expect(merge({ 2: [checked('Bergen is where Cedar moved.', MOVE)] })?.sections.map(({ heading }) => heading)).toEqual(
    ['Financial Updates', 'Business'],
  )
})

test('a story whose first sentence failed keeps its extractive sentences and gains only new facts', () => {
  const written = [checked('Cedar raised $18 million now.', RAISE), checked('Robots will be built in Lyon.', RAISE)]
  expect(merge({ 1: written }, ['1'])?.sections[0]).toEqual(
    section(
      'Financial Updates',
      ['Cedar raised $18 million.', 1],
      ['Robots will be built in Lyon.', 1],
      ['It will hire 40 engineers.', 1],
    ),
  )
})

test('an extractive sentence that its source no longer holds counts as unverified', () => {
  const gone = { ...MOVE, text: '' }
  const kept = new Map([['1', [checked('Cedar has raised $18M.', RAISE)]]])
  expect(
    mergedBrief(EXTRACTIVE, { kept, headless: new Set() }, { ...TASK, briefArticles: [RAISE, gone] })?.verified,
  ).toBe(1)
})
