import { stemOf } from '../text/stem.ts'
import { wordsOf } from '../text/words.ts'
import { CUES, cuesIn } from './cues.ts'

/** Rows of the weight table; features share a row when their hashes meet. */
export const BUCKETS = 1 << 17

/** More than a story's lead tells about other things than its own. */
const MOST_CHARACTERS = 1200
const MOST_WORDS = 220
const MOST_LETTERS_OF_A_WORD = 24
const CUE_VALUE = 3.5

/** What a text shows the model: rows of the weight table and how much each counts, of length one in all. */
export type Features = { rows: Int32Array; values: Float32Array; cues: number[] }

/** The features of a title or of a text's beginning. */
export function featuresOf(written: string): Features {
  const text = evened(written)
  const values = new Map<number, number>()
  const add = (feature: string, value: number) => {
    values.set(hashOf(feature) % BUCKETS, value)
  }
  let before = '^'
  for (const { folded } of wordsOf(text, MOST_WORDS)) {
    const word = folded.slice(0, MOST_LETTERS_OF_A_WORD)
    const stem = shape(word)
    add(stem, 1)
    add(`${before} ${stem}`, 1)
    if (stem[0] !== '#') addLetters(word, add)
    before = stem
  }
  for (const mark of text.match(/[$€£](?: ?\d)?|\$[a-z]|%|#[a-z]|@[a-z]|[?!:"“…]|\.\.\./g) ?? []) {
    add(`mark ${mark.replace(/ ?\d/, '0').replace(/[a-z]/, 'a')}`, 1)
  }
  const cues = cuesIn(text.toLowerCase())
  CUES.forEach(({ name }, index) => {
    if (cues[index]) add(`cue ${name}`, CUE_VALUE)
    if ((cues[index] ?? 0) > 1) add(`cues ${name}`, CUE_VALUE / 2)
  })
  return { rows: Int32Array.from(values.keys()), values: ofLengthOne([...values.values()]), cues }
}

/** Cut to a lead, with single spaces, and without what tokenizers and feeds leave behind. */
function evened(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/https?:\/\/\S+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ['’] ?s\b/g, "'s")
    .trim()
}

function shape(word: string): string {
  if (!/^\d/.test(word)) return stemOf(word)
  return /^(?:19|20)\d\d$/.test(word) ? '#year' : `#${word.replaceAll(/\d/g, '0').slice(0, 5)}`
}

/** Parts of words tell kin that stemming misses: "compete", "competitor", "anticompetitive". */
function addLetters(word: string, add: (feature: string, value: number) => void): void {
  const edged = `<${word}>`
  for (let start = 0; start + 4 <= edged.length; start += 1)
    add(`letters ${edged.slice(start, start + 4)}`, 0.8)
}

function ofLengthOne(values: number[]): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1
  return Float32Array.from(values, (value) => value / length)
}

function hashOf(feature: string): number {
  let hash = 2166136261
  for (let index = 0; index < feature.length; index += 1) {
    hash = Math.imul(hash ^ feature.charCodeAt(index), 16777619)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
