import { expect, test } from 'vitest'
import {
  avatarVariant,
  avatarSeed,
  FAVICON_LIMIT_MS,
  FAVICON_PX,
  initialOf,
  isLogoPath,
  LOGO_FAILED,
  LOGO_LIMIT_MS,
  LOGO_PX,
  logoCacheKey,
  logoPath,
  NO_NAME,
  siteKey,
} from './logo.ts'

test('"Logo 100 px; favicon 64 px; logo time-out 3 s; favicon time-out 2 s"', () => {
  expect([LOGO_PX, FAVICON_PX, LOGO_LIMIT_MS, FAVICON_LIMIT_MS]).toEqual([100, 64, 3000, 2000])
})

test("logo hook: 'No company name provided'; 'Failed to load logo'", () => {
  expect([NO_NAME, LOGO_FAILED]).toEqual(['No company name provided', 'Failed to load logo'])
})

test.each([
  ['Cedar Robotics, Inc.', 'CedarRobot'],
  ['A-1 & B', 'A1B'],
  ['日本電気', '日本電気'],
  ['Zoë', 'Zoë'],
  ['𝒳'.repeat(20), '𝒳'.repeat(10)],
])('avatar seed: first 10 alphanumeric characters of %s', (name, seed) => {
  expect(avatarSeed(name)).toBe(seed)
})

test('a name without alphanumeric characters gets its own hash', () => {
  const seeds = ['🚀', '🌍🌎', '!!!', ''].map(avatarSeed)
  expect(seeds.every((seed) => /^[0-9a-z]{1,10}$/.test(seed))).toBe(true)
  expect(new Set(seeds).size).toBe(seeds.length)
})

test('an avatar variant is stable, in range, and follows the seed', () => {
  const names = ['Cedar', 'Lumen', 'Northfield', '日本', '🚀', 'x']
  const looks = names.map((name) => avatarVariant(name, 6))
  expect(looks).toEqual(names.map((name) => avatarVariant(name, 6)))
  expect(looks.every((look) => look >= 0 && look < 6)).toBe(true)
  expect(new Set(looks).size).toBeGreaterThan(2)
  expect(avatarVariant('Cedar Robotics One', 6)).toBe(avatarVariant('cedar robotics two', 6))
})

test('the avatar’s initial is the first grapheme', () => {
  expect(['cedar', ' éclair', '日本', '👩‍🚀 Labs', ''].map(initialOf)).toEqual(['C', 'É', '日', '👩‍🚀', '?'])
})

test('"Logo cache key: company name plus domain"', () => {
  const key = logoCacheKey('Cedar', 'https://www.cedar.example/about')
  expect(key).toBe(logoCacheKey(' Cedar ', 'http://cedar.example'))
  expect(key).not.toBe(logoCacheKey('Cedar', 'https://cedar.test'))
  expect(key).not.toBe(logoCacheKey('Cedar Ltd', 'https://cedar.example'))
})

test('logos are keyed by host, plus the port if there is one', () => {
  expect(siteKey('https://www.cedar.example/x')).toBe('cedar.example')
  expect(siteKey('https://cedar.example:8443')).toBe('cedar.example:8443')
  expect(siteKey(null)).toBe('')
})

test('a logo’s URL can only be our own path for that company', () => {
  expect(logoPath(7)).toBe('/api/companies/7/logo')
  expect(logoPath(7, 'ab-_1')).toBe('/api/companies/7/logo?v=ab-_1')
  expect([logoPath(7), logoPath(7, 'ab-_1')].every((path) => isLogoPath(path, 7))).toBe(true)
  const foreign = [
    'https://evil.example/x.png',
    '/api/companies/8/logo?v=a',
    '//evil.example/api/companies/7/logo?v=a',
    '/api/companies/7/logo?v=a&b',
    '/api/companies/7/logo/../../account/export',
    'javascript:alert(1)',
    '',
  ]
  expect(foreign.filter((url) => isLogoPath(url, 7))).toEqual([])
})
