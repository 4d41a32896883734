import { and, inArray, isNull, not, sql, type SQL } from 'drizzle-orm'
import {
  trackedCompanyFacts,
  trackedCompanies,
  watches,
  type WatchKind,
} from '../../platform/database/schema/tracked-companies.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { isReferenced } from './company-accounts.ts'
import type { FactKind, Memory, TrackedCompany } from '../sources/source.ts'

export const FAILING_AFTER = 6

export type Watch = {
  id: number
  /** Only the holder of this token may write the result. */
  claim: string
  trackedCompanyId: number | null
  companyId: number | null
  source: string
  kind: WatchKind
  /** Null for kinds that don't have their own URL. */
  url: string | null
  everySeconds: number
  failures: number
  failingSince: Date | null
  /** When its feed was last present, and when it was last found to be gone. */
  foundAt: Date | null
  lostAt: Date | null
  isFirst: boolean
  isRequested: boolean
  memory: Memory
  trackedCompany: TrackedCompany | null
}

export type Outcome = {
  state: string
  problem: string | null
  checkedAt: Date
  isGood: boolean
  isSlow: boolean
  foundAt: Date | null
  lostAt: Date | null
  failingSince: Date | null
  failures: number
  everySeconds: number
  nextAt: Date
  memory: Memory
}

type ClaimedRow = {
  id: string
  tracked_company_id: number | null
  company_id: number | null
  source: string
  kind: WatchKind
  url: string | null
  every_seconds: number
  failures: number
  failing_since: string | null
  found_at: string | null
  lost_at: string | null
  checked_at: string | null
  rank: number | null
  etag: string | null
  last_modified: string | null
  notes: Memory['notes']
}

type ClaimLimits = { until: Date; limit: number; only: SQL }

export type NewWatch = Pick<
  typeof watches.$inferInsert,
  'trackedCompanyId' | 'source' | 'kind' | 'url' | 'everySeconds' | 'nextAt'
> &
  Partial<typeof watches.$inferInsert>

export type DiscoveryFound = {
  trackedCompanyId: number
  facts: { kind: FactKind; value: string; foundAt: string }[]
  /** Null if the site doesn't state it. */
  name: string | null
}

/** Doesn't wait for the disk. What a power failure loses was never claimed or published, so it's polled again. */
export const inBackground = <Result>(database: Database, work: (queries: Queries) => Promise<Result>) =>
  database.asSystem(async (queries) => {
    await queries.execute(sql`set local synchronous_commit to off`)
    return work(queries)
  })

export const watchStore = (queries: Queries) => ({
  /** Returns how many watches were claimed. */
  async releaseAll(): Promise<number> {
    const { rowCount } = await queries.execute(
      sql`update watches set claim = null, claimed_until = null where claim is not null`,
    )
    return rowCount ?? 0
  },

  /**
   * Takes requested refreshes first; no one else gets a watch until its claim expires. Both subqueries have an index in
   * their order, so that a claim costs the same no matter how many watches are due.
   */
  async claim(claim: string, now: Date, { until, limit, only }: ClaimLimits): Promise<Watch[]> {
    const isFree = sql`next_at <= ${now} and (claimed_until is null or claimed_until < ${now}) and ${only}`
    const { rows } = await queries.execute<ClaimedRow>(sql`
      with asked as (
        select id from watches where rank is not null and ${isFree}
        order by rank, next_at limit ${limit} for update skip locked),
      others as (
        select id from watches where rank is null and ${isFree}
        order by next_at limit ${limit} - (select count(*) from asked) for update skip locked),
      due as (select id from asked union all select id from others)
      update watches set claim = ${claim}, claimed_until = ${until} from due where watches.id = due.id
      returning watches.id, tracked_company_id, company_id, source, kind, url, every_seconds, failures, failing_since, found_at, lost_at, checked_at, rank, etag, last_modified, notes`)
    const views = await findTrackedCompanies(
      queries,
      rows.flatMap((row) => row.tracked_company_id ?? []),
    )
    return rows.map((row) => ({
      id: Number(row.id),
      claim,
      trackedCompanyId: row.tracked_company_id,
      companyId: row.company_id,
      source: row.source,
      kind: row.kind,
      url: row.url,
      everySeconds: row.every_seconds,
      failures: row.failures,
      failingSince: instant(row.failing_since),
      foundAt: instant(row.found_at),
      lostAt: instant(row.lost_at),
      isFirst: row.checked_at === null,
      isRequested: row.rank !== null,
      memory: { etag: row.etag, lastModified: row.last_modified, notes: row.notes },
      trackedCompany: row.tracked_company_id === null ? null : (views.get(row.tracked_company_id) ?? null),
    }))
  },

  async lockTrackedCompanies(ids: number[]): Promise<void> {
    if (ids.length === 0) return
    await queries.execute(sql`
      select id from tracked_companies where id = any(${sql.param([...new Set(ids)])}::int[]) order by id for no key update`)
  },

  /** Returns those that nobody else has locked. */
  async lockFreeTrackedCompanies(ids: number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set()
    const { rows } = await queries.execute<{ id: number }>(sql`
      select id from tracked_companies where id = any(${sql.param(ids)}::int[]) order by id for no key update skip locked`)
    return new Set(rows.map(({ id }) => id))
  },

  /** Returns the ids of the watches whose claim was still valid. */
  async finish(polls: { id: number; claim: string; outcome: Outcome }[]): Promise<Set<number>> {
    if (polls.length === 0) return new Set()
    const column = <Value>(pick: (outcome: Outcome) => Value) => sql.param(polls.map(({ outcome }) => pick(outcome)))
    const { rows } = await queries.execute<{ id: string }>(sql`
      update watches set state = new.state, problem = new.problem, checked_at = new.checked_at,
        good_at = case when new.is_good then new.checked_at else watches.good_at end,
        found_at = new.found_at, lost_at = new.lost_at, failing_since = new.failing_since, failures = new.failures, every_seconds = new.every_seconds,
        next_at = new.next_at, etag = new.etag, last_modified = new.last_modified, notes = new.notes::jsonb,
        is_slow = new.is_slow, paused_at = null, rank = null, claim = null, claimed_until = null
      from unnest(${sql.param(polls.map(({ id }) => id))}::bigint[],
        ${sql.param(polls.map(({ claim }) => claim))}::uuid[], ${column((o) => o.state)}::text[],
        ${column((o) => o.problem)}::text[], ${column((o) => o.checkedAt.toISOString())}::timestamptz[],
        ${column((o) => o.isGood)}::bool[], ${column((o) => o.isSlow)}::bool[], ${column((o) => o.foundAt?.toISOString() ?? null)}::timestamptz[],
        ${column((o) => o.lostAt?.toISOString() ?? null)}::timestamptz[],
        ${column((o) => o.failingSince?.toISOString() ?? null)}::timestamptz[],
        ${column((o) => o.failures)}::int[], ${column((o) => o.everySeconds)}::int[],
        ${column((o) => o.nextAt.toISOString())}::timestamptz[], ${column((o) => o.memory.etag)}::text[],
        ${column((o) => o.memory.lastModified)}::text[],
        ${column((o) => (o.memory.notes ? JSON.stringify(o.memory.notes) : null))}::text[])
        as new (id, claim, state, problem, checked_at, is_good, is_slow, found_at, lost_at, failing_since, failures, every_seconds, next_at, etag, last_modified, notes)
      where watches.id = new.id and watches.claim = new.claim
      returning watches.id`)
    return new Set(rows.map(({ id }) => Number(id)))
  },

  async parked(): Promise<number> {
    const { rows } = await queries.execute<{ n: number }>(
      sql`select count(*)::int as n from watches where failures >= ${FAILING_AFTER}`,
    )
    return rows[0]?.n ?? 0
  },

  async overdueSeconds(now: Date): Promise<number> {
    const { rows } = await queries.execute<{ seconds: number | null }>(
      sql`select extract(epoch from ${now.toISOString()}::timestamptz - min(next_at))::float as seconds from watches`,
    )
    return Math.max(0, rows[0]?.seconds ?? 0)
  },

  async add(added: NewWatch[]): Promise<void> {
    if (added.length > 0) await queries.insert(watches).values(added).onConflictDoNothing()
  },

  /** Schedules discovery at once or, if that was just done, a day later. */
  async discoverAgain(lost: { trackedCompanyId: number; at: Date }[]): Promise<void> {
    if (lost.length === 0) return
    await queries.execute(sql`
      update watches set next_at = least(next_at, lost.at)
      from unnest(${sql.param(lost.map(({ trackedCompanyId }) => trackedCompanyId))}::int[],
        ${sql.param(lost.map(({ at }) => at.toISOString()))}::timestamptz[]) as lost (tracked_company_id, at)
      where watches.tracked_company_id = lost.tracked_company_id and kind = 'discover' and claim is null`)
  },

  async dropLost(found: { trackedCompanyId: number; watches: { url: string }[] }[]): Promise<void> {
    for (const { trackedCompanyId, watches: current } of found)
      await queries.execute(sql`
        delete from watches where tracked_company_id = ${trackedCompanyId} and lost_at >= failing_since
          and url <> all(${sql.param(current.map(({ url }) => url))}::text[])`)
  },

  /** Searches use what a site scan finds, so those that couldn't search before are due now. */
  async searchNow(trackedCompanyIds: number[], now: Date): Promise<void> {
    await queries.execute(sql`
      update watches set next_at = ${now}
      where tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[]) and kind = 'search' and claim is null
        and (checked_at is null or state in ('never-found', 'unsupported'))`)
  },

  /** Rereads the sample wire from its beginning, so that new names match. */
  async rereadSampleWire(now: Date): Promise<void> {
    await queries.execute(sql`
      update watches set next_at = ${now}, notes = notes - 'readUntil' where kind = 'stream' and source = 'sample'`)
  },

  async trackedCompanies(ids?: number[]): Promise<{ id: number; name: string; site: string | null }[]> {
    const isWanted = ids && inArray(trackedCompanies.id, ids)
    const rows = await queries
      .select()
      .from(trackedCompanies)
      .where(and(isNull(trackedCompanies.joinedTo), isNull(trackedCompanies.sampleOf), isWanted))
    return rows.map(({ id, name, site }) => ({ id, name, site }))
  },

  async saveDiscoveries(found: DiscoveryFound[], now: Date): Promise<void> {
    if (found.length === 0) return
    const ids = found.map(({ trackedCompanyId }) => trackedCompanyId)
    await queries
      .delete(trackedCompanyFacts)
      .where(and(inArray(trackedCompanyFacts.trackedCompanyId, ids), not(isReferenced)))
    const facts = found.flatMap(({ trackedCompanyId, facts: own }) =>
      own.map((fact) => ({ trackedCompanyId, ...fact, foundOn: now })),
    )
    if (facts.length > 0) await queries.insert(trackedCompanyFacts).values(facts).onConflictDoNothing()
    await queries.execute(sql`
      update tracked_companies set discovered_at = ${now}, name = coalesce(new.name, tracked_companies.name)
      from unnest(${sql.param(ids)}::int[], ${sql.param(found.map(({ name }) => name))}::text[]) as new (id, name)
      where tracked_companies.id = new.id`)
  },
})

const instant = (value: string | null) => (value === null ? null : new Date(value))

const MAX_TYPED = 5

export async function findTrackedCompanies(queries: Queries, ids: number[]): Promise<Map<number, TrackedCompany>> {
  if (ids.length === 0) return new Map()
  const wanted = [...new Set(ids)]
  const rows = await queries.select().from(trackedCompanies).where(inArray(trackedCompanies.id, wanted))
  const facts = await queries
    .select()
    .from(trackedCompanyFacts)
    .where(inArray(trackedCompanyFacts.trackedCompanyId, wanted))
  const { rows: typed } = await queries.execute<{ id: number; names: string[] }>(sql`
    select tracked_company_id as id, (array_agg(distinct name))[1:${MAX_TYPED}] as names from companies
    where tracked_company_id = any(${sql.param(wanted)}::int[]) and removed_at is null and not is_sample
    group by tracked_company_id`)
  const typedOf = new Map(typed.map((row) => [row.id, row.names]))
  const factsOf = Map.groupBy(facts, ({ trackedCompanyId }) => trackedCompanyId)
  return new Map(
    rows.map(({ id, name, domain, website }) => {
      const own = (factsOf.get(id) ?? []).map(({ kind, value }) => ({ kind: kind as FactKind, value }))
      const aliases = own.filter(({ kind }) => kind === 'name').map(({ value }) => value)
      return [id, { name, domain, website, aliases, typed: typedOf.get(id) ?? [], facts: own }]
    }),
  )
}

export type DeferredPoll = { id: number; claim: string; until: Date; isSlow: boolean }

/**
 * A deferred watch loses its place in the queue, so that nobody waits for it; one that moves to the slow lane keeps it.
 */
export async function deferWatches(queries: Queries, deferred: DeferredPoll[]): Promise<void> {
  if (deferred.length === 0) return
  const column = <Value>(pick: (each: DeferredPoll) => Value) => sql.param(deferred.map(pick))
  await queries.execute(sql`
    update watches set next_at = new.until, rank = case when new.is_slow then rank end,
      is_slow = watches.is_slow or new.is_slow, claim = null, claimed_until = null
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ claim }) => claim)}::uuid[],
      ${column(({ until }) => until.toISOString())}::timestamptz[], ${column(({ isSlow }) => isSlow)}::bool[])
      as new (id, claim, until, is_slow)
    where watches.id = new.id and watches.claim = new.claim`)
}
