import { STOP_WORDS, wordsOf, type Word } from '../text/words.ts'
import { CUES, cuesIn } from './cues.ts'
import { hashOf, shapeOf, following, tokenOf, type Shape } from './word-shape.ts'

/** Features share a row when their hashes collide. */
export const BUCKETS = 1 << 18
const PLACES = new Uint16Array(BUCKETS)

/** Text beyond the lead is often about other things. */
const MAX_CHARACTERS = 1200
const MAX_WORDS = 220
const MAX_WORD_LENGTH = 24
const CUE_VALUE = 3.5
const CLASS_VALUE = 4
const PATTERN_VALUE = 1.2
const MAX_NAMES = 8

export type Features = { rows: Int32Array; values: Float32Array; cues: number[] }

export function featuresOf(written: string): Features {
  const text = normalized(written)
  const bag = new FeatureBag(PLACES)
  const words = wordsOf(text, MAX_WORDS)
  const shapes = words.map(({ folded }) => shapeOf(folded.slice(0, MAX_WORD_LENGTH)))
  let before = hashOf('^ ')
  for (const [at, { stem, hash, isNumber }] of shapes.entries()) {
    bag.add(hash, 1)
    bag.add(hashOf(stem, before), 1)
    if (!isNumber) addNgrams(words[at]?.folded.slice(0, MAX_WORD_LENGTH) ?? '', bag)
    before = hashOf(' ', hash)
  }
  for (const mark of text.match(/\p{Sc}(?: ?\d)?|%|#[a-z]|@[a-z]|[?!:"“…]|\.\.\./gu) ?? []) {
    bag.add(hashOf(`mark ${mark.replace(/ ?\d/, '0').replace(/[a-z]/, 'a')}`), 1)
  }
  addPatterns(tokensOf(text, words, shapes), bag)
  const cues = cuesIn(text.toLowerCase())
  for (const [index, times] of cues.entries()) {
    const name = CUES[index]?.name ?? ''
    if (times > 0) bag.add(hashOf(`cue ${name}`), CUE_VALUE)
    if (times > 1) bag.add(hashOf(`cues ${name}`), CUE_VALUE / 2)
  }
  return { ...bag.close(), cues }
}

function normalized(text: string): string {
  let lead = text.slice(0, MAX_CHARACTERS)
  if (lead.includes('http')) lead = lead.replaceAll(/https?:\/\/\S+/g, ' ')
  lead = lead.replaceAll(/\s+/g, ' ')
  if (lead.includes(" '") || lead.includes(' ’')) lead = lead.replaceAll(/ ['’] ?s\b/g, "'s")
  return lead.trim()
}

const LETTERS = hashOf('letters ')

/** Character n-grams relate words that stemming misses: "compete", "competitor", "anticompetitive". */
function addNgrams(word: string, bag: FeatureBag): void {
  const edged = `<${word}>`
  for (let start = 0; start + 4 <= edged.length; start += 1) bag.add(hashOf(edged, LETTERS, start, start + 4), 0.8)
}

const [BEGINNING, FULL_STOP, COMMA, BRACKET, NAME, END] = [
  tokenOf('^'),
  tokenOf('.'),
  tokenOf(','),
  tokenOf('('),
  tokenOf('N'),
  tokenOf('$'),
]

/** Replaces every name with one token, so that "acquired by Acme" equals "acquired by Brightwell Foods". */
function tokensOf(text: string, words: Word[], shapes: Shape[]): Shape[] {
  const tokens = [BEGINNING]
  let end = 0
  for (const [at, word] of words.entries()) {
    const gap = word.start - end === 1 ? text.charAt(end) : text.slice(end, word.start)
    end = word.end
    if (gap !== ' ') {
      if (word.isOpening && /[.;:]/.test(gap)) tokens.push(FULL_STOP)
      else if (gap.includes(',')) tokens.push(COMMA)
      else if (gap.includes('(')) tokens.push(BRACKET)
      else if (tokens.at(-1) === NAME && gap.includes('&')) continue
    }
    if (!isNamed(word)) tokens.push(shapes[at] ?? NAME)
    else if (tokens.at(-1) !== NAME) tokens.push(NAME)
  }
  tokens.push(END)
  return tokens
}

const isNamed = ({ text, folded, isProper, isOpening }: Word) =>
  isProper && !/^\d/.test(text) && !(isOpening && STOP_WORDS.has(folded))

function addPatterns(tokens: Shape[], bag: FeatureBag): void {
  let names = 0
  for (let at = 0; at + 1 < tokens.length; at += 1) {
    const [a, b, c] = [tokens[at], tokens[at + 1], tokens[at + 2]]
    if (!a || !b) break
    const near = following(b.stem, a.near)
    if (isMark(a) || isMark(b)) bag.add(near, 1)
    if (c) bag.add(following(c.stem, near), 1)
    if (a === NAME) names += 1
    const hasClass = a.isClass || b.isClass
    if (!hasClass && !c?.isClass) continue
    const order = following(b.kind, a.order)
    if (hasClass) bag.add(order, PATTERN_VALUE)
    if (c) bag.add(following(c.kind, order), PATTERN_VALUE)
  }
  bag.add(hashOf(`names ${Math.min(MAX_NAMES, names)}`), 1)
  const classes = [...new Set(tokens.flatMap(({ isClass, kind }) => (isClass ? [kind] : [])))].sort()
  for (const [at, name] of classes.entries()) {
    bag.add(hashOf(name), CLASS_VALUE)
    for (const other of classes.slice(at + 1)) bag.add(hashOf(`both ${name} ${other}`), PATTERN_VALUE)
  }
}

const isMark = (token: Shape) => token === NAME || token === COMMA

/** In insertion order; a repeated feature keeps its last value. */
class FeatureBag {
  private readonly rows: number[] = []
  private readonly values: number[] = []
  private readonly places: Uint16Array

  /**
   * `places` maps a row to its index in the bag, because that is faster than a map. `close` resets it to zeros for the
   * next bag.
   */
  constructor(places: Uint16Array) {
    this.places = places
  }

  add(hash: number, value: number): void {
    const row = (hash ^ (hash >>> 15)) & (this.places.length - 1)
    const place = this.places[row] ?? 0
    if (place > 0) this.values[place - 1] = value
    else {
      this.values.push(value)
      this.places[row] = this.rows.push(row)
    }
  }

  close(): { rows: Int32Array; values: Float32Array } {
    let squares = 0
    for (const value of this.values) squares += value * value
    const length = Math.sqrt(squares) || 1
    const [rows, values] = [new Int32Array(this.rows.length), new Float32Array(this.rows.length)]
    for (let at = 0; at < rows.length; at += 1) {
      const row = this.rows[at] ?? 0
      rows[at] = row
      values[at] = (this.values[at] ?? 0) / length
      this.places[row] = 0
    }
    return { rows, values }
  }
}
