import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bandsOf, createSameTexts, isSameText, fingerprintSimilarity, printOf } from './text-fingerprint.ts'
import { growth, LINEAR } from '../../testing/growth.ts'

const spread = (number: number) => Math.imul(number ^ (number >>> 15), 0x2c1b3c6d)
const word = (number: number) => `w${(spread(spread(spread(number))) >>> 0) % 9973}`
const textOf = (start: number, length: number) => Array.from({ length }, (_, i) => word(start * 100_003 + i)).join(' ')
const print = (text: string) => printOf(text) ?? new Uint16Array(64)

const RELEASE = textOf(1, 180)

test('capitals, punctuation and line breaks do not affect similarity', () => {
  const copy = RELEASE.toUpperCase().replaceAll(/(\S+ \S+ \S+) /g, '$1,\n ')
  expect(fingerprintSimilarity(print(RELEASE), print(copy))).toBe(1)
})

test('a copy with an extra line or a few changed words is the same text', () => {
  expect(isSameText(print(RELEASE), print(`${RELEASE} This text was supplied by the company.`))).toBe(true)
  const edited = RELEASE.split(' ')
    .map((each, i) => (i % 45 === 7 ? 'changed' : each))
    .join(' ')
  expect(isSameText(print(RELEASE), print(edited))).toBe(true)
})

test('a truncated copy or one with a different ending is the same text', () => {
  const long = textOf(1, 400)
  expect(isSameText(print(long), print(long.split(' ').slice(0, 160).join(' ')))).toBe(true)
  expect(isSameText(print(`${long} ${textOf(2, 300)}`), print(`${long} ${textOf(3, 300)}`))).toBe(true)
})

test('releases that share only their ending are different texts', () => {
  const about = textOf(9, 300)
  expect(isSameText(print(`${textOf(4, 120)} ${about}`), print(`${textOf(5, 120)} ${about}`))).toBe(false)
})

test('half of a text, another text and a rewritten one are different texts', () => {
  const half = `${RELEASE.split(' ').slice(0, 90).join(' ')} ${textOf(2, 90)}`
  const rewritten = RELEASE.split(' ')
    .map((each, i) => (i % 4 === 0 ? `x${i}` : each))
    .join(' ')
  for (const other of [half, rewritten, textOf(3, 180)]) expect(isSameText(print(RELEASE), print(other))).toBe(false)
})

test('a text that is too short has no fingerprint', () => {
  expect(printOf('Acme raises money')).toBeNull()
  expect(printOf('')).toBeNull()
  expect(printOf('… — !!! '.repeat(100))).toBeNull()
})

test('texts without spaces are compared too', () => {
  const text = '该公司宣布获得投资者的新一轮融资并计划今年招聘更多员工以扩大其业务规模'
  expect(isSameText(print(text), print(`${text}。`))).toBe(true)
})

test('fingerprints are the same on every machine', () => {
  expect(Array.from(print('the quick brown fox jumps over the lazy dog and then sleeps again').subarray(0, 4)))
    .toMatchInlineSnapshot(`
    [
      51820,
      18194,
      23652,
      49065,
    ]
  `)
})

test('similarity approximates the share of common phrases', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 300 }), (seed, different) => {
      const a = textOf(seed, 300)
      const b = `${textOf(seed, 300 - different)} ${textOf(seed + 5000, different)}`
      const phrases = (text: string) => {
        const words = text.trim().split(' ').slice(0, 150)
        return new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(' ')))
      }
      const [left, right] = [phrases(a), phrases(b)]
      const exact = left.intersection(right).size / left.union(right).size
      return Math.abs(fingerprintSimilarity(print(a), print(b)) - exact) < 0.25
    }),
    // Similarity is an estimate, so the seed is fixed to keep the test from passing or failing by chance.
    { numRuns: 300, seed: 5 },
  )
})

test('matching texts share a band, and similarity is symmetric and never throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: 'binary' }), fc.string({ maxLength: 400 }), (a, b) => {
      const [left, right] = [printOf(a), printOf(b)]
      if (!left || !right) return true
      const shares = bandsOf(left).some((band, i) => band === bandsOf(right)[i])
      return (
        fingerprintSimilarity(left, right) === fingerprintSimilarity(right, left) &&
        (!isSameText(left, right) || shares)
      )
    }),
  )
})

test('each text is kept once, and copies point to the first', () => {
  const texts = createSameTexts<number>()
  expect(texts.add(1, RELEASE)).toBeNull()
  expect(texts.add(2, textOf(2, 180))).toBeNull()
  expect(texts.add(3, `${RELEASE} Read more.`)).toBe(1)
  expect(texts.add(4, 'short')).toBeNull()
  expect(texts.add(1, RELEASE)).toBeNull()
})

test('a copy from the same publisher is an update or a correction, not a duplicate', () => {
  const texts = createSameTexts<number>()
  expect(texts.add(1, RELEASE, 'Daily Planet')).toBeNull()
  expect(texts.add(2, `${RELEASE} Corrected.`, 'Daily Planet')).toBeNull()
  expect(texts.add(3, RELEASE, 'Gazette')).toBe(1)
})

test('the oldest texts are forgotten when there are too many', () => {
  const texts = createSameTexts<number>(2)
  for (const id of [1, 2, 3]) texts.add(id, textOf(id, 100))
  expect(texts.add(4, textOf(3, 100))).toBe(3)
  expect(texts.add(5, textOf(1, 100))).toBeNull()
})

test('texts are deduplicated in linear time', async () => {
  const input = (length: number) =>
    Array.from({ length }, (_, i) => `${textOf(i % (0.75 * length), 200)}${i >= 0.75 * length ? ' Read more.' : ''}`)
  const repeated = (texts: string[]) => {
    const known = createSameTexts<number>()
    return texts.filter((text, i) => known.add(i, text) !== null).length
  }
  expect(repeated(input(4000))).toBe(1000)
  expect(await growth(input, 6400, repeated)).toBeLessThan(LINEAR)
})
