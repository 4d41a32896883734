import { DAY_MS } from '#domain/time.ts'
import { parseFeedDate, type FeedDate } from '#domain/dates/feed-date.ts'

export type ApproximateDate = FeedDate & { isYearGuessed: boolean }

const MAX_LABEL = 40

const UNITS: [days: number, names: RegExp][] = [
  [0, /^(?:h|hr|hours?|min|minutes?|stunden?|heures?|horas?|ore|時間|分)/i],
  [1, /^(?:d|days?|tag(?:en)?|jours?|d[ií]as?|giorni|dias?|日)/i],
  [7, /^(?:w|weeks?|wochen?|semaines?|semanas?|settiman[ae]|週間)/i],
]
const AGO =
  /^(?:(?:published|posted)\s)?(?:vor |il y a |hace |há )?(\d{1,2})\s?(\p{L}{1,8})(?:\s(?:ago|fa|atrás))?前?$/iu

/** Parses a label such as "Nov 12" or "3 days ago", whose meaning depends on the current date. */
export function approximateDate(label: string, now: Date): ApproximateDate | null {
  const text = labelOf(label)
  if (text.length > MAX_LABEL) return null
  const [, count, unit = ''] = AGO.exec(text) ?? []
  const isAgo = /\bago$|\bfa$|\batrás$|前$|^(?:vor|il y a|hace|há) /i.test(text)
  const days = isAgo ? UNITS.find(([, names]) => names.test(unit))?.[0] : undefined
  if (days !== undefined)
    return { at: new Date(now.getTime() - days * Number(count) * DAY_MS), precision: 'day', isYearGuessed: false }
  return withoutYear(text, now)
}

/** Drops the separator before the title, as in "12 Nov –". */
const labelOf = (text: string) => text.trim().replace(/\s{0,3}[–—:|·,-]$/, '')

/** Parses "12 Nov" below a heading that gives the year. */
export function dateOfYear(label: string, year: number): FeedDate | null {
  const words = label.length > MAX_LABEL ? null : dayAndMonth(labelOf(label), year)
  return words === null ? null : parseFeedDate(words)
}

function withoutYear(text: string, now: Date): ApproximateDate | null {
  const words = dayAndMonth(text, now.getUTCFullYear())
  const date = words === null ? null : parseFeedDate(words)
  return date && { ...notAfter(date, now), isYearGuessed: true }
}

function dayAndMonth(text: string, year: number): string | null {
  const match =
    /^(\p{L}{3,10})\.?\s(\d{1,2})(?:st|nd|rd|th)?$/iu.exec(text) ??
    /^(\d{1,2})(?:st|nd|rd|th|\.)?\s(?:de )?(\p{L}{3,10})\.?$/iu.exec(text)
  const numbers =
    /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.$/.exec(text) ?? /^(?<month>\d{1,2})月(?<day>\d{1,2})日$/.exec(text)
  const { day = '', month = '' } = numbers?.groups ?? {}
  return match ? `${match[1]} ${match[2]} ${year}` : numbers ? `${day}.${month}.${year}` : null
}

/** In a list sorted newest first, a date later than the one before it must be from the year before. */
export function yearsInOrder(dates: (ApproximateDate | undefined)[]): (ApproximateDate | undefined)[] {
  let last: Date | null = null
  return dates.map((date) => {
    if (!date?.isYearGuessed) return date
    const dated = last ? { ...date, ...notAfter(date, last) } : date
    last = dated.at
    return dated
  })
}

function notAfter({ at }: FeedDate, limit: Date): FeedDate {
  const year = new Date(at)
  while (year > limit) year.setUTCFullYear(year.getUTCFullYear() - 1)
  return { at: year, precision: 'day' }
}
