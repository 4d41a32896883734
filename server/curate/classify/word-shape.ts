import { stemOf } from '../text/stem.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { hashOf } from './hash.ts'
import { classOf } from './word-classes.ts'

/** What the model sees of a word, whatever stands around it. */
export type Shape = {
  /** Of a number its length at most. */
  stem: string
  /** Its class, such as "@media"; the same for all other words that carry matter; else its stem. */
  kind: string
  isNumber: boolean
  isClass: boolean
  hash: number
  /** The hashes with which the patterns of stems and of kinds begin that begin here. */
  near: number
  order: number
}

const OTHER = '*'
const [NEAR, ORDER] = [hashOf('near'), hashOf('order')]

/** Not for ever: a table of all that ever was written would grow for ever. */
const MOST_KNOWN = 1 << 14
/** A longer one might keep the whole text alive of which it is a part. */
const LONGEST_KNOWN = 12
const known = new Map<string, Shape>()

/** Words come again and again: what was seen of one is remembered. */
export function shapeOf(word: string): Shape {
  const before = known.get(word)
  if (before) return before
  const shape = tokenOf(shortened(word))
  if (word.length > LONGEST_KNOWN) return shape
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(word, shape)
  return shape
}

/** Of what stands for a word, or for a mark between words. */
export function tokenOf(stem: string): Shape {
  const ofClass = classOf(stem)
  const kind = ofClass ?? (isContent(stem) ? OTHER : stem)
  return {
    stem,
    kind,
    isNumber: stem.startsWith('#'),
    isClass: ofClass !== undefined,
    hash: hashOf(stem),
    near: following(stem, NEAR),
    order: following(kind, ORDER),
  }
}

/** The hash of a pattern that goes on with this. */
export const following = (token: string, from: number): number => hashOf(token, hashOf(' ', from))

function shortened(word: string): string {
  if (!/^\d/.test(word)) return stemOf(word)
  return /^(?:19|20)\d\d$/.test(word) ? '#year' : `#${word.replaceAll(/\d/g, '0').slice(0, 5)}`
}

const isContent = (stem: string) => stem.length > 1 && !stem.startsWith('#') && !STOP_WORDS.has(stem)
