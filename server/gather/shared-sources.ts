import { sql } from 'drizzle-orm'
import type { CoverageEntry } from '#domain/coverage.ts'
import { BAD_STATES } from '#domain/coverage-state.ts'
import { sourceText } from '#domain/source-register.ts'
import type { Queries } from '../database/open.ts'

type Row = {
  source: string
  places: number
  unchecked: number
  failing: number
  brought: boolean
  checked_at: string | null
  good_at: string | null
  next_at: string
  failing_since: string | null
}

const instant = (value: string | null) => (value === null ? null : new Date(value).toISOString())

/** What is asked once for all companies, such as the press: one entry for each source, as this company sees it, or as all do. */
export async function sharedSources(queries: Queries, subjectId: number | null): Promise<CoverageEntry[]> {
  const isBad = sql`state = any(${sql.param(BAD_STATES)}::text[])`
  const { rows } = await queries.execute<Row>(sql`
    select source, count(*)::int as places, count(*) filter (where state is null)::int as unchecked,
      count(*) filter (where ${isBad})::int as failing, max(checked_at) as checked_at, max(good_at) as good_at,
      min(next_at) as next_at, min(failing_since) filter (where ${isBad}) as failing_since,
      exists (select from subject_articles link
        where link.subject_id = ${subjectId} and link.source = watches.source) as brought
    from watches where subject_id is null and company_id is null group by source order by source`)
  return rows.map((row) => ({
    source: row.source,
    label: sourceText(row.source),
    address: null,
    state: stateOf(row),
    problem: row.failing > 0 ? `${row.failing} of ${row.places} could not be read.` : null,
    checkedAt: instant(row.checked_at),
    goodAt: instant(row.good_at),
    nextAt: instant(row.next_at) ?? '',
    failingSince: row.failing === row.places ? instant(row.failing_since) : null,
  }))
}

function stateOf({ places, unchecked, failing, brought }: Row): CoverageEntry['state'] {
  if (unchecked === places) return null
  if (failing === places) return 'failed'
  if (failing > 0) return 'partial'
  return brought ? 'ok' : 'unchanged'
}
