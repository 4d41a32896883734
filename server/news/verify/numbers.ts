import { TEXT_CURRENCY_CODES, TEXT_CURRENCY_SIGN, TEXT_CURRENCY_SIGNS } from '#domain/currency.ts'

export type NumberMention = { value: number; kind: string; start: number; end: number }
export type Day = { year?: number; month?: number; day?: number; start: number; end: number }

/** Keys are in uppercase. */
const CURRENCIES: Record<string, string> = {
  ...TEXT_CURRENCY_SIGNS,
  ...Object.fromEntries(TEXT_CURRENCY_CODES.map((code) => [code, code])),
  DOLLAR: 'USD',
  EURO: 'EUR',
  POUND: 'GBP',
  YEN: 'JPY',
  RUPEE: 'INR',
}
const CODES = TEXT_CURRENCY_CODES.join('|')
const MAGNITUDES: Record<string, number> = {
  hundred: 1e2,
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  mln: 1e6,
  mn: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12,
  tn: 1e12,
}
const SMALL =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const WORDS = new Map<string, number>([
  ['a', 1],
  ['an', 1],
  ['one', 1],
  ...SMALL.map((word, at): [string, number] => [word, at + 2]),
  ...TENS.map((word, at): [string, number] => [word, (at + 2) * 10]),
  ...TENS.flatMap((ten, tens) =>
    ['one', ...SMALL.slice(0, 8)].map((one, ones): [string, number] => [`${ten}-${one}`, (tens + 2) * 10 + ones + 1]),
  ),
])
const BY_ITSELF = [...WORDS.keys()].filter((word) => !['a', 'an', 'one'].includes(word))

const AFTER = String.raw`(?:[\s-]?(hundred|thousand|million|billion|trillion|mln|mn|bn|tn)\b|([kmb])\b)?(?:\s?(%|per\s?cent\b|pct\b|percentage points?\b|x\b|times\b|(?:US )?dollars?\b|euros?\b|pounds?\b|yen\b|rupees?\b|(?:${CODES})\b))?`
const IN_DIGITS = new RegExp(
  String.raw`(${TEXT_CURRENCY_SIGN}|\b(?:${CODES})\s)?\s?(?<![\p{L}\d.,])(\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,6})?|\d{1,15}(?:\.\d{1,6})?)(?:st|nd|rd|th)?${AFTER}`,
  'giu',
)
const IN_WORDS = new RegExp(
  String.raw`()\b(${BY_ITSELF.toReversed().join('|')}|(?:an?|one)(?=[\s-](?:hundred|thousand|million|billion|trillion)\b))${AFTER}(?![\p{L}\d])`,
  'giu',
)

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const MONTH = String.raw`(Jan(?:uary)?|Feb(?:ruary)?|March|Mar|April|Apr|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?`
const DATES: [RegExp, (parts: string[]) => Omit<Day, 'start' | 'end'>][] = [
  [
    new RegExp(String.raw`\b${MONTH} (\d{1,2})(?:st|nd|rd|th)?\b(?![\d,.]*\d)(?:,? ((?:19|20)\d\d)\b)?`, 'g'),
    ([month = '', day, year]) => dated(year, monthOf(month), day),
  ],
  [
    new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}(?:,? ((?:19|20)\d\d)\b)?`, 'g'),
    ([day, month = '', year]) => dated(year, monthOf(month), day),
  ],
  [/\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/g, ([year, month, day]) => dated(year, Number(month), day)],
  [
    new RegExp(String.raw`\b${MONTH},? (?:of )?((?:19|20)\d\d)\b`, 'g'),
    ([month = '', year]) => dated(year, monthOf(month)),
  ],
  [
    /(?<![\p{L}\d.,$€£¥₹-])((?:19|20)\d\d)(?![\d.,]*\d|[\s-]?(?:thousand|million|billion)|%)/gu,
    ([year]) => dated(year),
  ],
  [new RegExp(String.raw`(?<=[a-z,] )${MONTH}(?= |[,.;:]|$)`, 'g'), ([month = '']) => dated(undefined, monthOf(month))],
]

const monthOf = (name: string) => MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1

const dated = (year?: string, month?: number, day?: string) => ({
  ...(year ? { year: Number(year) } : {}),
  ...(month ? { month } : {}),
  ...(day ? { day: Number(day) } : {}),
})

export function daysIn(text: string): Day[] {
  const found: Day[] = []
  for (const [pattern, read] of DATES) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (!found.some((day) => start < day.end && end > day.start)) found.push({ ...read(match.slice(1)), start, end })
    }
  }
  return found
}

/** Excludes dates; $5 million, $5M and $5,000,000 are the same number. */
export function numbersIn(text: string): NumberMention[] {
  const taken: { start: number; end: number }[] = daysIn(text)
  const found: NumberMention[] = []
  for (const pattern of [IN_DIGITS, IN_WORDS]) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (taken.some((other) => start < other.end && end > other.start)) continue
      const numberMention = { ...numberOf(match), start, end }
      taken.push(numberMention)
      found.push(numberMention)
    }
  }
  return found
}

function numberOf([, currency = '', written = '', magnitude = '', letter = '', unit = '']: RegExpExecArray) {
  const value = WORDS.get(written.toLowerCase()) ?? Number(written.replaceAll(',', ''))
  const times = MAGNITUDES[(magnitude || letter).toLowerCase()] ?? 1
  return { value: value * times, kind: kindOf(currency.trim(), unit.toLowerCase()) }
}

function kindOf(currency: string, unit: string): string {
  const money =
    CURRENCIES[currency.toUpperCase()] ?? CURRENCIES[unit.toUpperCase().replace(/^US /, '').replace(/S$/, '')]
  if (money) return money
  if (/^(?:%|per|pct)/.test(unit)) return 'percent'
  return unit === 'x' || unit === 'times' ? 'times' : 'number'
}

export const isSameNumber = (a: NumberMention, b: NumberMention): boolean =>
  a.kind === b.kind && Math.abs(a.value - b.value) <= 1e-9 * Math.max(Math.abs(a.value), Math.abs(b.value))
