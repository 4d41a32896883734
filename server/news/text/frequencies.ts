import { readFileSync } from 'node:fs'
import { stemOf } from './words.ts'

/** In how many documents of the table a word occurs in lower case and in names, and its parts of speech. */
type Frequency = { small: number; proper: number; is: Record<Kind, boolean> }
type Kind = 'word' | 'person' | 'place' | 'time'

// Built by tools/train/word-frequencies.ts; the server build copies the file next to its bundle.
const TABLE = new URL('./word-frequencies.txt', import.meta.url)

let table: { texts: number; words: Map<string, Frequency>; stems: Map<string, number> } | undefined

/** About 0 for a word in every text, about 9 for an unseen one. */
export function rarityOf(stem: string): number {
  const { texts, stems } = load()
  return Math.log(texts / (1 + (stems.get(stem) ?? 0)))
}

export const frequencyOf = (folded: string): Frequency | undefined => load().words.get(folded)

/** A form of a common word, such as "leaping" or "beacons". */
export const isInflected = (folded: string): boolean => {
  const stem = stemOf(folded)
  return [stem, `${stem}e`].some((root) => root !== folded && isUsual(root))
}

/** A common word with a prefix or suffix, such as "repaint". */
export const isDerived = (folded: string): boolean =>
  [
    folded.replace(/^(?:re|un|over|under|out|sub|pre)/, ''),
    folded.replace(/(?:er|or|ness|able|al)$/, ''),
    folded.replace(/er$/, 'e'),
  ].some((root) => root !== folded && isUsual(root))

function isUsual(word: string): boolean {
  const known = word.length > 3 ? frequencyOf(word) : undefined
  return known !== undefined && (known.small > 2 || known.is.word)
}

function load() {
  if (table) return table
  const [count = '', ...lines] = readFileSync(TABLE, 'utf8').trimEnd().split('\n')
  const words = new Map<string, Frequency>()
  const stems = new Map<string, number>()
  for (const line of lines) {
    const space = line.indexOf(' ')
    const word = line.slice(0, space)
    const known = frequencyFrom(line.slice(space + 1))
    words.set(word, known)
    const stem = stemOf(word)
    stems.set(stem, (stems.get(stem) ?? 0) + Math.max(known.small, known.proper))
  }
  return (table = { texts: Number(count), words, stems })
}

// Interned: tens of thousands of words share a few hundred, so that the table stays small.
const frequencies = new Map<string, Frequency>()

function frequencyFrom(marks: string): Frequency {
  const known = frequencies.get(marks)
  if (known) return known
  const has = (mark: string) => marks.includes(mark, 2)
  const made = {
    small: valueOf(marks.charAt(0)),
    proper: valueOf(marks.charAt(1)),
    is: { word: has('w'), person: has('n'), place: has('p'), time: has('t') },
  }
  frequencies.set(marks, made)
  return made
}

const valueOf = (digit: string) => (digit === '0' ? 0 : 2 ** ((Number.parseInt(digit, 36) - 1) / 2))
