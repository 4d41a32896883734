import { sql, type SQL } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/open.ts'
import { trackedCompanyFacts } from '../../platform/database/schema/tracked-companies.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { TRACKED_AFTER_REMOVAL_MS } from '../../companies/company-record.ts'
import type { Source } from '../sources/source.ts'
import type { Briefs } from '../briefs/write-briefs.ts'
import { pressItems } from '../articles/press-items.ts'
import { overrideArticles } from '../articles/override-articles.ts'
import { sampleTrackedCompany, watchSampleWire } from '../sources/sample.ts'
import { forgetClockAhead, pauseUnread, resumeCompanies, resumeOf } from '../polling/schedule.ts'
import { trackedCompanyOf, type TrackedCompanyIdentity } from '../site/tracked-company.ts'
import { accountSources, isReferenced, watchAccounts } from '../polling/company-accounts.ts'
import { watchStore } from '../polling/watch-store.ts'

/** Attached in chunks, so that a large import doesn't keep other requests waiting. */
const CHUNK = 250
/** Deleting a company also deletes its links to hundreds of articles. */
const COMPANY_PAGE = 1000
const ARTICLE_PAGE = 20_000
/** What searches for single companies cost is of no use after its month. */
const SPENDING_DAYS = 62
/** Domains reserved for examples and tests, which have no website. */
const RESERVED = String.raw`(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$`

type Needs = {
  database: Database
  clock: Clock
  briefs: Pick<Briefs, 'rewriteOverrides'>
  matchStored: (companyIds: number[]) => Promise<void>
  sources: Source[]
  slowestSeconds: number
}

type Unattached = {
  id: number
  name: string
  name_key: string
  website: string | null
  is_sample: boolean
  has_overrides: boolean
}

const ATTACHED_BY = sql.raw('id, name, name_key, website, is_sample, has_overrides')

function identityOf({ id, name, name_key: nameKey, website, is_sample: isSample }: Unattached): TrackedCompanyIdentity {
  return isSample ? sampleTrackedCompany({ id, name, nameKey, website }) : trackedCompanyOf({ name, nameKey, website })
}

type InitialWatch = Source['initialWatches'][number] & { source: string }

const initialWatches = (sources: Source[], scope: Source['scope']): InitialWatch[] =>
  sources
    .filter((source) => source.scope === scope)
    .flatMap(({ name, initialWatches: watches }) => watches.map((watch) => ({ source: name, ...watch })))

function rowsOf(watches: InitialWatch[]): SQL {
  const column = (pick: (watch: InitialWatch) => string | null) => sql.param(watches.map(pick))
  return sql`unnest(${column(({ source }) => source)}::text[], ${column(({ kind }) => kind)}::text[],
    ${column(({ url }) => url)}::text[])`
}

export type Attach = ReturnType<typeof createAttach>

export function createAttach({ database, clock, briefs, matchStored, sources, slowestSeconds }: Needs) {
  const perCompany = initialWatches(sources, 'company')
  const shared = initialWatches(sources, 'shared')
  const hasDiscovery = perCompany.some(({ kind }) => kind === 'discover')

  async function watchTrackedCompanies(queries: Queries, watches: InitialWatch[], which: SQL, now: string) {
    if (watches.length === 0) return
    await queries.execute(sql`
      insert into watches (tracked_company_id, source, kind, url, every_seconds, next_at)
      select tracked_companies.id, source, kind, url, ${slowestSeconds}::int,
        -- Searches use what the site says, so they wait for the first scan.
        case when kind = 'discover' or tracked_companies.website is null or not ${hasDiscovery}::bool then ${now}::timestamptz
          else ${now}::timestamptz + make_interval(secs => ${slowestSeconds}::int) end
      from tracked_companies, ${rowsOf(watches)} as watch (source, kind, url)
      where ${which} and (kind <> 'discover' or tracked_companies.website is not null)
        and tracked_companies.joined_to is null
        and coalesce(substring(tracked_companies.website from '^https?://([^/:?#]+)'), '') !~ ${RESERVED} and tracked_companies.sample_of is null
      on conflict do nothing`)
  }

  async function attachChunk(queries: Queries, rows: Unattached[]): Promise<void> {
    const now = clock().toISOString()
    const identities = rows.map(identityOf)
    const column = <Value>(pick: (identity: TrackedCompanyIdentity) => Value) => sql.param(identities.map(pick))
    const [sites, nameKeys] = [column(({ site }) => site), column(({ nameKey }) => nameKey)]
    const companyIds = sql.param(rows.map(({ id }) => id))
    await queries.execute(sql`
      insert into tracked_companies (site, name_key, sample_of, website, domain, name, created_at)
      select row.*, ${now}::timestamptz from unnest(${sites}::text[], ${nameKeys}::text[],
        ${column(({ sampleOf }) => sampleOf)}::int[], ${column(({ website }) => website)}::text[],
        ${column(({ domain }) => domain)}::text[], ${column(({ name }) => name)}::text[]) as row
      on conflict do nothing`)
    // Matching relies on the capitals in a name, so a name that was typed without any is replaced.
    await queries.execute(sql`
      update tracked_companies set name = typed.name
      from unnest(${nameKeys}::text[], ${column(({ name }) => name)}::text[]) as typed (name_key, name)
      where tracked_companies.name_key = typed.name_key and tracked_companies.name = lower(tracked_companies.name)
        and typed.name <> lower(typed.name)`)
    const { rows: attached } = await queries.execute<{ id: number }>(sql`
      with new as (
        select * from unnest(${companyIds}::int[], ${sites}::text[], ${nameKeys}::text[]) as new (company_id, site, name_key)),
      record as (
        select company_id, id, joined_to from new join tracked_companies on tracked_companies.site = new.site
        union all
        select company_id, id, joined_to from new join tracked_companies on tracked_companies.name_key = new.name_key
        union all
        select company_id, id, joined_to from new join tracked_companies on sample_of = company_id
        where new.site is null and new.name_key is null)
      update companies set site_tracked_company_id = record.id, tracked_company_id = coalesce(record.joined_to, record.id)
      from record where companies.id = record.company_id returning record.id`)
    const ids = attached.map(({ id }) => id)
    await watchTrackedCompanies(queries, perCompany, sql`tracked_companies.id = any(${sql.param(ids)}::int[])`, now)
    await watchSampleWire(queries, ids, slowestSeconds, now)
    // With a different website it's a different company, so articles that matched its former name are removed.
    await overrideArticles(queries).dropFormerNames(rows.map(({ id }) => id))
    const own = rows.filter((row) => row.has_overrides).map(({ id }) => id)
    await briefs.rewriteOverrides(queries, own, clock())
    if (rows.some((row) => !row.is_sample)) await watchStore(queries).rereadSampleWire(clock())
  }

  /** The statement returns the last id of its page. A single one for a whole table would time out once that is large. */
  async function inPages(statement: (after: string) => SQL): Promise<void> {
    for (let after: string | null = '0'; after !== null;) {
      const { rows }: { rows: { last: string | null }[] } = await database.system.execute(statement(after))
      after = rows[0]?.last ?? null
    }
  }

  /** Whoever tracked these companies so far may have lost access. */
  async function resumeAll(companyIds: number[]): Promise<void> {
    if (companyIds.length > 0) await database.asSystem((queries) => resumeCompanies(queries, companyIds, clock()))
  }

  return {
    /** Safe to call concurrently. */
    async adopt(): Promise<void> {
      for (let left = true; left;) {
        const attached = await database.asSystem(async (queries) => {
          const { rows } = await queries.execute<Unattached>(sql`
            select ${ATTACHED_BY} from companies
            where tracked_company_id is null order by id limit ${CHUNK} for update skip locked`)
          if (rows.length > 0) await attachChunk(queries, rows)
          return rows
        })
        await resumeAll(attached.map(({ id }) => id))
        await matchStored(attached.flatMap((row) => (row.is_sample ? [] : [row.id])))
        left = attached.length === CHUNK
      }
      await database.asSystem((queries) => overrideArticles(queries).watchFeeds(slowestSeconds, clock()))
    },

    adoptNow: (ids: number[]): Promise<number[]> =>
      database.asSystem(async (queries) => {
        const { rows } = await queries.execute<Unattached>(sql`
          select ${ATTACHED_BY} from companies
          where tracked_company_id is null and id = any(${sql.param(ids)}::int[]) order by id for update`)
        if (rows.length > 0) await attachChunk(queries, rows)
        const { rows: attached } = await queries.execute<{ tracked_company_id: number }>(sql`
          select tracked_company_id from companies where tracked_company_id is not null and id = any(${sql.param(ids)}::int[])`)
        return attached.map((row) => row.tracked_company_id)
      }),

    async agreeWithSettings(): Promise<void> {
      const now = clock().toISOString()
      const companySources = sources.filter(({ scope }) => scope === 'company').map(({ name }) => name)
      await database.asSystem(async (queries) => {
        await queries.execute(sql`
          delete from watches where company_id is null and (
            (tracked_company_id is not null and source <> all(${sql.param(companySources)}::text[])) or
            (tracked_company_id is null and not exists (
              select from ${rowsOf(shared)} as wanted (source, kind, url) where wanted.source = watches.source and wanted.kind = watches.kind
                and wanted.url is not distinct from watches.url)))`)
        await queries.execute(sql`
          insert into watches (source, kind, url, every_seconds, next_at)
          select source, kind, url, ${slowestSeconds}::int, ${now}::timestamptz
          from ${rowsOf(shared)} as wanted (source, kind, url)
          on conflict do nothing`)
        const { rows } = await queries.execute<{ source: string }>(sql`
          select source from unnest(${sql.param(perCompany.map(({ source }) => source))}::text[]) as source
          where not exists (select from watches where watches.source = source.source and tracked_company_id is not null)`)
        const added = new Set(rows.map(({ source }) => source))
        const isAdded = ({ source }: InitialWatch) => added.has(source)
        await watchTrackedCompanies(queries, perCompany.filter(isAdded), sql`true`, now)
        if (!companySources.includes('wikidata')) await queries.delete(trackedCompanyFacts).where(isReferenced)
        await watchAccounts(queries, { accountSources: accountSources(sources), now: clock(), slowestSeconds })
      })
    },

    matchStored,

    /** Catches up on what happened while companies were removed. */
    async restored(companyIds: number[]): Promise<void> {
      await this.adopt()
      await resumeAll(companyIds)
      await matchStored(companyIds)
    },

    async pause(): Promise<void> {
      await database.asSystem(async (queries) => {
        await forgetClockAhead(queries, clock())
        await pauseUnread(queries, clock())
      })
    },

    resume: (userId: string) => database.asSystem((queries) => resumeOf(queries, userId, clock())),

    /** Deletes what nobody tracks; it's public and can be found again. */
    async cleanUp(): Promise<void> {
      const yesterday = new Date(clock().getTime() - DAY_MS)
      const trackedSince = new Date(clock().getTime() - TRACKED_AFTER_REMOVAL_MS)
      await database.system.execute(sql`
        with tracked as (
          select tracked_company_id, site_tracked_company_id from companies
          where removed_at is null or removed_at > ${trackedSince})
        delete from watches where tracked_company_id is not null
          and not exists (select from tracked where tracked.tracked_company_id = watches.tracked_company_id)
          and not exists (select from tracked where tracked.site_tracked_company_id = watches.tracked_company_id)`)
      await pressItems(database.system).forget(clock())
      await database.system.execute(sql`
        delete from search_spending where tracked_company_id is not null and month < current_date - ${SPENDING_DAYS}::int`)
      await inPages(
        (after) => sql`
          with page as (select id from tracked_companies where id > ${after}::int order by id limit ${COMPANY_PAGE}),
          gone as (
            delete from tracked_companies using page where tracked_companies.id = page.id and not exists (
              select from companies where companies.tracked_company_id = page.id) and not exists (
              select from companies where companies.site_tracked_company_id = page.id) returning page.id),
          without as (delete from briefs using gone where briefs.tracked_company_id = gone.id)
          select max(id) as last from page`,
      )
      await inPages(
        (after) => sql`
          with page as (
            select id, found_at from articles where id > ${after}::bigint order by id limit ${ARTICLE_PAGE}),
          gone as (
            delete from articles using page where articles.id = page.id and page.found_at < ${yesterday}
              and not exists (select from tracked_company_articles link where link.article_id = page.id)
              and not exists (select from company_articles link where link.article_id = page.id))
          select max(id) as last from page`,
      )
    },
  }
}
