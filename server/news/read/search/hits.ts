import { sql, type SQL } from 'drizzle-orm'
import { BRIEFS, type SearchSort } from '#domain/news/search-filters.ts'
import type { SearchFilter } from '#domain/news/search.ts'
import { isExcluded, isRejected } from '../../overrides/visible-articles.ts'
import { asRead, briefsOf, readBy } from '../news.ts'
import type { SearchSnapshot } from './cursor.ts'

/** News of a month ago counts half as much as news of now, as far as its age counts. */
const HALF_LIFE_S = 30 * 86_400
/** A brief stands between a story that changes everything and one that only mentions the company. */
const BRIEF_WEIGHT = 0.5
/** As many of the newest tellings that fit are weighed against each other. */
const MOST_SCORED = 1000
/** As much of a text as the index of stories holds. */
export const READ_CHARS = 4000
/** Places in a list are whole numbers, so that an address can hold them exactly. */
const FINENESS = 1e9

export type Asked = {
  userId: string
  filter: SearchFilter
  sort: SearchSort
  standing: SearchSnapshot
  /** The words as a question to the index; none where only filters are given. */
  words: SQL | null
  /** So much fits that reading on from the newest finds enough long before all of it is found. */
  isCommon: boolean
  /** Of a first page, newest first: how many hits are wanted, so that not all that fits must be put in order. */
  first: number | null
}

const all = (conditions: (SQL | false)[]): SQL =>
  sql.join(
    conditions.filter((each) => each !== false),
    sql` and `,
  )

const isMine = ({ userId, filter: { company } }: Asked): SQL =>
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

/** One telling fits, or it does not: a story is found by any of its tellings that fits all of it. */
const fits = ({ filter, words, standing }: Asked): SQL =>
  all([
    sql`link.article_id <= ${standing.articles} and ${isInTime(sql`link.published_at`, filter)}`,
    words !== null && sql`articles.search @@ ${words}`,
    filter.section !== undefined && sql`articles.section = ${filter.section}`,
    filter.source !== undefined && sql`link.source = ${filter.source}`,
  ])

/** The address is told by what everybody shares already, so that it stands there and once. */
const isSharedToo = sql`exists (
  select from tracked_company_articles link join articles on articles.id = link.article_id
  where link.tracked_company_id = companies.tracked_company_id and articles.url = own.url and not ${isRejected})`

const story = sql`coalesce(link.story_id, link.article_id)`

const fromShared = sql`
  from companies join tracked_company_articles link on link.tracked_company_id = companies.tracked_company_id
  join articles on articles.id = link.article_id`
const fromOwn = sql`
  from companies cross join lateral (
    select * from company_articles where company_id = companies.id and user_id = companies.user_id offset 0) as link
  join articles on articles.id = link.article_id cross join lateral (select articles.url) as own`
/**
 * What owners of companies see. Rejections and own finds make a view of one's own: of all other companies nothing
 * is looked up, which is also a statement that the planner of the database can judge.
 */
const seen = (columns: SQL, that: SQL): SQL => sql`
  select ${columns} ${fromShared} where ${that} and not companies.has_overrides
  union all
  ${seenAlone(columns, that)}`

const seenAlone = (columns: SQL, that: SQL): SQL => sql`
  select ${columns} ${fromShared} where ${that} and companies.has_overrides and not ${isRejected}
  union all
  select ${columns} ${fromOwn} where ${that} and companies.has_overrides and not ${isExcluded} and not ${isSharedToo}`

/** How well a text answers: its words first, then how new and how weighty it is. */
function score({ words, standing }: Asked, text: SQL, published: SQL, weight: SQL): SQL {
  const rank = words === null ? sql`1.0` : sql`ts_rank_cd(${text}, ${words}, 32)::float8`
  const age = sql`greatest(0, extract(epoch from ${new Date(standing.at)}::timestamptz - ${published}))`
  return sql`(${FINENESS}::float8 * ${rank} * (1 + (${weight} + 1 / (1 + ${age} / ${HALF_LIFE_S})::float8) / 2))::bigint`
}

const inMs = (published: SQL, sign = 1) => sql`(extract(epoch from ${published}) * ${sign * 1000})::bigint`
const place = ({ sort }: Asked): SQL =>
  sort === 'relevance' ? sql`score` : inMs(sql`published_at`, sort === 'newest' ? 1 : -1)

const asFitting = sql`companies.id as company_id, ${story} as id, link.article_id, link.published_at`
const newestFirst = sql`order by published_at desc, article_id desc, company_id`

/** What tells a story that fits, as rows of `told`. */
const fitting = (asked: Asked): SQL => seen(asFitting, sql`${isMine(asked)} and ${fits(asked)}`)

/** The newest of what fits. */
function newestFitting(asked: Asked): SQL {
  if (!asked.isCommon) return sql`select * from (${fitting(asked)}) as each ${newestFirst} limit ${MOST_SCORED}`
  const isThere = sql`link.article_id <= ${asked.standing.articles} and ${isInTime(sql`link.published_at`, asked.filter)}`
  // `offset 0`: what the index of a company's articles says is put in order, and read through only until enough of it fits.
  return sql`
    select * from (
      (select walked.company_id, ${story} as id, walked.article_id, walked.published_at
       from (
         select companies.id as company_id, companies.tracked_company_id, link.article_id, link.published_at
         from companies cross join lateral (
           select article_id, published_at from tracked_company_articles link
           where link.tracked_company_id = companies.tracked_company_id and ${isThere} offset 0) as link
         where ${isMine(asked)} and not companies.has_overrides ${newestFirst}) as walked
       cross join lateral (
         select * from tracked_company_articles
         where tracked_company_id = walked.tracked_company_id and article_id = walked.article_id offset 0) as link
       cross join lateral (select section, search from articles where id = walked.article_id offset 0) as articles
       where ${fits(asked)}
       order by walked.published_at desc, walked.article_id desc, walked.company_id limit ${MOST_SCORED})
      union all
      (select * from (${seenAlone(asFitting, sql`${isMine(asked)} and ${fits(asked)}`)}) as alone
       ${newestFirst} limit ${MOST_SCORED})) as each
    ${newestFirst} limit ${MOST_SCORED}`
}

/**
 * The first stories, newest first. `is_short` where the newest tellings tell of too few: older stories may then stand
 * before the last of these, or after them.
 */
const firstStories = (asked: Asked, most: number): SQL => sql`
  select company_id, id, 0 as is_brief, 0::bigint as score, published_at, (
    select coalesce(max(article_id) filter (where article_id = top.id), max(article_id))
    from (${seen(sql`link.article_id`, sql`${isMine(asked)} and companies.id = top.company_id and ${story} = top.id and ${fits(asked)}`)}) as told
    ) as shown, is_short
  from (
    select *, tellings = ${MOST_SCORED} and
      count(*) filter (where ${inMs(sql`published_at`)} > ${inMs(sql`oldest`)}) over () < ${most} as is_short
    from (
      select company_id, id, max(published_at) as published_at,
        sum(count(*)) over () as tellings, min(min(published_at)) over () as oldest
      from (${newestFitting(asked)}) as told group by company_id, id) as newest
    order by ${inMs(sql`published_at`)} desc, company_id desc, id desc limit ${most}) as top`

/** One row for each story of a company, and which of its tellings is shown. */
function stories(asked: Asked): SQL {
  if (asked.first !== null) return firstStories(asked, asked.first)
  if (asked.sort !== 'relevance')
    return sql`
      select company_id, id, 0 as is_brief, 0::bigint as score, max(published_at) as published_at,
        coalesce(max(article_id) filter (where article_id = id), max(article_id)) as shown, false as is_short
      from (${fitting(asked)}) as told group by company_id, id`
  return sql`
    select company_id, id, 0 as is_brief, max(score) as score, max(published_at) as published_at,
      (array_agg(article_id order by score desc, article_id <> id, article_id))[1] as shown, false as is_short
    from (
      select told.*, ${score(asked, sql`articles.search`, sql`told.published_at`, sql`articles.weight`)} as score
      from (${newestFitting(asked)}) as told
      cross join lateral (select search, weight from articles where id = told.article_id offset 0) as articles) as weighed
    group by company_id, id`
}

/** The newest brief of each company; earlier ones repeat the same stories. */
function briefs(asked: Asked): SQL {
  const { userId, filter, standing, words } = asked
  const newest = sql`
    select companies.id as company_id, ${asRead} from ${readBy(userId)}, companies
    cross join lateral (${briefsOf(userId, 1, sql`briefs.id <= ${standing.news}`)}) as brief
    where ${isMine(asked)} and ${isInTime(sql`brief.published_at`, filter)}`
  const weighed = score(asked, sql`search`, sql`published_at`, sql`${BRIEF_WEIGHT}::float8`)
  const hit = sql`company_id, id, 1 as is_brief, ${weighed} as score, published_at, id as shown, false as is_short`
  return sql`select ${hit} from (${newest} offset 0) as newest where ${words === null ? sql`true` : sql`search @@ ${words}`}`
}

/** Everything that fits, each with its place in the list: `key`, `is_brief`, `company_id` and `id`, the highest first. */
export function hits(asked: Asked): SQL {
  const { section, source } = asked.filter
  const parts = [
    ...(source === BRIEFS ? [] : [stories(asked)]),
    // No section and no source is a brief's: it is made of many.
    ...(section === undefined && (source === undefined || source === BRIEFS) ? [briefs(asked)] : []),
  ]
  return sql`select *, ${place(asked)} as key from (${parts.length > 0 ? sql.join(parts, sql` union all `) : nothing}) as found`
}

const nothing = sql`
  select 0 as company_id, 0::bigint as id, 0 as is_brief, 0::bigint as score, now() as published_at, 0::bigint as shown,
    false as is_short
  where false`

/** How many addresses tell a story of a company, as its owner sees it; a row of `page` stands beside it. */
export const members = sql`
  select count(distinct url)::int as told
  from (${seen(sql`articles.url`, sql`companies.id = page.company_id and ${story} = page.id`)}) as each`

// One or two letters begin too many words to say anything.
const LAST_WORD = /^(?:(.*)\s)?([\p{L}\p{Nd}]{3,})$/su
const EITHER = /(?:^|\s)or(?:\s|$)/i

/** What was typed, as a question to the index. The last word may still be on its way, so its beginning is enough. */
export function searchQuery(typed: string): SQL {
  const { whole, begun } = split(typed)
  if (begun === null) return sql`websearch_to_tsquery('english', ${whole})`
  return sql`(websearch_to_tsquery('english', ${whole}) && to_tsquery('english', ${`${begun}:*`}))`
}

/** Inside a quotation, or where `or` joins words, the last one belongs to what stands before it and is left there. */
function split(typed: string): { whole: string; begun: string | null } {
  const [, before = '', last = ''] = LAST_WORD.exec(typed) ?? []
  const isQuoted = before.split('"').length % 2 === 0
  if (last === '' || isQuoted || EITHER.test(typed)) return { whole: typed, begun: null }
  return { whole: before, begun: last }
}
