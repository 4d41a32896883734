import { z } from 'zod'
import { EVENT_NAMES, SECTIONS, TIMELINE_TYPES } from '../taxonomy.ts'
import { DAY_MS } from '../time.ts'
import { Fact } from './facts.ts'

export const ANALYTICS_WEEKS = 26
export const EVENT_MONTHS = 6
/** A company with earlier news but none for this long has gone quiet. */
export const QUIET_DAYS = 60
export const MAX_TIMELINE_EVENTS = 200

export const WEEK_MS = 7 * DAY_MS
// The epoch was a Thursday.
const FIRST_MONDAY_MS = 4 * DAY_MS

/** A Monday in UTC; the last week is the one that contains `now`. */
export function firstWeek(now: Date, weeks: number): Date {
  const since = Math.floor((now.getTime() - FIRST_MONDAY_MS) / WEEK_MS) - (weeks - 1)
  return new Date(FIRST_MONDAY_MS + since * WEEK_MS)
}

export const weekDays = (now: Date, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, at) =>
    new Date(firstWeek(now, weeks).getTime() + at * WEEK_MS).toISOString().slice(0, 10),
  )

/** The first day of each month in UTC; the last month is the one that contains `now`. */
export const firstDays = (now: Date, months: number): string[] =>
  Array.from({ length: months }, (_, at) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (months - 1) + at)).toISOString().slice(0, 10),
  )

export const daysAgo = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

const count = z.number()

const SectionCount = z.object({ section: z.enum(SECTIONS).nullable(), stories: count })
const SourceCount = z.object({ source: z.string(), stories: count })

const CompanyWeeks = z.object({
  companyId: z.number(),
  name: z.string(),
  stories: count,
  /** Stories that first appeared in each week, in the order of `weeks`. */
  weeks: z.array(count),
})
export type CompanyWeeks = z.infer<typeof CompanyWeeks>

export const QuietCompany = z.object({
  companyId: z.number(),
  name: z.string(),
  lastNewsAt: z.string(),
  lastNewsTitle: z.string(),
  hiringAt: z.string().nullable(),
  releaseAt: z.string().nullable(),
  filingAt: z.string().nullable(),
  siteGoodAt: z.string().nullable(),
  siteFailingSince: z.string().nullable(),
  checkedAt: z.string().nullable(),
})
export type QuietCompany = z.infer<typeof QuietCompany>

/** A story counts once, in the week it first appeared. */
export const Analytics = z.object({
  asOf: z.string(),
  /** Mondays, in UTC. */
  weeks: z.array(z.string()),
  stories: count,
  perWeek: z.array(count),
  sections: z.array(SectionCount),
  /** A story from several sources counts for each of them. */
  sources: z.array(SourceCount),
  /** Companies with stories, most active first. */
  companies: z.array(CompanyWeeks),
  /** Companies without a story in these weeks. */
  without: count,
  quietAfterDays: z.number(),
  /** The ones that went quiet most recently come first. */
  quiet: z.array(QuietCompany),
  /** The number of all quiet companies, even if `quiet` lists only the first of them. */
  quietTotal: count,
})
export type Analytics = z.infer<typeof Analytics>

export const EventCounts = z.object({
  /** The first day of each month. */
  months: z.array(z.string()),
  events: z.array(z.object({ event: z.enum(EVENT_NAMES), perMonth: z.array(count) })),
})
export type EventCounts = z.infer<typeof EventCounts>

/** Older events are left out of a report's headlines. */
export const HEADLINE_DAYS = 90

const Headline = z.object({
  label: z.string(),
  text: z.string(),
  url: z.string(),
  publisher: z.string().nullable(),
  /** When it was first reported. */
  publishedAt: z.string(),
})
export type Headline = z.infer<typeof Headline>

export const CompanyHeadlines = z.object({
  companyId: z.number(),
  name: z.string(),
  website: z.string().nullable(),
  /** Most important first. */
  headlines: z.array(Headline),
})
export type CompanyHeadlines = z.infer<typeof CompanyHeadlines>

export const TimelineEvent = z.object({
  storyId: z.number(),
  type: z.enum(TIMELINE_TYPES),
  title: z.string(),
  url: z.string(),
  publishedAt: z.string(),
  precision: z.enum(['second', 'day', 'none']),
  publisher: z.string().nullable(),
  articleCount: count,
  facts: z.array(Fact).nullable(),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

export const Timeline = z.object({
  weeks: z.array(z.string()),
  perWeek: z.array(count),
  /** Newest first. */
  events: z.array(TimelineEvent),
})
export type Timeline = z.infer<typeof Timeline>
