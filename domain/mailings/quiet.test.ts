import { expect, test } from 'vitest'
import { quietSpells } from './quiet.ts'

const news = (articleId: number, published: string, linked = published) => ({
  articleId,
  publishedAt: new Date(published),
  linkedAt: new Date(linked),
})
const spells = (list: ReturnType<typeof news>[], until = '2026-12-01T00:00:00Z') =>
  quietSpells(list, 60, new Date(until)).map(({ articleId, at }) => [articleId, at.toISOString().slice(0, 16)])

test('a company goes quiet once, at the full hour after its last news is 60 days old', () => {
  const last = news(1, '2026-01-01T09:30:00Z')
  expect(spells([last])).toEqual([[1, '2026-03-02T10:00']])
  expect(spells([last], '2026-03-02T10:00:00Z')).toEqual([[1, '2026-03-02T10:00']])
  expect(spells([last], '2026-03-02T09:59:59Z')).toEqual([])
})

test('timely news keeps a company from going quiet, and it can go quiet again', () => {
  const first = news(1, '2026-01-01T00:00:00Z')
  expect(spells([first, news(2, '2026-02-20T00:00:00Z')])).toEqual([[2, '2026-04-21T00:00']])
  expect(spells([first, news(2, '2026-04-01T00:00:00Z')])).toEqual([
    [1, '2026-03-02T00:00'],
    [2, '2026-05-31T00:00'],
  ])
})

test('news counts only from when we found it', () => {
  const first = news(1, '2026-01-01T00:00:00Z')
  const foundLate = news(2, '2026-02-01T00:00:00Z', '2026-03-10T00:00:00Z')
  expect(spells([first, foundLate])).toEqual([
    [1, '2026-03-02T00:00'],
    [2, '2026-04-02T00:00'],
  ])
  expect(spells([news(3, '2025-01-01T00:00:00Z', '2026-03-01T00:00:00Z')])).toEqual([])
  expect(spells([news(2, '2026-02-01T00:00:00Z'), news(4, '2025-12-01T00:00:00Z', '2026-03-10T00:00:00Z')])).toEqual([
    [2, '2026-04-02T00:00'],
  ])
  expect(spells([])).toEqual([])
})
