import type { Instrument, PositionKind, ValuationBasis } from './position.ts'

const KINDS: [PositionKind, RegExp][] = [
  [
    'investment',
    /^(?:investments?|initial(?: investment)?|follow[- ]?on(?: investment)?|purchase|buy|bought|capital call|contribution|invested)$/i,
  ],
  [
    'proceeds',
    /^(?:proceeds|distributions?|exit|sale|sold|sell|realization|realisation|dividends?|return of capital|redemption|repayment)$/i,
  ],
  ['value', /^(?:value|current value|valuation|mark|nav|fair value|fmv)$/i],
]

export const kindIn = (text: string): PositionKind | null =>
  KINDS.find(([, form]) => form.test(text.trim()))?.[0] ?? null

// Notes come before equity: a convertible note isn't equity, whatever else it's called.
const INSTRUMENTS: [Instrument, RegExp][] = [
  ['safe', /\bsafes?\b|simple agreement/i],
  ['note', /\b(?:convertible|conv\.?|promissory|bridge|loan|debt|notes?|cln|kiss|wandeldarlehen)\b/i],
  ['other', /\b(?:warrants?|options?|tokens?|saft|fund|spv|lp interest|llc|units?|revenue share|crypto|other)\b/i],
  [
    'equity',
    /\b(?:equity|preferred|preference|pref|common|ordinary|stock|shares?|series (?:seed|[a-k]\d?)|certificate|priced)\b/i,
  ],
]

/** Null if the text names no instrument, only a round, for example. */
export const instrumentIn = (text: string): Instrument | null =>
  INSTRUMENTS.find(([, form]) => form.test(text))?.[0] ?? null

export function basisIn(text: string): ValuationBasis | null {
  if (/\bcap(?:ped)?\b/i.test(text)) return 'cap'
  if (/\bpost\b/i.test(text)) return 'post-money'
  return /\bpre\b/i.test(text) ? 'pre-money' : null
}

/** "$8M cap", "$10M post-money": leaves only the amount. */
export const withoutBasis = (text: string) =>
  text.replaceAll(/\b(?:(?:post|pre)(?:[- ]?money)?|valuation|cap(?:ped)?|at|@)(?![a-z])/gi, ' ').trim()
