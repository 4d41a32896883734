import { DAY_MS } from '#domain/time.ts'
import type { PollState } from '../sources/source.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const FASTEST = 10 * MINUTE
/** A watch that keeps failing is polled once a day. */
const SLOWEST_WHEN_FAILING = DAY
/** Infrequent, because a scan takes up to 16 requests. */
export const DISCOVERY_EVERY = 7 * DAY

export type PollHistory = {
  state: PollState
  retryAt: Date | null
  /** Publication dates of its items, newest first. */
  published: Date[]
  /** If the source decides how often it's polled. */
  everySeconds?: number | undefined
}

type Before = {
  everySeconds: number
  failures: number
  isFirst: boolean
  slowestWhenFailing?: number
}

/** Weekly after a success. If nothing was found, it's tried again a day later, then less and less often. */
export function discoverySchedule<Watch extends Before>(watch: Watch, state: PollState): Before {
  if (state === 'failed' || state === 'throttled') return watch
  if (state === 'never-found' || state === 'unsupported')
    return { ...watch, isFirst: false, everySeconds: DAY, slowestWhenFailing: DISCOVERY_EVERY }
  return { failures: 0, isFirst: false, everySeconds: DISCOVERY_EVERY }
}

/**
 * Active watches are polled more often, but all that work at least every `slowest` seconds; failing ones back off
 * further each time. Jitter spreads watches that were added together.
 */
export function nextPoll(before: Before, history: PollHistory, now: Date, slowest: number, chance: number) {
  const isBad = history.state === 'failed' || history.state === 'unsupported' || history.state === 'never-found'
  const failures = isBad ? before.failures + 1 : history.state === 'throttled' ? before.failures : 0
  const everySeconds =
    history.everySeconds ??
    (isBad || history.state === 'throttled' ? before.everySeconds : intervalOf(before, history, slowest))
  const wait = isBad
    ? Math.min(before.slowestWhenFailing ?? SLOWEST_WHEN_FAILING, everySeconds * 2 ** Math.min(failures - 1, 8))
    : everySeconds
  const spread = wait * (before.isFirst ? 0.1 + chance * 0.9 : 0.9 + chance * 0.1)
  const at = new Date(now.getTime() + spread * 1000)
  return { failures, everySeconds, nextAt: history.retryAt && history.retryAt > at ? history.retryAt : at }
}

/** Half the average time between two items, within bounds. */
function intervalOf({ everySeconds }: Before, { published }: PollHistory, slowest: number): number {
  const times = published.map((date) => date.getTime()).toSorted((a, b) => b - a)
  const span = (times[0] ?? 0) - (times.at(-1) ?? 0)
  if (times.length < 2) return Math.min(slowest, Math.round(everySeconds * 1.5))
  const between = span / (times.length - 1) / 1000
  return Math.round(Math.min(slowest, Math.max(FASTEST, between / 2)))
}

/** A paused watch is still polled this often, so that returning users find something. */
const PAUSED_MS = 7 * DAY_MS
/** Watches due later than this are left alone, because they cost no more than a paused one. */
const PAUSED_BEFORE_MS = 2 * DAY_MS

const readable = (companies: SQL) => sql`(
  watches.tracked_company_id in (
    select unnest(array[tracked_company_id, site_tracked_company_id]) from (${companies}) as readable
    where tracked_company_id is not null)
  or watches.company_id in (select id from (${companies}) as readable))`

export async function pauseUnread(queries: Queries, now: Date): Promise<void> {
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const isRead = readable(sql`
    select companies.id, tracked_company_id, site_tracked_company_id from companies
    join users on users.id = companies.user_id
    where companies.removed_at is null and subscription_status <> 'expired'`)
  await queries.execute(sql`
    update watches set next_at = ${after(PAUSED_MS)}::timestamptz, paused_at = ${now.toISOString()}::timestamptz
    where claim is null and rank is null and next_at < ${after(PAUSED_BEFORE_MS)}::timestamptz
      and (tracked_company_id is not null or company_id is not null) and ${isRead} is not true`)
  await resume(queries, isRead, now)
}

export const resumeOf = (queries: Queries, userId: string, now: Date): Promise<void> =>
  resumeCompaniesWhere(queries, sql`user_id = ${userId}`, now)

export const resumeCompanies = (queries: Queries, companyIds: number[], now: Date): Promise<void> =>
  resumeCompaniesWhere(queries, sql`id = any(${sql.param(companyIds)}::int[])`, now)

/** Arrays, unlike subqueries, let the planner find these few watches by index. */
function resumeCompaniesWhere(queries: Queries, which: SQL, now: Date): Promise<void> {
  const ids = (columns: SQL) => sql`any(array(select ${columns} from companies where ${which} and removed_at is null))`
  const isOfThem = sql`(
    watches.tracked_company_id = ${ids(sql`unnest(array[tracked_company_id, site_tracked_company_id])`)}
    or watches.company_id = ${ids(sql`id`)})`
  return resume(queries, isOfThem, now)
}

async function resume(queries: Queries, which: SQL, now: Date): Promise<void> {
  await queries.execute(sql`
    update watches set next_at = least(next_at, ${now.toISOString()}::timestamptz), paused_at = null
    where paused_at is not null and ${which}`)
}

/** More than the clocks of two machines differ by, and longer than a claim lasts. */
const SKEW_MS = 5 * 60_000
/** No source waits longer than this for its next poll. */
const LONGEST_MS = 30 * DAY_MS

/**
 * Corrects what was written while the clock was ahead: times in the future become the present, and the next poll keeps
 * its wait without the clock's error. Otherwise nothing would be polled until the real time catches up.
 */
export async function forgetClockAhead(queries: Queries, now: Date): Promise<void> {
  const at = (ms: number) => sql`${new Date(now.getTime() + ms).toISOString()}::timestamptz`
  const [present, latest] = [at(0), at(SKEW_MS)]
  const notLater = (column: SQL) => sql`case when ${column} > ${present} then ${present} else ${column} end`
  const isClaimed = sql`claimed_until > ${latest}`
  const isFirst = sql`checked_at is null and paused_at is null`
  const scheduledAt = sql`coalesce(paused_at, checked_at)`
  const firstWait = sql`make_interval(secs => every_seconds)`
  await queries.execute(sql`
    update watches set
      next_at = least(next_at, case when rank is not null then ${present} when ${isFirst} then ${present} + ${firstWait}
        when ${scheduledAt} > ${latest} then ${present} + (next_at - ${scheduledAt}) else ${at(LONGEST_MS)} end),
      checked_at = ${notLater(sql`checked_at`)}, good_at = ${notLater(sql`good_at`)},
      found_at = ${notLater(sql`found_at`)}, lost_at = ${notLater(sql`lost_at`)},
      failing_since = ${notLater(sql`failing_since`)}, paused_at = ${notLater(sql`paused_at`)},
      claim = case when ${isClaimed} then null else claim end,
      claimed_until = case when ${isClaimed} then null else claimed_until end
    where ${scheduledAt} > ${latest} or ${isClaimed} or (rank is not null and next_at > ${latest})
      or (${isFirst} and next_at > ${latest} + ${firstWait}) or next_at > ${at(LONGEST_MS + SKEW_MS)}`)
}
