import { sql } from 'drizzle-orm'
import { sourceLabel, type LicensedSource } from '#domain/news/source-registry.ts'
import { spendingMonth } from './budget.ts'
import type { Queries } from '../../../platform/database/open.ts'

export type SearchLimits = {
  keys: ReadonlyMap<string, string>
  dollarsPerMonth: number
  dollarsPerCompany: number
}

type Row = {
  source: LicensedSource | null
  requests: number
  dollars: number
  candidates: number
  stories: number
  is_refused: boolean
}

/** What the searches of this month cost and what they brought; the row without a source is the total. */
export async function searchSpending(queries: Queries, { keys, ...limits }: SearchLimits, now: Date) {
  const month = spendingMonth(now)
  const { rows } = await queries.execute<Row>(sql`
    with found as (
      select distinct tracked_company_id, coalesce(story_id, article_id) as story, source from tracked_company_articles
      where source = any(${sql.param([...keys.keys()])}::text[]) and linked_at >= ${month}::timestamp at time zone 'UTC'),
    alone as (
      select source, count(*)::int as stories from found where not exists (
        select from tracked_company_articles other
        where other.tracked_company_id = found.tracked_company_id and other.source <> found.source
          and coalesce(other.story_id, other.article_id) = found.story)
      group by source)
    select asked.source, coalesce(requests, 0) as requests, coalesce(spent, 0) / 1e6::float8 as dollars,
      coalesce(candidates, 0) as candidates, coalesce(stories, 0) as stories, refused_at is not null as is_refused
    from unnest(${sql.param([null, ...keys.keys()])}::text[]) as asked (source)
    left join search_spending used on used.month = ${month}::date and used.tracked_company_id is null
      and used.source is not distinct from asked.source
    left join alone on alone.source = asked.source
    left join search_pauses pauses on pauses.source = asked.source`)
  return {
    budget: limits.dollarsPerMonth,
    budgetPerCompany: limits.dollarsPerCompany,
    spent: rows.find(({ source }) => source === null)?.dollars ?? 0,
    services: rows.flatMap(({ source, is_refused: isRefused, ...row }) =>
      source === null ? [] : [{ name: source, label: sourceLabel(source), ...row, isRefused }],
    ),
  }
}
