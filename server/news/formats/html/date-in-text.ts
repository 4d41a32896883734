import { parseFeedDate, type FeedDate } from '#domain/dates/feed-date.ts'

export type DateInText = FeedDate & { start: number; end: number }

/** Which of the two numbers comes first in a date such as 3/4/2026. */
export type DateOrder = 'day' | 'month'

const MAX_TEXT = 4000

/** Year, month and day in any order; the year is required. */
const WRITTEN: { pattern: RegExp; normal: (match: RegExpExecArray, order: DateOrder | null) => string }[] = [
  {
    pattern:
      /(?<![\d/.-])((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\s?(\d\d:\d\d(?::\d\d)?)(?:[.,]\d{1,9})?\s?(Z|[+-]\d\d:?\d\d)?)?(?!\d)/gu,
    normal: ([, year, , month, day, time, zone]) =>
      `${isoDay(year, month, day)}${time === undefined ? '' : `T${time}${zone ?? ''}`}`,
  },
  {
    pattern: /(?<![\d/.-])(\d{1,2})([-/.])\s?(\d{1,2})\2\s?((?:19|20)\d\d)(?!\d)/gu,
    normal: ([, first, separator, second, year], order) => {
      const isDayFirst = separator === '.' || order === 'day' || Number(first) > 12
      const isMonthFirst = separator !== '.' && (order === 'month' || Number(second) > 12)
      if (isDayFirst) return isoDay(year, second, first)
      return isMonthFirst || first === second ? isoDay(year, first, second) : ''
    },
  },
  {
    pattern: /(?<![\p{L}\d])(\p{L}{3,12})\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?\s?[,.]?\s{1,3}((?:19|20)\d\d)(?!\d)/giu,
    normal: ([, month, day, year]) => `${day} ${month} ${year}`,
  },
  {
    pattern:
      /(?<![\p{L}\d])(\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?[\s-]{0,3}(?:(?:de|of|d['’])\s{0,2})?(\p{L}{3,12})\.?,?[\s-]{0,3}(?:(?:de|del|of)\s{1,2})?((?:19|20)\d\d)(?!\d)/giu,
    normal: ([, day, month, year]) => `${day} ${month} ${year}`,
  },
  {
    pattern: /((?:19|20)\d\d)\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})/gu,
    normal: ([, year, month, day]) => isoDay(year, month, day),
  },
]

/** The first date in the text. Without a known order, 3/4/2026 doesn't count as a date. */
export function dateInText(text: string, order: DateOrder | null = null): DateInText | null {
  const given = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : withCentury(text)
  if (!/\d{4}/.test(given)) return null
  let first: DateInText | null = null
  for (const { pattern, normal } of WRITTEN) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(given); match; match = pattern.exec(given)) {
      if (first && match.index >= first.start) break
      const date = parseFeedDate(normal(match, order))
      if (date) {
        first = { ...date, start: match.index, end: pattern.lastIndex }
        break
      }
      pattern.lastIndex = match.index + 1
    }
  }
  return first
}

/** A label that consists only of "06/08/26"; elsewhere, two digits could mean anything. */
const SHORT_YEAR = /^\s{0,3}(\d\d?([/.-])\d\d?\2)([1-4]\d)\s{0,3}$/

const withCentury = (text: string) => text.replace(SHORT_YEAR, '$120$3')

const isoDay = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** As in /2026/11/10/title, /2026-11-10-title and /20261110-title. */
export function dateInUrl(address: string): FeedDate | null {
  const path = URL.parse(address)?.pathname.slice(0, 500) ?? ''
  const match =
    /(?<!\d)((?:19|20)\d\d)([/_-])(\d{1,2})\2(\d{1,2})(?=[/_.-]|$)/.exec(path) ??
    /(?<!\d)((?:19|20)\d\d)()([01]\d)([0-3]\d)(?=[/_.-]|$)/.exec(path)
  return match && parseFeedDate(isoDay(match[1], match[3], match[4]))
}

/** Whether 3/4/2026 is in April or March. Plain `en` doesn't tell. */
export function dateOrderIn(language: string | null): DateOrder | null {
  if (language === null || /^(?:en|ja|zh|ko|hu|lt)$/i.test(language)) return null
  return /^en-(?:us|ph)$/i.test(language) ? 'month' : 'day'
}

/** One unambiguous date in a list reveals the order of the others. */
export function dateOrderOf(texts: string[]): DateOrder | null {
  for (const text of texts) {
    const written = withCentury(text.slice(0, 200))
    const [, first, second] = /(?<![\d/.-])(\d{1,2})[/-](\d{1,2})[/-](?:19|20)\d\d(?!\d)/.exec(written) ?? []
    if (Number(first) > 12) return 'day'
    if (Number(second) > 12) return 'month'
  }
  return null
}
