import { sql } from 'drizzle-orm'
import type { Certainty } from '#domain/news/facts.ts'
import { LONGEST_GAP_MS, weightiestOf } from '#domain/news/same-event.ts'
import type { EventType } from '#domain/taxonomy.ts'
import type { Queries } from '../../platform/database/open.ts'
import { plannedOnce } from '../../platform/database/planned-statements.ts'
import { newestVisible } from './visible-articles.ts'
import { isNewsAt, NEWS_MAX_AGE_MS, withUpdated } from './portfolio-stories.ts'

/** Across all companies, because a user is waiting for the response. */
const MAX_ARTICLES = 10_000
/** Per company. */
const [MIN_EACH, MAX_EACH, ALL_OF_EACH] = [2, 200, 1000]

/** The parts of a story that counting and sorting need. */
export type UnreadStory = {
  id: number
  companyId: number
  roots: number[]
  /** Empty if the story has only one article, its root. */
  articles: { id: number }[]
  linkedAt: number
  publishedAt: number
  eventType: EventType
  certainty: Certainty
  weight: number
  denied: EventType[]
  /** Contains the oldest article that was read for its company, which may have more. */
  isLast: boolean
}

type Joined = [story: number, cluster: number, isPrimary: 0 | 1, denied: EventType[]]

const isJoined = sql`link.story <> link.id or link.cluster <> link.id or not link.is_primary or link.denied <> '[]'`
/**
 * Id, times, weight, event type if known, `true` if it is only reported, and `Joined` unless it has its default values.
 * The values form one flat list: JSON arrays take PostgreSQL twice as long, and a row per article takes Node twice as
 * long.
 */
const LINK_VALUES = [
  sql`link.id`,
  sql`date_part('epoch', link.published_at) * 1000`,
  // An unknown time is infinitely long ago, which isn't a number in JSON.
  sql`date_part('epoch', greatest(link.linked_at, 'epoch')) * 1000`,
  sql`link.weight`,
  sql`'"' || link.event_type || '"'`,
  sql`case when link.certainty = 'reported' then 'true' end`,
  sql`case when ${isJoined} then concat('[', link.story, ',', link.cluster, ',', link.is_primary::int, ',', link.denied, ']') end`,
]

type Row = { id: number; added_at: string; depth: number; links: string }

export type Depth = 'newest' | 'all'

/**
 * Skips muted companies. Reads only what an index of links covers, because there may be thousands of companies. For
 * each one, it reads the newest articles, fewer the more companies there are, or all of them. `isForUnread` skips
 * companies of which the user has read everything.
 */
export async function newsCandidates(
  queries: Queries,
  userId: string,
  now: Date,
  { depth = 'newest', isForUnread = true }: { depth?: Depth; isForUnread?: boolean } = {},
): Promise<UnreadStory[]> {
  const linkedAfter = new Date(now.getTime() - NEWS_MAX_AGE_MS)
  const first = new Date(linkedAfter.getTime() - NEWS_MAX_AGE_MS - LONGEST_GAP_MS).toISOString()
  const isHeard = sql`not exists (
    select from muted_companies muted where muted.company_id = companies.id and muted.user_id = ${userId}
      and (muted.until is null or muted.until > ${now.toISOString()}::timestamptz))`
  const columns = sql`seen.id, seen.story, seen.cluster, seen.published_at, seen.linked_at, seen.weight, seen.is_primary,
    seen.event_type, seen.certainty, seen.denied`
  const [minEach, maxEach] = depth === 'all' ? [ALL_OF_EACH, ALL_OF_EACH] : [MIN_EACH, MAX_EACH]
  const each = sql`(
    select greatest(${minEach}::int, least(${maxEach}::int, ${MAX_ARTICLES}::int / nullif(count(*), 0))) from updated)`
  const { rows } = await queries.execute<Row>(plannedOnce`
    ${withUpdated({ userId }, { linkedAfter, isForUnread })}
    select companies.id, companies.created_at as added_at, ${each} as depth, recent.links
    from updated as companies cross join lateral (
      select string_agg(concat_ws(',', ${sql.join(LINK_VALUES, sql`, `)}), ',') as links
      from (${newestVisible(columns, each, sql`seen.published_at >= ${first}::timestamptz`)}) as link) as recent
    where ${isHeard} and recent.links is not null`)
  return rows.flatMap((row) => storiesOf(row, linkedAfter, now))
}

function storiesOf(
  { id: companyId, added_at: addedAt, depth, links: text }: Row,
  linkedAfter: Date,
  now: Date,
): UnreadStory[] {
  const companyAddedAt = Date.parse(addedAt)
  const links = readLinks(text)
  const oldest = links.length < depth ? undefined : links.at(-1)
  const isNew = (own: Link[], times: ReturnType<typeof timesOf>) =>
    own.some((link) => link.isPrimary) &&
    own.some((link) => link.linkedAt > linkedAfter.getTime()) &&
    isNewsAt({ ...times, companyAddedAt, isClassified: own.some(({ eventType }) => eventType !== null) }, now)
  const stories: UnreadStory[] = []
  for (const own of byStory(links)) {
    const [first] = own
    const times = timesOf(own)
    if (!first || !isNew(own, times)) continue
    const { linkedAt, publishedAt } = times
    const id = first.story
    // Most stories have a single article, so nothing else is kept for them.
    const isAlone = own.length === 1 && first.id === id
    const [roots, articles] = isAlone ? [[id], NONE] : [rootsOf(own), own]
    const isLast = oldest !== undefined && id === oldest.story
    stories.push({ id, companyId, roots, articles, linkedAt, publishedAt, ...eventOf(own), isLast })
  }
  return stories
}

const NONE: Link[] = []

type Link = {
  id: number
  publishedAt: number
  linkedAt: number
  weight: number
  eventType: EventType | null
  certainty: Certainty
  story: number
  cluster: number
  isPrimary: boolean
  denied: EventType[]
}

const NOTHING_DENIED: EventType[] = []

function readLinks(text: string): Link[] {
  const values = JSON.parse(`[${text}]`) as unknown[]
  const links: Link[] = []
  for (let at = 0; at < values.length;) {
    const id = values[at] as number
    const [publishedAt, linkedAt, weight] = [
      values[at + 1] as number,
      values[at + 2] as number,
      values[at + 3] as number,
    ]
    at += 4
    const eventType = typeof values[at] === 'string' ? (values[at++] as EventType) : null
    const certainty = values[at] === true ? 'reported' : 'stated'
    if (certainty === 'reported') at += 1
    const [story, cluster, isPrimary, denied] = Array.isArray(values[at])
      ? (values[at++] as Joined)
      : ([id, id, 1, NOTHING_DENIED] satisfies Joined)
    const isAbout = isPrimary === 1
    links.push({ id, publishedAt, linkedAt, weight, eventType, certainty, story, cluster, isPrimary: isAbout, denied })
  }
  return links
}

/** Most stories have one article, so grouping is often unnecessary. */
const byStory = (links: Link[]): Iterable<Link[]> =>
  links.every(({ id, story }) => id === story)
    ? links.map((link) => [link])
    : Map.groupBy(links, ({ story }) => story).values()

/** Uses a loop, which for many thousands of stories takes a fraction of the time of array methods. */
function timesOf(links: Link[]) {
  let [firstAt, publishedAt, linkedAt] = [Infinity, -Infinity, Infinity]
  for (const link of links) {
    firstAt = Math.min(firstAt, link.publishedAt)
    publishedAt = Math.max(publishedAt, link.publishedAt)
    linkedAt = Math.min(linkedAt, link.linkedAt)
  }
  return { firstAt, publishedAt, linkedAt }
}

const rootsOf = (links: Link[]): number[] =>
  [...new Set(links.flatMap(({ story, cluster }) => [story, cluster]))].toSorted((a, b) => a - b)

/** Most stories have one article that denies nothing, so nothing needs to be compared. */
function eventOf(links: Link[]): Pick<UnreadStory, 'eventType' | 'certainty' | 'weight' | 'denied'> {
  const [only] = links
  if (only && links.length === 1 && only.eventType !== null && only.denied.length === 0) {
    const { eventType, certainty, weight } = only
    return { eventType, certainty, weight, denied: NOTHING_DENIED }
  }
  const { eventType, certainty, weightiest } = weightiestOf(links)
  return { eventType, certainty, weight: weightiest.weight, denied: links.flatMap(({ denied }) => denied) }
}
