import { sql } from 'drizzle-orm'
import type { Analytics, QuietCompany } from '#domain/analytics.ts'
import { BAD_STATES } from '#domain/coverage-state.ts'
import type { Queries } from '../database/open.ts'
import { SITE } from '../gather/look.ts'
import { isMine, newestTellings, seenAsTold, sharedAsTold } from './tellings.ts'

/** So many are named; of the others only the number is told. */
const MOST_NAMED = 200

type Row = {
  id: number
  name: string
  total: number
  last_at: string
  title: string
  hiring_at: string | null
  release_at: string | null
  filing_at: string | null
  site_good_at: string | null
  site_failing_since: string | null
  checked_at: string | null
}

const instant = (value: string | null) => (value === null ? null : new Date(value).toISOString())

/** Companies of which there was news once and none since then, with what says that they are alive all the same. */
export async function quietCompanies(
  queries: Queries,
  userId: string,
  since: Date,
): Promise<Pick<Analytics, 'quiet' | 'quietTotal'>> {
  const { rows } = await queries.execute<Row>(sql`
    with quiet as (
      select company_id, published_at as last_at, title, count(*) over ()::int as total
      from (${newestTellings({ userId }, 'news')}) as newest
      where published_at < ${since.toISOString()}::timestamptz
      order by published_at desc, company_id limit ${MOST_NAMED})
    select companies.id, companies.name, quiet.total, quiet.last_at, quiet.title, signs.*, looks.*
    from quiet join companies on companies.id = quiet.company_id
    cross join lateral (
      select max(published_at) filter (where kind = 'jobs') as hiring_at,
        max(published_at) filter (where kind = 'release') as release_at,
        max(published_at) filter (where kind = 'filing') as filing_at
      from (
        select told.kind, told.published_at from (${sharedAsTold} offset 0) as told where not companies.has_own_view
        union all
        select seen.kind, seen.published_at from (${seenAsTold}) as seen where companies.has_own_view) as seen) as signs
    cross join lateral (
      select max(good_at) filter (where source = ${SITE}) as site_good_at, max(checked_at) as checked_at,
        -- The empty address is the site as a whole; a feed of its that fails is not the site.
        min(failing_since) filter (where source = ${SITE} and address = '' and state = any(${sql.param(BAD_STATES)})) as site_failing_since
      from watches where watches.subject_id = companies.subject_id and watches.company_id is null) as looks
    where ${isMine({ userId })}
    order by quiet.last_at desc, companies.id`)
  return { quiet: rows.map(toQuiet), quietTotal: rows[0]?.total ?? 0 }
}

const toQuiet = (row: Row): QuietCompany => ({
  companyId: row.id,
  name: row.name,
  lastNewsAt: new Date(row.last_at).toISOString(),
  lastNewsTitle: row.title,
  hiringAt: instant(row.hiring_at),
  releaseAt: instant(row.release_at),
  filingAt: instant(row.filing_at),
  siteGoodAt: instant(row.site_good_at),
  siteFailingSince: instant(row.site_failing_since),
  checkedAt: instant(row.checked_at),
})
