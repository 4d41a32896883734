import { sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/time.ts'
import type { Queries } from '../../platform/database/open.ts'
import { registrableDomain } from '../formats/publisher.ts'
import { isSameText, printOf, type TextPrint } from './text-fingerprint.ts'

/** Copies appear within days; older articles are left as they are. */
const RECENT_MS = 30 * DAY_MS
const MAX_PER_COMPANY = 40

type Row = {
  tracked_company_id: number
  id: string
  url: string
  publisher: string | null
  text: string
  same_as: string | null
}

type Known = { id: string; publisher: string | null; domain: string | null; print: TextPrint }

type Marked = { id: string; sameAs: string }

/**
 * Near-copies by other publishers point to the article that was found first. A near-copy by the same publisher is an
 * update or a correction, and stays.
 */
export async function markSameStories(queries: Queries, trackedCompanyIds: number[], now: Date): Promise<number> {
  const since = new Date(now.getTime() - RECENT_MS)
  const ids = await withSeveralPublishers(queries, trackedCompanyIds, since)
  if (ids.length === 0) return 0
  const { rows } = await queries.execute<Row>(sql`
    select wanted.id as tracked_company_id, newest.* from unnest(${sql.param(ids)}::int[]) as wanted (id)
    cross join lateral (${newestOf(
      since,
      sql`articles.id, articles.url, articles.publisher, articles.text,
      articles.same_as, articles.found_at, articles.published_at`,
    )}) as newest
    order by wanted.id, newest.found_at, newest.published_at, newest.id`)
  const marked = new Map<string, string>()
  for (const own of Map.groupBy(rows, (row) => row.tracked_company_id).values())
    for (const { id, sameAs } of repetitionsIn(own)) if (!marked.has(id)) marked.set(id, sameAs)
  if (marked.size === 0) return 0
  return write(queries, marked)
}

/** Most companies are ruled out in one query, because all their articles have the same publisher, or none. */
async function withSeveralPublishers(queries: Queries, trackedCompanyIds: number[], since: Date): Promise<number[]> {
  if (trackedCompanyIds.length === 0) return []
  const { rows } = await queries.execute<{ id: number }>(sql`
    select wanted.id from unnest(${sql.param([...new Set(trackedCompanyIds)])}::int[]) as wanted (id)
    cross join lateral (${newestOf(since, sql`articles.publisher`)}) as newest
    group by wanted.id having count(distinct coalesce(newest.publisher, '')) > 1 order by 1`)
  return rows.map(({ id }) => id)
}

const newestOf = (since: Date, columns: ReturnType<typeof sql>) => sql`
  select ${columns} from tracked_company_articles join articles on articles.id = tracked_company_articles.article_id
  where tracked_company_articles.tracked_company_id = wanted.id and tracked_company_articles.published_at > ${since}
  order by tracked_company_articles.published_at desc, tracked_company_articles.article_id desc limit ${MAX_PER_COMPANY}`

function repetitionsIn(rows: Row[]): Marked[] {
  const known: Known[] = []
  const marked: Marked[] = []
  // An article that others point to keeps its text, even if an older one is linked to this company later.
  const pointedTo = new Set(rows.map((row) => row.same_as))
  const [kept = [], others = []] = [true, false].map((is) => rows.filter(({ id }) => pointedTo.has(id) === is))
  for (const { id, url, publisher, text, same_as: sameAs } of [...kept, ...others]) {
    const print = sameAs === null ? printOf(text) : null
    if (!print) continue
    const domain = registrableDomain(url)
    const first = known.find(
      (other) =>
        other.publisher !== publisher && (domain === null || other.domain !== domain) && isSameText(other.print, print),
    )
    if (first) marked.push({ id, sameAs: first.id })
    else known.push({ id, publisher, domain, print })
  }
  return marked
}

/** Rows are locked in id order, so that two writers can't deadlock. */
async function write(queries: Queries, marked: Map<string, string>): Promise<number> {
  const { rows } = await queries.execute(sql`
    with new as (
      select articles.id, new.same_as from unnest(${sql.param([...marked.keys()])}::bigint[],
        ${sql.param([...marked.values()])}::bigint[]) as new (id, same_as)
      join articles on articles.id = new.id and articles.same_as is null
      order by articles.id for no key update of articles)
    update articles set same_as = new.same_as, text = '', text_state = 'enough'
    from new where articles.id = new.id returning articles.id`)
  return rows.length
}
