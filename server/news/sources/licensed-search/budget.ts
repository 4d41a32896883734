import { sql, type SQL } from 'drizzle-orm'
import { SOURCE_REGISTRY, type LicensedSource } from '#domain/news/source-registry.ts'
import { DAY_MS, MINUTE_MS, type Clock } from '#domain/time.ts'
import { hasSqlState } from '../../../platform/database/errors.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { isTracked, type ServiceKeys } from '../service-keys.ts'

/** Money is counted in millionths of a dollar. */
const MICROS = 1_000_000
const micros = (dollars: number) => Math.round(dollars * MICROS)

const PRICES = new Map<string, number>(
  SOURCE_REGISTRY.flatMap(({ name, dollarsPerRequest }) =>
    dollarsPerRequest === undefined ? [] : [[name, micros(dollarsPerRequest)]],
  ),
)
const priceOf = (source: LicensedSource) => PRICES.get(source) ?? Number.POSITIVE_INFINITY

export type Grant =
  | { state: 'granted'; month: string }
  | { state: 'month-spent' | 'company-spent' | 'paused'; waitS: number }
  | { state: 'refused' | 'untracked' }

export type Signals = {
  hasRecentEvent: boolean
  isNew: boolean
  isQuiet: boolean
  isPaidFor: boolean
  /** How many of the pages that the last request found are linked to the company. */
  linked: number
  /** What all searches would cost in a month, divided by the budget. */
  demand: number
}

type Needs = {
  queries: Queries
  clock: Clock
  /** Milliseconds that pass, whatever happens to the clock. */
  stopwatch?: () => number
  keys: ServiceKeys
  dollarsPerMonth: number
  dollarsPerCompany: number
}

export type SearchBudget = ReturnType<typeof createSearchBudget>

const EVENT_DAYS = 14
const NEW_DAYS = 7
const QUIET_DAYS = 60
const MONTH_S = 30 * 24 * 60 * 60
/** For a search that was never sent, whose interval isn't known yet. */
const WEEK_S = MONTH_S / 4

/** The earlier of the database's clock and ours, because either may have jumped. */
const agreed = (now: Date) => sql`least(statement_timestamp(), ${now.toISOString()}::timestamptz)`
const monthOf = (moment: SQL) => sql`date_trunc('month', ${moment} at time zone 'UTC')::date`

/**
 * The month whose budget is spent. It begins when both clocks say so, and never ends before the next one begins: what
 * is left of a month isn't spent after it. A month far ahead was recorded by clocks that were wrong.
 */
export const spendingMonth = (now: Date): SQL => sql`greatest(${monthOf(agreed(now))}, (
  select max(month) from search_spending where month <= ${monthOf(sql`statement_timestamp()`)} + interval '1 month'))`

/** More than clocks are set forward in daily operation. */
const SET_FORWARD_MS = 5 * MINUTE_MS

/** Time as it passed since the start, if the clock is ahead of it: a jump begins no month early. */
function createCredibleClock(clock: Clock, stopwatch: () => number): Clock {
  const began = clock().getTime() - stopwatch()
  return () => new Date(Math.min(clock().getTime(), began + stopwatch() + SET_FORWARD_MS))
}

export function createSearchBudget(needs: Needs) {
  const { queries, clock, stopwatch = () => performance.now(), keys, dollarsPerMonth, dollarsPerCompany } = needs
  const credible = createCredibleClock(clock, stopwatch)
  const rowsOf = (source: LicensedSource, id: number) => sql`
    (values (null::text, null::int, ${micros(dollarsPerMonth)}::bigint), (${source}, null, null),
      (null, ${id}::int, ${micros(dollarsPerCompany)}::bigint)) as row (source, tracked_company_id, cap)`

  /** Why nothing was reserved. */
  async function refusalOf(source: LicensedSource, id: number, now: Date): Promise<Grant> {
    const month = spendingMonth(now)
    const { rows } = await queries.execute<{
      is_refused: boolean
      paused_s: number | null
      is_tracked: boolean
      is_month_spent: boolean
      month_s: number
    }>(sql`
      select exists (select from search_pauses where source = ${source} and refused_at is not null) as is_refused,
        (select extract(epoch from paused_until - statement_timestamp())::float from search_pauses
          where source = ${source} and paused_until > statement_timestamp()) as paused_s,
        ${isTracked(id)} as is_tracked,
        ${priceOf(source)}::bigint + coalesce((select spent from search_spending
          where month = ${month} and source is null and tracked_company_id is null), 0) > ${micros(dollarsPerMonth)}::bigint
          as is_month_spent,
        extract(epoch from (${month} + interval '1 month') at time zone 'UTC' - ${agreed(now)})::float as month_s`)
    const [row] = rows
    if (!row?.is_tracked) return { state: 'untracked' }
    if (row.is_refused) return { state: 'refused' }
    if (row.paused_s !== null) return { state: 'paused', waitS: row.paused_s }
    return { state: row.is_month_spent ? 'month-spent' : 'company-spent', waitS: row.month_s }
  }

  return {
    pause: keys.pause,
    refuse: keys.refuse,

    /**
     * Takes the price before the request is sent, in one statement that the table's constraint undoes if it would
     * exceed a cap. What a killed process reserved stays spent, because its request may have been sent.
     */
    async reserve(source: LicensedSource, trackedCompanyId: number): Promise<Grant> {
      const now = credible()
      try {
        const { rows } = await queries.execute<{ month: string }>(sql`
          insert into search_spending as used (month, source, tracked_company_id, requests, spent, cap)
          select ${spendingMonth(now)}, row.source, row.tracked_company_id, 1, ${priceOf(source)}::bigint, row.cap
          from ${rowsOf(source, trackedCompanyId)}
          where ${isTracked(trackedCompanyId)} and not exists (
            select from search_pauses where search_pauses.source = ${source}
              and (refused_at is not null or paused_until > statement_timestamp()))
          on conflict (month, source, tracked_company_id) do update
            set requests = used.requests + 1, spent = used.spent + excluded.spent, cap = excluded.cap
          returning month::text`)
        const [reserved] = rows
        if (reserved) return { state: 'granted', month: reserved.month }
      } catch (error) {
        if (!hasSqlState(error, CHECK_VIOLATION)) throw error
      }
      return refusalOf(source, trackedCompanyId, now)
    },

    /** For a request that was certainly never sent. */
    async release(source: LicensedSource, trackedCompanyId: number, reservedIn: string): Promise<void> {
      await queries.execute(sql`
        -- Locked first, as in a reservation, so that the two can't deadlock.
        with total as (
          select from search_spending
          where month = ${reservedIn}::date and source is null and tracked_company_id is null for update)
        update search_spending used set requests = used.requests - 1, spent = used.spent - ${priceOf(source)}::bigint
        from total, ${rowsOf(source, trackedCompanyId)}
        where used.month = ${reservedIn}::date and used.source is not distinct from row.source
          and used.tracked_company_id is not distinct from row.tracked_company_id`)
    },

    /** An answer also shows that the key is valid. */
    async answered(source: LicensedSource, candidates: number, reservedIn: string): Promise<void> {
      await queries.execute(sql`
        with valid as (
          update search_pauses set refused_at = null where source = ${source} and refused_at is not null)
        update search_spending set candidates = candidates + ${candidates}::int
        where month = ${reservedIn}::date and source = ${source} and tracked_company_id is null`)
    },

    async signals(trackedCompanyId: number, found: string[], now: Date): Promise<Signals> {
      const ago = (days: number) => sql`${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz`
      const ofCompany = sql`tracked_company_id = ${trackedCompanyId}::int`
      const { rows } = await queries.execute<Signals>(sql`
        select
          exists (select from tracked_company_articles
            where ${ofCompany} and event_type is not null and published_at > ${ago(EVENT_DAYS)}) as "hasRecentEvent",
          exists (select from companies
            where ${ofCompany} and removed_at is null and created_at > ${ago(NEW_DAYS)}) as "isNew",
          not exists (select from tracked_company_articles
            where ${ofCompany} and source = 'company-site' and published_at > ${ago(QUIET_DAYS)}) as "isQuiet",
          exists (select from companies join users on users.id = companies.user_id
            where ${ofCompany} and removed_at is null and subscription_status = 'active') as "isPaidFor",
          (select count(*)::int from tracked_company_articles link join articles on articles.id = link.article_id
            where link.${ofCompany} and md5(articles.key) = any(${sql.param(found)}::text[])) as linked,
          (select coalesce(sum(price * ${MONTH_S}::float8
              / case when checked_at is null then ${WEEK_S} else greatest(every_seconds, 1) end), 0)::float
            from watches join unnest(${sql.param([...PRICES.keys()])}::text[], ${sql.param([...PRICES.values()])}::bigint[])
              as priced (source, price) on priced.source = watches.source) / ${Math.max(1, micros(dollarsPerMonth))}::float8
            as demand`)
      return rows[0] ?? NOTHING_KNOWN
    },
  }
}

const CHECK_VIOLATION = '23514'

export const NOTHING_KNOWN: Signals = {
  hasRecentEvent: false,
  isNew: false,
  isQuiet: false,
  isPaidFor: false,
  linked: 0,
  demand: 0,
}
