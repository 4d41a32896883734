import { MONTH_NAMES, MONTH_OR_SHORT } from './months.ts'

export type Day = { year?: number; month?: number; day?: number; start: number; end: number }

const MONTH = `(${MONTH_OR_SHORT})`
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
    /(?<![\p{L}\p{Sc}\d.,-])((?:19|20)\d\d)(?![\d.,]*\d|[\s-]?(?:thousand|million|billion)|%)/gu,
    ([year]) => dated(year),
  ],
  [new RegExp(String.raw`(?<=[a-z,] )${MONTH}(?= |[,.;:]|$)`, 'g'), ([month = '']) => dated(undefined, monthOf(month))],
]

const monthOf = (name: string) => MONTH_NAMES.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1

const dated = (year?: string, month?: number, day?: string) => ({
  ...(year ? { year: Number(year) } : {}),
  ...(month ? { month } : {}),
  ...(day ? { day: Number(day) } : {}),
})

/** The days, months and years that an English text names, each where it stands. */
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
