import type { MetricKind } from '#domain/updates/update.ts'
import { cuesIn, MONTHS_CUES } from './cues.ts'
import { pair } from './pairing.ts'
import { isCompared } from './words.ts'

export type Found = {
  kind: MetricKind
  written: string
  value: number
  currency: string | null
  /** Counts only if nothing better is stated. */
  isFallback?: boolean
}

const NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
export const NUMBER = String.raw`(\d+(?:,\d{2,3})*(?:[.,]\d{1,2})?(?![.,]?\d)|${NUMBERS.slice(1).join('|')})`
export const TO = String.raw`(?:\s?(?:-|–|to|bis|à|a|(?<=(?:between|zwischen|entre) \S{1,8}\s)(?:and|und|et|y))\s?(?:\d[\d,]*|${NUMBERS.slice(1).join('|')}))?`
/** "1,5 Jahre" is one and a half; "1,204" is over a thousand. */
export const numberOf = (written: string) =>
  NUMBERS.includes(written.toLowerCase())
    ? NUMBERS.indexOf(written.toLowerCase())
    : Number(/^\d+,\d$/.test(written) ? written.replace(',', '.') : written.replaceAll(',', ''))

const MONTHS = String.raw`(?:months?|mos?\.?|Monaten?|mois|meses|mes|mesi|maanden|månader|måneder)(?!\p{L})|[ヶか箇ケカ]月|个月|개월`
const YEARS = String.raw`(?:years?|Jahren?|ans|años|anos|anni|jaar|år)(?!\p{L})`
const SPAN = new RegExp(String.raw`(?<![\p{Script=Latin}\d])${NUMBER}${TO}\+?[\s-]?(?:(${YEARS})|${MONTHS})`, 'giu')

const CLIENTS = new RegExp(
  String.raw`(?<!\p{L})(?:customers?|clients?|subscribers?|Kunden|clientes|clienti|klanten|kunder)(?: count)?:\s?${NUMBER}(?![\d\p{L}])(?!\s?%)|(?<![\p{L}\d.,])${NUMBER}\+?\s(?:paying |active |enterprise |live |total |happy |zahlende |aktive )*(?:customers|clients|subscribers|Kunden|clientes|clienti|klanten|kunder)(?!\p{L})`,
  'giu',
)
const PERCENT = /([+-]?)(\d{1,4}(?:\.\d{1,2})?)\s?(?:%|percent\b)|\b(\d{1,2}(?:\.\d)?)x\b/gi

const WON =
  /(?<!\p{L})(?:add(?:ed|ing)?|sign(?:ed|ing)|new|lost|churned|talk(?:ed|ing)|sp(?:oke|eak)\p{L}*|interview\p{L}*|onboard\p{L}*|closed|won|met|meeting|pilots?|prospects?|intros?|leads?|neue[nr]?|gewonnen|verloren|nouveaux?|signé|perdu|nuev[oa]s|firmad[oa]s|perdid[oa]s|nov[oa]s|nuovi|nieuwe|nya|nye)(?!\p{L})/iu
/** Says how many customers did something, not how many there are. */
const HAPPENED =
  /^\s(?:who |that )?(?:have |has )?(?:went|gone|go|came|signed|joined|left|churned|renewed|expanded|upgraded|converted|started|began|moved|asked)\b/i
const GROWING =
  /\b(?:grew|grow(?:th|ing|n|s)?|up|increas\w*|rose|risen|MoM|YoY|QoQ|(?:month|quarter|year)[- ](?:over|on)[- ](?:month|quarter|year))\b/i
const SHRINKING = /\b(?:down|declin\w*|fell|fallen|shr[aiu]nk\w*|dropp?(?:ed)?|decreas\w*)\b/i
const GROWN =
  /\b(?:ARR|MRR|revenues?|sales|turnover|MoM|YoY|QoQ|customers?|users?|subscribers?)\b|(?:month|quarter|year)[- ](?:over|on)[- ](?:month|quarter|year)/i
const NOT_GROWTH =
  /\b(?:churn|margins?|discount|conversion|retention|stake|equity|interest|NRR|utili[sz]ation|NPS|cost|spend|burn)\b/i

export function runwayIn(piece: string): Found[] {
  // An amount may stand between: "Cash / runway: $1.2M / 13 months".
  const text = piece.replaceAll(/\p{Sc}/gu, ' ')
  return pair(text, cuesIn(text, MONTHS_CUES), spansIn(text)).flatMap(({ cue, amount: { written, months } }) =>
    cue.kind === 'runway' ? [counted('runway', written, months)] : [],
  )
}

const ADDED = /(?<!\p{L})(?:by|add(?:s|ed|ing)?|another|additional|extra|um|gain(?:s|ed)?)\s(?:about |~|another )?$/iu
const LONGEST_RUNWAY = 240

/** Lengths of time in months. */
export function spansIn(text: string): { written: string; start: number; end: number; months: number }[] {
  return [...text.matchAll(SPAN)].flatMap(({ 0: written, 1: number = '', 2: years, index: start }) => {
    const end = start + written.length
    const before = text.slice(0, start)
    const months = numberOf(number) * (years === undefined ? 1 : 12)
    if (isCompared(before, text.slice(end)) || ADDED.test(before)) return []
    return months > 0 && months <= LONGEST_RUNWAY ? [{ written, start, end, months }] : []
  })
}

export function customersIn(clause: string): Found[] {
  return [...clause.matchAll(CLIENTS)].flatMap((found): Found[] => {
    const before = clause.slice(0, found.index)
    const after = clause.slice(found.index + found[0].length)
    if (WON.test(before + found[0]) || HAPPENED.test(after) || isCompared(before)) return []
    const number = found[1] ?? found[2] ?? ''
    return numberOf(number) > 0 ? [counted('customers', number, numberOf(number))] : []
  })
}

export function growthIn(clause: string): Found[] {
  const isShrinking = SHRINKING.test(clause)
  return [...clause.matchAll(PERCENT)].flatMap((found): Found[] => {
    const [written, sign, percent, times] = found
    const isMarked = sign === '+' || sign === '-'
    if ((!GROWING.test(clause) && !isShrinking && !isMarked) || !GROWN.test(clause) || NOT_GROWTH.test(clause))
      return []
    if (/^\s?of\b/i.test(clause.slice(found.index + written.length)) || isCompared(clause.slice(0, found.index)))
      return []
    const size = percent === undefined ? (Number(times) - 1) * 100 : Number(percent)
    const value = sign === '-' || isShrinking ? -size : size
    const shown = value < 0 && sign !== '-' ? `-${written.trim()}` : written.trim()
    return size > 0 ? [counted('growth', shown, value)] : []
  })
}

export const counted = (kind: MetricKind, written: string, value: number): Found => ({
  kind,
  written,
  value,
  currency: null,
})
