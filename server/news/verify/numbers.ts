import { daysIn } from '#domain/dates/days-in-text.ts'
import { amountsIn, currencyOf, sizeOf } from '#domain/money/amounts.ts'
import { NUMBER_WORD, NUMBER_WORDS } from '../text/number-words.ts'

export type NumberMention = { value: number; kind: string; start: number; end: number }

const MAGNITUDE = 'hundred|thousand|million|billion|trillion|mln|mn|bn|tn'
const AFTER = String.raw`(?:[\s-]?(${MAGNITUDE})\b|([kmb])\b)?(?:\s?(%|per\s?cent\b|pct\b|percentage points?\b|x\b|times\b|(?:US )?dollars\b|euros?\b|pounds\b|yen\b|rupees\b))?`
const IN_DIGITS = new RegExp(
  String.raw`(?<![\p{L}\d.,])(\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,6})?|\d{1,15}(?:\.\d{1,6})?)(?:st|nd|rd|th)?${AFTER}`,
  'giu',
)
const IN_WORDS = new RegExp(
  String.raw`\b(${NUMBER_WORD}|(?:an?|one)(?=[\s-](?:hundred|thousand|million|billion|trillion)\b))${AFTER}(?![\p{L}\d])`,
  'giu',
)

/** Excludes dates; $5 million, $5M and $5,000,000 are the same number. */
export function numbersIn(text: string): NumberMention[] {
  const taken: { start: number; end: number }[] = daysIn(text)
  const found: NumberMention[] = []
  const add = (mention: NumberMention) => {
    if (taken.some((other) => mention.start < other.end && mention.end > other.start)) return
    taken.push(mention)
    found.push(mention)
  }
  for (const { value, currency, start, end } of amountsIn(text))
    if (currency !== null) add({ value, kind: currency, start, end })
  for (const pattern of [IN_DIGITS, IN_WORDS])
    for (const match of text.matchAll(pattern))
      add({ ...numberOf(match), start: match.index, end: match.index + match[0].length })
  return found
}

function numberOf([, written = '', magnitude = '', letter = '', unit = '']: RegExpExecArray) {
  const value = /^an?$/i.test(written)
    ? 1
    : (NUMBER_WORDS.get(written.toLowerCase()) ?? Number(written.replaceAll(',', '')))
  const size = /^hundred$/i.test(magnitude) ? 100 : (sizeOf(magnitude || letter, null) ?? 1)
  return { value: value * size, kind: kindOf(unit.toLowerCase()) }
}

function kindOf(unit: string): string {
  if (/^(?:%|per|pct)/.test(unit)) return 'percent'
  if (unit === 'x' || unit === 'times') return 'times'
  return currencyOf(unit) ?? 'number'
}

export const isSameNumber = (a: NumberMention, b: NumberMention): boolean =>
  a.kind === b.kind && Math.abs(a.value - b.value) <= 1e-9 * Math.max(Math.abs(a.value), Math.abs(b.value))
