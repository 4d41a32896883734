import { sql, type SQL } from 'drizzle-orm'
import { BRIEFS, type SearchSort } from '#domain/news/search-filters.ts'
import type { SearchFilter } from '#domain/news/search.ts'
import { eventTypesNamed } from '#domain/taxonomy.ts'
import { isOfCompany } from '../visible-articles.ts'
import { briefsOf, readBy, searchAsRead } from '../news.ts'
import type { SearchSnapshot } from './cursor.ts'

const HALF_LIFE_S = 30 * 86_400
/** Between a major story and a mere mention. */
const BRIEF_WEIGHT = 0.5
export const MAX_SCORED = 1000
/** How much of a text the search index covers. */
export const READ_CHARS = 4000
/** Scores are scaled to integers, so that a cursor can represent them exactly. */
const SCORE_SCALE = 1e9

export type SearchRequest = {
  userId: string
  filter: SearchFilter
  sort: SearchSort
  snapshot: SearchSnapshot
  /** Null if only filters are given. */
  words: SQL | null
  /** So many articles match that scanning from the newest finds enough sooner than the index does. */
  isCommon: boolean
  /** How many hits a first page sorted newest first needs, so that not all matches have to be sorted. */
  first: number | null
  /** Only articles published since then are scanned at first, which is enough unless a hit has `is_short`. */
  since: Date | null
}

const all = (conditions: (SQL | false)[]): SQL =>
  sql.join(
    conditions.filter((each) => each !== false),
    sql` and `,
  )

const isMine = ({ userId, filter: { company } }: SearchRequest): SQL =>
  all([
    sql`companies.user_id = ${userId} and companies.removed_at is null`,
    company !== undefined && sql`companies.id = ${company}`,
  ])

const isInTime = (published: SQL, { from, to }: SearchFilter): SQL =>
  all([
    sql`true`,
    from !== undefined && sql`${published} >= ${from}::date`,
    to !== undefined && sql`${published} < ${to}::date + 1`,
  ])

const isInSnapshot = ({ filter, snapshot }: SearchRequest): SQL =>
  sql`seen.id <= ${snapshot.articles} and ${isInTime(sql`seen.published_at`, filter)}`

const isRecent = ({ since }: SearchRequest): SQL =>
  since === null ? sql`true` : sql`seen.published_at >= ${since.toISOString()}::timestamptz`

/** A story is a hit if any one of its articles matches the whole query. */
const matchesFilter = (request: SearchRequest): SQL =>
  all([
    isInSnapshot(request),
    request.words !== null && sql`seen.search @@ ${request.words}`,
    request.filter.section !== undefined && sql`seen.section = ${request.filter.section}`,
    request.filter.event !== undefined &&
      sql`seen.event_type = any(${sql.param(eventTypesNamed(request.filter.event))}::text[])`,
    request.filter.source !== undefined && sql`seen.source = ${request.filter.source}`,
  ])

const isSeenBy = ({ userId, filter: { company } }: SearchRequest): SQL =>
  all([sql`seen.user_id = ${userId}`, company !== undefined && sql`seen.company_id = ${company}`])

function score({ words, snapshot }: SearchRequest, text: SQL, published: SQL, weight: SQL): SQL {
  const rank = words === null ? sql`1.0` : sql`ts_rank_cd(${text}, ${words}, 32)::float8`
  const age = sql`greatest(0, extract(epoch from ${new Date(snapshot.at)}::timestamptz - ${published}))`
  return sql`(${SCORE_SCALE}::float8 * ${rank} * (1 + (${weight} + 1 / (1 + ${age} / ${HALF_LIFE_S})::float8) / 2))::bigint`
}

const inMs = (published: SQL, sign = 1) => sql`(extract(epoch from ${published}) * ${sign * 1000})::bigint`
const place = ({ sort }: SearchRequest): SQL =>
  sort === 'relevance' ? sql`score` : inMs(sql`published_at`, sort === 'newest' ? 1 : -1)

const matchColumns = sql`seen.company_id, seen.tracked_company_id, seen.has_overrides, seen.story as id, seen.id as article_id, seen.published_at`
const newestFirst = sql`order by published_at desc, article_id desc, company_id`

const matchingArticles = (request: SearchRequest, that: SQL = sql`true`): SQL =>
  sql`select ${matchColumns} from visible_articles seen where ${isSeenBy(request)} and ${matchesFilter(request)} and ${that}`

function newestMatches(request: SearchRequest): SQL {
  if (!request.isCommon)
    return sql`select * from (${matchingArticles(request)}) as each ${newestFirst} limit ${MAX_SCORED}`
  // `offset 0` makes PostgreSQL use the index of a company's articles for sorting, and stop once enough match.
  return sql`
    select * from (
      (select ${matchColumns}
       from (
         select companies.id as company_id, companies.tracked_company_id, link.article_id, link.published_at
         from companies cross join lateral (
           select seen.id as article_id, seen.published_at from visible_articles seen
           where ${isOfCompany} and not seen.has_overrides and ${isInSnapshot(request)} and ${isRecent(request)} offset 0) as link
         where ${isMine(request)} and not companies.has_overrides ${newestFirst}) as walked
       cross join lateral (
         select * from visible_articles seen
         where (seen.company_id, seen.tracked_company_id, seen.published_at, seen.id)
           = (walked.company_id, walked.tracked_company_id, walked.published_at, walked.article_id)
           and not seen.has_overrides offset 0) as seen
       where ${matchesFilter(request)}
       order by walked.published_at desc, walked.article_id desc, walked.company_id limit ${MAX_SCORED})
      union all
      (select * from (${matchingArticles(request, sql`seen.has_overrides and ${isRecent(request)}`)}) as alone ${newestFirst} limit ${MAX_SCORED})) as each
    ${newestFirst} limit ${MAX_SCORED}`
}

/** Whether older articles may match, too. */
const isShort = ({ since }: SearchRequest): SQL => (since === null ? sql`false` : sql`article_count < ${MAX_SCORED}`)

/** `is_short` is set if the newest articles belong to too few stories, so that older ones have to be read, too. */
const firstStories = (request: SearchRequest, limit: number): SQL => sql`
  select company_id, id, 0 as is_brief, 0::bigint as score, published_at, (
    select coalesce(max(article_id) filter (where article_id = top.id), max(article_id))
    from (
      select seen.id as article_id from companies join visible_articles seen on ${isOfCompany}
      where ${isMine(request)} and companies.id = top.company_id and seen.story = top.id and ${matchesFilter(request)}) as matches
    ) as shown, is_short
  from (
    select *, ${isShort(request)} or article_count = ${MAX_SCORED} and
      count(*) filter (where ${inMs(sql`published_at`)} > ${inMs(sql`oldest`)}) over () < ${limit} as is_short
    from (
      select company_id, id, max(published_at) as published_at,
        sum(count(*)) over () as article_count, min(min(published_at)) over () as oldest
      from (${newestMatches(request)}) as matches group by company_id, id) as newest
    order by ${inMs(sql`published_at`)} desc, company_id desc, id desc limit ${limit}) as top`

function stories(request: SearchRequest): SQL {
  if (request.first !== null) return firstStories(request, request.first)
  if (request.sort !== 'relevance')
    return sql`
      select company_id, id, 0 as is_brief, 0::bigint as score, max(published_at) as published_at,
        coalesce(max(article_id) filter (where article_id = id), max(article_id)) as shown, false as is_short
      from (${matchingArticles(request)}) as matches group by company_id, id`
  return sql`
    select company_id, id, 0 as is_brief, score, published_at, shown, ${isShort(request)} as is_short
    from (
      select company_id, id, max(score) as score, max(published_at) as published_at, sum(count(*)) over () as article_count,
        (array_agg(article_id order by score desc, article_id <> id, article_id))[1] as shown
      from (
        select matches.*, ${score(request, sql`seen.search`, sql`matches.published_at`, sql`seen.weight`)} as score
        from (${newestMatches(request)}) as matches
        cross join lateral (
          select search, weight from visible_articles seen
          where (seen.company_id, seen.tracked_company_id, seen.has_overrides, seen.published_at, seen.id)
            = (matches.company_id, matches.tracked_company_id, matches.has_overrides, matches.published_at, matches.article_id)
          offset 0) as seen) as scored
      group by company_id, id) as found`
}

/** Earlier briefs repeat the same stories. The newest is left out if an article about the company matches. */
function briefs(request: SearchRequest): SQL {
  const { userId, filter, snapshot, words } = request
  // `offset 0` checks each of the few matching briefs instead of joining all articles.
  const isAlone = (company: SQL) =>
    filter.source === undefined
      ? sql`not exists (
          select from visible_articles seen
          where (seen.company_id, seen.tracked_company_id, seen.has_overrides) = (${company}) and ${matchesFilter(request)} offset 0)`
      : sql`true`
  // Without words, almost every company has a matching story, so its brief doesn't have to be read.
  const isWanted =
    words === null ? isAlone(sql`companies.id, companies.tracked_company_id, companies.has_overrides`) : sql`true`
  const newest = sql`
    select companies.id as company_id, companies.tracked_company_id, companies.has_overrides, brief.id, brief.published_at, ${searchAsRead}
    from ${readBy(userId)}, (select * from companies where ${isMine(request)} and ${isWanted} offset 0) as companies
    cross join lateral (${briefsOf(userId, 1, sql`briefs.id <= ${snapshot.news}`)}) as brief
    where ${isInTime(sql`brief.published_at`, filter)} offset 0`
  const isFound =
    words === null
      ? sql`true`
      : sql`search @@ ${words} and ${isAlone(sql`newest.company_id, newest.tracked_company_id, newest.has_overrides`)}`
  const scored = score(request, sql`search`, sql`published_at`, sql`${BRIEF_WEIGHT}::float8`)
  return sql`
    select company_id, id, 1 as is_brief, ${scored} as score, published_at, id as shown, false as is_short
    from (${newest}) as newest where ${isFound}`
}

export function hits(request: SearchRequest): SQL {
  const { section, event, source } = request.filter
  const parts = [
    ...(source === BRIEFS ? [] : [stories(request)]),
    // A brief has no section, event or source.
    ...(section === undefined && event === undefined && (source === undefined || source === BRIEFS)
      ? [briefs(request)]
      : []),
  ]
  return sql`select *, ${place(request)} as key from (${parts.length > 0 ? sql.join(parts, sql` union all `) : nothing}) as found`
}

const nothing = sql`
  select 0 as company_id, 0::bigint as id, 0 as is_brief, 0::bigint as score, now() as published_at, 0::bigint as shown,
    false as is_short
  where false`

/** Needs rows of `companies` and `page` in scope. */
export const members = sql`
  select count(*)::int as article_count from visible_articles seen where ${isOfCompany} and seen.story = page.id`

// Too many words begin with the same one or two letters.
const LAST_WORD = /^(?:(.*)\s)?([\p{L}\p{Nd}]{3,})$/su
const EITHER = /(?:^|\s)or(?:\s|$)/i

/** The last word may be incomplete, so it's matched as a prefix. */
export function searchQuery(typed: string): SQL {
  const { whole, prefix } = split(typed)
  if (prefix === null) return sql`websearch_to_tsquery('english', ${whole})`
  return sql`(websearch_to_tsquery('english', ${whole}) && to_tsquery('english', ${`${prefix}:*`}))`
}

/** The last word isn't split off inside a quotation or if the query contains `or`. */
function split(typed: string): { whole: string; prefix: string | null } {
  const [, before = '', last = ''] = LAST_WORD.exec(typed) ?? []
  const isQuoted = before.split('"').length % 2 === 0
  if (last === '' || isQuoted || EITHER.test(typed)) return { whole: typed, prefix: null }
  return { whole: before, prefix: last }
}
