import { type Note, withoutAsides } from './asides.ts'
import { cuesIn, MONEY_CUES, MONTHS_CUES } from './cues.ts'
import { ANYBODY, STAFF } from './people.ts'
import { isDenied, isFormer, isGoal, isOther, isPlanned, isPresent } from './words.ts'

/** A part of a sentence that is about the present. `text` lacks its asides; `whole` has them. */
export type Clause = { text: string; whole: string }

const SEPARATOR = /;\s|[。；、]|\s[–—|]\s|,\s|\s(?:and|but|und|et|y|e|och|og)\s/giu
const AFTER_COMMA =
  /^(?:but|while|so|and|with|which|though|although|not|we|our|und|aber|wir|der|die|das|et|mais|soit|y|pero|e|mas|och|og|en)\s/i
const NEXT_METRIC =
  /^(?:our |the |net )?(?:ARR|MRR|revenue|burn|cash|runway|team|headcount) (?:is|was|has|will|would|should|falls|fell|grows|grew|rises|rose|drops|dropped|stays|stands|stood|comes|came|goes|went|remains|hit|reached)\s/i
const AFTER_AND = /^(?:we|our)\b/i
/** A date qualifies what precedes it: "ARR of $3M, by the end of 2027". */
const DATED = /^(?:by|until|before|next|in|bis|d['’]ici|para)\b/i
const CONTRAST = /^(?:;|\sbut)|^,\s(?=(?:but|while|though|although|aber|mais|pero|mas)\s)/i
const LEAD = /^[^:：]{1,60}[:：]\s/u

/** Leaves out plans, denials, and other companies' metrics. */
export function clausesOf(sentence: string): { clauses: Clause[]; notes: Note[] } {
  const { text: current, notes } = withoutAsides(sentence)
  const lead = LEAD.exec(current)?.[0] ?? ''
  const hasCue = cuesIn(lead, MONEY_CUES).length > 0
  if (isGoal(sentence) || (!hasCue && isPlanned(lead))) return { clauses: [], notes: [] }
  // "What didn't work: burn at $71k"
  const text = !hasCue && isDenied(lead) ? current.replace(lead, ' '.repeat(lead.length)) : current
  const clauses: Clause[] = []
  let isElsewhere = false
  for (const { start, end, mark } of split(text)) {
    const clause = { text: text.slice(start, end), whole: sentence.slice(start, end) }
    // A plan goes on: "Our goal is $3M ARR, with burn at $50k".
    isElsewhere &&= !(CONTRAST.test(mark) || isPresent(clause.text))
    isElsewhere ||= isPlanned(clause.text) || isFormer(clause.text)
    if (!isElsewhere && !isDenied(clause.text) && !isOther(clause.text)) clauses.push(clause)
  }
  return { clauses, notes: clauses.length > 0 ? notes : [] }
}

type Range = { start: number; end: number; mark: string }

function split(text: string): Range[] {
  const names = namesIn(text)
  const ranges: Range[] = []
  let [start, mark] = [0, '']
  for (const { 0: separator, index } of text.matchAll(SEPARATOR)) {
    const rest = text.slice(index + separator.length)
    const before = text.slice(start, index)
    const isStated = /\d/.test(before) && names.some((at) => at >= start && at < index)
    const isNext = isStated && (turnsToPlan(rest) || (separator.startsWith(',') && NEXT_METRIC.test(rest)))
    if (!isNext && !isBreak(separator, before, rest)) continue
    ranges.push({ start, end: index, mark })
    start = index + separator.length
    mark = separator + (/^\p{L}+\s/u.exec(rest)?.[0] ?? '')
  }
  return [...ranges, { start, end: text.length, mark }]
}

function isBreak(separator: string, before: string, rest: string): boolean {
  if (separator.startsWith(',')) return AFTER_COMMA.test(rest)
  // "Runway – 9 months" is one clause.
  if (/[–—|]/.test(separator)) return /(?<![\p{L}\d])\p{Sc}?\d/u.test(before)
  if (/^\s(?!but)/i.test(separator)) return AFTER_AND.test(rest)
  return true
}

const turnsToPlan = (rest: string): boolean => isPlanned(/^[^\d,;:]{0,40}/.exec(rest)?.[0] ?? '') && !DATED.test(rest)

const PIECE = /,\s|\s?[;/|·+&]\s?|\s(?:and|with|plus|while|und|et|y|e|och|og|en)\s/giu
const PERSONS = new RegExp(String.raw`(?<!\p{L})(?:${STAFF}|${ANYBODY}|team|headcount)(?!\p{L})`, 'giu')

/** Splits a list of metrics so that each piece has its own: "revenue of £88k, costs of £86k, £340k in the bank". */
export function piecesOf(text: string): string[] {
  const names = namesIn(text)
  const isComplete = (from: number, to: number) =>
    /\d/.test(text.slice(from, to)) && names.some((start) => start >= from && start < to)
  const pieces: string[] = []
  let [start, from] = [0, 0]
  for (const end of [...Array.from(text.matchAll(PIECE), ({ index }) => index), text.length]) {
    if (isComplete(start, from) && isComplete(from, end)) {
      pieces.push(text.slice(start, from))
      start = from
    }
    from = end
  }
  return [...pieces, text.slice(start)]
}

/** Where the names of metrics are. */
const namesIn = (text: string): number[] => [
  ...[MONEY_CUES, MONTHS_CUES].flatMap((cues) => cuesIn(text, cues).map(({ start }) => start)),
  ...Array.from(text.matchAll(PERSONS), ({ index }) => index),
]
