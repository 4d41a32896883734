import { sql, type SQL } from 'drizzle-orm'
import type { CompanyCoverage, Coverage, CoverageEntry, CoverageSummary } from '#domain/news/coverage.ts'
import {
  BAD_STATES,
  coverageState,
  RECENT_NEWS_DAYS,
  type NewsAge,
  GOOD_STATES,
  summarizeCoverage,
  type PollCounts,
} from '#domain/news/coverage-state.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { sourceText } from '#domain/news/source-registry.ts'
import { isoInstant } from '../../platform/database/instants.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { plannedOnce } from '../../platform/database/planned-statements.ts'
import { SAMPLE_SOURCE } from '../sources/sample.ts'
import { isOfCompany, newestVisible } from './visible-articles.ts'
import { isMine, type CompanyScope } from './analytics/story-counts.ts'

type Place = {
  source: string
  url: string | null
  state: CoverageEntry['state']
  problem: string | null
  checked_at: string | null
  good_at: string | null
  next_at: string
  failing_since: string | null
}

type Counted = PollCounts & {
  id: number
  name: string
  is_new: boolean
  news: NewsAge
  good_at: string | null
  next_at: string | null
  names: string[] | null
  failures: Pick<Place, 'state' | 'problem' | 'checked_at' | 'next_at' | 'failing_since'>[] | null
}

const UNKNOWN: Coverage = { state: 'checking', goodAt: null, nextAt: null, entries: [] }

/** The age of the article that the query `newest` finds. */
export function newsAge(newest: SQL, now: Date): SQL<NewsAge> {
  const since = new Date(now.getTime() - RECENT_NEWS_DAYS * DAY_MS).toISOString()
  return sql`(select case when max(published_at) > ${since}::timestamptz then 'recent'
    when count(*) > 0 then 'old' else 'none' end from (${newest}) as newest)`
}

const NEWEST = newestVisible(sql`seen.published_at`, 1)

export const createCoverageReader = ({ database, clock }: { database: Database; clock: Clock }) => ({
  coverage: (userId: string, companyId: number): Promise<Coverage> =>
    database.asUser(userId, async (queries) => {
      const { rows: found } = await queries.execute<{ news: NewsAge }>(plannedOnce`
        select ${newsAge(NEWEST, clock())} as news from companies where id = ${companyId} and user_id = ${userId}
          and removed_at is null and tracked_company_id is not null`)
      const [company] = found
      if (!company) return UNKNOWN
      const { rows } = await queries.execute<Place>(plannedOnce`
        select source, url, state, problem, checked_at, good_at, next_at, failing_since from visible_watches
        where company_id = ${companyId} order by source, kind, url`)
      return coverageOf(rows.map(entryOf), await sharedSources(queries, companyId), company.news)
    }),

  /** Ignores ids that don't belong to the user. */
  summarizeCoverage: (userId: string, ids?: number[]): Promise<CompanyCoverage[]> =>
    database.asUser(userId, async (queries) => {
      const rows = await counted(queries, { userId, ids }, clock())
      const shared = await sharedSources(queries, null)
      return rows.map((row) => ({ companyId: row.id, ...summaryOf(row, shared) }))
    }),

  /** Companies for which no source has an answer. */
  failing: (userId: string): Promise<(CompanyCoverage & { name: string })[]> =>
    database.readAsUser(userId, async (queries) => {
      const shared = await sharedSources(queries, null)
      const ids = await companiesWithoutAnswer(queries, userId, isWithoutAnswer(pollsOf(shared)))
      const rows = ids.length > 0 ? await counted(queries, { userId, ids }, clock()) : []
      return rows.map((row) => ({ companyId: row.id, name: row.name, ...summaryOf(row, shared) }))
    }),
})

const isWithoutAnswer = ({ good, failing }: PollCounts) => good === 0 && failing > 0

/** Counting the sources of every company takes several times as long, and usually only a few have a problem. */
async function companiesWithoutAnswer(queries: Queries, userId: string, sharedFail: boolean): Promise<number[]> {
  const unwatched = sql`union select id from companies where ${isMine({ userId })}
    and not exists (select from visible_watches where company_id = companies.id)`
  const { rows } = await queries.execute<{ id: number }>(plannedOnce`
    select company_id as id from visible_watches failing
    where failing.state = any(${sql.param(BAD_STATES)}::text[]) and not exists (
      select from visible_watches good
      where good.company_id = failing.company_id and good.state = any(${sql.param(GOOD_STATES)}::text[]))
    ${sharedFail ? unwatched : sql`group by 1`}`)
  return rows.map(({ id }) => id)
}

/**
 * Failures are read only for companies that have any. Source names aren't ordered, because that would sort all watches.
 */
async function counted(queries: Queries, scope: CompanyScope, now: Date): Promise<Counted[]> {
  const isAsked = scope.ids ? sql`where company_id = any(${sql.param(scope.ids)}::int[])` : sql``
  const isBad = sql`state = any(${sql.param(BAD_STATES)}::text[])`
  const { rows } = await queries.execute<Counted>(plannedOnce`
    with polls as (
      select company_id, count(*) filter (where state is distinct from 'paused')::int as sources, count(*) filter (where state is null)::int as unchecked,
        count(*) filter (where state = any(${sql.param(GOOD_STATES)}::text[]))::int as good,
        count(*) filter (where ${isBad})::int as failing, max(good_at) as good_at, min(next_at) as next_at,
        array_agg(source) as names
      from visible_watches ${isAsked} group by company_id)
    select companies.id, companies.name, companies.tracked_company_id is null as is_new, polls.*,
      coalesce(sources, 0) as sources, ${newsAge(NEWEST, now)} as news,
      case when polls.failing > 0 then (
        select json_agg(json_build_object('state', state, 'problem', problem, 'checked_at', checked_at,
          'next_at', next_at, 'failing_since', failing_since) order by source, kind, url)
        from visible_watches failed where failed.company_id = companies.id and ${isBad}) end as failures
    from companies left join polls on polls.company_id = companies.id
    where ${isMine(scope)} order by companies.id`)
  return rows
}

function coverageOf(own: CoverageEntry[], sharedEntries: CoverageEntry[], news: NewsAge): Coverage {
  const shared = sharedFor(
    own.map(({ source }) => source),
    sharedEntries,
  )
  const entries = [...own, ...shared]
  const state = stateOf(pollsOf(own), shared, news)
  return {
    state,
    goodAt: latest(entries.map(({ goodAt }) => goodAt)),
    nextAt: nextCheck(state, entries, earliest(entries.map(({ nextAt }) => nextAt))),
    entries,
  }
}

function summaryOf(own: Counted, sharedEntries: CoverageEntry[]): CoverageSummary {
  if (own.is_new) return summarizeCoverage(UNKNOWN)
  const shared = sharedFor(own.names ?? [], sharedEntries)
  const failures = (own.failures ?? []).map((place) => ({
    state: place.state,
    problem: place.problem,
    checkedAt: instant(place.checked_at),
    nextAt: instant(place.next_at),
    failingSince: instant(place.failing_since),
  }))
  const entries = [...failures, ...shared]
  const state = stateOf(own, shared, own.news)
  const nextAt = earliest([instant(own.next_at), ...shared.map((entry) => entry.nextAt)])
  return {
    ...summarizeCoverage({
      state,
      goodAt: latest([instant(own.good_at), ...shared.map(({ goodAt }) => goodAt)]),
      nextAt: nextCheck(state, entries, nextAt),
      entries,
    }),
    sources: own.sources + pollsOf(shared).sources,
    unchecked: (own.unchecked ?? 0) + pollsOf(shared).unchecked,
  }
}

/** A broken company recovers with the next poll of a failing source, not of one that works or was never found. */
function nextCheck(
  state: Coverage['state'],
  entries: { state: CoverageEntry['state']; nextAt: string | null }[],
  any: string | null,
): string | null {
  if (state !== 'broken') return any
  return earliest(entries.filter((entry) => isFailing(entry.state)).map(({ nextAt }) => nextAt))
}

/** Sample companies aren't matched against shared sources. */
const sharedFor = (own: string[], sharedEntries: CoverageEntry[]) =>
  own.includes(SAMPLE_SOURCE) ? [] : sharedEntries.filter(({ source }) => !own.includes(source))

/** Shared sources count only for companies that don't have their own. */
export const stateOf = (own: PollCounts, shared: CoverageEntry[], news: NewsAge) =>
  coverageState(own.sources > 0 ? own : pollsOf(shared), news)

const latest = (times: (string | null)[]) =>
  times
    .filter((at) => at !== null)
    .toSorted()
    .at(-1) ?? null
const earliest = (times: (string | null)[]) => times.filter((at) => at !== null).toSorted()[0] ?? null
const instant = (value: string | null) => (value === null ? null : isoInstant(value))

const entryOf = (place: Place): CoverageEntry => ({
  source: place.source,
  label: sourceText(place.source),
  address: place.url,
  state: place.state,
  problem: place.problem,
  checkedAt: instant(place.checked_at),
  goodAt: instant(place.good_at),
  nextAt: isoInstant(place.next_at),
  failingSince: instant(place.failing_since),
})

function pollsOf(entries: Pick<CoverageEntry, 'state'>[]): PollCounts {
  const count = (isSo: (state: CoverageEntry['state']) => boolean) => entries.filter(({ state }) => isSo(state)).length
  return {
    // A paused source says nothing about its company.
    sources: entries.length - count((state) => state === 'paused'),
    unchecked: count((state) => state === null),
    good: count((state) => state !== null && GOOD_STATES.includes(state)),
    failing: count(isFailing),
  }
}

const isFailing = (state: CoverageEntry['state']) => state !== null && BAD_STATES.includes(state)

type Row = {
  source: string
  places: number
  unchecked: number
  failing: number
  has_articles: boolean
  checked_at: string | null
  good_at: string | null
  next_at: string
  failing_since: string | null
}

export async function sharedSources(queries: Queries, companyId: number | null): Promise<CoverageEntry[]> {
  const isBad = sql`state = any(${sql.param(BAD_STATES)}::text[])`
  const hasArticles =
    companyId === null
      ? sql`false`
      : sql`exists (select from companies join visible_articles seen on ${isOfCompany}
        where companies.id = ${companyId} and seen.source = shared.source)`
  const { rows } = await queries.execute<Row>(plannedOnce`
    select source, count(*)::int as places, count(*) filter (where state is null)::int as unchecked,
      count(*) filter (where ${isBad})::int as failing, max(checked_at) as checked_at, max(good_at) as good_at,
      min(next_at) as next_at, min(failing_since) filter (where ${isBad}) as failing_since,
      ${hasArticles} as has_articles
    from visible_shared_watches shared group by source order by source`)
  return rows.map((row) => ({
    source: row.source,
    label: sourceText(row.source),
    address: null,
    state: sharedStateOf(row),
    problem: row.failing > 0 ? `${row.failing} of ${row.places} could not be read.` : null,
    checkedAt: instant(row.checked_at),
    goodAt: instant(row.good_at),
    nextAt: isoInstant(row.next_at),
    failingSince: row.failing === row.places ? instant(row.failing_since) : null,
  }))
}

function sharedStateOf({ places, unchecked, failing, has_articles }: Row): CoverageEntry['state'] {
  if (unchecked === places) return null
  if (failing === places) return 'failed'
  if (failing > 0) return 'partial'
  return has_articles ? 'ok' : 'unchanged'
}
