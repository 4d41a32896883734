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

type Add = (hash: number, value: number) => void

/** The features of a title or of a text's beginning. */
export function featuresOf(written: string): Features {
  const text = evened(written)
  const values = new Map<number, number>()
  const add: Add = (hash, value) => {
    values.set(((hash ^ (hash >>> 15)) >>> 0) % BUCKETS, value)
  }
  let before = hashOf('^ ')
  const words = wordsOf(text, MOST_WORDS)
  const stems = words.map(({ folded }) => shape(folded.slice(0, MOST_LETTERS_OF_A_WORD)))
  for (const [at, stem] of stems.entries()) {
    const hash = hashOf(stem)
    add(hash, 1)
    add(hashOf(stem, before), 1)
    if (stem[0] !== '#') addLetters(words[at]?.folded.slice(0, MOST_LETTERS_OF_A_WORD) ?? '', add)
    before = hashOf(' ', hash)
  }
  for (const mark of text.match(/[$€£](?: ?\d)?|\$[a-z]|%|#[a-z]|@[a-z]|[?!:"“…]|\.\.\./g) ?? []) {
    add(hashOf(`mark ${mark.replace(/ ?\d/, '0').replace(/[a-z]/, 'a')}`), 1)
  }
  addPatterns(tokensOf(text, words, stems), add)
  const cues = cuesIn(text.toLowerCase())
  CUES.forEach(({ name }, index) => {
    if (cues[index]) add(hashOf(`cue ${name}`), CUE_VALUE)
    if ((cues[index] ?? 0) > 1) add(hashOf(`cues ${name}`), CUE_VALUE / 2)
  })
  return { ...ofLengthOne(values), cues }
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

const LETTERS = hashOf('letters ')

/** Parts of words tell kin that stemming misses: "compete", "competitor", "anticompetitive". */
function addLetters(word: string, add: Add): void {
  const edged = `<${word}>`
  for (let start = 0; start + 4 <= edged.length; start += 1)
    add(hashOf(edged, LETTERS, start, start + 4), 0.8)
}

const NAME = 'N'
const OTHER = '*'

/** The text with every name as one and the same, so that "acquired by Acme" is like "acquired by Brightwell Foods". */
function tokensOf(text: string, words: Word[], stems: string[]): string[] {
  const tokens = ['^']
  let end = 0
  for (const [at, word] of words.entries()) {
    const gap = text.slice(end, word.start)
    const isJoined = tokens.at(-1) === NAME && gap.includes('&')
    end = word.end
    if (word.isOpening && /[.;:]/.test(gap)) tokens.push('.')
    else if (gap.includes(',')) tokens.push(',')
    else if (gap.includes('(')) tokens.push('(')
    else if (isJoined) continue
    if (!isNamed(word)) tokens.push(stems[at] ?? '')
    else if (tokens.at(-1) !== NAME) tokens.push(NAME)
  }
  return [...tokens, '$']
}

const isNamed = ({ text, folded, isProper, isOpening }: Word) =>
  isProper && !/^\d/.test(text) && !(isOpening && STOP_WORDS.has(folded))

const [NEAR, ORDER] = [hashOf('near'), hashOf('order')]
const then = (token: string, from: number) => hashOf(token, hashOf(' ', from))

/** What stands beside names, and in what order words of which class. */
function addPatterns(tokens: string[], add: Add): void {
  const classes = tokens.map((token) => classOf(token) ?? (isContent(token) ? OTHER : token))
  let names = 0
  for (let at = 0; at + 1 < tokens.length; at += 1) {
    const [a = '', b = '', c] = [tokens[at], tokens[at + 1], tokens[at + 2]]
    const near = then(b, then(a, NEAR))
    if (isMark(a) || isMark(b)) add(near, 1)
    if (c !== undefined) add(then(c, near), 1)
    if (a === NAME) names += 1
    const [x = '', y = '', z] = [classes[at], classes[at + 1], classes[at + 2]]
    const isTold = x[0] === '@' || y[0] === '@'
    if (!isTold && z?.[0] !== '@') continue
    const order = then(y, then(x, ORDER))
    if (isTold) add(order, PATTERN_VALUE)
    if (z !== undefined) add(then(z, order), PATTERN_VALUE)
  }
  add(hashOf(`names ${Math.min(MOST_NAMES, names)}`), 1)
  const told = [...new Set(classes.filter((token) => token[0] === '@'))].sort()
  for (const [at, name] of told.entries()) {
    add(hashOf(name), CLASS_VALUE)
    for (const other of told.slice(at + 1)) add(hashOf(`both ${name} ${other}`), PATTERN_VALUE)
  }
}

const isMark = (token: string) => token === NAME || token === ','
const isContent = (token: string) => token.length > 1 && token[0] !== '#' && !STOP_WORDS.has(token)

function ofLengthOne(found: Map<number, number>): { rows: Int32Array; values: Float32Array } {
  const [rows, values] = [new Int32Array(found.size), new Float32Array(found.size)]
  let squares = 0
  for (const value of found.values()) squares += value * value
  const length = Math.sqrt(squares) || 1
  let at = 0
  for (const [row, value] of found) {
    rows[at] = row
    values[at] = value / length
    at += 1
  }
  return { rows, values }
}

/** The hash of a text, or of a part of it, after what was hashed before. */
function hashOf(text: string, from = 2166136261, start = 0, end = text.length): number {
  let hash = from
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619)
  return hash
}
