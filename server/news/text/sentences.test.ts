import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'

type Case = { text: string; wanted: string[] }

const casesOf = (half: string): Case[] =>
  readFileSync(new URL(`./cases/sentences-${half}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const language = line.slice(0, 2)
      const wanted = line.slice(3).split('|')
      return { text: wanted.join(language === 'ja' ? '' : ' '), wanted }
    })

const split = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end))

test.each(casesOf('development'))('sentences end where they end: $text', ({ text, wanted }) => {
  expect(split(text)).toEqual(wanted)
})

test('so do those that nobody looked at while writing the rules', () => {
  const cases = casesOf('held-out')
  const right = cases.filter(({ text, wanted }) => JSON.stringify(split(text)) === JSON.stringify(wanted))
  expect(right.length).toBeGreaterThanOrEqual(LEAST_RIGHT)
})
const LEAST_RIGHT = 28

test('a line ends a sentence, and a long run of dots takes no time', () => {
  expect(split('Acme\ngrows')).toEqual(['Acme', 'grows'])
  expect(split(`Wait${'.'.repeat(100_000)} Then go.`)).toHaveLength(2)
})
