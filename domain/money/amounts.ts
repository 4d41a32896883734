import { TEXT_CURRENCY_CODES, TEXT_CURRENCY_SIGN, TEXT_CURRENCY_SIGNS } from './currency.ts'

export type WrittenAmount = { written: string; start: number; end: number; value: number; currency: string | null }

const CODES = TEXT_CURRENCY_CODES.join('|')
/** Only after a unit: a pound may be a weight and "libras" a constellation. */
const NAMES_AFTER_UNIT: Record<string, string> = {
  dollar: 'USD',
  dólares: 'USD',
  dollari: 'USD',
  ドル: 'USD',
  ユーロ: 'EUR',
  pfund: 'GBP',
  livres: 'GBP',
  libras: 'GBP',
  sterline: 'GBP',
  pond: 'GBP',
  pund: 'GBP',
  franken: 'CHF',
  franchi: 'CHF',
  pesos: 'MXN',
  won: 'KRW',
}
const SIGNS: Record<string, string> = {
  ...TEXT_CURRENCY_SIGNS,
  ...NAMES_AFTER_UNIT,
  '￥': 'JPY',
  円: 'JPY',
  yen: 'JPY',
  元: 'CNY',
  人民币: 'CNY',
  RMB: 'CNY',
  Rs: 'INR',
  'Rs.': 'INR',
  rupees: 'INR',
  원: 'KRW',
  zł: 'PLN',
  Kč: 'CZK',
  euro: 'EUR',
  euros: 'EUR',
  pounds: 'GBP',
  francs: 'CHF',
  kronor: 'SEK',
  reais: 'BRL',
  dollars: 'USD',
  ...Object.fromEntries(TEXT_CURRENCY_CODES.map((code) => [code, code])),
}
/** The currencies of several countries go by these names. */
const UNKNOWN = new Set(['kr', 'kroner'])

const SIZES: [RegExp, number][] = [
  [/^(?:k|t|tsd\.?|thousand|mila|千)$/i, 1e3],
  [/^(?:万|만)$/, 1e4],
  [/^(?:l|lakhs?)$/i, 1e5],
  [
    /^(?:m|mn|mm|mio\.?|mill\.?|mln\.?|mi|mill?i?on(?:en|er|es|s|e|i)?|millones|millón|milhões|milhão|miljoen|miljoner|百万)$/i,
    1e6,
  ],
  [/^(?:cr|crores?)$/i, 1e7],
  [/^[億亿억]$/, 1e8],
  [
    /^(?:b|bn|bln|bi|md|mld|mrd\.?|billion|mill?iard(?:en|s|e|i|o)?|miljard(?:er)?|bilh(?:ões|ão)|mil (?:millones|milhões))$/i,
    1e9,
  ],
  [/^(?:tn|trillion)$/i, 1e12],
]

const NUMBER = String.raw`\d{1,3}(?:[.,'’ \u00A0\u202F]\d{2,3})+(?:[.,]\d{1,2})?(?![.,]?\d)|\d+(?:[.,]\d{1,3})?(?![.,]?\d)`
const WORD_UNIT =
  'Mio\\.?|Mrd\\.?|Mill\\.|Tsd\\.?|mln\\.?|mld|mill?iard(?:en|s|e|i|o)?|miljard(?:er)?|bilh(?:ões|ão)|mil (?:millones|milhões)|millions?|Millionen|millioner|millones|millón|milhões|milhão|milion[ei]|miljoen|miljoner|thousand|billion|trillion|crores?|lakhs?|cr|L|mm|mn|bn|bln|tn|Md|mila|mil|mi|bi|[kKmMbB]'
const END = String.raw`(?![\p{L}\p{N}])`
const SIGN = String.raw`${TEXT_CURRENCY_SIGN}|￥|(?<!\p{L})(?:Rs\.?|RMB|${CODES})`
const LINK = String.raw`(?:de |di |d['’]|US-)?`
const AFTER_UNIT = String.raw`(?<=(?:\p{L}|\.)[\s\u00A0]?${LINK})(?:${Object.keys(NAMES_AFTER_UNIT).join('|')})${END}`
const SIGN_BEHIND = String.raw`[€£円元원$]|人民币|(?:euros?|kr|kronor|kroner|zł|Kč|pounds|yen|rupees|francs|reais|(?:US )?dollars|${CODES})${END}|${AFTER_UNIT}`
const CJK_UNIT = '百万|[千万億亿만억]'

const AMOUNT = new RegExp(
  [
    String.raw`(?<before>${SIGN})[\s\u00A0]?(?<number>${NUMBER})(?:[\s\u00A0-]?(?<unit>(?:${WORD_UNIT})${END}|${CJK_UNIT}))?(?!\p{Script=Latin})(?<closing>[円元])?`,
    String.raw`(?<![\p{Script=Latin}\d.,$€£¥₹])(?<number>${NUMBER})[\s\u00A0-]?(?<unit>${WORD_UNIT}|T|t|${CJK_UNIT})?[\s\u00A0]?${LINK}(?:Swiss |Indian )?(?<behind>${SIGN_BEHIND})`,
  ].join('|'),
  'giu',
)

/** Finds money as written in many languages: "$12.5M", "1,2 Mio. €", "250 000 kr", "¥3億". Skips ambiguous amounts. */
export function amountsIn(text: string): WrittenAmount[] {
  return [...text.matchAll(AMOUNT)].flatMap((found): WrittenAmount[] => {
    const { before, behind, number = '', unit = '', closing } = found.groups ?? {}
    const named = closing === '元' ? 'CNY' : currencyOf(before ?? behind ?? '')
    // Only Swedes write "90 Mkr".
    const currency = named === null && /^m$/i.test(unit) ? 'SEK' : named
    const value = currency === undefined ? null : valueOf(number, unit, { currency, isBehind: before === undefined })
    if (currency === undefined || value === null) return []
    const written = found[0].trim()
    return [{ written, start: found.index, end: found.index + written.length, value, currency }]
  })
}

/** Of a text that is an amount and nothing else. */
export function amountOf(written: string): { currency: string; value: number } | null {
  const [found] = amountsIn(written)
  if (!found || found.currency === null || found.written !== written.trim()) return null
  return { currency: found.currency, value: Math.round(found.value) }
}

/** With something else for each amount whose currency is known, without cents. */
export function replaceAmounts(
  text: string,
  replaced: (amount: { currency: string; value: number }, written: string) => string,
): string {
  let [result, at] = ['', 0]
  for (const { start, end, written, value, currency } of amountsIn(text)) {
    if (currency === null || value < 1) continue
    result += text.slice(at, start) + replaced({ currency, value: Math.round(value) }, written)
    at = end
  }
  return result + text.slice(at)
}

export function currencyOf(sign: string): string | null | undefined {
  const plain = sign.trim().replace(/^US (?=dollars)/i, '')
  if (UNKNOWN.has(plain.toLowerCase())) return null
  return SIGNS[plain] ?? SIGNS[plain.toUpperCase()] ?? SIGNS[plain.toLowerCase()]
}

type Written = { currency: string | null; isBehind: boolean }

/** Null for an ambiguous number. */
function valueOf(number: string, unit: string, { currency, isBehind }: Written): number | null {
  const size = sizeOf(unit, currency)
  if (size === null) return null
  const amount = numberOf(number, {
    hasUnit: unit !== '',
    isContinental: hasDecimalComma(currency) || (isBehind && !EASTERN.has(currency ?? '')),
  })
  const value = amount === null ? 0 : Math.round(amount * size * 100) / 100
  return value > 0 && value <= Number.MAX_SAFE_INTEGER ? value : null
}

const CONTINENTAL = new Set(['EUR', 'BRL', 'DKK', 'NOK', 'SEK', 'PLN', 'CZK', 'TRY', 'HUF', 'ISK'])
export const hasDecimalComma = (currency: string | null): boolean => CONTINENTAL.has(currency ?? '')
const EASTERN = new Set(['JPY', 'CNY', 'KRW'])

export function sizeOf(unit: string, currency: string | null): number | null {
  if (unit === '') return 1
  // "mil" is a thousand in Spanish and Portuguese but a million to some Americans; "mi" can also mean miles.
  if (/^mil$/i.test(unit)) return currency === 'BRL' || currency === 'EUR' ? 1e3 : null
  if (/^[bm]i$/i.test(unit) && currency !== 'BRL') return null
  if (/^l$/i.test(unit) && currency !== 'INR') return null
  return SIZES.find(([pattern]) => pattern.test(unit))?.[1] ?? null
}

type Reading = { hasUnit: boolean; isContinental: boolean }

/** "1.200.000", "1,200,000", "1 200 000", "84’000", "2,50,00,000" and "1,2". */
export function numberOf(written: string, { hasUnit, isContinental }: Reading): number | null {
  const digits = written.replaceAll(/['’\s\u00A0\u202F]/g, '')
  const marks = digits.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return Number(digits)
  const decimals = digits.length - digits.lastIndexOf(last) - 1
  const isOneKind = marks.every((mark) => mark === last)
  const isGroup = decimals === 3 && !digits.startsWith('0')
  if (isOneKind && marks.length > 1) return isGroup ? plain(digits) : null
  if (!isOneKind) return isGroup ? null : decimal(digits, last)
  if (!isGroup) return decimal(digits, last)
  // A single mark before three digits: 1.125M is never 1,125 million, but $1,250k is 1,250 thousand; 25.000 € is in the
  // thousands, and $25.000 is ambiguous.
  if (hasUnit) return isContinental ? null : last === '.' ? decimal(digits, last) : plain(digits)
  return last === ',' || isContinental ? plain(digits) : null
}

const plain = (digits: string) => Number(digits.replaceAll(/[.,]/g, ''))
const decimal = (digits: string, mark: string) =>
  Number(
    `${digits.slice(0, digits.lastIndexOf(mark)).replaceAll(/[.,]/g, '')}.${digits.slice(digits.lastIndexOf(mark) + 1)}`,
  )
