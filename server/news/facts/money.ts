import { TEXT_CURRENCY_CODES, TEXT_CURRENCY_SIGN, TEXT_CURRENCY_SIGNS } from '#domain/currency.ts'
import type { Amount } from '#domain/news/facts.ts'

const CODES = TEXT_CURRENCY_CODES.join('|')
/** Currency symbols and codes before a number. */
const SIGNS: Record<string, string> = {
  ...TEXT_CURRENCY_SIGNS,
  Rs: 'INR',
  'Rs.': 'INR',
  ...Object.fromEntries(TEXT_CURRENCY_CODES.map((code) => [code, code])),
}
/** Currency words after a number. */
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

const FOREIGN_WORDS: Record<string, string> = {
  dollar: 'USD',
  dollars: 'USD',
  dólares: 'USD',
  dollari: 'USD',
  euro: 'EUR',
  euros: 'EUR',
  '€': 'EUR',
  $: 'USD',
  franken: 'CHF',
  francs: 'CHF',
  franchi: 'CHF',
  pfund: 'GBP',
  livres: 'GBP',
  libras: 'GBP',
  sterline: 'GBP',
  pond: 'GBP',
  pund: 'GBP',
  pesos: 'MXN',
  reais: 'BRL',
  kronor: 'SEK',
}
const FOREIGN_FACTORS: [unit: RegExp, factor: number][] = [
  [/^(?:mil (?:millones|milhões)|mill?iard\p{L}*|miljard\p{L}*|mrd|mld|bi)/iu, 1e9],
  [/^mila?$/iu, 1e3],
  [/^m/iu, 1e6],
  [/^億/u, 1e8],
  [/^万/u, 1e4],
]
const SPACE = '[ \u00a0\u202f]'
/** No English words: in English, a comma isn't a decimal separator. */
const FOREIGN_UNIT = String.raw`(?:Millionen|Mio\.?|Milliarden?|Mrd\.?|milliards?|millones|millón|mil millones|milioni|milione|miliard[io]|mln|mld|milhões|milhão|mil milhões|bilhões|bilhão|mila?|mi|bi|miljoen|miljard|miljoner|miljarder)(?!\p{L})`
const FOREIGN_CURRENCY = [...Object.keys(FOREIGN_WORDS), 'Dollar', 'Euro', 'Franken', 'Pfund']
  .map((word) => word.replace('$', String.raw`\$`))
  .join('|')
/** "2,5 Milliarden Dollar", "6 millions d’euros", "120 mil millones de pesos", "R$ 60 milhões", "90 Mkr", "200億円". */
const FOREIGN = String.raw`(?<![\d.,])\d[\d.,]{0,11}(?:${SPACE}(?:${FOREIGN_UNIT}|millions?|M)|M)${SPACE}?(?:de |di |d['’]|US-)?(?:${FOREIGN_CURRENCY})(?!\p{L})|${SIGN}${SPACE}?\d[\d.,]{0,11}${SPACE}?${FOREIGN_UNIT}|(?<![\d.,])\d[\d.,]{0,11}${SPACE}?(?:[Mm]kr|MSEK)(?!\p{L})|\d[\d.,]{0,9}[億万](?:円|ドル|ユーロ)`

/** "$12.5M", "Rs 165 crore", "90 million euros". */
export const AMOUNT = new RegExp(
  String.raw`${FOREIGN}|${SIGN}\s?\d[\d,]{0,14}(?:\.\d{1,3})?(?:[\s-]?${UNIT})?|\b\d[\d,.]{0,9}[ -](?:billion|million|crore) (?:US |Swiss |Indian )?(?:${Object.keys(WORDS).join('|')})\b|\b\d[\d,.]{0,9} ?(?:bn|mn|m|million|billion) (?:${CODES})\b`,
  'gu',
)
const PARTS =
  /^(?<sign>\D*?)\s?(?<digits>\d[\d,]*(?:\.\d+)?)[\s-]?(?<unit>\p{L}+)?(?: (?:US |Swiss |Indian )?(?<word>\p{L}+))?$/u

const FACTORS: Record<string, number> = { t: 1e12, b: 1e9, m: 1e6, k: 1e3, c: 1e7, l: 1e5 }

const IS_FOREIGN = new RegExp(`^(?:${FOREIGN})$`, 'u')
const FOREIGN_PARTS =
  /^(?<sign>\D*?)\s?(?<digits>\d[\d.,]*)\s?(?<unit>mil (?:millones|milhões)|[億万]|[Mm](?=kr|SEK)|\p{L}+)\.?\s?(?:de |di |d['’]|US-)?(?<word>.*)$/u
const JAPANESE_WORDS: Record<string, string> = { 円: 'JPY', ドル: 'USD', ユーロ: 'EUR' }

function foreignAmountOf(written: string): Amount | null {
  const { sign = '', digits = '', unit = '', word = '' } = FOREIGN_PARTS.exec(written)?.groups ?? {}
  const isKronor = word === 'kr' || word === 'SEK'
  const currency =
    SIGNS[sign] ?? FOREIGN_WORDS[word.toLowerCase()] ?? JAPANESE_WORDS[word] ?? (isKronor ? 'SEK' : undefined)
  const factor = FOREIGN_FACTORS.find(([name]) => name.test(unit))?.[1] ?? 0
  const value = Math.round(decimal(digits, JAPANESE_WORDS[word] !== undefined) * factor)
  return currency === undefined || !Number.isFinite(value) || value === 0 ? null : { currency, value }
}

/** "1.200" and "2,5", or "1,200" and "2.5" in Japan. Three digits after a comma are thousands everywhere. */
const decimal = (digits: string, isEnglish: boolean) =>
  Number(
    isEnglish || /^\d+\.\d{1,2}$/.test(digits) || /^\d{1,3}(?:,\d{3})+$/.test(digits)
      ? digits.replaceAll(',', '')
      : digits.replaceAll('.', '').replace(',', '.'),
  )

export function amountOf(written: string): Amount | null {
  if (IS_FOREIGN.test(written)) return foreignAmountOf(written)
  const { sign = '', digits = '', unit = '', word = '' } = PARTS.exec(written)?.groups ?? {}
  const currency = SIGNS[sign.trim()] ?? WORDS[word] ?? SIGNS[word]
  const factor = /^thousand/i.test(unit) ? 1e3 : (FACTORS[unit.charAt(0).toLowerCase()] ?? 1)
  const value = Math.round(Number(digits.replaceAll(',', '')) * factor)
  return currency === undefined || !Number.isFinite(value) || value === 0 ? null : { currency, value }
}
