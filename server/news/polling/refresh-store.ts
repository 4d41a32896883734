import { sql, type SQL } from 'drizzle-orm'
import type { Refreshed, RefreshProgress } from '#domain/news/briefs.ts'
import { BAD_STATES, GOOD_STATES } from '#domain/news/coverage-state.ts'
import { LICENSED_SOURCES } from '#domain/news/source-registry.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { lock } from '../../platform/database/locks.ts'
import type { Queries } from '../../platform/database/open.ts'
import { isOfCompany } from '../read/visible-articles.ts'
import { SAMPLE_SOURCE } from '../sources/sample.ts'

/** A refresh doesn't scan a whole site again if it was scanned within the last day. */
const DISCOVERY_FRESH_MS = 24 * HOUR_MS

export const refreshStore = (queries: Queries) => ({
  /** Serializes the refreshes of a user, so that two concurrent requests count as two. */
  async lock(userId: string): Promise<void> {
    await lock(queries, 'refreshes', userId)
  },

  async owned(userId: string, ids: number[]): Promise<number[]> {
    const { rows } = await queries.execute<{ id: number }>(sql`
      select id from companies where user_id = ${userId} and removed_at is null
        and id = any(${sql.param(ids)}::int[]) order by id`)
    return rows.map(({ id }) => id)
  },

  async fullOfLastHour(userId: string, now: Date): Promise<Date[]> {
    const { rows } = await queries.execute<{ started_at: string }>(sql`
      select started_at from refreshes where user_id = ${userId}
        and started_at > ${new Date(now.getTime() - HOUR_MS)} and cardinality(company_ids) > 1
      order by started_at desc`)
    return rows.map((row) => new Date(row.started_at))
  },

  async begin(userId: string, ids: number[], now: Date): Promise<number> {
    const { rows } = await queries.execute<{ id: number }>(sql`
      insert into refreshes (user_id, company_ids, started_at)
      values (${userId}, ${sql.param(ids)}::int[], ${now}) returning id`)
    return rows[0]?.id ?? 0
  },

  /** Another article about a known story isn't a new story. */
  async storiesSince(userId: string, ids: number[], articleId: number): Promise<number> {
    const { rows } = await queries.execute<{ count: number }>(sql`
      select count(distinct (seen.company_id, seen.story))::int as count
      from companies join visible_articles seen on ${isOfCompany}
      where companies.user_id = ${userId} and companies.id = any(${sql.param(ids)}::int[]) 
        and seen.id > ${articleId} and seen.story > ${articleId}`)
    return rows[0]?.count ?? 0
  },

  async end(userId: string, id: number, now: Date): Promise<void> {
    await queries.execute(sql`update refreshes set finished_at = ${now} where id = ${id} and user_id = ${userId}`)
  },
})

type Requested = { userId: string; ids: number[]; behind: number }

/** Callers must have checked that the companies belong to the user. */
export const refreshQueue = (queries: Queries) => ({
  /** The rank after the front of the queue and after everything that the same user is already waiting for. */
  async behind(userId: string, refreshId: number, now: Date): Promise<number> {
    const { rows } = await queries.execute<{ place: number }>(sql`
      select (
        (select coalesce(min(rank), 1) - 1 from watches where rank is not null and next_at <= ${now}) +
        (select count(*) from companies
         where user_id = ${userId} and removed_at is null and ${isWaiting(now)} and id in (
           select unnest(company_ids) from refreshes
           where user_id = ${userId} and finished_at is null and id < ${refreshId})))::int as place`)
    return rows[0]?.place ?? 0
  },

  /**
   * Queues the watches of these companies, so that the k-th company of each user has the same rank as everyone else's.
   * Returns how many watches another writer had locked: those are skipped, so that this can't deadlock.
   */
  async add({ userId, ids, behind }: Requested, now: Date, freshMs: number): Promise<number> {
    const isOpen = isDue(now, freshMs)
    const isBehind = sql`(watches.rank is null or watches.rank > requested.rank or watches.next_at > ${now})`
    const { rows } = await queries.execute<{ held: number }>(sql`
      with requested as (
        select id, tracked_company_id, (${behind}::int + row_number() over (order by id))::int as rank
        from companies where user_id = ${userId} and id = any(${sql.param(ids)}::int[])),
      wanted as (
        select watches.id, min(requested.rank) as rank from requested
        join watches on watches.tracked_company_id = requested.tracked_company_id and watches.company_id is null
        where ${isOpen} and ${isBehind} group by watches.id
        union all
        select watches.id, requested.rank from requested join watches on watches.company_id = requested.id
        where ${isOpen} and ${isBehind}),
      free as materialized (
        select watches.id from watches where watches.id in (select id from wanted) and ${isOpen}
        for update skip locked),
      lined as (
        update watches set rank = least(watches.rank, wanted.rank),
          next_at = case when watches.claimed_until > ${now} then watches.next_at else ${now} end
        from wanted join free on free.id = wanted.id where watches.id = wanted.id returning 1)
      select ((select count(*) from wanted) - (select count(*) from lined))::int as held`)
    return rows[0]?.held ?? 0
  },

  /** The companies for which at least one source would be fetched. */
  async stale(userId: string, ids: number[], now: Date, freshMs: number): Promise<number[]> {
    const { rows } = await queries.execute<{ id: number }>(sql`
      select id from companies where user_id = ${userId} and removed_at is null and id = any(${sql.param(ids)}::int[])
        and (tracked_company_id is null or ${hasWatch(isDue(now, freshMs))})`)
    return rows.map(({ id }) => id)
  },

  /** The time of the last check of the least recently checked company. */
  async checkedAt(userId: string, ids: number[]): Promise<Date | null> {
    const { rows } = await queries.execute<{ at: string | null }>(sql`
      select min(checked.at) as at from companies cross join lateral (
        select max(watches.checked_at) as at from watches
        where (watches.tracked_company_id = companies.tracked_company_id and watches.company_id is null)
          or watches.company_id = companies.id) as checked
      where companies.user_id = ${userId} and companies.removed_at is null and companies.id = any(${sql.param(ids)}::int[])`)
    return rows[0]?.at ? new Date(rows[0].at) : null
  },

  async newestArticle(): Promise<number> {
    const { rows } = await queries.execute<{ id: string }>(sql`select coalesce(max(id), 0)::text as id from articles`)
    return Number(rows[0]?.id ?? 0)
  },

  async waiting(userId: string, ids: number[], now: Date): Promise<number[]> {
    const { rows } = await queries.execute<{ id: number }>(sql`
      select id from companies where user_id = ${userId} and removed_at is null
        and id = any(${sql.param(ids)}::int[]) and ${isWaiting(now)} order by id`)
    return rows.map(({ id }) => id)
  },

  /** Those whose sources didn't respond. Without a website or a source yet, nothing has failed. */
  async failed(userId: string, ids: number[]): Promise<Refreshed['failed']> {
    const { rows } = await queries.execute<{ id: number; reason: string }>(sql`
      select companies.id, coalesce(
          (array_agg(watches.problem order by watches.source = 'company-site' desc, watches.checked_at desc nulls last)
            filter (where watches.problem is not null and ${isFailing}))[1], 'No source could be checked.') as reason
      from companies join watches
        on (watches.tracked_company_id = companies.tracked_company_id and watches.company_id is null) or watches.company_id = companies.id
      where companies.user_id = ${userId} and companies.removed_at is null and companies.id = any(${sql.param(ids)}::int[])
      group by companies.id
      having bool_or(${isFailing}) and not coalesce(bool_or(watches.state = any(${sql.param(GOOD_STATES)})), false)
        -- If the company's own site doesn't respond, the company counts as unchecked, even if searches worked.
        or bool_and(${isFailing}) filter (where watches.source = 'company-site')
      order by companies.id`)
    return rows.map(({ id, reason }) => ({ companyId: id, reason }))
  },

  async notifyProgress(userId: string, ids: number[], limit: number): Promise<void> {
    await queries.execute(sql`
      select pg_notify('tidings_polled', json_agg(tracked_company_id)::text) from (
        select distinct tracked_company_id from companies where user_id = ${userId} and id = any(${sql.param(ids)}::int[])
          and tracked_company_id is not null limit ${limit}) as theirs having count(*) > 0`)
  },
})

const isFailing = sql`watches.state = any(${sql.param(BAD_STATES)})`

/** Watches that are fresh, whose host asked for a pause, or whose requests cost money aren't fetched again. */
const isDue = (now: Date, freshMs: number): SQL => sql`(watches.claimed_until > ${now}
  or ((watches.checked_at is null or watches.checked_at < ${before(now, freshMs)} or watches.source = ${SAMPLE_SOURCE})
    and (watches.state is distinct from 'throttled' or watches.next_at <= ${now})
    and watches.source <> all(${sql.param(LICENSED_SOURCES)}::text[])
    and (watches.kind <> 'discover' or watches.good_at is null or watches.good_at < ${before(now, DISCOVERY_FRESH_MS)})))`

/** A company isn't new for longer than this, even if watches are added later. */
const NEW_MS = DAY_MS
/** A refresh counts as over after this long, whatever happened to it. */
const LONGEST_MS = 6 * HOUR_MS

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * A watch is due because a user requested it or because it was never checked. Watches deferred by a rate limit don't
 * count.
 */
const isWaiting = (now: Date): SQL =>
  sql`(${hasWatch(sql`watches.rank is not null and watches.next_at <= ${now}`)} or ${isUnseen(now)})`

const isUnseen = (now: Date): SQL =>
  sql`(companies.tracked_company_id is null or ${hasWatch(sql`watches.checked_at is null and watches.next_at <= ${now}`)})`

// Two subqueries, so that each uses its own index: shared watches and the company's own.
const hasWatch = (that: SQL): SQL => sql`(
  exists (select from watches where watches.tracked_company_id = companies.tracked_company_id and watches.company_id is null and ${that})
  or exists (select from watches where watches.company_id = companies.id and ${that}))`

/**
 * Derived from the watches, so that it's the same in every process and after a reload. Users who aren't waiting for
 * anything have no entry.
 */
export async function progressOf(
  queries: Queries,
  userIds: string[],
  now: Date,
): Promise<Map<string, RefreshProgress>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await queries.execute<{ user_id: string; done: number; total: number }>(sql`
    with requested as (
      select distinct user_id, unnest(company_ids) as id from refreshes
      where user_id = any(${sql.param(userIds)}::uuid[]) and finished_at is null
        and started_at > ${before(now, LONGEST_MS)}),
    mine as (
      select companies.user_id, companies.created_at, requested.id is not null as is_requested, ${isWaiting(now)} as is_waiting,
        companies.created_at > ${before(now, NEW_MS)} and ${isUnseen(now)} as is_unseen
      from companies left join requested on requested.user_id = companies.user_id and requested.id = companies.id
      where companies.user_id = any(${sql.param(userIds)}::uuid[]) and companies.removed_at is null
        and (requested.id is not null or companies.created_at > ${before(now, NEW_MS)})),
    begun as (select user_id, min(created_at) as at from mine where is_unseen group by user_id)
    select mine.user_id, count(*)::int as total, count(*) filter (where not is_waiting)::int as done
    from mine left join begun on begun.user_id = mine.user_id
    where is_requested or mine.created_at >= begun.at
    group by mine.user_id having bool_or(is_waiting)`)
  return new Map(rows.map(({ user_id: userId, done, total }) => [userId, { done, total }]))
}

export async function endRefreshes(queries: Queries, userIds: string[], now: Date): Promise<void> {
  if (userIds.length === 0) return
  await queries.execute(sql`
    update refreshes set finished_at = ${now}
    where user_id = any(${sql.param(userIds)}::uuid[]) and finished_at is null and started_at <= ${now}`)
}
