import { sql, type SQL } from 'drizzle-orm'
import { LONGEST_GAP_MS } from '#domain/news/same-event.ts'
import type { Story } from '#domain/news/stories.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Queries } from '../../platform/database/open.ts'
import { plannedOnce } from '../../platform/database/planned-statements.ts'
import { isOfCompany, newestVisible, STORY_COLUMNS } from './visible-articles.ts'
import { isMine, type CompanyScope } from './analytics/story-counts.ts'
import { groupStories, type StoryRow } from './stories.ts'

/** A story published longer ago than this is history, not news, even if it was only found now. */
export const NEWS_MAX_AGE_MS = 30 * DAY_MS
/** Per company. */
const [MIN_ARTICLES, MAX_ARTICLES] = [4, 200]

type Scope = {
  linkedAfter: Date
  now: Date
  companyIds?: number[]
  storyIds?: number[]
  /** Of the articles, named `seen`. */
  that?: SQL
  /** Articles of all companies together: fewer of each, the more companies there are. */
  most?: number
}

export type PortfolioStory = Story & {
  companyId: number
  companyName: string
  companyAddedAt: string
  isMuted: boolean
}

type Row = StoryRow & { company_id: number; company_name: string; company_added_at: string; is_muted: boolean }

/** The stories with an article that was linked after `linkedAfter`, with all their articles. */
export async function portfolioStories(
  queries: Queries,
  userId: string,
  { linkedAfter, now, companyIds, storyIds, that, most }: Scope,
): Promise<PortfolioStory[]> {
  const scope = { userId, ...(companyIds && { ids: companyIds }) }
  const first = new Date(linkedAfter.getTime() - NEWS_MAX_AGE_MS - LONGEST_GAP_MS).toISOString()
  const isAsked = storyIds ? sql`seen.story = any(${sql.param(storyIds)}::bigint[])` : sql`true`
  const isMeant = sql`seen.published_at >= ${first}::timestamptz and ${isAsked} and ${that ?? sql`true`}`
  const each = most
    ? sql`(select greatest(${MIN_ARTICLES}::int, least(${MAX_ARTICLES}::int, ${most}::int / nullif(count(*), 0))) from updated)`
    : MAX_ARTICLES
  const { rows } = await queries.execute<Row>(plannedOnce`
    ${withUpdated(scope, { linkedAfter, isForUnread: false })}
    select seen.*, companies.id as company_id, companies.name as company_name, companies.created_at as company_added_at,
      muted.company_id is not null as is_muted
    from updated as companies
    left join muted_companies muted on muted.company_id = companies.id and muted.user_id = ${userId}
      and (muted.until is null or muted.until > ${now.toISOString()}::timestamptz)
    cross join lateral (${newestVisible(STORY_COLUMNS, each, isMeant)}) as seen`)
  return [...Map.groupBy(rows, (row) => row.company_id).values()].flatMap((own) => storiesOf(own, linkedAfter))
}

/** `isForUnread` leaves out companies for which the user has read everything. */
type Updated = { linkedAfter: Date; isForUnread: boolean }

/** Defines `updated`: the companies in scope that have articles linked after `linkedAfter`. */
export function withUpdated(scope: CompanyScope, { linkedAfter, isForUnread }: Updated): SQL {
  const since = new Date(linkedAfter.getTime() - NEWS_MAX_AGE_MS)
  const mayBeUnread = isForUnread
    ? sql`and not exists (select from story_reads read where read.user_id = ${scope.userId}
        and read.company_id = companies.id and read.article_id in (seen.id, coalesce(seen.story_id, seen.id)))`
    : sql``
  // `offset 0` makes this an index lookup per company; as a join, it takes eight times as long.
  // `greatest` keeps this from being an index condition, just as the view does for `is_primary`.
  const hasUpdates = sql`exists (
    select from visible_articles seen where ${isOfCompany}
      and seen.published_at >= ${since.toISOString()}::timestamptz
      and greatest(seen.linked_at, '-infinity') > ${linkedAfter.toISOString()}::timestamptz ${mayBeUnread} offset 0)`
  return sql`
    with updated as materialized (
      select companies.id, companies.name, companies.tracked_company_id, companies.has_overrides, companies.created_at
      from companies where ${isMine({ ...scope, that: hasUpdates })})`
}

function storiesOf(rows: Row[], linkedAfter: Date): PortfolioStory[] {
  const [company] = rows
  if (!company) return []
  const recent = new Set(
    rows.filter(({ linked_at: at }) => Date.parse(at) > linkedAfter.getTime()).map(({ id }) => Number(id)),
  )
  return groupStories(rows)
    .filter(({ articles }) => articles.some(({ id }) => recent.has(id)))
    .map((story) => ({
      ...story,
      companyId: company.company_id,
      companyName: company.company_name,
      companyAddedAt: new Date(company.company_added_at).toISOString(),
      isMuted: company.is_muted,
    }))
}

export type KnownStory = { companyId: number; roots: number[]; articles: readonly { id: number }[] }

/**
 * The ids under which a user may have seen the story: its roots and every article, because any article may have been
 * the root of its own cluster before that was merged into this one.
 */
export const knownBy = ({ companyId, roots, articles }: KnownStory) =>
  [...new Set([...roots, ...articles.map(({ id }) => id)])].map((articleId) => ({ companyId, articleId }))

const BACKGROUND_MS = 7 * DAY_MS
/** A story that hasn't been classified by then counts as news anyway. */
const MAX_WAIT_MS = HOUR_MS

/**
 * A story published long before the company was added is background, not news. One that isn't classified yet has to
 * wait, because it may turn out to be the same as another story.
 */
export const isNews = (story: PortfolioStory, now: Date): boolean =>
  isNewsAt(
    {
      publishedAt: Date.parse(story.publishedAt),
      firstAt: Math.min(...story.articles.map(({ publishedAt }) => Date.parse(publishedAt))),
      linkedAt: Date.parse(story.linkedAt),
      companyAddedAt: Date.parse(story.companyAddedAt),
      isClassified: story.extractedFacts !== null,
    },
    now,
  )

type Times = { publishedAt: number; firstAt: number; linkedAt: number; companyAddedAt: number; isClassified: boolean }

export function isNewsAt({ publishedAt, firstAt, linkedAt, companyAddedAt, isClassified }: Times, now: Date): boolean {
  if (!isClassified && now.getTime() - linkedAt < MAX_WAIT_MS) return false
  const isRecent = now.getTime() - publishedAt <= NEWS_MAX_AGE_MS
  return isRecent && firstAt > companyAddedAt - BACKGROUND_MS
}
