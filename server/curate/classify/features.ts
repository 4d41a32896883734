import { stemOf } from '../text/stem.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { wordsOf, type Word } from '../text/words.ts'
import { CUES, cuesIn } from './cues.ts'
import { classOf } from './word-classes.ts'

/** Rows of the weight table; features share a row when their hashes meet. */
export const BUCKETS = 1 << 18

/** More than a story's lead tells about other things than its own. */
const MOST_CHARACTERS = 1200
const MOST_WORDS = 220
const MOST_LETTERS_OF_A_WORD = 24
const CUE_VALUE = 3.5
const CLASS_VALUE = 4
const PATTERN_VALUE = 1.2
const MOST_NAMES = 8

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
  const words = wordsOf(text, MOST_WORDS)
  for (const { folded } of words) {
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
  addPatterns(tokensOf(text, words), add)
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

const NAME = 'N'
const OTHER = '*'

/** The text with every name as one and the same, so that "acquired by Acme" is like "acquired by Brightwell Foods". */
function tokensOf(text: string, words: Word[]): string[] {
  const tokens = ['^']
  let end = 0
  for (const word of words) {
    const gap = text.slice(end, word.start)
    const isJoined = tokens.at(-1) === NAME && gap.includes('&')
    end = word.end
    if (word.isOpening && /[.;:]/.test(gap)) tokens.push('.')
    else if (gap.includes(',')) tokens.push(',')
    else if (gap.includes('(')) tokens.push('(')
    else if (isJoined) continue
    if (!isNamed(word)) tokens.push(shape(word.folded))
    else if (tokens.at(-1) !== NAME) tokens.push(NAME)
  }
  return [...tokens, '$']
}

const isNamed = ({ text, folded, isProper, isOpening }: Word) =>
  isProper && !/^\d/.test(text) && !(isOpening && STOP_WORDS.has(folded))

/** What stands beside names, and in what order words of which class. */
function addPatterns(tokens: string[], add: (feature: string, value: number) => void): void {
  const classes = tokens.map((token) => classOf(token) ?? (isContent(token) ? OTHER : token))
  let names = 0
  for (let at = 0; at + 1 < tokens.length; at += 1) {
    const [a = '', b = '', c] = [tokens[at], tokens[at + 1], tokens[at + 2]]
    if ([a, b].some((token) => token === NAME || token === ',')) add(`near ${a} ${b}`, 1)
    if (c !== undefined) add(`near ${a} ${b} ${c}`, 1)
    if (a === NAME) names += 1
    const [x = '', y = '', z] = [classes[at], classes[at + 1], classes[at + 2]]
    const isTold = x[0] === '@' || y[0] === '@'
    if (isTold) add(`order ${x} ${y}`, PATTERN_VALUE)
    if (z !== undefined && (isTold || z[0] === '@')) add(`order ${x} ${y} ${z}`, PATTERN_VALUE)
  }
  add(`names ${Math.min(MOST_NAMES, names)}`, 1)
  const told = [...new Set(classes.filter((token) => token[0] === '@'))].sort()
  for (const [at, name] of told.entries()) {
    add(name, CLASS_VALUE)
    for (const other of told.slice(at + 1)) add(`both ${name} ${other}`, PATTERN_VALUE)
  }
}

const isContent = (token: string) => token.length > 1 && token[0] !== '#' && !STOP_WORDS.has(token)

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
