import { siteOf, type Site } from '../site/site.ts'
import { sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'

/** Which shared record a company belongs to: its site, else its name. Two who typed it differently get the same. */
export type TrackedCompanyKey = { key: string; website: string | null; domain: string | null; name: string }

export function trackedCompanyKey(company: { nameKey: string; website: string | null }): TrackedCompanyKey {
  const site = company.website ? siteOf(company.website) : null
  if (!site) return { key: `name:${company.nameKey}`, website: null, domain: null, name: company.nameKey }
  return trackedCompanyOfSite(site)
}

export const trackedCompanyOfSite = (site: Site): TrackedCompanyKey => ({
  key: site.key,
  website: site.url,
  // What is below a path of somebody else's host cannot be searched for by the host.
  domain: site.scope === '' ? site.host : null,
  name: nameOf(site),
})

/** As people would write it: "cedar-robotics" is Cedar Robotics. */
function nameOf({ host, label, scope }: Site): string {
  const last = scope.replace(/\?.*$/, '').split('/').at(-1) ?? ''
  const words = (label || last.replace(/\.\w{2,5}$/, '')).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || host
}

const AT_ONCE = 500

type Old = { id: number; website: string }
type Tracked = { id: number; tracked_company_id: number; name_key: string; website: string | null }

/**
 * Records from when they were kept by domain become those of the site that they were read from. Companies of other
 * sites leave them, to be given records of their own. Says how many were looked at.
 */
export async function splitTrackedCompanies(queries: Queries): Promise<number> {
  const { rows: old } = await queries.execute<Old>(sql`
    select id, website from tracked_companies where needs_split order by id limit ${AT_ONCE} for update`)
  if (old.length === 0) return 0
  const { rows: companies } = await queries.execute<Tracked>(sql`
    select id, tracked_company_id, name_key, website from companies
    where tracked_company_id = any(${sql.param(old.map(({ id }) => id))}::int[]) order by id for update`)
  const tracked = Map.groupBy(companies, (company) => company.tracked_company_id)
  const kept = new Map<string, TrackedCompanyKey & { id: number }>()
  const gone: number[] = []
  const leaving: number[] = []
  for (const { id, website } of old) {
    const own = (tracked.get(id) ?? []).map((company) => ({
      id: company.id,
      key: trackedCompanyKey({ nameKey: company.name_key, website: company.website }).key,
      website: company.website,
    }))
    const heir = heirOf(website, own)
    const stays = heir !== null && !kept.has(heir.key)
    if (stays) kept.set(heir.key, { ...heir, id })
    else gone.push(id)
    leaving.push(...own.filter(({ key }) => !stays || key !== heir.key).map((company) => company.id))
  }
  await queries.execute(sql`
    update companies set tracked_company_id = null, site_tracked_company_id = null where id = any(${sql.param(leaving)}::int[])`)
  await queries.execute(sql`delete from news where tracked_company_id = any(${sql.param(gone)}::int[])`)
  await queries.execute(sql`delete from tracked_companies where id = any(${sql.param(gone)}::int[])`)
  await keep(queries, [...kept.values()])
  return old.length
}

/** Whose the record is: of the site that it was read from, else of another door to the whole of that host. */
function heirOf(website: string, companies: { key: string; website: string | null }[]): TrackedCompanyKey | null {
  const read = siteOf(website)
  if (!read) return null
  const sites = companies.flatMap((company) => siteOf(company.website ?? '') ?? [])
  const heir =
    sites.find(({ key }) => key === read.key) ??
    sites.find(({ host, scope }) => read.path === '' && host === read.host && scope === '')
  return heir ? trackedCompanyOfSite(heir) : null
}

/** One that another, which has come meanwhile, stands in the way of goes, and its companies to that one. */
async function keep(queries: Queries, kept: (TrackedCompanyKey & { id: number })[]): Promise<void> {
  const column = (pick: (trackedCompany: TrackedCompanyKey & { id: number }) => unknown) => sql.param(kept.map(pick))
  await queries.execute(sql`
    update tracked_companies set needs_split = false, key = new.key, website = new.website, domain = new.domain,
      name = case when exists (
        select from tracked_company_facts fact where fact.tracked_company_id = tracked_companies.id and fact.kind in ('name', 'title'))
        then tracked_companies.name else new.name end
    from unnest(${column(({ id }) => id)}::int[], ${column(({ key }) => key)}::text[], ${column(({ website }) => website)}::text[],
      ${column(({ domain }) => domain)}::text[], ${column(({ name }) => name)}::text[]) as new (id, key, website, domain, name)
    where tracked_companies.id = new.id and not exists (select from tracked_companies other where other.key = new.key and other.id <> new.id)`)
  const { rows } = await queries.execute<{ id: number }>(sql`
    delete from tracked_companies where needs_split and id = any(${column(({ id }) => id)}::int[]) returning id`)
  const ids = sql.param(rows.map(({ id }) => id))
  await queries.execute(sql`
    update companies set tracked_company_id = null, site_tracked_company_id = null where tracked_company_id = any(${ids}::int[])`)
  await queries.execute(sql`delete from news where tracked_company_id = any(${ids}::int[])`)
}
