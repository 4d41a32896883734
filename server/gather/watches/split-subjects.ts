import { sql } from 'drizzle-orm'
import { siteOf } from '../../curate/site/site.ts'
import type { Queries } from '../../database/open.ts'
import { subjectKey, subjectOfSite, type SubjectKey } from './subject.ts'

const AT_ONCE = 500

type Old = { id: number; website: string }
type Tracked = { id: number; subject_id: number; name_key: string; website: string | null }

/**
 * Records from when they were kept by domain become those of the site that they were read from. Companies of other
 * sites leave them, to be given records of their own. Says how many were looked at.
 */
export async function splitSubjects(queries: Queries): Promise<number> {
  const { rows: old } = await queries.execute<Old>(sql`
    select id, website from subjects where needs_split order by id limit ${AT_ONCE} for update`)
  if (old.length === 0) return 0
  const { rows: companies } = await queries.execute<Tracked>(sql`
    select id, subject_id, name_key, website from companies
    where subject_id = any(${sql.param(old.map(({ id }) => id))}::int[]) order by id for update`)
  const tracked = Map.groupBy(companies, (company) => company.subject_id)
  const kept = new Map<string, SubjectKey & { id: number }>()
  const gone: number[] = []
  const leaving: number[] = []
  for (const { id, website } of old) {
    const own = (tracked.get(id) ?? []).map((company) => ({
      id: company.id,
      key: subjectKey({ nameKey: company.name_key, website: company.website }).key,
      website: company.website,
    }))
    const heir = heirOf(website, own)
    const stays = heir !== null && !kept.has(heir.key)
    if (stays) kept.set(heir.key, { ...heir, id })
    else gone.push(id)
    leaving.push(...own.filter(({ key }) => !stays || key !== heir.key).map((company) => company.id))
  }
  await queries.execute(sql`
    update companies set subject_id = null, site_subject_id = null where id = any(${sql.param(leaving)}::int[])`)
  await queries.execute(sql`delete from news where subject_id = any(${sql.param(gone)}::int[])`)
  await queries.execute(sql`delete from subjects where id = any(${sql.param(gone)}::int[])`)
  await keep(queries, [...kept.values()])
  return old.length
}

/** Whose the record is: of the site that it was read from, else of another door to the whole of that host. */
function heirOf(website: string, companies: { key: string; website: string | null }[]): SubjectKey | null {
  const read = siteOf(website)
  if (!read) return null
  const sites = companies.flatMap((company) => siteOf(company.website ?? '') ?? [])
  const heir =
    sites.find(({ key }) => key === read.key) ??
    sites.find(({ host, scope }) => read.path === '' && host === read.host && scope === '')
  return heir ? subjectOfSite(heir) : null
}

/** One that another, which has come meanwhile, stands in the way of goes, and its companies to that one. */
async function keep(queries: Queries, kept: (SubjectKey & { id: number })[]): Promise<void> {
  const column = (pick: (subject: SubjectKey & { id: number }) => unknown) => sql.param(kept.map(pick))
  await queries.execute(sql`
    update subjects set needs_split = false, key = new.key, website = new.website, domain = new.domain,
      name = case when exists (
        select from subject_facts fact where fact.subject_id = subjects.id and fact.kind in ('name', 'title'))
        then subjects.name else new.name end
    from unnest(${column(({ id }) => id)}::int[], ${column(({ key }) => key)}::text[], ${column(({ website }) => website)}::text[],
      ${column(({ domain }) => domain)}::text[], ${column(({ name }) => name)}::text[]) as new (id, key, website, domain, name)
    where subjects.id = new.id and not exists (select from subjects other where other.key = new.key and other.id <> new.id)`)
  const { rows } = await queries.execute<{ id: number }>(sql`
    delete from subjects where needs_split and id = any(${column(({ id }) => id)}::int[]) returning id`)
  const ids = sql.param(rows.map(({ id }) => id))
  await queries.execute(sql`
    update companies set subject_id = null, site_subject_id = null where subject_id = any(${ids}::int[])`)
  await queries.execute(sql`delete from news where subject_id = any(${ids}::int[])`)
}
