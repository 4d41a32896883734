import {
  ANALYTICS_WEEKS,
  firstWeek,
  WEEK_MS,
  MAX_TIMELINE_EVENTS,
  weekDays,
  type Timeline,
  type TimelineEvent,
  daysAgo,
  QUIET_DAYS,
  type Analytics,
} from '#domain/news/analytics.ts'
import type { Story } from '#domain/news/stories.ts'
import { storyTimelineType, type EventType } from '#domain/taxonomy.ts'
import type { Companies } from '../../../companies/companies.ts'
import type { Database, Queries } from '../../../platform/database/open.ts'
import { MAX_STORY_ARTICLES, storiesOf } from '../visible-articles.ts'
import type { Clock } from '#domain/time.ts'
import { storyCounts, everyWeek, storiesByWeek, type CompanyScope } from './story-counts.ts'
import { sql } from 'drizzle-orm'
import { eventCounts } from './event-counts.ts'
import { companyHeadlines } from './headlines.ts'
import { portfolioCounts, quietCompanies } from './portfolio.ts'

export type AnalyticsService = ReturnType<typeof createAnalytics>

type Needs = { database: Database; clock: Clock; companies: Pick<Companies, 'get'> }

export function createAnalytics({ database, clock, companies }: Needs) {
  return {
    async analytics(userId: string): Promise<Analytics> {
      const now = clock()
      const [portfolio, quiet] = await Promise.all([
        database.readAsUser(userId, (queries) => portfolioCounts(queries, userId, now)),
        database.readAsUser(userId, (queries) => quietCompanies(queries, userId, daysAgo(now, QUIET_DAYS))),
      ])
      return { ...portfolio, quietAfterDays: QUIET_DAYS, ...quiet }
    },
    events: (userId: string) => database.readAsUser(userId, (queries) => eventCounts(queries, userId, clock())),

    headlines: (userId: string) => database.readAsUser(userId, (queries) => companyHeadlines(queries, userId, clock())),

    storyCounts: (userId: string, ids: number[]) =>
      database.readAsUser(userId, (queries) => storyCounts(queries, userId, ids, clock())),

    async timeline(userId: string, companyId: number): Promise<Timeline> {
      await companies.get(userId, companyId)
      const now = clock()
      const stories = await database.readAsUser(userId, (queries) => storiesOf(queries, userId, companyId))
      return {
        weeks: weekDays(now, ANALYTICS_WEEKS),
        perWeek: isWhole(stories)
          ? weeksOf(stories, now)
          : await database.readAsUser(userId, (queries) => countedWeeks(queries, { userId, ids: [companyId] }, now)),
        events: stories.flatMap(toEvent).toSorted(newestFirst).slice(0, MAX_TIMELINE_EVENTS),
      }
    },
  }
}

/** Whether no article was cut off by the limit, so that the list has every story of these weeks. */
const isWhole = (stories: Story[]) =>
  stories.reduce((sum, { articles }) => sum + articles.length, 0) < MAX_STORY_ARTICLES

function weeksOf(stories: Story[], now: Date): number[] {
  const began = firstWeek(now, ANALYTICS_WEEKS).getTime()
  const weeks = stories.map(({ articles }) =>
    Math.floor((Math.min(...articles.map(({ publishedAt }) => Date.parse(publishedAt))) - began) / WEEK_MS),
  )
  return Array.from({ length: ANALYTICS_WEEKS }, (_, week) =>
    week === ANALYTICS_WEEKS - 1
      ? weeks.filter((each) => each >= week).length
      : weeks.filter((each) => each === week).length,
  )
}

function toEvent({ id, title, eventType, extractedFacts, articles }: Story): TimelineEvent[] {
  const [first] = articles
  if (!first) return []
  const earliest = articles.reduce((a, b) => (b.publishedAt < a.publishedAt ? b : a))
  return [
    {
      storyId: id,
      type: storyTimelineType(
        articles.map(({ kind }) => kind),
        eventType,
      ),
      title,
      url: first.url,
      publishedAt: earliest.publishedAt,
      precision: earliest.precision,
      publisher: first.publisher,
      articleCount: articles.length,
      facts: extractedFacts,
    },
  ]
}

const newestFirst = (a: TimelineEvent, b: TimelineEvent) =>
  a.publishedAt === b.publishedAt ? b.storyId - a.storyId : a.publishedAt < b.publishedAt ? 1 : -1

type Counts = Record<string, number>

export type NewestRow = {
  company_id: number
  story: string
  published_at: string
  precision: TimelineEvent['precision']
  title: string
  kind: string
  event_type: EventType | null
}

async function countedWeeks(queries: Queries, scope: CompanyScope, now: Date): Promise<number[]> {
  const { rows } = await queries.execute<{ weeks: Counts | null }>(sql`
    select json_object_agg(week, stories) as weeks from (
      select week, count(*) as stories from (
        ${storiesByWeek(scope, now, ANALYTICS_WEEKS)}) as company_stories group by week) as weekly`)
  return everyWeek(rows[0]?.weeks ?? null, ANALYTICS_WEEKS)
}
