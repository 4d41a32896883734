import { sql } from 'drizzle-orm'
import type { Clock } from '#domain/time.ts'
import { pressItems, type PressItem } from '../articles/press-items.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { keysOfNames } from '../match/stored-keys.ts'

const COMPANIES_AT_ONCE = 100
const ITEMS_AT_ONCE = 200

type Needs = {
  database: Database
  clock: Clock
  updateNames: (trackedCompanyIds: number[]) => Promise<void>
  publish: (items: PressItem[], now: Date) => Promise<void>
}

/**
 * Finds press items from before a company was tracked or renamed, or before its site revealed its name. An item is
 * matched against everything known about the names in it, as if it were new; existing links stay unchanged.
 */
export function createStoredMatch({ database, clock, updateNames, publish }: Needs) {
  async function matchSome(trackedCompanyIds: number[]): Promise<void> {
    const now = clock()
    const wanted = keysOfNames(await namesOf(database.system, trackedCompanyIds))
    const ids = await pressItems(database.system).idsWith(wanted, now)
    if (ids.length > 0) await updateNames(trackedCompanyIds)
    for (let from = 0; from < ids.length; from += ITEMS_AT_ONCE)
      await publish(await pressItems(database.system).read(ids.slice(from, from + ITEMS_AT_ONCE)), now)
  }

  async function ofTrackedCompanies(trackedCompanyIds: number[]): Promise<void> {
    for (let from = 0; from < trackedCompanyIds.length; from += COMPANIES_AT_ONCE)
      await matchSome(trackedCompanyIds.slice(from, from + COMPANIES_AT_ONCE))
  }

  return {
    ofTrackedCompanies,

    async ofCompanies(companyIds: number[]): Promise<void> {
      if (companyIds.length === 0) return
      const { rows } = await database.system.execute<{ id: number }>(sql`
        select distinct tracked_company_id as id from companies where id = any(${sql.param(companyIds)}::int[])
          and removed_at is null and tracked_company_id is not null and not is_sample order by 1`)
      await ofTrackedCompanies(rows.map(({ id }) => id))
    },
  }
}

async function namesOf(queries: Queries, trackedCompanyIds: number[]) {
  const ids = sql.param(trackedCompanyIds)
  const { rows: tracked } = await queries.execute<{ name: string; site: string | null }>(sql`
    select name, site from tracked_companies where id = any(${ids}::int[])`)
  const { rows } = await queries.execute<{ kind: 'typed' | 'alias'; value: string }>(sql`
    select 'typed' as kind, name as value from companies
    where tracked_company_id = any(${ids}::int[]) and removed_at is null
    union select 'alias', alias from company_aliases own
      join companies on companies.id = own.company_id and companies.user_id = own.user_id and companies.removed_at is null
      where companies.tracked_company_id = any(${ids}::int[])`)
  const of = (wanted: string) => rows.flatMap(({ kind, value }) => (kind === wanted ? [value] : []))
  return { tracked, typed: of('typed'), aliases: of('alias') }
}
