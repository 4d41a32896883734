import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnPath } from './redirect.ts'

test.each(['/dashboard', '/companies/12', '/dashboard?tab=news&company=3', '/profile/security#sessions'])(
  'a path on this site is kept: %j',
  (path) => {
    expect(safeReturnPath(path)).toBe(path)
  },
)

test.each([
  '',
  'dashboard',
  '//e.example',
  '///e.example',
  '/\\e.example',
  '\\/e.example',
  '\\\\e.example',
  'https:e.example',
  'https://e.example',
  'https:/e.example',
  '/%2f/e.example',
  '/%2F%2Fe.example',
  '/%5ce.example',
  '/\t/e.example',
  '/\n/e.example',
  '\t//e.example',
  '/%09/e.example',
  '/%0d%0aLocation:%20x',
  ' //e.example',
  '  /dashboard',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '//e.example@tidings.example',
  '//tidings.example@e.example',
  '/.//e.example',
  '/..//e.example',
  '/\u0000/e',
  `/${'a'.repeat(2048)}`,
  null,
  undefined,
  7,
  ['/dashboard'],
])('%j is replaced by /dashboard', (value) => {
  expect(safeReturnPath(value)).toBe('/dashboard')
})

test('the return path always stays on this origin', () => {
  const pieces = fc.constantFrom('/', '\\', '.', '%2f', ':', '@', 'e.example', 'https', '\t', ' ', '?', '#', 'x')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const url = URL.parse(safeReturnPath(parts.join('')), 'https://tidings.example/signin')
      expect(url?.origin).toBe('https://tidings.example')
    }),
  )
})
