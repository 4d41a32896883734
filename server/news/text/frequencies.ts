import { readFileSync } from 'node:fs'
import { stemOf } from './words.ts'

/** How usual a word is: in how many texts of the table it stands in small letters, and as a part of names; and what it may be. */
type Frequency = { small: number; proper: number; is: Record<Kind, boolean> }
type Kind = 'word' | 'person' | 'place' | 'time'

// Built by tools/train/word-frequencies.ts; the server's build puts the file beside what it bundles.
const TABLE = new URL('./word-frequencies.txt', import.meta.url)

let table: { texts: number; words: Map<string, Frequency>; stems: Map<string, number> } | undefined

/** How telling it is that two texts share a word of this stem: 0 for what everybody says, about 9 for what nobody does. */
export function rarityOf(stem: string): number {
  const { texts, stems } = load()
  return Math.log(texts / (1 + (stems.get(stem) ?? 0)))
}

/** What the table knows of a word as it is written; nothing of one that it never saw. */
export const frequencyOf = (folded: string): Frequency | undefined => load().words.get(folded)

/** Whether it is a form of a usual word, as "leaping" or "beacons". */
export const isInflected = (folded: string): boolean => {
  const stem = stemOf(folded)
  return [stem, `${stem}e`].some((root) => root !== folded && isUsual(root))
}

/** Whether it is a usual word with something before or behind it, as "repaint": perhaps a word, perhaps coined from one. */
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

// Tens of thousands of words share a few hundred, so that the table stays small.
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
