import { expect, test } from 'vitest'
import { wentQuietAt } from './quiet.ts'

type Times = { linked?: string; replaced?: string; now?: string }

const quietAfter = (published: string, { linked = published, replaced, now = '2026-12-01T00:00:00Z' }: Times = {}) => {
  const replacedAt = replaced === undefined ? null : new Date(replaced)
  const news = { publishedAt: new Date(published), linkedAt: new Date(linked), replacedAt }
  return wentQuietAt(news, 60, new Date(now))?.toISOString().slice(0, 16)
}

test('a company goes quiet at the full hour after its last news is 60 days old', () => {
  expect(quietAfter('2026-01-01T09:30:00Z')).toBe('2026-03-02T10:00')
  expect(quietAfter('2026-01-01T09:30:00Z', { now: '2026-03-02T10:00:00Z' })).toBe('2026-03-02T10:00')
  expect(quietAfter('2026-01-01T09:30:00Z', { now: '2026-03-02T09:59:59Z' })).toBeUndefined()
})

test('only newer news that was found in time keeps a company from going quiet', () => {
  expect(quietAfter('2026-01-01T00:00:00Z', { replaced: '2026-02-20T00:00:00Z' })).toBeUndefined()
  expect(quietAfter('2026-01-01T00:00:00Z', { replaced: '2026-03-02T00:00:00Z' })).toBeUndefined()
  expect(quietAfter('2026-01-01T00:00:00Z', { replaced: '2026-03-02T00:00:01Z' })).toBe('2026-03-02T00:00')
})

test('news counts only from when we found it', () => {
  expect(quietAfter('2026-02-01T00:00:00Z', { linked: '2026-03-10T00:00:00Z' })).toBe('2026-04-02T00:00')
  expect(quietAfter('2025-01-01T00:00:00Z', { linked: '2026-03-01T00:00:00Z' })).toBeUndefined()
})
