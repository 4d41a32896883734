import { sql, type SQL } from 'drizzle-orm'
import type { Database, Queries } from '../../database/open.ts'
import type { Clock } from '../../ports.ts'
import type { Source } from '../ingest/source.ts'
import type { Briefs } from '../briefs/write-briefs.ts'
import { ownFinds } from '../own-view/own-finds.ts'
import { PRESS, SITE } from '../look.ts'
import {
  detachFromShared,
  isSampleSubject,
  SAMPLE_SOURCE,
  sampleSubject,
  watchSampleWire,
} from '../sample/sample-subject.ts'
import { restAndWake } from './rest.ts'
import { splitSubjects } from './split-subjects.ts'
import { watchStore } from './watch-store.ts'
import { subjectKey, type SubjectKey } from './subject.ts'

const CHUNK = 2000
const DAY_MS = 24 * 3_600_000
/** Names that are kept for examples: nobody is there to be asked. */
const RESERVED = String.raw`(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$`

type Needs = {
  database: Database
  clock: Clock
  briefs: Pick<Briefs, 'rewriteOwn'>
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
  has_own_view: boolean
}

const ATTACHED_BY = sql.raw('id, name, name_key, website, is_sample, has_own_view')

const subjectOf = (company: Parameters<typeof sampleSubject>[0], row: Unattached): SubjectKey =>
  row.is_sample ? sampleSubject(company) : subjectKey(company)

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
  const perSubject = [
    ...(isSiteOn ? [SITE] : []),
    ...sources.filter(({ scope }) => scope === 'subject').map(({ name }) => name),
  ]
  const forAll: string[] = sources.filter(({ scope }) => scope === 'everybody').map(({ name }) => name)

  async function watchSubjects(queries: Queries, names: string[], which: SQL, now: string): Promise<void> {
    if (names.length === 0) return
    await queries.execute(sql`
      insert into watches (subject_id, source, every_seconds, next_at)
      select subjects.id, source, ${slowestSeconds}::int,
        -- The others are asked with what the site tells: they wait until it was looked over.
        case when source = ${SITE} or subjects.website is null or not ${isSiteOn}::bool then ${now}::timestamptz
          else ${now}::timestamptz + make_interval(secs => ${slowestSeconds}::int) end
      from subjects, unnest(${sql.param(names)}::text[]) as source
      where ${which} and (source <> ${SITE} or subjects.website is not null)
        and subjects.joined_to is null
        and coalesce(substring(subjects.website from '^https?://([^/:?#]+)'), '') !~ ${RESERVED} and not ${isSampleSubject}
      on conflict do nothing`)
  }

  async function attachChunk(queries: Queries, rows: Unattached[]): Promise<void> {
    const now = clock().toISOString()
    const keyed = rows.map((row) => ({
      id: row.id,
      subject: subjectOf({ id: row.id, name: row.name, nameKey: row.name_key, website: row.website }, row),
    }))
    const distinct = [...new Map(keyed.map(({ subject }) => [subject.key, subject])).values()]
    const column = (pick: (subject: SubjectKey) => string | null) => sql.param(distinct.map(pick))
    await queries.execute(sql`
      insert into subjects (key, website, domain, name, created_at)
      select row.*, ${now}::timestamptz from unnest(${column((s) => s.key)}::text[], ${column((s) => s.website)}::text[],
        ${column((s) => s.domain)}::text[], ${column((s) => s.name)}::text[]) as row
      on conflict (key) do nothing`)
    await queries.execute(sql`
      update companies set site_subject_id = subjects.id, subject_id = coalesce(subjects.joined_to, subjects.id)
      from unnest(${sql.param(keyed.map(({ id }) => id))}::int[], ${sql.param(keyed.map(({ subject }) => subject.key))}::text[]) as new (id, key)
      join subjects on subjects.key = new.key where companies.id = new.id`)
    const keys = sql.param(distinct.map(({ key }) => key))
    await watchSubjects(queries, perSubject, sql`subjects.key = any(${keys}::text[])`, now)
    await watchSampleWire(
      queries,
      distinct.map(({ key }) => key),
      slowestSeconds,
      now,
    )
    // Another website, another company: what its owner was told of the old one is over.
    await ownFinds(queries).dropFormerNames(rows.map(({ id }) => id))
    const own = rows.filter((row) => row.has_own_view).map(({ id }) => id)
    await briefs.rewriteOwn(queries, own, clock())
    if (forAll.length > 0 && rows.some((row) => !row.is_sample))
      await watchStore(queries).tellAgain(forAll, clock())
    if (rows.some((row) => !row.is_sample)) await watchStore(queries).readPressAgain(PRESS, clock())
  }

  return {
    /** Every company that has no shared record yet gets one; safe to be called again and by many. */
    async adopt(): Promise<void> {
      while ((await database.asSystem(splitSubjects)) > 0);
      for (let left = true; left;) {
        const attached = await database.asSystem(async (queries) => {
          const { rows } = await queries.execute<Unattached>(sql`
            select ${ATTACHED_BY} from companies
            where subject_id is null order by id limit ${CHUNK} for update skip locked`)
          if (rows.length > 0) await attachChunk(queries, rows)
          return rows
        })
        await matchStored(attached.flatMap((row) => (row.is_sample ? [] : [row.id])))
        left = attached.length === CHUNK
      }
      await database.asSystem((queries) => ownFinds(queries).watchFeeds(slowestSeconds, clock()))
    },

    /** These companies alone, at once; answers their shared records. */
    adoptNow: (ids: number[]): Promise<number[]> =>
      database.asSystem(async (queries) => {
        const { rows } = await queries.execute<Unattached>(sql`
          select ${ATTACHED_BY} from companies
          where subject_id is null and id = any(${sql.param(ids)}::int[]) order by id for update`)
        if (rows.length > 0) await attachChunk(queries, rows)
        const { rows: attached } = await queries.execute<{ subject_id: number }>(sql`
          select subject_id from companies where subject_id is not null and id = any(${sql.param(ids)}::int[])`)
        return attached.map((row) => row.subject_id)
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
            (subject_id is not null and source <> all(${sql.param([...perSubject, SAMPLE_SOURCE])}::text[])) or
            (subject_id is null and (source, address) not in (
              select * from unnest(${names}::text[], ${addresses}::text[]))))`)
        await queries.execute(sql`
          insert into watches (source, address, every_seconds, next_at)
          select row.*, ${slowestSeconds}::int, ${now}::timestamptz
          from unnest(${names}::text[], ${addresses}::text[]) as row
          on conflict do nothing`)
        const { rows } = await queries.execute<{ source: string }>(sql`
          select source from unnest(${sql.param(perSubject)}::text[]) as source
          where not exists (select from watches where watches.source = source.source and subject_id is not null)`)
        await watchSubjects(
          queries,
          rows.map(({ source }) => source),
          sql`true`,
          now,
        )
      })
    },

    /** What nobody may read now is seldom looked at. */
    rest: () => database.asSystem((queries) => restAndWake(queries, clock())),

    /** What nobody tracks any more is forgotten: what is public of it can be found again. */
    async sweep(): Promise<void> {
      const yesterday = new Date(clock().getTime() - DAY_MS)
      await database.asSystem(async (queries) => {
        await queries.execute(sql`
          with tracked as (
            select subject_id, site_subject_id from companies
            where removed_at is null or removed_at > ${yesterday})
          delete from watches where subject_id is not null
            and not exists (select from tracked where tracked.subject_id = watches.subject_id)
            and not exists (select from tracked where tracked.site_subject_id = watches.subject_id)`)
        await queries.execute(sql`
          with gone as (
            delete from subjects where not exists (
              select from companies where companies.subject_id = subjects.id) and not exists (
              select from companies where companies.site_subject_id = subjects.id) returning id)
          delete from news using gone where news.subject_id = gone.id`)
        await queries.execute(sql`
          delete from articles where found_at < ${yesterday}
            and not exists (select from subject_articles link where link.article_id = articles.id)
            and not exists (select from company_articles link where link.article_id = articles.id)`)
      })
    },
  }
}
