import { readFileSync } from 'node:fs'
import { stemOf } from './words.ts'

/** What public word lists and a news corpus say about a word. */
export type Frequency = {
  /** How many documents in the corpus contain it in lowercase; `proper` counts those that contain it in names. */
  small: number
  proper: number
  /** The level of the English word list that contains it, from 1 (the most common words) to 7, or 0 if none does. */
  level: number
  is: { word: boolean; person: boolean; surname: boolean; place: boolean; time: boolean }
}

// Built by tools/train/word-frequencies.ts; the server build copies the file next to its bundle.
const TABLE = new URL('./word-frequencies.txt', import.meta.url)

type Table = { texts: number; bytes: Buffer; lines: Int32Array; stems: Map<string, number> }
let table: Table | undefined

/** About 0 for a word in every text, about 9 for an unseen one. */
export function rarityOf(stem: string): number {
  const { texts, stems } = load()
  return Math.log(texts / (1 + (stems.get(stem) ?? 0)))
}

export function frequencyOf(folded: string): Frequency | undefined {
  const { bytes, lines } = load()
  let [low, high] = [0, lines.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const start = lines[middle] ?? 0
    const order = compare(folded, bytes, start)
    if (order === 0) return frequencyAt(bytes, start + folded.length + 1)
    if (order < 0) high = middle - 1
    else low = middle + 1
  }
  return undefined
}

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

const [NEWLINE, SPACE, ZERO] = [10, 32, 48]

/** Keeps the file in memory as is, because a map of its words would take ten times as much. */
function load(): Table {
  if (table) return table
  const bytes = readFileSync(TABLE)
  const starts: number[] = []
  const stems = new Map<string, number>()
  let start = 0
  for (let at = bytes.indexOf(NEWLINE); at < bytes.length; at += 1) {
    if (bytes[at] === NEWLINE) start = at + 1
    if (bytes[at] !== SPACE) continue
    starts.push(start)
    if (bytes[at + 1] === ZERO && bytes[at + 2] === ZERO) continue
    const stem = stemOf(bytes.toString('latin1', start, at))
    const { small, proper } = frequencyAt(bytes, at + 1)
    stems.set(stem, (stems.get(stem) ?? 0) + Math.max(small, proper))
  }
  return (table = {
    texts: Number.parseInt(bytes.toString('latin1', 0, 20), 10),
    bytes,
    lines: Int32Array.from(starts),
    stems,
  })
}

function compare(word: string, bytes: Buffer, start: number): number {
  for (let at = 0; at < word.length; at += 1) {
    const difference = word.charCodeAt(at) - (bytes[start + at] ?? 0)
    if (difference !== 0) return difference
  }
  return SPACE - (bytes[start + word.length] ?? 0)
}

// Interned, because all words share a few hundred frequencies.
const frequencies = new Map<string, Frequency>()

function frequencyAt(bytes: Buffer, start: number): Frequency {
  const marks = bytes.toString('latin1', start, bytes.indexOf(NEWLINE, start))
  const known = frequencies.get(marks)
  if (known) return known
  const has = (mark: string) => marks.includes(mark, 2)
  const level = Number(/\d/.exec(marks.slice(2))?.[0] ?? 0)
  const made = {
    small: valueOf(marks.charAt(0)),
    proper: valueOf(marks.charAt(1)),
    level,
    is: { word: level > 0, person: has('n'), surname: has('s'), place: has('p'), time: has('t') },
  }
  frequencies.set(marks, made)
  return made
}

const valueOf = (digit: string) => (digit === '0' ? 0 : 2 ** ((Number.parseInt(digit, 36) - 1) / 2))
