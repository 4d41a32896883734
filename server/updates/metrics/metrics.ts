import { FIRST_PERSON } from '#domain/updates/mail-words.ts'
import type { Metric, MetricKind } from '#domain/updates/update.ts'
import { sentencesOf } from '../../news/text/words.ts'
import { amountsIn } from './amounts.ts'
import { countsIn, type Found } from './counts.ts'
import { cellsOf, tableMetrics } from './tables.ts'
import { isBeginning, isCompared, isUncertain, MONEY_CUES } from './words.ts'

const MAX_SENTENCES = 400
const LONGEST = 400

type Company = { id: number; name: string }
type Email = { text: string; sentAt: Date }

/** Leaves out sentences about the user's other companies. */
export function metricsOf(email: Email, companyId: number | null, companies: Company[]): Metric[] {
  const own = companies.filter(({ id }) => id === companyId)
  const others = companies.filter(({ id }) => id !== companyId)
  return metricsIn(email, (sentence) => {
    const isAboutOwn = FIRST_PERSON.test(sentence) || own.some((company) => isIn(sentence, company))
    return isAboutOwn || !others.some((other) => isIn(sentence, other))
  })
}

const isWithinWord = (sentence: string, at: number) => /^[\p{L}\p{N}]{2}$/u.test(sentence.slice(at - 1, at + 1))

function isIn(sentence: string, { name }: { name: string }): boolean {
  const at = sentence.indexOf(name)
  return at >= 0 && !(at > 0 && isWithinWord(sentence, at)) && !isWithinWord(sentence, at + name.length)
}

/** The current metrics that a founder states about their own company: the first statement of each kind. */
export function metricsIn({ text, sentAt }: Email, isOwn: (sentence: string) => boolean = () => true): Metric[] {
  const metrics = new Map<MetricKind, Metric>()
  for (const statement of statementsOf(text)) {
    const found = typeof statement === 'string' ? statedIn(statement) : tableMetrics(statement, sentAt)
    for (const metric of found)
      if (!metrics.has(metric.kind) && isOwn(metric.sentence)) metrics.set(metric.kind, metric)
  }
  return [...metrics.values()]
}

const NUMBER = /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i

/** Splits a text into sentences and tables, which are arrays of rows. Each line of a list is its own sentence. */
function statementsOf(text: string): (string | string[][])[] {
  const statements: (string | string[][])[] = []
  let table: string[][] | null = null
  for (const line of text.split('\n')) {
    if (statements.length >= MAX_SENTENCES) break
    const cells = cellsOf(line)
    if (cells && table) table.push(cells)
    else if (cells) statements.push((table = [cells]))
    else {
      table = null
      const sentences = whole(sentencesOf(line).map(({ start, end }) => line.slice(start, end).trim()))
      statements.push(...sentences.filter((sentence) => NUMBER.test(sentence) && sentence.length <= LONGEST))
    }
  }
  return statements
}

/** Rejoins sentences that were split at an abbreviation: "1,2 Mio. Euro". */
const whole = (sentences: string[]): string[] =>
  sentences.reduce<string[]>((joined, sentence) => {
    const isOpen = /\d\s?(?:Mio|Mrd|Tsd|Mill|mln)\.$/i.test(joined.at(-1) ?? '')
    if (isOpen) joined.push(`${joined.pop() ?? ''} ${sentence}`)
    else joined.push(sentence)
    return joined
  }, [])

const BREAK =
  /;\s|[。；、]|\s[–—|]\s|,\s(?=(?:but|while|so|and|with|which|though|although|we|our|und|aber|wir|der|die|das|et|mais|soit|y|pero|e|mas|och|og|en)\s)|\sbut\s|\sand\s(?=(?:we|our|plan|expect|aim|the team|net|burn|runway|had|have)\b)/i

function statedIn(sentence: string): Metric[] {
  if (/[?？]\s*$/.test(sentence)) return []
  return sentence
    .split(BREAK)
    .flatMap((clause) => (isUncertain(clause) ? [] : [...moneyIn(clause), ...countsIn(clause)]))
    .map((found) => ({ ...found, sentence }))
}

/** An amount without a currency: "MRR: 84k". */
const BARE = /(?<![\p{Sc}\p{L}\d.,])\d[\d,.]{0,9}\s?[kKmM]\b(?!\p{Sc}|\s?€)/gu
const RANGE = /^\s?(?:[-–]|to)\s?(?:\p{Sc})?(\d[\d.,]*)\s?([kKmMbB]|million|billion|thousand)?\b/u
const FARTHEST = 60

function moneyIn(clause: string): Found[] {
  const cues = MONEY_CUES.flatMap(([kind, pattern]) =>
    [...clause.matchAll(pattern)].map((cue) => ({ kind, start: cue.index, end: cue.index + cue[0].length })),
  )
  if (cues.length === 0) return []
  return [...amountsIn(clause), ...bareIn(clause)].flatMap(({ written, start, end, value, currency }): Found[] => {
    const [before, after] = [clause.slice(0, start), clause.slice(end)]
    if (isCompared(before, after) || isBeginning(before, after)) return []
    const nearest = cues
      .map((cue) => ({ ...cue, distance: distanceTo(cue, start, end) }))
      // On a tie, the earlier cue wins: "annual recurring revenue" is ARR, although it contains "revenue".
      .toSorted((a, b) => a.distance - b.distance)[0]
    if (!nearest?.kind || nearest.distance > FARTHEST) return []
    const range = RANGE.exec(after)
    // "$1.5–2M": the unit follows the second number.
    const low = range?.[2] && !/\p{L}$/u.test(written) ? amountsIn(written + range[2])[0]?.value : value
    const shown = range ? clause.slice(start, end + range[0].length).trim() : written
    return low === undefined ? [] : [{ kind: nearest.kind, written: shown, value: low, currency }]
  })
}

const distanceTo = (cue: { start: number; end: number }, start: number, end: number) =>
  cue.start >= end ? cue.start - end : Math.max(0, start - cue.end)

const bareIn = (clause: string) =>
  [...clause.matchAll(BARE)].flatMap(({ 0: written, index: start }) => {
    const [, digits = '', unit = ''] = /^(\d[\d,.]*)\s?([kKmM])$/.exec(written) ?? []
    const value = Math.round(Number(digits.replaceAll(',', '')) * (unit.toLowerCase() === 'k' ? 1e3 : 1e6))
    return value > 0 ? [{ written, start, end: start + written.length, value, currency: null }] : []
  })
