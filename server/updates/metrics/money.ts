import { amountsIn, type WrittenAmount } from '#domain/money/amounts.ts'
import type { Found } from './counts.ts'
import { cuesIn, MONEY_CUES } from './cues.ts'
import { isPart } from './parts.ts'
import { pair } from './pairing.ts'
import { isPeriod, latestColumn } from './periods.ts'
import { isCompared } from './words.ts'

/** The metrics in money of a piece of a clause. */
export function moneyIn(piece: string, sentAt: Date, earlier = ''): Found[] {
  const cues = cuesIn(piece, MONEY_CUES)
  if (!cues.some(({ kind }) => kind !== null)) return []
  const { text, amounts } = currentAmounts(piece, sentAt)
  return pair(text, cues, amounts).flatMap(({ cue, amount: { start, end, written, value, currency } }): Found[] => {
    const said = { earlier, before: text.slice(0, start), after: text.slice(Math.max(cue.end, end)) }
    if (cue.kind === null || isPart(cue.kind, said, cue.start > start)) return []
    return [{ kind: cue.kind, written, value: Math.round(value), currency, isFallback: isGross(cue.text) }]
  })
}

/** Gross burn counts only if net burn isn't stated. */
export const isGross = (label: string): boolean => /\bgross\b.*\bburn|\bburn\b.*\bgross\b/i.test(label)

/** The amounts that may be current, and the text with the others blanked out. */
function currentAmounts(piece: string, sentAt: Date): { text: string; amounts: WrittenAmount[] } {
  const all = [...amountsIn(piece), ...bareIn(piece)].toSorted((a, b) => a.start - b.start)
  const ranges = all
    .map((amount) => rangeFrom(piece, amount))
    .filter(({ start }, at, each) => !each.slice(0, at).some(({ end }) => start < end))
  const stated = ranges.filter(({ start, end }) => {
    const [before, after] = [piece.slice(0, start), piece.slice(end)]
    return !isCompared(before, after) && !isChange(before, after)
  })
  const amounts = latestOf(piece, stated, sentAt)
  const dropped = ranges.filter((amount) => !amounts.includes(amount))
  const text = dropped.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    piece,
  )
  return { text, amounts }
}

/** An amount without a currency: "MRR: 84k". */
const BARE = /(?<![\p{Sc}\p{L}\d.,])\d[\d,.]{0,9}\s?[kKmM]\b(?!\s?\p{Sc})/gu

const bareIn = (text: string): WrittenAmount[] =>
  [...text.matchAll(BARE)].flatMap(({ 0: written, index: start }) => {
    const [, digits = '', unit = ''] = /^(\d[\d,.]*)\s?([kKmM])$/.exec(written) ?? []
    const value = Math.round(Number(digits.replaceAll(',', '')) * (unit.toLowerCase() === 'k' ? 1e3 : 1e6))
    return value > 0 ? [{ written, start, end: start + written.length, value, currency: null }] : []
  })

const RANGE = /^\s?(?:[-–]|to|and)\s?(?:\p{Sc})?(\d[\d.,]*)\s?([kKmMbB]|million|billion|thousand)?\b/u

/** A range counts by its low end: "$1.5–2M". */
function rangeFrom(text: string, amount: WrittenAmount): WrittenAmount {
  const range = RANGE.exec(text.slice(amount.end))
  const isRange = range && (!/^\s?and/.test(range[0]) || /\bbetween\s$/i.test(text.slice(0, amount.start)))
  if (!isRange) return amount
  // The unit may follow the second number only.
  const low =
    range[2] && !/\p{L}$/u.test(amount.written) ? amountsIn(amount.written + range[2])[0]?.value : amount.value
  const end = amount.end + range[0].trimEnd().length
  return low === undefined ? amount : { ...amount, end, written: text.slice(amount.start, end), value: low }
}

const UP_OR_DOWN =
  'up|down|grew|rose|fell|increased|dropped|declined|decreased|shrank|improved|added|adding|adds|gained|lost|losing|saved|saving|cut'
const CHANGE_BEFORE = new RegExp(
  String.raw`(?:[+＋]\s?|(?<!\p{L})(?:by|um|(?:${UP_OR_DOWN})(?: up| in)?|(?:increase|decrease|rise|drop|decline|growth|gain|reduction|hausse|baisse|augmentation|Anstieg|Rückgang|aumento|subida|bajada) (?:of|de|von|di))\s(?:(?:by|another|an additional|an extra|about|around|roughly|over|nearly|almost|net|more than|~)\s?)*)$`,
  'iu',
)
const CHANGE_AFTER =
  /^\s(?:more|less|higher|lower|better|worse|above|below|ahead|short|behind|increase|decrease|improvement|uplift|each|apiece|per (?!month|quarter|year|annum)\p{L}+)(?!\p{L})/iu

/** "+$4k", "by $10k", "$5k more". */
const isChange = (before: string, after: string) => CHANGE_BEFORE.test(before) || CHANGE_AFTER.test(after)

const EARLIER = /^\s(?:in |the )?(?:last|prior|previous) (?:month|quarter|week)\b|^\sthe (?:month|quarter) before\b/i

/** Of several amounts with dates, the latest: "$44k in August and $47k in September". */
function latestOf(text: string, amounts: WrittenAmount[], sentAt: Date): WrittenAmount[] {
  if (amounts.length < 2) return amounts
  const periods = amounts.map(({ start, end }) => periodBeside(text.slice(0, start), text.slice(end)))
  if (periods.every((period) => period !== null)) {
    const column = latestColumn(['', ...periods], sentAt)
    return amounts.filter((_, at) => at + 1 === column)
  }
  const later = amounts.filter(({ end }) => !EARLIER.test(text.slice(end)))
  return later.length > 0 ? later : amounts
}

function periodBeside(before: string, after: string): string | null {
  const ahead = /([\p{L}\d]{2,12}\.?(?: \d{4})?):?\s$/u.exec(before)?.[1]
  const behind = /^\s(?:in|for|im|en|i)\s([\p{L}\d]{2,12}\.?(?: \d{4})?)(?![\p{L}\d])/iu.exec(after)?.[1]
  return [ahead, behind].find((period) => period !== undefined && isPeriod(period)) ?? null
}
