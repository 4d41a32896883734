import { expect, test } from 'vitest'
import { frequencyOf, isDerived, rarityOf } from './frequencies.ts'
import { sentencesOf } from './sentences.ts'
import { stemOf, wordsOf } from './words.ts'

test('words have a written and a folded form, and tell whether they open a sentence', () => {
  const words = wordsOf("Acme's café met J. Doe. O'Hara left", 20)
  expect(words.map(({ text }) => text)).toEqual(['Acme', 'café', 'met', 'J', 'Doe', "O'Hara", 'left'])
  expect(words.map(({ folded }) => folded)).toEqual(['acme', 'cafe', 'met', 'j', 'doe', 'ohara', 'left'])
  expect(words.filter(({ isOpening }) => isOpening).map(({ text }) => text)).toEqual(['Acme', "O'Hara"])
  expect(wordsOf('one two three', 2)).toHaveLength(2)
})

test.each([
  ['payments', 'payment'],
  ['companies', 'company'],
  ['planning', 'plan'],
  ['launched', 'launch'],
  ['priced', 'price'],
])('%s and %s have the same stem', (one, other) => {
  expect(stemOf(one)).toBe(stemOf(other))
})

test('abbreviations, decimal points and quoted exclamations do not end a sentence', () => {
  const text = 'Acme Inc. raised $1.5 million. “Good!” said Mr. Doe, who left. Why?\nA line for Lt. Roe'
  const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end))
  expect(sentences).toEqual([
    'Acme Inc. raised $1.5 million.',
    '“Good!” said Mr. Doe, who left.',
    'Why?',
    'A line for Lt. Roe',
  ])
})

test('common words are known, coined ones are not', () => {
  expect(frequencyOf('company')?.small).toBeGreaterThan(1000)
  expect(frequencyOf('lisbon')?.is.place).toBe(true)
  expect(frequencyOf('quillbase')).toBeUndefined()
  expect(isDerived('repainter')).toBe(true)
  expect(rarityOf(stemOf('company'))).toBeLessThan(rarityOf(stemOf('veterinary')))
})

test('a long run of dots is read once', () => {
  const text = `A${'.'.repeat(200_000)}b`
  expect(sentencesOf(text)).toEqual([{ start: 0, end: text.length }])
})
