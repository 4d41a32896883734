import { sql } from 'drizzle-orm'
import { isDenied } from '#domain/news/facts.ts'
import { LONGEST_GAP_MS } from '#domain/news/same-event.ts'
import type { EventType } from '#domain/taxonomy.ts'
import type { Queries } from '../../platform/database/open.ts'
import { newestVisible } from '../overrides/visible-articles.ts'
import { isMine } from './analytics/story-counts.ts'
import { isNewsAt, NEWS_MAX_AGE_MS, updatedCompanies } from './portfolio-stories.ts'

/** Somebody waits for them: of all companies together. */
const MAX_ARTICLES = 20_000
/** Of each company. */
const [MIN_EACH, MAX_EACH] = [8, 200]

/** As much of a story as counting and ordering need. */
export type UnreadStory = {
  id: number
  companyId: number
  roots: number[]
  articles: { id: number }[]
  linkedAt: number
  publishedAt: number
  weight: number
}

type Row = { id: number; added_at: string; links: LinkValues[] }
/** Names would be most of the answer. */
type LinkValues = [number, number, number, string, string, number, boolean, EventType | null, EventType[]]

/** Of companies that are not muted. Reads only what an index of links holds, for thousands of companies. */
export async function newsCandidates(queries: Queries, userId: string, now: Date): Promise<UnreadStory[]> {
  const linkedAfter = new Date(now.getTime() - NEWS_MAX_AGE_MS)
  const ids = await updatedCompanies(queries, { userId }, { linkedAfter, isForUnread: true })
  if (ids.length === 0) return []
  const first = new Date(linkedAfter.getTime() - NEWS_MAX_AGE_MS - LONGEST_GAP_MS).toISOString()
  const each = Math.max(MIN_EACH, Math.min(MAX_EACH, Math.floor(MAX_ARTICLES / ids.length)))
  const columns = sql`seen.id, seen.story, seen.cluster, seen.published_at, seen.linked_at, seen.weight, seen.is_primary,
    seen.event_type, seen.denied`
  const isHeard = sql`not exists (
    select from muted_companies muted where muted.company_id = companies.id and muted.user_id = ${userId}
      and (muted.until is null or muted.until > ${now.toISOString()}::timestamptz))`
  const { rows } = await queries.execute<Row>(sql`
    select companies.id, companies.created_at as added_at, json_agg(json_build_array(link.id, link.story, link.cluster,
      link.published_at, link.linked_at, link.weight, link.is_primary, link.event_type, link.denied)) as links
    from companies cross join lateral (
      ${newestVisible(columns, each, sql`seen.published_at >= ${first}::timestamptz`)}) as link
    where ${isMine({ userId, ids, that: isHeard })} group by companies.id, companies.created_at`)
  return rows.flatMap((row) => storiesOf(row, linkedAfter, now))
}

function storiesOf({ id: companyId, added_at: addedAt, links }: Row, linkedAfter: Date, now: Date): UnreadStory[] {
  const companyAddedAt = Date.parse(addedAt)
  return [...Map.groupBy(links.map(toLink), ({ story }) => story)].flatMap(([id, own]) => {
    const published = own.map(({ publishedAt }) => Date.parse(publishedAt))
    const [firstAt, publishedAt] = [Math.min(...published), Math.max(...published)]
    const linkedAt = Math.min(...own.map((link) => link.linkedAt))
    const isClassified = own.some(({ eventType }) => eventType !== null)
    const isNew =
      own.some((link) => link.isPrimary) &&
      own.some((link) => link.linkedAt > linkedAfter.getTime()) &&
      isNewsAt({ publishedAt, firstAt, linkedAt, companyAddedAt, isClassified }, now)
    if (!isNew) return []
    const roots = [...new Set([id, ...own.map(({ cluster }) => cluster)])].toSorted((a, b) => a - b)
    return { id, companyId, roots, articles: own, linkedAt, publishedAt, weight: weightOf(own) }
  })
}

const toLink = ([id, story, cluster, publishedAt, linkedAt, ...said]: LinkValues) => {
  const [weight, isPrimary, eventType, denied] = said
  // Infinitely long ago where it is not known.
  const linked = Date.parse(linkedAt) || 0
  return { id, story, cluster, publishedAt, linkedAt: linked, weight, isPrimary, eventType, denied }
}

/** Of what was not denied since. */
function weightOf(links: ReturnType<typeof toLink>[]): number {
  const happened = links.filter((link) => link.eventType !== null && !isDenied(link.eventType, link, links))
  return Math.max(...(happened.length > 0 ? happened : links).map(({ weight }) => weight))
}
