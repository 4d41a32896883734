import type { CompanyActivity } from '#domain/news/analytics.ts'
import type { TimelineType } from '#domain/taxonomy.ts'

const DAY_MS = 86_400_000
/** News older than this are no longer the latest event of a company, but its silence is. */
const FRESH_DAYS = 30

export const figure = (number: number) => number.toLocaleString('en-US')

export const storyCount = (count: number) => `${figure(count)} ${count === 1 ? 'story' : 'stories'}`

export const EVENT_WORDS: Record<TimelineType, string> = {
  funding: 'Funding',
  filing: 'Filing',
  hiring: 'Hiring',
  release: 'Release',
  leadership: 'Leadership',
  press: 'Press',
}

const days = (since: string, now: Date) => Math.floor((now.getTime() - Date.parse(since)) / DAY_MS)

type Activity = Pick<CompanyActivity, 'perWeek'> & { latest: { title: string; publishedAt: string } | null }

/** The latest of a company in a few words: what it was, or for how long there was nothing. */
export function latestWords({ latest, perWeek }: Activity, company: string, now: Date): string {
  if (latest === null) return perWeek.some((stories) => stories > 0) ? 'Only mentioned' : 'No news yet'
  const quiet = days(latest.publishedAt, now)
  return quiet > FRESH_DAYS ? `Quiet for ${figure(quiet)} days` : withoutName(latest.title, company)
}

/** Beside the company's name a headline need not begin with it again. */
function withoutName(title: string, company: string): string {
  const rest = title.startsWith(`${company} `) ? title.slice(company.length + 1).trim() : ''
  return rest === '' ? title : rest.charAt(0).toUpperCase() + rest.slice(1)
}

export const quietFor = (since: string, now: Date) => `${figure(days(since, now))} days`

const weekDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A week by the Monday it began on: "Feb 23". */
export const weekText = (monday: string) => weekDay.format(new Date(monday))
export const wholeWeekText = (monday: string) => wholeDay.format(new Date(monday))
