import { expect, test } from 'vitest'
import { etagMatches, preferredEncoding } from './site.ts'

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['', 'identity'],
  [undefined, 'identity'],
])('%j is answered with %s', (accepted, encoding) => {
  expect(preferredEncoding(accepted, ['br', 'gzip'])).toBe(encoding)
})

test('what was not made is not offered', () => {
  expect(preferredEncoding('br', [])).toBe('identity')
})

test('etags', () => {
  expect(etagMatches('W/"a", "b"', '"b"')).toBe(true)
  expect(etagMatches('"a"', '"b"')).toBe(false)
  expect(etagMatches(undefined, '"b"')).toBe(false)
})
