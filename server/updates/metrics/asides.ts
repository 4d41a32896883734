import { TEXT_CURRENCY_CODES } from '#domain/money/currency.ts'
import { amountsIn } from '#domain/money/amounts.ts'
import { cuesIn, MONEY_CUES } from './cues.ts'
import { isPeriod } from './periods.ts'
import { isPlanned } from './words.ts'

const END = String.raw`(?!\w)`
const CODES = TEXT_CURRENCY_CODES.join('|')
const UNIT = String.raw`(?:k|m|mm|mn|bn?|t|tsd|mio|mrd|mln|mil|mi|thousand|million|lakhs?|crores?|cr)`
const SIGN = String.raw`(?:\p{Sc}|(?:${CODES}|euros?|kr)${END})`
/** Any number with or without a currency, more loosely than an amount. */
const VALUE = String.raw`[~≈+-]?(?<![\w.,])(?:[A-Z]{0,3}\p{Sc}\s?|(?:${CODES})\s?)?\d[\d.,'’]*(?:[ \u00A0\u202F]\d{3})*(?:\s?${UNIT}(?:${END}\.?|(?=\p{Sc})))?(?:\s?${SIGN})?`
const ARROW = '(?:→|[-=]>|>>?|⇒|➔|➜|➝|➡️?|⟶)'
const PLAN = String.raw`(?:plan(?:ned)?|budget(?:ed)?|targets?|goals?|forecast(?:ed)?|guidance|expect(?:ed|ations?)|hoped|projections?|projected|Ziel|Zielwert|Prognose|objectif|prévisions?|objetivo|presupuesto|meta|obiettivo|doel|mål)${END}`
const OF = String.raw`(?:\s?(?:of|was|is|von|de|[:=]))*\s?`
const OUR = String.raw`(?:(?:our|the|an?|my|we|was|originally|original|internal|dem|den|l['’]|le|el)\s?){0,2}`
const pattern = (source: string) => new RegExp(source, 'giu')

/** What a sentence says besides the current value, in the order in which it's removed. */
const ASIDES = [
  // "$18k → $23k", "9 months → 14 months"
  pattern(String.raw`${VALUE}(?:\s\p{L}{2,10})?\s*${ARROW}\s*(?=${VALUE})`),
  // "from $60k to $84k", "grew $4k to $52k", "+$4k to $52k"
  pattern(String.raw`(?<!\p{L})(?:from|von|de|da|van|från|fra)\s${VALUE}\s(?:to|auf|à|a|naar|till|til)\s(?=${VALUE})`),
  pattern(
    String.raw`(?:(?<!\p{L})(?:grew|grown|rose|increased|climbed|jumped|went|moved|fell|dropped|declined|decreased|up|down|improved|by)\s(?:by\s)?|(?=[+-]))${VALUE}\sto\s(?=${VALUE})`,
  ),
  // "was $18k, now $23k"
  pattern(String.raw`(?<!\p{L})(?:was|were)\s${VALUE}(?=[^.;]{0,40}\s(?:now|today|currently)\s[^.;]{0,20}\d)`),
  // "$23k, previously $18k"
  pattern(String.raw`\s?[,;|/–—]\s(?:previously|prev\.?|formerly|was|last (?:month|quarter))${OF}${VALUE}`),
  // "hit our goal of" says that the goal is now the value.
  pattern(String.raw`(?<!\p{L})(?:hit|reached|met|achieved)\s${OUR}${PLAN}(?:\sof)?`),
  // "$10k below plan"
  pattern(String.raw`${VALUE}\s(?:below|above|under|over|ahead of|behind|short of)\s${OUR}${PLAN}`),
  // "vs plan of $60k", "below budget", "better than expected"
  pattern(
    String.raw`,?\s(?:vs\.?|versus|against|compared (?:to|with)|below|above|under|over|ahead of|behind|short of|beat|beating|exceed(?:ed|ing)|miss(?:ed|ing)|on|in line with|as|within|than|gegenüber|unter|über|contre|sous|frente a)\s${OUR}${PLAN}(?:${OF}${VALUE})?`,
  ),
  // "vs $500k budget"
  pattern(String.raw`\s(?:vs\.?|versus|against)\s${OUR}${VALUE}\s${PLAN}`),
  // "MRR: $56k, goal: $60k"
  pattern(String.raw`\s?[,;/|–—]\s?${OUR}${PLAN}${OF}${VALUE}`),
  // "a $20k setup fee", "a $48k ARR customer"
  pattern(
    String.raw`(?<!\p{L})(?:an?|one|another|the|our|first|largest|biggest|new|\d{1,2})\s(?:\p{L}+[\s-])?(?=\S{0,12}(?:\p{Sc}|\d[kmb]))${VALUE}[\s-](?:(?:ARR|MRR)\s)?(?:\p{L}+\s)?(?:contracts?|deals?|customers?|clients?|accounts?|logos?|pilots?|fees?|orders?|grants?|bridge|round|checks?|loans?|investment|invoices?|renewals?|upsells?|expansion|commitments?|prize|LOIs?)${END}`,
  ),
  pattern(String.raw`${VALUE}\sgross[,/\s]+(?:and\s)?(?=${VALUE}\snet${END})`),
]

/** What a parenthesis says, and whether it directly follows a metric: "MRR $50k ($600k ARR)". */
export type Note = { text: string; isBesideMetric: boolean }

/** Blanks out what isn't the current value, so that the rest keeps its place. */
export function withoutAsides(sentence: string): { text: string; notes: Note[] } {
  const notes: Note[] = []
  const text = sentence.replaceAll(NOTE, (written: string, inner: string, at: number) => {
    const before = sentence.slice(0, at)
    if (isValue(inner, before) || /^(?:net|gross)$/i.test(inner)) return ` ${inner} `
    const isQualified = qualifies(inner, before)
    if (isQualified && !hasValue(inner)) return written
    notes.push({ text: inner, isBesideMetric: endsWithMetric(before) })
    return isQualified ? written.replace(inner, blank) : blank(written)
  })
  return { text: ASIDES.reduce((rest, aside) => rest.replaceAll(aside, blank), text), notes }
}

const blank = (written: string) => ' '.repeat(written.length)

const NOTE = /[([（]([^()（）[\]]{1,120})[)\]）]/gu

/** Accountants put negative amounts in parentheses: "Net burn: ($45k)". */
const isValue = (inner: string, before: string) => amountsIn(inner)[0]?.written === inner.trim() && !hasValue(before)

const HARMLESS =
  /^(?:unaudited|monthly|current|latest|this (?:month|quarter)|last (?:month|quarter)|per month|EO[MPQ]|(?:at |by )?(?:the )?(?:month[- ]|quarter[- ])?end(?: of.{1,20})?|as (?:of|at) .{1,20}|at (?:the )?(?:current|present) .{1,20}|(?:incl|excl)\b.{1,40})$/i
const NOT_PLAN = /\b(?:above|below|on|ahead|as|vs|beat|hit|missed|met|exceeded|in line|than)\b/i

/** Whether the note changes what the metric is: "ARR: $3M (target)", "Revenue (EMEA): $50k". */
const qualifies = (inner: string, before: string): boolean =>
  hasValue(before) ? isPlanned(inner) && !NOT_PLAN.test(inner) : !HARMLESS.test(inner) && !isPeriod(inner)

/** Quarters and years aren't values. */
export const hasValue = (text: string) => /(?<![\p{L}\d])\d/u.test(text.replaceAll(/\b(?:19|20)\d\d\b/g, ''))

/** Whether a text ends with an amount or with the words for one. */
export function endsWithMetric(text: string): boolean {
  const end = text.trimEnd().length
  return [...amountsIn(text), ...cuesIn(text, MONEY_CUES).filter(({ kind }) => kind !== null)].some(
    (place) => place.end === end,
  )
}
