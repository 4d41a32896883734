import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { inAscii } from './in-ascii.ts'

const value = (code: string): unknown => runInThisContext(`(${code})`)
const ascii = (code: string) => inAscii('some.js', code)

test.each([
  ['a string', `'Zürich — “größer” \\\\ü 🦊'`],
  ['a template', '`${1}é\\\\é${`é`}`'],
  ['names', `{ größe: 1, 'ö': 2 }`],
  ['raw text', 'String.raw`\\p{L}\\\\€$€[$€£]${String.raw`é\\n`}é`'],
  ['a template whose tag counts its texts', '((texts, value) => [...texts, value])`é${1}é`'],
])('keeps its meaning in ASCII: %s', (_, code) => {
  expect(ascii(code)).toMatch(/^[\0-\x7f]*$/)
  expect(value(ascii(code))).toEqual(value(code))
})

test.each([
  ['/^[—€-₹]+🦊$/u', '—₮🦊'],
  ['/^[\\—]\\—$/', '——'],
  ['/^(?:é|\\\\é)+$/', 'é\\é'],
])('matches the same text in ASCII: %s', (pattern, text) => {
  expect(ascii(pattern)).toMatch(/^[\0-\x7f]*$/)
  const found = (code: string) => (value(code) as RegExp).exec(text)?.[0]
  expect(found(ascii(pattern))).toBe(text)
  expect(found(pattern)).toBe(text)
})

test('code that cannot be expressed in ASCII fails the build', () => {
  expect(() => ascii('String.raw`\\é`')).toThrow('some.js: \\é in a tagged template')
})
