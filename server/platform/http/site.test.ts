import { expect, test } from 'vitest'
import { growth, LINEAR } from '../../testing/growth.ts'
import { etagMatches, preferredEncoding } from './site.ts'

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br ; q=0,\tgzip ;q=0.5 ', 'gzip'],
  ['*', 'br'],
  ['', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding %j selects %s', (accepted, encoding) => {
  expect(preferredEncoding(accepted, ['br', 'gzip'])).toBe(encoding)
})

test('spaces in Accept-Encoding take linear time', async () => {
  const header = (length: number) => `gzip${' '.repeat(length)}x`
  expect(await growth(header, 100_000, (given) => preferredEncoding(given, ['br']))).toBeLessThan(LINEAR)
})

test('an encoding that was not built is not offered', () => {
  expect(preferredEncoding('br', [])).toBe('identity')
})

test('If-None-Match matches any listed ETag', () => {
  expect(etagMatches('W/"a", "b"', '"b"')).toBe(true)
  expect(etagMatches('"a"', '"b"')).toBe(false)
  expect(etagMatches(undefined, '"b"')).toBe(false)
})
