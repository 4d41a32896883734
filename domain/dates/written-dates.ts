import { DAY_MS, shortDate } from '#domain/time.ts'
import { fold, monthNumber } from './months.ts'

/** Which part of 3/4/2024 is the month; `each` when a column has proof of both. */
export type DateOrder = 'month-first' | 'day-first' | 'each'
export type DateReading = { order: DateOrder; date1904: boolean }

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
const SHORT_START = /^\s*(?:[a-z]+,?\s+)?\d{1,2}[-/.]/i
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const MONTH_NAMED = /^(\p{L}{3,12})[.\s-]+(\d{1,2})(?:st|nd|rd|th)?[,\s-]+(\d{4}|\d{2})$/u
const DAY_NAMED = /^(\d{1,2})(?:st|nd|rd|th|er|º|o|\.)?[\s-]+(?:de )?(\p{L}{3,12})[.,]?[\s-]+(?:del? )?(\d{4}|\d{2})$/u
const EAST_ASIAN = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/
const TIME = /(?:T|,?\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]*\s+/i
const SERIAL = /^\d{5}(?:\.\d+)?$/

// Chosen so that February 29, 1900, which exists only in spreadsheets, doesn't affect any accepted date.
const DAY_ZERO = Date.UTC(1899, 11, 30)
const DAYS_1904 = 1462
const SERIALS = { from: 18_264, to: 73_415 }

export function writtenDate(written: string, { order, date1904 }: DateReading): string | null {
  if (SERIAL.test(written)) return serialDate(Number(written) + (date1904 ? DAYS_1904 : 0))
  const text = YEAR_FIRST.test(written) ? written : dayOnly(written)
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text) ?? EAST_ASIAN.exec(text)
  if (yearFirst) return iso(yearFirst[1], yearFirst.at(-2), yearFirst.at(-1))
  const yearLast = YEAR_LAST.exec(text)
  if (yearLast) {
    const [, first, separator, second, year] = yearLast
    return dayFirst(first, separator, second, order) ? iso(year, second, first) : iso(year, first, second)
  }
  const folded = fold(text)
  const monthNamed = MONTH_NAMED.exec(folded)
  if (monthNamed) return iso(monthNamed[3], monthOf(monthNamed[1]), monthNamed[2])
  const dayNamed = DAY_NAMED.exec(folded)
  return dayNamed ? iso(dayNamed[3], monthOf(dayNamed[2]), dayNamed[1]) : null
}

/** The first day of "Jan 2023", "Jan-23", "2023-01", "1/2023" or "Q3 2021". */
export function firstDay(written: string): string | null {
  const text = fold(written.trim())
  const named = MONTH_AND_YEAR.exec(text)
  if (named) return iso(named[2], monthOf(named[1]), '1')
  const quarter = QUARTER.exec(text)
  if (quarter) return iso(quarter[2], String(Number(quarter[1]) * 3 - 2), '1')
  const yearFirst = YEAR_AND_MONTH.exec(text)
  if (yearFirst) return iso(yearFirst[1], yearFirst[2], '1')
  const numbers = MONTH_NUMBER_AND_YEAR.exec(text)
  return numbers ? iso(numbers[2], numbers[1], '1') : null
}

// "Jan 23" may be a day.
const MONTH_AND_YEAR = /^(\p{L}{3,12})(?:[.,]?[\s-](?=\d{4}$)|-(?=\d{2}$)|[.,]?\s['’](?=\d{2}$))(\d{2,4})$/u
const QUARTER = /^q([1-4])[\s/-]['’]?(\d{4}|\d{2})$/
const YEAR_AND_MONTH = /^(\d{4})[-/.](\d{1,2})$/
const MONTH_NUMBER_AND_YEAR = /^(\d{1,2})[-/.](\d{4})$/

/** Null, with a note, if it can't be read. */
export function notedDate(text: string, shown: string, reading: DateReading, notes: string[]): string | null {
  const date = writtenDate(text, reading)
  if (date !== null) return date
  const first = firstDay(text)
  notes.push(
    first === null
      ? `${shown} is not a date we can read; it is left out.`
      : `${shown} is read as ${shortDate(first, 'UTC')}.`,
  )
  return first
}

/** Decided from the whole column; `example` is an ambiguous date. */
export function dateOrder(written: Iterable<string>): { order: DateOrder; example: string | null } {
  const proof = { dayFirst: false, monthFirst: false }
  let example: string | null = null
  for (const value of written) {
    const [, first = '', separator, second = ''] = SHORT_START.test(value) ? (YEAR_LAST.exec(dayOnly(value)) ?? []) : []
    if (separator === undefined || separator === '.') continue
    if (Number(first) > 12) proof.dayFirst = true
    else if (Number(second) > 12) proof.monthFirst = true
    else if (Number(first) !== Number(second)) example ??= value
  }
  if (proof.dayFirst && proof.monthFirst) return { order: 'each', example }
  if (proof.dayFirst) return { order: 'day-first', example: null }
  return { order: 'month-first', example: proof.monthFirst ? null : example }
}

const dayOnly = (written: string) => written.trim().replace(TIME, '').replace(WEEKDAY, '').trim()

function dayFirst(first = '', separator = '', second = '', order: DateOrder = 'month-first'): boolean {
  if (separator === '.' || Number(first) > 12) return true
  return order === 'day-first' && Number(second) <= 12
}

function serialDate(serial: number): string | null {
  if (serial < SERIALS.from || serial >= SERIALS.to) return null
  return new Date(DAY_ZERO + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10)
}

const monthOf = (folded = '') => String(monthNumber(folded) ?? 0)

function iso(year = '', month = '', day = ''): string | null {
  const full = year.length === 2 ? Number(year) + (Number(year) < 70 ? 2000 : 1900) : Number(year)
  const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)))
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return exists && full >= 1900 && full < 2200 ? date.toISOString().slice(0, 10) : null
}
