import type { CompanyCoverage } from '#domain/news/coverage.ts'
import type { Morning } from '#domain/news/morning/morning.ts'
import { dateFormat, relativeTime } from '#domain/time.ts'
import { formatNumber } from '../../../ui/text.ts'

type Day = Pick<Morning, 'companies' | 'newCompanies' | 'since'>
export type Reading = { done: number; total: number }

/** How many companies have been read since they were added; null once all have. */
export function readingOf(coverage: CompanyCoverage[] | undefined): Reading | null {
  const waiting = coverage?.filter(({ state }) => state === 'checking').length ?? 0
  return coverage && waiting > 0 ? { done: coverage.length - waiting, total: coverage.length } : null
}

/** What is new, in one sentence below the date. */
export function dayLine(day: Day, reading: Reading | null, coverage: CompanyCoverage[] | undefined, now: Date): string {
  const { companies, newCompanies, since } = day
  if (companies === 0) return ''
  if (reading) return readingText(reading, newCompanies)
  const from = since === null ? '' : ` since ${since}`
  if (newCompanies === 0)
    return [`Nothing new${from || ' yet'}.`, checkedText(companies, coverage, now)].join(' ').trim()
  const [who, verb] =
    companies === 1
      ? ['Your company', 'has']
      : [
          `${formatNumber(newCompanies)} of your ${formatNumber(companies)} companies`,
          newCompanies === 1 ? 'has' : 'have',
        ]
  return `${who} ${verb} news${from}.`
}

function readingText({ done, total }: Reading, withNews: number): string {
  if (total === 1) return 'Reading your company.'
  const found = withNews > 0 ? `, ${formatNumber(withNews)} with news so far` : ''
  return `Reading ${formatNumber(total)} companies: ${formatNumber(done)} done${found}.`
}

/** Says nothing rather than something that is untrue of one of them. */
function checkedText(companies: number, coverage: CompanyCoverage[] | undefined, now: Date): string {
  const [first] = (coverage ?? []).flatMap(({ goodAt }) => goodAt ?? []).toSorted()
  const isKnown = coverage?.length === companies && coverage.every(({ goodAt }) => goodAt !== null)
  if (!first || !isKnown) return ''
  const when = relativeTime(first, now).replace(/^(?:Just|Yest)/, (word) => word.toLowerCase())
  if (!/ago$|now$|yesterday$/.test(when)) return ''
  return companies === 1 ? `It was checked ${when}.` : `All ${formatNumber(companies)} companies were checked ${when}.`
}

/** "Thursday, November 19" */
export const dayTitle = (day: string): string =>
  dateFormat({ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))

/** "November 16 to 21", "October 28 to November 3" */
export function daysText(first: string, last: string): string {
  const month = dateFormat({ month: 'long', day: 'numeric', timeZone: 'UTC' })
  if (first >= last) return month.format(new Date(last))
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  return `${month.format(new Date(first))} to ${isOneMonth ? Number(last.slice(8, 10)) : month.format(new Date(last))}`
}

/** A source that states only the day is stored as midnight in UTC. */
export const monthAndDay = (date: string) =>
  dateFormat({
    month: 'short',
    day: 'numeric',
    timeZone: date.length === 10 || date.endsWith('T00:00:00.000Z') ? 'UTC' : undefined,
  }).format(new Date(date))
