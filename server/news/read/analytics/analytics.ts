import {
  ANALYTICS_WEEKS,
  firstWeek,
  WEEK_MS,
  MAX_TIMELINE_EVENTS,
  weekDays,
  type Timeline,
  type TimelineEvent,
  ACTIVITY_WEEKS,
  daysAgo,
  QUIET_DAYS,
  type Analytics,
  type CompanyActivity,
} from '#domain/news/analytics.ts'
import type { Story } from '#domain/news/stories.ts'
import { storyTimelineType, type EventType, timelineType } from '#domain/taxonomy.ts'
import type { Companies } from '../../../companies/companies.ts'
import type { Database, Queries } from '../../../platform/database/open.ts'
import { MAX_STORY_ARTICLES, storiesOf } from '../../overrides/visible-articles.ts'
import type { Clock } from '#domain/time.ts'
import { storyCounts, everyWeek, storiesByWeek, isMine, leadingArticles } from './story-counts.ts'
import { sql } from 'drizzle-orm'
import { eventCounts } from './event-counts.ts'
import { companyHeadlines } from './headlines.ts'
import { portfolioCounts, quietCompanies } from './portfolio.ts'

export type AnalyticsService = ReturnType<typeof createAnalytics>

type Needs = { database: Database; clock: Clock; companies: Pick<Companies, 'get'> }

export function createAnalytics({ database, clock, companies }: Needs) {
  const readAsUser = <T>(userId: string, work: (store: ReturnType<typeof analyticsStore>) => Promise<T>) =>
    database.readAsUser(userId, (queries) => work(analyticsStore(queries)))
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

    activity: (userId: string, ids: number[]) => readAsUser(userId, (store) => store.activity(userId, ids, clock())),

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
          : await readAsUser(userId, (store) => store.weeksOf(userId, companyId, now)),
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

const analyticsStore = (queries: Queries) => ({
  async weeksOf(userId: string, companyId: number, now: Date): Promise<number[]> {
    const { rows } = await queries.execute<{ weeks: Counts | null }>(sql`
      select json_object_agg(week, stories) as weeks from (
        select week, count(*) as stories from (
          ${storiesByWeek({ userId, ids: [companyId] }, now, ANALYTICS_WEEKS)}) as company_stories group by week) as weekly`)
    return everyWeek(rows[0]?.weeks ?? null, ANALYTICS_WEEKS)
  },

  /** Ignores ids that don't belong to the user. */
  async activity(userId: string, ids: number[], now: Date): Promise<CompanyActivity[]> {
    const scope = { userId, ids }
    const { rows } = await queries.execute<
      { company: number; weeks: Counts | null } & { [Key in keyof NewestRow]: NewestRow[Key] | null }
    >(sql`
      with weekly as (
        select company_id, week, count(*)::int as stories from (${storiesByWeek(scope, now, ACTIVITY_WEEKS)}) as company_stories
        group by company_id, week),
      counted as (select company_id, json_object_agg(week, stories) as weeks from weekly group by company_id),
      newest as (${leadingArticles(scope, now)})
      select companies.id as company, counted.weeks, newest.company_id, newest.story, newest.published_at,
        newest.precision, newest.title, newest.kind, newest.event_type
      from companies left join counted on counted.company_id = companies.id
      left join newest on newest.company_id = companies.id
      where ${isMine(scope)} order by companies.id`)
    return rows.map((row) => ({
      companyId: row.company,
      perWeek: everyWeek(row.weeks, ACTIVITY_WEEKS),
      latest: latestOf(row),
    }))
  },
})

function latestOf(row: { [Key in keyof NewestRow]: NewestRow[Key] | null }): CompanyActivity['latest'] {
  const { story, kind, title, published_at: publishedAt, precision, event_type: eventType } = row
  if (story === null || kind === null || title === null || publishedAt === null || precision === null) return null
  return {
    storyId: Number(story),
    type: timelineType(kind, eventType),
    title,
    publishedAt: new Date(publishedAt).toISOString(),
    precision,
  }
}
