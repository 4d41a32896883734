import { AppError } from '#domain/errors.ts'
import { DAYS_REVERSED, isReversed, BRIEFS, type SearchSort } from '#domain/news/search-filters.ts'
import type { SearchPage, SearchQuery, SearchFilter, SearchHit } from '#domain/news/search.ts'
import type { Database, Queries } from '../../../platform/database/open.ts'
import type { Clock } from '#domain/time.ts'
import { readCursor, writeCursor, type Place, type SearchSnapshot } from './cursor.ts'
import { sql, type SQL } from 'drizzle-orm'
import { isOfCompany } from '../visible-articles.ts'
import { asRead, readBy } from '../news.ts'
import { hits, MAX_SCORED, READ_CHARS, members, searchQuery } from './hits.ts'
import { DAY_MS } from '#domain/time.ts'
import { fragmentsOf, HIT_ENDS, HIT_STARTS, snippetOf } from './snippet.ts'

export type Search = ReturnType<typeof createSearch>

export function createSearch({ database, clock }: { database: Database; clock: Clock }) {
  /** Runs inside the caller's transaction, which must be this user's. */
  async function findIn(
    queries: Queries,
    userId: string,
    { limit, cursor, ...filter }: SearchQuery,
  ): Promise<SearchPage> {
    if (isReversed(filter)) throw new AppError('invalid-input', DAYS_REVERSED)
    const sort = filter.sort ?? (filter.q === undefined ? 'newest' : 'relevance')
    const position = cursor === undefined ? null : readCursor(cursor, sort)
    const store = searchStore(queries)
    const current = await store.snapshot(userId, clock(), filter)
    const snapshot = position?.snapshot ?? current.snapshot
    const after = position?.after ?? null
    const found = await store.page(userId, filter, { ...current, sort, snapshot, after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    return {
      hits: page.map(({ hit }) => hit),
      next: found.length > limit && last ? writeCursor(sort, snapshot, last.place) : null,
    }
  }

  return {
    findIn,

    find: (userId: string, query: SearchQuery): Promise<SearchPage> =>
      database.readAsUser(userId, (queries) => findIn(queries, userId, query)),
  }
}

/** Without words to highlight, no more than this would be shown. */
const BEGINNING_CHARS = 1000
/** The text of a page often begins with its headline, which is shown above it. */
const BELOW_TITLE = String.raw`case when starts_with(seen.text, seen.title || E'\n')
  then ltrim(substr(seen.text, length(seen.title) + 1), E'\n') else seen.text end`
/** Above this many matches among the newest articles, scanning from the newest beats the word index. */
const COMMON = 50
const VERY_COMMON = 200
const MATCHES_READ = 2000
/** An assumption. If companies have less news, the search runs again without a start date. */
const WEEKLY_ARTICLES = 1
const MAX_DAYS = 90
const MARKED = `StartSel=${HIT_STARTS}, StopSel=${HIT_ENDS}, HighlightAll=true`

const textOf = (body: SQL) => sql`(
  select string_agg(concat_ws(' ', section->>'heading', (
    select string_agg('· ' || (sentence->>'text'), ' ' order by place)
    from jsonb_array_elements(section->'sentences') with ordinality as each (sentence, place))), ' ' order by place)
  from jsonb_array_elements(${body}) with ordinality as each (section, place))`

type Page = {
  sort: SearchSort
  snapshot: SearchSnapshot
  isCommon: boolean
  since: Date | null
  after: Place | null
  limit: number
}

type HitRow = {
  key: string
  is_brief: 0 | 1
  is_short: boolean
  company_id: number
  id: string
  name: string
  published_at: string
  title: string
  snippet: string
  section: SearchHit['section']
  event_type: SearchHit['eventType']
  precision: SearchHit['precision'] | null
  publisher: string | null
  url: string | null
  kind: string | null
  source: string | null
  article_count: number
}

const searchStore = (queries: Queries) => ({
  async snapshot(
    userId: string,
    at: Date,
    filter: SearchFilter,
  ): Promise<Pick<Page, 'snapshot' | 'isCommon' | 'since'>> {
    const { q, section, event, source } = filter
    const isAll = q === undefined && section === undefined
    const isFrequent = (matches: number) =>
      isAll
        ? sql`true`
        : sql`is_common_in_news(${q === undefined ? null : searchQuery(q)}, ${section ?? null}, ${MATCHES_READ}, ${matches})`
    const { rows } = await queries.execute<Snapshot>(sql`
      select (select last_value from articles_id_seq) as articles, (select last_value from briefs_id_seq) as news,
        (select count(*)::int from companies where companies.user_id = ${userId} and companies.removed_at is null) as companies,
        ${isFrequent(COMMON)} as is_common, ${isFrequent(VERY_COMMON)} as is_very_common`)
    const [row] = rows
    const isCommon = source === undefined && event === undefined && row?.is_common === true
    return {
      snapshot: { at: at.getTime(), articles: Number(row?.articles), news: Number(row?.news) },
      isCommon,
      since: row && isCommon ? scannedSince(at, filter, row) : null,
    }
  },

  async page(userId: string, filter: SearchFilter, page: Page) {
    const { sort, isCommon, after, limit } = page
    const isFirst = sort === 'newest' && after === null && isCommon
    const since = isFirst || sort === 'relevance' ? page.since : null
    const read = (from: Date | null, first: number | null) =>
      pageRows(queries, userId, filter, { ...page, since: from }, first)
    let rows = await read(since, isFirst ? limit : null)
    if (since && isShort(rows)) rows = await read(null, isFirst ? limit : null)
    if (rows.some((row) => row.is_short)) rows = await read(null, null)
    return rows.map((row) => ({ hit: toHit(row), place: placeOf(row) }))
  },
})

type Snapshot = { articles: string; news: string; companies: number; is_common: boolean; is_very_common: boolean }

/** Goes back twice as far as should be necessary to find enough articles. */
function scannedSince(at: Date, { q, section, company, to }: SearchFilter, row: Snapshot): Date | null {
  if (company !== undefined || to !== undefined) return null
  const isAll = q === undefined && section === undefined
  const share = isAll ? 1 : (row.is_very_common ? VERY_COMMON : COMMON) / MATCHES_READ
  const days = (2 * 7 * MAX_SCORED) / (row.companies * WEEKLY_ARTICLES * share)
  return days > MAX_DAYS ? null : new Date(at.getTime() - days * DAY_MS)
}

const isShort = (rows: HitRow[]) => rows.every((row) => row.is_brief === 1) || rows.some((row) => row.is_short)

async function pageRows(queries: Queries, userId: string, filter: SearchFilter, page: Page, first: number | null) {
  const { sort, snapshot, isCommon, since, after, limit } = page
  const words = filter.q === undefined ? null : searchQuery(filter.q)
  const plain = (text: string) => sql`translate(${sql.raw(text)}, ${HIT_STARTS + HIT_ENDS}, '')`
  const marked = (text: string) =>
    words === null ? plain(text) : sql`ts_headline('english', ${plain(text)}, ${words}, ${MARKED})`
  const beginning = (text: string) => (words === null ? sql`left(${plain(text)}, ${BEGINNING_CHARS})` : marked(text))
  const { rows } = await queries.execute<HitRow>(sql`
      with page as (
        select * from (${hits({ userId, filter, sort, snapshot, words, isCommon, first, since })}) as hits
        where ${
          after
            ? sql`(key, is_brief, company_id, id) < (${after.key}, ${after.isBrief}, ${after.company}, ${after.id})`
            : sql`true`
        }
        order by key desc, is_brief desc, company_id desc, id desc limit ${limit})
      select page.key, page.is_brief, page.is_short, page.company_id, page.id, page.published_at, companies.name, shown.*
      from page join companies on companies.id = page.company_id
      cross join lateral (
        select ${marked('seen.title')} as title,
          ${beginning(`left(${BELOW_TITLE}, ${READ_CHARS})`)} as snippet,
          seen.section, seen.event_type, seen.precision, seen.publisher, seen.url, seen.kind,
          seen.source, members.article_count
        from visible_articles seen
        cross join lateral (${members}) as members
        where page.is_brief = 0 and ${isOfCompany} and seen.id = page.shown
        union all
        select '', ${beginning('text')}, null, null, null, null, null, null, null, 0
        from (
          select ${textOf(sql`as_read.body`)} as text
          from (select ${asRead} from briefs as brief, ${readBy(userId)} where brief.id = page.shown) as as_read) as brief
        where page.is_brief = 1) as shown
      where companies.user_id = ${userId}
      order by key desc, is_brief desc, company_id desc, id desc`)
  return rows
}

const placeOf = (row: HitRow): Place => ({
  key: Number(row.key),
  isBrief: row.is_brief,
  company: row.company_id,
  id: Number(row.id),
})

function toHit(row: HitRow): SearchHit {
  const isBrief = row.is_brief === 1
  return {
    type: isBrief ? 'brief' : 'story',
    id: Number(row.id),
    companyId: row.company_id,
    companyName: row.name,
    title: isBrief ? [{ text: `Brief of ${row.name}`, hit: false }] : fragmentsOf(row.title),
    snippet: snippetOf(row.snippet),
    section: row.section,
    eventType: row.event_type,
    publishedAt: new Date(row.published_at).toISOString(),
    precision: row.precision ?? 'second',
    publisher: row.publisher,
    url: row.url,
    kind: row.kind ?? BRIEFS,
    source: row.source ?? BRIEFS,
    articleCount: row.article_count,
  }
}
