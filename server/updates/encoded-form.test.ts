import { expect, test } from 'vitest'
import { growth, LINEAR } from '../testing/growth.ts'
import { decoded, splitForm } from './encoded-form.ts'

async function* inPieces(form: string, size: number) {
  const bytes = Buffer.from(form, 'latin1')
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const FORM = 'a=1&email=x%3Dy+z&unknown=%41&b=&email2=no&a%20=3&=4&c&long=0123456789'
const MOST = { a: 10, b: 10, email: 100, long: 4 }

test.each([1, 2, 3, 7, 1000])('a form that arrives in pieces of %i bytes is split alike', async (size) => {
  const fields = await splitForm(inPieces(FORM, size), MOST)
  const texts = [...fields].map(([name, chunks]) => [name, decoded(chunks, 100).toString()])
  expect(Object.fromEntries(texts)).toEqual({ a: '1', b: '', email: 'x=y z', long: '0123' })
})

test.each([
  ['%41%6a%6A', 'Ajj'],
  ['100%', '100%'],
  ['%zz%4', '%zz%4'],
  ['%%41', '%A'],
  ['%FC\u00fc', '\u00fc\u00fc'],
])('%s is decoded as %s', (encoded, text) => {
  expect(decoded([Buffer.from(encoded, 'latin1')], 100).toString('latin1')).toBe(text)
})

test('decoding stops at the limit, and takes time in proportion to the length', async () => {
  expect(decoded([Buffer.from('%41%42%43')], 2).toString()).toBe('AB')
  const ratio = await growth(
    (length) => Buffer.from('%41'.repeat(length)),
    2_000_000,
    (bytes) => decoded([bytes], Infinity),
  )
  expect(ratio).toBeLessThan(LINEAR)
})
