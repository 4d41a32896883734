import { expect, test } from 'vitest'
import { newsSections } from '../domain/news-content.ts'
import { csvTable } from '../server/companies/file/csv-table.ts'
import { classify } from '../server/curate/classify/classify.ts'
import { factsOf } from '../server/curate/classify/facts.ts'
import { match } from '../server/curate/match/match.ts'
import { languageOf } from '../server/gather/ingest/language.ts'

const TIMES = 64
/** Far from both: what reads a text once grows by 64, what reads all of it again for each piece by 4096. */
const TOO_MUCH = 512
const ROUNDS = 3
/** What takes less is not told apart from nothing. */
const NOTHING_US = 300

type Read = (text: string) => unknown

/** By how much more work a text of 64 times the length is: the least of some rounds, of this thread alone. */
function growth(read: Read, piece: string, pieces: number): number {
  const work = (text: string) => {
    let least = Infinity
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = process.threadCpuUsage()
      read(text)
      const { user, system } = process.threadCpuUsage(began)
      least = Math.min(least, user + system)
    }
    return Math.max(least, NOTHING_US)
  }
  const short = work(piece.repeat(pieces / TIMES))
  return work(piece.repeat(pieces)) / short
}

const lark = { name: 'Lark', website: 'https://larkpayments.example', description: 'Card payments' }

/** Who reads what strangers wrote, how many pieces of it, and the pieces that are hard to read. */
const READERS: [name: string, read: Read, pieces: number, hard: string[]][] = [
  ['a brief', newsSections, 32_000, ['[1', '**', '\n \n', 'https://', '[1, ', '- ']],
  ['a section', (text) => classify({ title: text, text }), 32_000, ['raises ', 'a', '$ ']],
  [
    'facts',
    (text) => factsOf({ title: text, text }),
    32_000,
    ['A ', 'led by A, ', '$1,', 'raises a ', 'Chief ', 'appoints Aa '],
  ],
  [
    'whom it is about',
    (text) => match(lark, { title: text, text }),
    32_000,
    ['Lark ', 'Lark-', '“Lark. ', "Lark's ", 'a', 'L.', '\n', '((((', 'larkpayments.example '],
  ],
  ['a name', (name) => match({ name }, { title: 'Lark' }), 32_000, ['Lark ']],
  ['a language', languageOf, 96_000, ['the and of ']],
  [
    'CSV torture (PH-08)',
    (text) => csvTable(Buffer.from(`Company,Website\n${text}`), 200_000),
    6400,
    ['A,"a.com\n'],
  ],
]

test.each(
  READERS.flatMap(([name, read, pieces, hard]) => hard.map((piece) => ({ name, piece, read, pieces }))),
)('the work of reading hostile text grows with its length: $name of $piece', ({ read, piece, pieces }) => {
  expect(growth(read, piece, pieces)).toBeLessThan(TOO_MUCH)
})

test('what reads everything again for each piece is found out', () => {
  const again: Read = (text) => {
    const bytes = Buffer.from(text)
    let seen = 0
    for (let from = 0; from < bytes.length; from += 1)
      for (let at = from; at < bytes.length; at += 1) seen += bytes[at] ?? 0
    return seen
  }
  expect(growth(again, 'a', 24_000)).toBeGreaterThan(TOO_MUCH)
})
