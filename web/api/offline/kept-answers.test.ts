import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { createSelection, isKept, ownerOf } from './kept-answers.ts'

const NOW = 1_800_000_000_000
const MILLION = 1024 * 1024

test.each([
  ['/api/auth/user', true],
  ['/api/companies?limit=200&total=1', true],
  ['/api/companies/7/stories', true],
  ['/api/news/feed?limit=100', true],
  ['/api/news/feed?limit=1&company=7', true],
  ['/api/news/summary', true],
  ['/api/analytics', true],
  ['/api/companies/7/positions', true],
  ['/api/companies/7/updates', true],
  ['/api/news/feed?company=1,2', false],
  ['/api/news/coverage?company=1,2', true],
  ['/api/account/sessions', false],
  ['/api/admin/users', false],
  ['/api/search?q=seed', false],
  ['/api/newsletter', false],
  ['/api/shared', false],
  ['/api/shared/3', false],
  ['/api/shared/3/companies/7', false],
  ['/api/integrations/feeds', false],
])('%s is kept: %s', (url, expected) => {
  expect(isKept({ url, body: '[]' })).toBe(expected)
})

test('an answer over the size limit is not kept', () => {
  expect(isKept({ url: '/api/companies', body: 'x'.repeat(2 * MILLION) })).toBe(true)
  expect(isKept({ url: '/api/companies', body: 'x'.repeat(3 * MILLION) })).toBe(false)
})

const tokenFor = (claims: unknown) =>
  `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.sig`

test('an answer belongs to the subject of its token', () => {
  expect(ownerOf(tokenFor({ sub: 'ada-1', name: '???>>>' }))).toBe('ada-1')
  expect(ownerOf(tokenFor({ sub: 7 }))).toBeNull()
  expect(ownerOf('token')).toBeNull()
})

test('answers that are older than 30 days or belong to another user are dropped', () => {
  const stays = createSelection('ada', NOW)
  expect(stays({ owner: 'ada', at: NOW - 30 * DAY_MS, size: 1 })).toBe(true)
  expect(stays({ owner: 'ada', at: NOW - 30 * DAY_MS - 1, size: 1 })).toBe(false)
  expect(stays({ owner: 'bob', at: NOW, size: 1 })).toBe(false)
})

test('the newest answers are kept as long as they fit', () => {
  const stays = createSelection('ada', NOW)
  const sizes = [6, 5, 4, 1].map((millions) => millions * MILLION)
  expect(sizes.map((size, index) => stays({ owner: 'ada', at: NOW - index, size }))).toEqual([true, false, true, false])
})
