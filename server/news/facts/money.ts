import { TEXT_CURRENCY_CODES, TEXT_CURRENCY_SIGN, TEXT_CURRENCY_SIGNS } from '#domain/currency.ts'
import type { Amount } from '#domain/news/facts.ts'

const CODES = TEXT_CURRENCY_CODES.join('|')
/** Before the number. */
const SIGNS: Record<string, string> = {
  ...TEXT_CURRENCY_SIGNS,
  Rs: 'INR',
  'Rs.': 'INR',
  ...Object.fromEntries(TEXT_CURRENCY_CODES.map((code) => [code, code])),
}
/** After it. */
const WORDS: Record<string, string> = {
  dollars: 'USD',
  euros: 'EUR',
  pounds: 'GBP',
  rupees: 'INR',
  francs: 'CHF',
  kronor: 'SEK',
  kroner: 'NOK',
  yen: 'JPY',
  won: 'KRW',
}

const SIGN = String.raw`(?:${TEXT_CURRENCY_SIGN}|\bRs\.?|\b(?:${CODES}))`
const UNIT = String.raw`(?:[Tt]rillion|[Bb]illion|[Mm]illion|[Tt]housand|[Cc]rores?|[Ll]akhs?|[Mm]ln|[Bb]ln|[Mm]io|cr|tn|[kKmMbB][nN]?)\b`

/** "$12.5M", "Rs 165 crore", "90 million euros". */
export const AMOUNT = new RegExp(
  String.raw`${SIGN}\s?\d[\d,]{0,14}(?:\.\d{1,3})?(?:[\s-]?${UNIT})?|\b\d[\d,.]{0,9}[ -](?:billion|million|crore) (?:US |Swiss |Indian )?(?:${Object.keys(WORDS).join('|')})\b|\b\d[\d,.]{0,9} ?(?:bn|mn|m|million|billion) (?:${CODES})\b`,
  'gu',
)
const PARTS =
  /^(?<sign>\D*?)\s?(?<digits>\d[\d,]*(?:\.\d+)?)[\s-]?(?<unit>\p{L}+)?(?: (?:US |Swiss |Indian )?(?<word>\p{L}+))?$/u

const FACTORS: Record<string, number> = { t: 1e12, b: 1e9, m: 1e6, k: 1e3, c: 1e7, l: 1e5 }

export function amountOf(written: string): Amount | null {
  const { sign = '', digits = '', unit = '', word = '' } = PARTS.exec(written)?.groups ?? {}
  const currency = SIGNS[sign.trim()] ?? WORDS[word] ?? SIGNS[word]
  const factor = /^thousand/i.test(unit) ? 1e3 : (FACTORS[unit.charAt(0).toLowerCase()] ?? 1)
  const value = Math.round(Number(digits.replaceAll(',', '')) * factor)
  return currency === undefined || !Number.isFinite(value) || value === 0 ? null : { currency, value }
}
