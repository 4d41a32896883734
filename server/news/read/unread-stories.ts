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

/** In the order of `LINK_VALUES`. */
type LinkValues = [
  id: number,
  story: number,
  cluster: number,
  publishedAt: number,
  linkedAt: number,
  weight: number,
  isPrimary: 0 | 1,
  eventType: EventType | null,
  denied: EventType[],
]

/** Written one after the other: arrays of JSON take PostgreSQL twice as long, and as many rows take Node twice as long. */
const LINK_VALUES = [
  sql`link.id, link.story, link.cluster`,
  sql`date_part('epoch', link.published_at) * 1000`,
  // Where it is not known, it was infinitely long ago, which is not a number in JSON.
  sql`date_part('epoch', greatest(link.linked_at, 'epoch')) * 1000`,
  sql`link.weight, link.is_primary::int, coalesce('"' || link.event_type || '"', 'null'), link.denied`,
]
const VALUES_PER_LINK = 9

type Row = { id: number; added_at: string; links: string }

/** Of companies that are not muted. Reads only what an index of links holds, for thousands of companies. */
export async function newsCandidates(queries: Queries, userId: string, now: Date): Promise<UnreadStory[]> {
  const linkedAfter = new Date(now.getTime() - NEWS_MAX_AGE_MS)
  const ids = await updatedCompanies(queries, { userId }, { linkedAfter, isForUnread: true })
  if (ids.length === 0) return []
  const first = new Date(linkedAfter.getTime() - NEWS_MAX_AGE_MS - LONGEST_GAP_MS).toISOString()
  const each = Math.max(MIN_EACH, Math.min(MAX_EACH, Math.floor(MAX_ARTICLES / ids.length)))
  const isHeard = sql`not exists (
    select from muted_companies muted where muted.company_id = companies.id and muted.user_id = ${userId}
      and (muted.until is null or muted.until > ${now.toISOString()}::timestamptz))`
  const columns = sql`seen.id, seen.story, seen.cluster, seen.published_at, seen.linked_at, seen.weight, seen.is_primary,
    seen.event_type, seen.denied`
  const { rows } = await queries.execute<Row>(sql`
    select companies.id, companies.created_at as added_at, recent.links
    from companies cross join lateral (
      select string_agg(concat_ws(',', ${sql.join(LINK_VALUES, sql`, `)}), ',') as links
      from (${newestVisible(columns, each, sql`seen.published_at >= ${first}::timestamptz`)}) as link) as recent
    where ${isMine({ userId, ids, that: isHeard })} and recent.links is not null`)
  return rows.flatMap((row) => storiesOf(row, linkedAfter, now))
}

function storiesOf({ id: companyId, added_at: addedAt, links }: Row, linkedAfter: Date, now: Date): UnreadStory[] {
  const companyAddedAt = Date.parse(addedAt)
  return [...Map.groupBy(readLinks(links), ({ story }) => story)].flatMap(([id, own]) => {
    const published = own.map(({ publishedAt }) => publishedAt)
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

type Link = ReturnType<typeof toLink>

function readLinks(text: string): Link[] {
  const values = JSON.parse(`[${text}]`) as unknown[]
  const links: Link[] = []
  for (let at = 0; at < values.length; at += VALUES_PER_LINK)
    links.push(toLink(values.slice(at, at + VALUES_PER_LINK) as LinkValues))
  return links
}

const toLink = ([id, story, cluster, publishedAt, linkedAt, ...said]: LinkValues) => {
  const [weight, isPrimary, eventType, denied] = said
  return { id, story, cluster, publishedAt, linkedAt, weight, isPrimary: isPrimary === 1, eventType, denied }
}

/** Of what was not denied since. */
function weightOf(links: Link[]): number {
  const happened = links.filter((link) => link.eventType !== null && !isDenied(link.eventType, link, links))
  return Math.max(...(happened.length > 0 ? happened : links).map(({ weight }) => weight))
}
