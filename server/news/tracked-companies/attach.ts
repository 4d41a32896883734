import { sql, type SQL } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/open.ts'
import type { Clock } from '../../ports.ts'
import type { Source } from '../sources/source.ts'
import type { Briefs } from '../briefs/write-briefs.ts'
import { overrideArticles } from '../overrides/override-articles.ts'
import { PRESS, SITE } from '../polling/poll.ts'
import {
  detachFromShared,
  isSampleTrackedCompany,
  SAMPLE_SOURCE,
  sampleTrackedCompany,
  watchSampleWire,
} from '../sources/sample.ts'
import { pauseAndResume } from '../polling/schedule.ts'
import { splitTrackedCompanies, trackedCompanyKey, type TrackedCompanyKey } from './tracked-company.ts'
import { watchStore } from '../polling/watch-store.ts'

const CHUNK = 2000
const DAY_MS = 24 * 3_600_000
/** Names that are kept for examples: nobody is there to be asked. */
const RESERVED = String.raw`(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$`

type Needs = {
  database: Database
  clock: Clock
  briefs: Pick<Briefs, 'rewriteOverrides'>
  /** Looks for the names of companies in what is stored already. */
  matchStored: (companyIds: number[]) => Promise<void>
  sources: Source[]
  pressFeeds: string[]
  slowestSeconds: number
  isSiteOn: boolean
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

const trackedCompanyOf = (company: Parameters<typeof sampleTrackedCompany>[0], row: Unattached): TrackedCompanyKey =>
  row.is_sample ? sampleTrackedCompany(company) : trackedCompanyKey(company)

export type Attach = ReturnType<typeof createAttach>

/** Gives companies their shared record, and shared records their watches. */
export function createAttach({
  database,
  clock,
  briefs,
  matchStored,
  sources,
  pressFeeds,
  slowestSeconds,
  isSiteOn,
}: Needs) {
  const perCompany = [
    ...(isSiteOn ? [SITE] : []),
    ...sources.filter(({ scope }) => scope === 'company').map(({ name }) => name),
  ]
  const forAll: string[] = sources.filter(({ scope }) => scope === 'shared').map(({ name }) => name)

  async function watchTrackedCompanies(queries: Queries, names: string[], which: SQL, now: string): Promise<void> {
    if (names.length === 0) return
    await queries.execute(sql`
      insert into watches (tracked_company_id, source, every_seconds, next_at)
      select tracked_companies.id, source, ${slowestSeconds}::int,
        -- The others are asked with what the site tells: they wait until it was looked over.
        case when source = ${SITE} or tracked_companies.website is null or not ${isSiteOn}::bool then ${now}::timestamptz
          else ${now}::timestamptz + make_interval(secs => ${slowestSeconds}::int) end
      from tracked_companies, unnest(${sql.param(names)}::text[]) as source
      where ${which} and (source <> ${SITE} or tracked_companies.website is not null)
        and tracked_companies.joined_to is null
        and coalesce(substring(tracked_companies.website from '^https?://([^/:?#]+)'), '') !~ ${RESERVED} and not ${isSampleTrackedCompany}
      on conflict do nothing`)
  }

  async function attachChunk(queries: Queries, rows: Unattached[]): Promise<void> {
    const now = clock().toISOString()
    const keyed = rows.map((row) => ({
      id: row.id,
      trackedCompany: trackedCompanyOf(
        { id: row.id, name: row.name, nameKey: row.name_key, website: row.website },
        row,
      ),
    }))
    const distinct = [...new Map(keyed.map(({ trackedCompany }) => [trackedCompany.key, trackedCompany])).values()]
    const column = (pick: (trackedCompany: TrackedCompanyKey) => string | null) => sql.param(distinct.map(pick))
    await queries.execute(sql`
      insert into tracked_companies (key, website, domain, name, created_at)
      select row.*, ${now}::timestamptz from unnest(${column((s) => s.key)}::text[], ${column((s) => s.website)}::text[],
        ${column((s) => s.domain)}::text[], ${column((s) => s.name)}::text[]) as row
      on conflict (key) do nothing`)
    await queries.execute(sql`
      update companies set site_tracked_company_id = tracked_companies.id, tracked_company_id = coalesce(tracked_companies.joined_to, tracked_companies.id)
      from unnest(${sql.param(keyed.map(({ id }) => id))}::int[], ${sql.param(keyed.map(({ trackedCompany }) => trackedCompany.key))}::text[]) as new (id, key)
      join tracked_companies on tracked_companies.key = new.key where companies.id = new.id`)
    const keys = sql.param(distinct.map(({ key }) => key))
    await watchTrackedCompanies(queries, perCompany, sql`tracked_companies.key = any(${keys}::text[])`, now)
    await watchSampleWire(
      queries,
      distinct.map(({ key }) => key),
      slowestSeconds,
      now,
    )
    // Another website, another company: what its owner was told of the old one is over.
    await overrideArticles(queries).dropFormerNames(rows.map(({ id }) => id))
    const own = rows.filter((row) => row.has_overrides).map(({ id }) => id)
    await briefs.rewriteOverrides(queries, own, clock())
    if (forAll.length > 0 && rows.some((row) => !row.is_sample)) await watchStore(queries).tellAgain(forAll, clock())
    if (rows.some((row) => !row.is_sample)) await watchStore(queries).readPressAgain(PRESS, clock())
  }

  return {
    /** Every company that has no shared record yet gets one; safe to be called again and by many. */
    async adopt(): Promise<void> {
      while ((await database.asSystem(splitTrackedCompanies)) > 0);
      for (let left = true; left;) {
        const attached = await database.asSystem(async (queries) => {
          const { rows } = await queries.execute<Unattached>(sql`
            select ${ATTACHED_BY} from companies
            where tracked_company_id is null order by id limit ${CHUNK} for update skip locked`)
          if (rows.length > 0) await attachChunk(queries, rows)
          return rows
        })
        await matchStored(attached.flatMap((row) => (row.is_sample ? [] : [row.id])))
        left = attached.length === CHUNK
      }
      await database.asSystem((queries) => overrideArticles(queries).watchFeeds(slowestSeconds, clock()))
    },

    /** These companies alone, at once; answers their shared records. */
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

    /** The watches agree with what is switched on: those of what is off go, those of what is new come. */
    async agreeWithSettings(): Promise<void> {
      const now = clock().toISOString()
      const shared = [
        ...forAll.map((source) => ({ source, address: '' })),
        ...pressFeeds.map((address) => ({ source: PRESS, address })),
      ]
      const names = sql.param(shared.map(({ source }) => source))
      const addresses = sql.param(shared.map(({ address }) => address))
      await database.asSystem(async (queries) => {
        await detachFromShared(queries)
        await queries.execute(sql`
          delete from watches where company_id is null and (
            (tracked_company_id is not null and source <> all(${sql.param([...perCompany, SAMPLE_SOURCE])}::text[])) or
            (tracked_company_id is null and (source, address) not in (
              select * from unnest(${names}::text[], ${addresses}::text[]))))`)
        await queries.execute(sql`
          insert into watches (source, address, every_seconds, next_at)
          select row.*, ${slowestSeconds}::int, ${now}::timestamptz
          from unnest(${names}::text[], ${addresses}::text[]) as row
          on conflict do nothing`)
        const { rows } = await queries.execute<{ source: string }>(sql`
          select source from unnest(${sql.param(perCompany)}::text[]) as source
          where not exists (select from watches where watches.source = source.source and tracked_company_id is not null)`)
        await watchTrackedCompanies(
          queries,
          rows.map(({ source }) => source),
          sql`true`,
          now,
        )
      })
    },

    /** What nobody may read now is seldom looked at. */
    rest: () => database.asSystem((queries) => pauseAndResume(queries, clock())),

    /** What nobody tracks any more is forgotten: what is public of it can be found again. */
    async cleanUp(): Promise<void> {
      const yesterday = new Date(clock().getTime() - DAY_MS)
      await database.asSystem(async (queries) => {
        await queries.execute(sql`
          with tracked as (
            select tracked_company_id, site_tracked_company_id from companies
            where removed_at is null or removed_at > ${yesterday})
          delete from watches where tracked_company_id is not null
            and not exists (select from tracked where tracked.tracked_company_id = watches.tracked_company_id)
            and not exists (select from tracked where tracked.site_tracked_company_id = watches.tracked_company_id)`)
        await queries.execute(sql`
          with gone as (
            delete from tracked_companies where not exists (
              select from companies where companies.tracked_company_id = tracked_companies.id) and not exists (
              select from companies where companies.site_tracked_company_id = tracked_companies.id) returning id)
          delete from news using gone where news.tracked_company_id = gone.id`)
        await queries.execute(sql`
          delete from articles where found_at < ${yesterday}
            and not exists (select from tracked_company_articles link where link.article_id = articles.id)
            and not exists (select from company_articles link where link.article_id = articles.id)`)
      })
    },
  }
}
