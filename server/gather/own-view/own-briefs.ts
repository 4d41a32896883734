import { sql } from 'drizzle-orm'
import type { Queries } from '../../database/open.ts'
import { plainBrief } from '../articles/brief.ts'
import { seenArticles } from './seen-articles.ts'

/** Some of them may tell the same. */
const MOST_ARTICLES = 24

type Changed = { subjectIds: number[]; companyIds: number[] }
type OwnBrief = { userId: string; companyId: number }

type Row = {
  company_id: number
  user_id: string
  id: string
  same_as: string | null
  title: string
  url: string
  publisher: string | null
  published_at: string
  kind: string
}

/** Writes the brief anew of each of these companies that has a view of its own, where that says something new. */
export async function writeOwnBriefs(
  queries: Queries,
  { subjectIds, companyIds }: Changed,
  now: Date,
): Promise<OwnBrief[]> {
  if (subjectIds.length === 0 && companyIds.length === 0) return []
  // Asked first and by itself, because nearly always there is none, and the rest takes longer to plan than to do.
  const owners = await queries.execute<{ id: number }>(sql`
    select id from companies where has_own_view
      and (subject_id = any(${sql.param(subjectIds)}::int[]) or id = any(${sql.param(companyIds)}::int[]))`)
  if (owners.rows.length === 0) return []
  const { rows } = await queries.execute<Row>(sql`
    select companies.id as company_id, companies.user_id, seen.id, seen.same_as, seen.title, seen.url, seen.publisher, seen.published_at, seen.kind
    from companies cross join lateral (${seenArticles(MOST_ARTICLES)}) as seen
    where companies.id = any(${sql.param(owners.rows.map(({ id }) => id))}::int[])`)
  const written = [...Map.groupBy(rows, (row) => row.company_id)].flatMap(([companyId, own]) => {
    // What tells the same as another is left out, unless its owner does not see that other.
    const seen = new Set(own.map(({ id }) => id))
    const telling = own.filter((row) => row.same_as === null || !seen.has(row.same_as))
    const brief = plainBrief(telling.map((row) => ({ ...row, publishedAt: new Date(row.published_at) })))
    return brief ? [{ companyId, userId: own[0]?.user_id ?? '', ...brief }] : []
  })
  if (written.length === 0) return []
  const column = <Value>(pick: (brief: (typeof written)[number]) => Value) => sql.param(written.map(pick))
  const told = await queries.execute<{ company_id: number; user_id: string }>(sql`
    insert into news (user_id, company_id, content, sources, published_at, created_at)
    select new.user_id, new.company_id, new.content, new.sources::jsonb, new.published_at, ${now}::timestamptz
    from unnest(${column((b) => b.userId)}::uuid[], ${column((b) => b.companyId)}::int[], ${column((b) => b.content)}::text[],
      ${column((b) => JSON.stringify(b.sources))}::text[], ${column((b) => b.publishedAt.toISOString())}::timestamptz[])
      as new (user_id, company_id, content, sources, published_at)
    where not exists (
      select from news old where old.company_id = new.company_id
        and old.published_at = new.published_at and old.content = new.content)
    returning company_id, user_id`)
  return told.rows.map((row) => ({ userId: row.user_id, companyId: row.company_id }))
}

/** What was written before may rest on what holds no more: it goes, and one brief of today takes its place. */
export async function rewriteOwnBriefs(queries: Queries, companyIds: number[], now: Date): Promise<void> {
  if (companyIds.length === 0) return
  await queries.execute(sql`delete from news where company_id = any(${sql.param(companyIds)}::int[])`)
  await writeOwnBriefs(queries, { subjectIds: [], companyIds }, now)
}
