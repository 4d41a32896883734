import { expect, test } from 'vitest'
import { NO_STORIES, type ExportedCompany } from '#domain/companies/export.ts'
import { stats, sharesBy } from './summary.ts'

const company = (change: Partial<ExportedCompany> = {}): ExportedCompany => ({
  name: 'Cedar',
  website: null,
  category: null,
  stage: null,
  investmentDate: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  sample: false,
  news: { items: 0, latestAt: null },
  stories: NO_STORIES,
  positions: [],
  ...change,
})
const of = (...categories: (string | null)[]) => categories.map((category) => company({ category }))
const lines = (companies: ExportedCompany[], order?: 'newest first') =>
  sharesBy(companies, ({ category }) => category, order).map(({ label, count }) => `${label} ${count}`)

test('groups are sorted by size, then name, with missing values last', () => {
  expect(lines(of('Food', null, 'Bio', 'Health', 'Health', null, null))).toEqual([
    'Health 2',
    'Bio 1',
    'Food 1',
    'Not given 3',
  ])
  expect(sharesBy(of('Bio', 'Bio', 'Food', null), ({ category }) => category)[0]?.share).toBe(0.5)
  expect(lines([])).toEqual([])
})

test('spellings that differ only in case are one group', () => {
  expect(lines(of('pre-seed', 'Pre-seed', 'Seed', 'pre-seed'))).toEqual(['Pre-seed 3', 'Seed 1'])
  expect(stats(of('pre-seed', 'Pre-seed', 'Seed')).categories).toBe(2)
})

test('groups that do not fit are combined', () => {
  expect(lines(of(...'aabcdefghij'))).toEqual(['a 2', 'b 1', 'c 1', 'd 1', 'e 1', 'f 1', 'g 1', '3 others 3'])
  const years = Array.from({ length: 10 }, (_, at) => String(2010 + at))
  expect(lines(of(...years), 'newest first')).toEqual([
    ...years
      .slice(3)
      .toReversed()
      .map((year) => `${year} 1`),
    'Earlier 3',
  ])
})

test('computes the statistics at the top of the report', () => {
  const companies = [
    company({
      category: 'Bio',
      news: { items: 2, latestAt: '2026-02-01T00:00:00.000Z' },
      stories: { ...NO_STORIES, last90Days: 4, quietSince: '2025-12-01T00:00:00.000Z' },
    }),
    company({ category: 'Bio', news: { items: 1, latestAt: '2026-03-01T00:00:00.000Z' }, sample: true }),
    company(),
  ]
  expect(stats(companies)).toEqual({
    companies: 3,
    categories: 1,
    withNews: 2,
    latestNews: '2026-03-01T00:00:00.000Z',
    stories: 4,
    quiet: 1,
    samples: 1,
  })
})
