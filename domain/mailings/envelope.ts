import { dateFormat } from '../time.ts'
import type { AlertContent, AlertedEvent, DigestContent } from './content.ts'
import { ALERT_NOUNS } from './alerts.ts'
import { headline, stakeParts, weekdayText } from './event-text.ts'

const MAX_SUBJECT = 70
const MAX_NAMES = 2
const MAX_NEXT = 3

export const QUIET_WEEK = 'A quiet week'

export const hasNews = ({ events, lines, goneQuiet }: DigestContent): boolean =>
  events.length + lines.length + goneQuiet.length > 0

/** Subject, and the line that mail programs show after it. */
type Envelope = { subject: string; preheader: string }

/** "Fernway Mobility to shut down, Paperlark to sell for $65M, 5 more", then the next ones. */
export function digestEnvelope(content: DigestContent): Envelope {
  const phrases = phrasesOf(content)
  if (phrases.length === 0) return { subject: QUIET_WEEK, preheader: digestSummary(content) }
  const subjectOf = (count: number) => {
    const rest = phrases.length - count
    return `${phrases.slice(0, count).join(', ')}${rest > 0 ? `, ${rest} more` : ''}`
  }
  const fits = phrases.findIndex((_, at) => at > 0 && subjectOf(at + 1).length > MAX_SUBJECT)
  const count = fits === -1 ? phrases.length : fits
  const next = phrases.slice(count, count + MAX_NEXT)
  return { subject: subjectOf(count), preheader: next.length > 0 ? sentences(next) : digestSummary(content) }
}

/** What is new, or else what mattered this week. */
function phrasesOf({ events, lines, goneQuiet, earlier, earlierPeriod }: DigestContent): string[] {
  if (events.length > 0) return events.map(headline)
  if (lines.length + goneQuiet.length > 0) return [...lines, ...goneQuiet].map(headline)
  return earlierPeriod === 'week' ? earlier.map(headline) : []
}

const sentences = (texts: readonly string[]) => `${texts.join('. ')}.`

/** "Thursday, November 19" */
export const digestTitle = ({ day }: DigestContent): string =>
  dateFormat({ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))

/** "12 of your 29 companies have news since yesterday morning." */
export function digestSummary({ companies, newCompanies, since, earlier, earlierPeriod }: DigestContent): string {
  const period = since === null ? '' : ` since ${since}`
  if (newCompanies > 0) {
    if (companies === 1) return `Your company has news${period}.`
    return `${newCompanies} of your ${companies} companies ${newCompanies === 1 ? 'has' : 'have'} news${period}.`
  }
  const all = companies === 1 ? 'your company' : `your ${companies} companies`
  const isQuiet = earlierPeriod === 'month' || earlier.length === 0
  return isQuiet ? `${QUIET_WEEK}: nothing new at ${all}${period}.` : `Nothing new at ${all}${period}.`
}

export function earlierHeading({ events, earlierPeriod }: DigestContent): string {
  if (earlierPeriod === 'month') return 'This month'
  return events.length > 0 ? 'Earlier this week' : 'This week'
}

/** "17 companies: nothing new." */
export const quietText = ({ quiet }: DigestContent): string =>
  quiet === 0 ? '' : `${counted(quiet, 'company', 'companies')}: nothing new.`

export const moreLinesText = ({ moreLines }: DigestContent): string =>
  moreLines === 0 ? '' : `${counted(moreLines, 'more company has', 'more companies have')} news.`

/** "1 source of Paperlark is not responding." */
export function failingText({ failing }: DigestContent): string {
  const [first] = failing
  if (!first) return ''
  const sources = failing.reduce((sum, each) => sum + each.sources, 0)
  const whose = failing.length === 1 ? first.companyName : `${failing.length} companies`
  return `${counted(sources, 'source', 'sources')} of ${whose} ${sources === 1 ? 'is' : 'are'} not responding.`
}

/** "Fernway Mobility to shut down", or "2 shutdowns: Waypost, Northline Robotics" */
export function alertEnvelope({ events }: Pick<AlertContent, 'events'>, timeZone: string): Envelope {
  const [first] = events
  const subject = alertTitle(events)
  if (!first || events.length > 1) return { subject, preheader: sentences(events.slice(0, MAX_NEXT).map(headline)) }
  const stake = stakeParts(first)
  const held = stake && `You hold ${stake.amount}${stake.rest}`
  return { subject, preheader: [`${first.kind}, ${weekdayText(first.date, timeZone)}.`, held ?? ''].join(' ').trim() }
}

export function alertTitle(events: readonly AlertedEvent[]): string {
  const [first] = events
  if (first && events.length === 1) return headline(first)
  const [kind, ...others] = new Set(events.map(({ about }) => about))
  const noun = kind && others.length === 0 ? ALERT_NOUNS[kind] : 'alerts'
  const names = [...new Set(events.map(({ companyName }) => companyName))]
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return `${events.length} ${noun}: ${names.slice(0, MAX_NAMES).join(', ')}${rest}`
}

/** "You asked to be alerted to shutdowns and layoffs. …" */
export function alertReason(events: readonly AlertedEvent[]): string {
  const nouns = [...new Set(events.map(({ about }) => ALERT_NOUNS[about]))]
  const list = new Intl.ListFormat('en-US').format(nouns)
  return `You asked to be alerted to ${list}. You get at most three alerts a day.`
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
