import { moneyText } from '#domain/companies/positions/money.ts'
import type { PortfolioPositions } from '#domain/companies/positions/endpoints.ts'
import type { EventCounts } from '#domain/news/analytics.ts'
import type { LastRound } from '#domain/news/last-rounds.ts'
import { DAY_MS, dateFormat } from '#domain/time.ts'
import { counted, formatNumber } from '../../ui/text.ts'

const MAX_KINDS = 3

const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)

const inMonth = (day: string) => dateFormat({ month: 'long', timeZone: 'UTC' }).format(new Date(day))

/** "41 events in 6 months, most often funding (12) and product (9); the busiest month was October (14)." */
export function happenedText({ months, events }: EventCounts): string {
  const perMonth = months.map((_, at) => sumOf(events.map((each) => each.perMonth[at] ?? 0)))
  const total = sumOf(perMonth)
  if (total === 0) return `Nothing but mentions in the last ${months.length} months.`
  const kinds = events
    .map(({ event, perMonth: own }) => ({ event, count: sumOf(own) }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_KINDS)
    .map(({ event, count }) => `${event === 'IPO' ? event : event.toLowerCase()} (${formatNumber(count)})`)
  const most = Math.max(...perMonth)
  const busiest = inMonth(months[perMonth.lastIndexOf(most)] ?? '')
  return `${counted(total, 'event', 'events')} in ${months.length} months, most often ${listed(kinds)}; the busiest month was ${busiest} (${formatNumber(most)}).`
}

export function quietText(quiet: number, companies: number, days: number): string {
  if (quiet === 0) return `None. Every company with past news has been in the news in the last ${days} days.`
  const [verb, of] = [quiet === 1 ? 'was' : 'were', counted(companies, 'company', 'companies')]
  return `${formatNumber(quiet)} of your ${of} ${verb} in the news before, but not in the last ${days} days.`
}

export function moneyAnswer({ totals, companies }: PortfolioPositions): string {
  const amounts = (which: 'invested' | 'proceeds') =>
    listed(totals.filter((total) => total[which] !== '0').map((total) => moneyText(total[which], total.currency)))
  const held = new Set(companies.filter(({ invested }) => invested !== '0').map(({ companyId }) => companyId)).size
  if (totals.length === 0) return 'You have not entered any investments yet.'
  const back = amounts('proceeds')
  return `You invested ${amounts('invested') || 'nothing'} in ${counted(held, 'company', 'companies')}, and ${back ? `${back} has` : 'nothing has'} come back so far.`
}

const MONTH_DAYS = 365.25 / 12
const YEAR_MONTHS = 12
const MONTHS_ARE_SHOWN_TO = 24

const monthsSince = (day: string, now: Date) => (now.getTime() - Date.parse(day)) / DAY_MS / MONTH_DAYS

export function timeSince(day: string, now: Date): string {
  const months = Math.floor(monthsSince(day, now))
  if (months < 1) return 'Under a month'
  if (months < MONTHS_ARE_SHOWN_TO) return counted(months, 'month', 'months')
  return `${formatNumber(Math.floor(months / YEAR_MONTHS))} years`
}

/** The longest ago comes first. */
export function roundsText(rounds: LastRound[], now: Date): string {
  const [longest] = rounds
  if (!longest) return 'We know of no round of your companies yet.'
  const recent = rounds.filter(({ at }) => monthsSince(at, now) < YEAR_MONTHS).length
  const known = counted(rounds.length, 'company', 'companies')
  return `${formatNumber(recent)} of ${known} with a known round raised in the last 12 months; ${longest.name} has gone longest, ${timeSince(longest.at, now).toLowerCase()}.`
}

const listed = (parts: string[]) => new Intl.ListFormat('en-US').format(parts)
