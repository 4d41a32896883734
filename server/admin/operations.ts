import { sql, desc, gt } from 'drizzle-orm'
import { BAD_STATES, GOOD_STATES, type NewsAge, type PollCounts } from '#domain/news/coverage-state.ts'
import { COVERAGE_STATES } from '#domain/news/coverage.ts'
import type { PollingHealth, SourceHealth, ModelCost } from '#domain/admin/operations.ts'
import { OWN_FEED, SOURCE_REGISTRY, sourceText } from '#domain/news/source-registry.ts'
import type { Database } from '../platform/database/open.ts'
import { searchSpending, type SearchLimits } from '../news/sources/licensed-search/spending.ts'
import { newsAge, stateOf, sharedSources } from '../news/read/coverage.ts'
import { FAILING_AFTER } from '../news/polling/watch-store.ts'
import { modelUse } from '../platform/database/schema/language-model.ts'
import { DAY_MS } from '#domain/time.ts'

const MAX_FAILING = 50

type Counted = Pick<SourceHealth, 'addresses' | 'good' | 'failing' | 'parked' | 'unchecked' | 'problem'> & {
  source: string
  checked_at: string | null
  good_at: string | null
}

const NOTHING = { addresses: 0, good: 0, failing: 0, parked: 0, unchecked: 0, problem: null }
const instant = (value: string | null | undefined) => (value ? new Date(value).toISOString() : null)
const isBad = sql`state = any(${sql.param(BAD_STATES)})`
const isGood = sql`state = any(${sql.param(GOOD_STATES)})`

type Enabled = { sources: readonly string[]; search: SearchLimits | null }

export async function pollingHealth(database: Database, on: Enabled, now: Date): Promise<PollingHealth> {
  const { rows } = await database.system.execute<Counted>(sql`
    select source, count(*)::int as addresses, count(*) filter (where ${isGood})::int as good,
      count(*) filter (where ${isBad})::int as failing,
      count(*) filter (where failures >= ${FAILING_AFTER})::int as parked,
      count(*) filter (where state is null)::int as unchecked,
      max(checked_at) as checked_at, max(good_at) as good_at,
      (array_agg(problem order by checked_at desc nulls last)
        filter (where problem is not null and ${isBad}))[1] as problem
    from watches group by source`)
  const counted = new Map(rows.map((row) => [row.source, row]))
  const healthOf = (name: string) => {
    const { source: _source, checked_at: checkedAt, good_at: goodAt, ...row } = counted.get(name) ?? NONE
    return { ...row, checkedAt: instant(checkedAt), goodAt: instant(goodAt) }
  }
  const registered = SOURCE_REGISTRY.map(
    ({ isOnByDefault: _on, dollarsPerRequest: _price, needsKey: _key, ...source }) => ({
      ...source,
      isOn:
        on.sources.includes(source.name) ||
        ((on.search?.dollarsPerMonth ?? 0) > 0 && on.search?.keys.has(source.name) === true),
      ...healthOf(source.name),
    }),
  )
  return {
    sources: [...registered, ...(counted.has(OWN_FEED) ? [{ ...OWN_FEEDS, ...healthOf(OWN_FEED) }] : [])],
    coverage: await coverageOf(database, now),
    failing: await failingAddresses(database),
    search: on.search && (await searchSpending(database.system, on.search, now)),
  }
}

const NONE = { source: '', ...NOTHING, checked_at: null, good_at: null }

const OWN_FEEDS = {
  name: OWN_FEED,
  label: 'User feeds',
  gives: 'Feeds that users added to their companies; shown only to them.',
  terms: 'Users are responsible for the feeds they add.',
  termsUrl: null,
  readOn: '',
  allowsCommercialUse: true,
  isOn: true,
}

const NEWEST = sql`
  select published_at from tracked_company_articles where tracked_company_id = tracked_companies.id
  order by published_at desc limit 1`

/** Uses the same rule as the coverage of a single company. */
async function coverageOf(database: Database, now: Date): Promise<PollingHealth['coverage']> {
  const { rows } = await database.system.execute<PollCounts & { news: NewsAge; n: number }>(sql`
    with polls as (
      select tracked_companies.id, count(watches.id) filter (where state is distinct from 'paused')::int as sources,
        count(watches.id) filter (where state is null)::int as unchecked,
        count(*) filter (where ${isGood})::int as good, count(*) filter (where ${isBad})::int as failing,
        ${newsAge(NEWEST, now)} as news
      from tracked_companies left join watches on watches.tracked_company_id = tracked_companies.id and watches.company_id is null
      where exists (select from companies where companies.tracked_company_id = tracked_companies.id and removed_at is null)
      group by tracked_companies.id)
    select sources, unchecked, good, failing, news, count(*)::int as n from polls group by 1, 2, 3, 4, 5`)
  const counts = Object.fromEntries(COVERAGE_STATES.map((state) => [state, 0])) as PollingHealth['coverage']
  const shared = await sharedSources(database.system, null)
  for (const { n, news, ...polls } of rows) counts[stateOf(polls, shared, news)] += n
  return counts
}

type Failing = {
  source: string
  url: string | null
  failures: number
  failing_since: string | null
  problem: string | null
}

async function failingAddresses(database: Database): Promise<PollingHealth['failing']> {
  const { rows } = await database.system.execute<Failing>(sql`
    select source, failures, failing_since, problem,
      case when company_id is null then coalesce(url,
        (select coalesce(website, name) from tracked_companies where id = tracked_company_id)) end as url
    from watches where ${isBad} order by failing_since nulls last, id limit ${MAX_FAILING}`)
  return rows.map(({ source, url, failures, failing_since: since, problem }) => ({
    source,
    label: source === OWN_FEED ? OWN_FEEDS.label : sourceText(source),
    address: url,
    failures,
    failingSince: instant(since),
    problem,
  }))
}

const DAYS = 30

export type NamedModel = {
  model: string
  dailyTokens: number
  price: { input: number; output: number } | null
}

export async function modelCost(database: Database, named: NamedModel | null, now: Date): Promise<ModelCost> {
  const before = new Date(now.getTime() - DAYS * DAY_MS).toISOString().slice(0, 10)
  const rows = await database.system
    .select()
    .from(modelUse)
    .where(gt(modelUse.day, before))
    .orderBy(desc(modelUse.day), modelUse.model)
  const price = named?.price ?? null
  return {
    model: named?.model ?? null,
    tokensADay: named?.dailyTokens ?? null,
    days: rows.map((row) => ({
      ...row,
      // The configured price applies only to the current model.
      dollars:
        price && row.model === named?.model
          ? (row.inputTokens * price.input + row.outputTokens * price.output) / 1e6
          : null,
    })),
  }
}
