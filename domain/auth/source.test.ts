import { expect, test } from 'vitest'
import { sourceIn, sourceOf } from './source.ts'

test.each([
  [{ utm_source: 'News.letter' }, 'News.letter'],
  [{ utm_source: 'a', utm_campaign: 'spring-26' }, 'a/spring-26'],
  [{ utm_source: 'a', utm_campaign: 'x y' }, 'a'],
  [{ utm_campaign: 'spring' }, null],
  [{ utm_source: '<b>' }, null],
  [{ utm_source: 'x'.repeat(41) }, null],
  [{}, null],
])('%j is from %s', (search, source) => {
  expect(sourceIn(new Map(Object.entries(search)))).toBe(source)
})

test.each([
  [{ source: 'a/spring' }, 'a/spring'],
  [{ source: 'a/b/c' }, null],
  [{ source: 'a/<b>' }, null],
  [{ source: 7 }, null],
  [{}, null],
])('%j says %s', (data, source) => {
  expect(sourceOf(data)).toBe(source)
})
