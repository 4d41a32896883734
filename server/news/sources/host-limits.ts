import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'
import { HOUR_MS, type Clock } from '#domain/time.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { getDomain } from 'tldts'

/** Thrown when a rate limit is used up. It doesn't count as a failure of the watch. */
export class Deferred extends Error {
  readonly until: Date

  constructor(until: Date) {
    super('The rate limit of this host is used up for now.')
    this.name = 'Deferred'
    this.until = until
  }
}

/** How long the first request of a poll may wait. */
export const WAIT_S = 2
/** A poll that has begun may wait longer, because otherwise its first requests would be wasted. */
const STARTED_WAIT_S = 10
const LONGEST_MS = 6 * HOUR_MS
const MAX_HOSTS = 5000

type Needs = {
  queries: Queries
  clock: Clock
  fetch: Fetch
  origins: ServiceOrigins
  chance?: () => number
  stopwatch?: () => number
}

/** Requests above the limit wait briefly, or reject with `Deferred`. */
export function createHostLimiter(needs: Needs) {
  const { queries, clock, fetch, chance = Math.random, stopwatch = createStopwatch(clock) } = needs
  const limitOf = createLimits(needs.origins)
  const own = createOwnBuckets(stopwatch)
  const stagger = createStagger(stopwatch, chance)
  /** The earliest time at which a shared bucket has its next token. It isn't queried before that. */
  const emptyUntil = new Map<string, number>()

  const take = async (limit: Limit, patienceS: number): Promise<Answer> => {
    const knownS = ((emptyUntil.get(limit.name) ?? 0) - stopwatch()) / 1000
    if (knownS > patienceS) return { isGranted: false, waitS: knownS }
    const answer = await takeShared(queries, limit, patienceS)
    if (!answer.isGranted) emptyUntil.set(limit.name, stopwatch() + answer.waitS * 1000)
    return answer
  }

  const enter = async (limit: Limit, patienceS: number, signal?: AbortSignal): Promise<void> => {
    const { isGranted, waitS } = limit.isShared ? await take(limit, patienceS) : own(limit, patienceS)
    if (!isGranted) throw new Deferred(new Date(clock().getTime() + Math.ceil(stagger(limit, waitS))))
    // An aborted wait is reported by the HTTP client.
    if (waitS > 0) await sleep(Math.ceil(waitS * 1000), undefined, { signal }).catch(() => {})
  }

  const forPoll = (timed: (fetch: Fetch) => Fetch = (same) => same): Fetch => {
    const send = timed(fetch)
    const begun = new Set<string>()
    return async (request) => {
      const limit = limitOf(request.url)
      await enter(limit, begun.has(limit.name) ? STARTED_WAIT_S : WAIT_S, request.signal)
      begun.add(limit.name)
      return send(request)
    }
  }

  return {
    forPoll,
    fetch: ((request) => forPoll()(request)) satisfies Fetch,
  }
}

/** Falls back on the clock, because the monotonic timer stops while the machine sleeps. */
function createStopwatch(clock: Clock): () => number {
  let last = { machine: performance.now(), clock: clock().getTime() }
  let ms = 0
  return () => {
    const now = { machine: performance.now(), clock: clock().getTime() }
    ms += Math.max(now.machine - last.machine, now.clock - last.clock)
    last = now
    return ms
  }
}

type Answer = { isGranted: boolean; waitS: number }

/** Uses the database's clock, because the clocks of the machines differ. */
export async function takeShared(
  queries: Queries,
  { name, perSecond, burst }: Omit<Limit, 'isShared'>,
  patienceS: number,
): Promise<Answer> {
  const filled = sql`least(${burst}::float8, budget."left" + ${perSecond}::float8
    * greatest(0, extract(epoch from statement_timestamp() - budget.at)::float8))`
  const { rows } = await queries.execute<{ taken: number | null; left: number | null }>(sql`
    with taken as (
      insert into host_budgets as budget (host, "left", at)
      values (${name}, ${burst}::float8 - 1, statement_timestamp())
      on conflict (host) do update
        set "left" = ${filled} - 1, at = greatest(budget.at, statement_timestamp())
        where ${filled} - 1 >= ${-patienceS * perSecond}::float8 - 0.001
      returning "left")
    select (select "left" from taken) as taken,
      (select ${filled} from host_budgets budget where host = ${name}) as "left"`)
  const taken = rows[0]?.taken ?? null
  return answerOf(taken, rows[0]?.left ?? 0, perSecond)
}

/** How long each deferred request waits, in milliseconds. Staggered so that they don't all return at once. */
export function createStagger(stopwatch: () => number, chance: () => number) {
  const lanes = new Map<string, number>()

  return ({ name, perSecond }: Limit, waitS: number): number => {
    const now = stopwatch()
    const at = Math.max(now + waitS * 1000, lanes.get(name) ?? 0)
    if (lanes.size >= MAX_HOSTS) for (const [host, next] of lanes) if (next <= now) lanes.delete(host)
    const isFar = at - now > LONGEST_MS
    if (!isFar) lanes.set(name, at + 1000 / perSecond)
    return isFar ? LONGEST_MS * (0.5 + chance() / 2) : at - now
  }
}

export function createOwnBuckets(stopwatch: () => number) {
  const buckets = new Map<string, { left: number; at: number }>()

  return ({ name, perSecond, burst }: Limit, patienceS: number): Answer => {
    const now = stopwatch()
    if (buckets.size >= MAX_HOSTS) {
      const isFull = ({ left, at }: { left: number; at: number }) => left + ((now - at) / 1000) * perSecond >= burst
      for (const [host, bucket] of buckets) if (isFull(bucket)) buckets.delete(host)
    }
    const bucket = buckets.get(name) ?? { left: burst, at: now }
    const left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond)
    const isGranted = left - 1 >= -patienceS * perSecond - 0.001
    if (isGranted) buckets.set(name, { left: left - 1, at: now })
    return answerOf(isGranted ? left - 1 : null, left, perSecond)
  }
}

const answerOf = (taken: number | null, left: number, perSecond: number): Answer =>
  taken === null
    ? { isGranted: false, waitS: Math.max(0, 1 - left) / perSecond }
    : { isGranted: true, waitS: Math.max(0, -taken) / perSecond }

export type Limit = {
  name: string
  perSecond: number
  burst: number
  /** All processes share one bucket, because they call the same service. */
  isShared: boolean
}

const shared = (name: string, perSecond: number, burst: number): Limit => ({
  name,
  perSecond,
  burst,
  isShared: true,
})

/** All SEC origins share one limit; the SEC allows 10 requests a second. */
const SEC = shared('sec', 8, 2)

/** At most `burst + perSecond × span` requests are sent in any time span. Comments give the published limits. */
const LIMITS = {
  // 10,000 an hour.
  HACKER_NEWS_URL: shared('hacker-news', 2.5, 500),
  SEC_URL: SEC,
  SEC_SEARCH_URL: SEC,
  SEC_DATA_URL: SEC,
  // 2 a second.
  LEVER_URL: shared('lever', 1.9, 1),
  // 1 in 5 seconds.
  GDELT_URL: shared('gdelt', 0.19, 1),
  // 20 a minute.
  APP_STORE_URL: shared('app-store', 0.3, 2),
  // 1 a second.
  CRATES_URL: shared('crates', 0.9, 1),
  // 500 in five minutes.
  HUGGING_FACE_URL: shared('huggingface', 1.5, 20),
  // 3,000 in five minutes.
  BLUESKY_URL: shared('bluesky', 5, 50),
  // The others publish no limit.
  NPM_URL: shared('npm', 2, 10),
  PYPI_URL: shared('pypi', 2, 10),
  GDELT_FILES_URL: shared('gdelt-files', 0.2, 5),
  GREENHOUSE_URL: shared('greenhouse', 4, 8),
  ASHBY_URL: shared('ashby', 4, 8),
  WORKABLE_URL: shared('workable', 2, 4),
  SMARTRECRUITERS_URL: shared('smartrecruiters', 2, 4),
  RECRUITEE_URL: shared('recruitee', 1, 4),
  PERSONIO_URL: shared('personio', 1, 4),
  TEAMTAILOR_URL: shared('teamtailor', 1, 4),
  BAMBOOHR_URL: shared('bamboohr', 1, 4),
  GITHUB_URL: shared('github', 2, 20),
  BRREG_URL: shared('brreg', 2, 4),
  // Requests should be sequential.
  WIKIDATA_URL: shared('wikidata', 1, 3),
  GOOGLE_NEWS_URL: shared('google-news', 0.5, 5),
  // Plans differ; the smallest allow one a second.
  BRAVE_URL: shared('brave', 0.9, 1),
  PERPLEXITY_URL: shared('perplexity', 0.9, 1),
  EXA_URL: shared('exa', 0.9, 1),
  TAVILY_URL: shared('tavily', 0.9, 1),
  NEWSAPI_URL: shared('newsapi', 0.9, 1),
  // 600 in five minutes.
  COMPANIES_HOUSE_URL: shared('companies-house', 1.8, 40),
  BING_NEWS_URL: shared('bing-news', 0.5, 5),
}

export type ServiceOrigins = Record<keyof typeof LIMITS, string>

/** The burst is enough for the scan of a whole site; after that, it's one page a second. */
const ANY_SITE = { perSecond: 1, burst: 30 }

/** The limit of a service applies to whatever origin the operator configures for it. */
export function createLimits(origins: ServiceOrigins): (url: string) => Limit {
  const services = (Object.keys(LIMITS) as (keyof typeof LIMITS)[])
    .map((setting) => ({ limit: LIMITS[setting], prefix: `${origins[setting].replace(/\/+$/, '')}/` }))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)

  return (address) => {
    const url = URL.parse(address)
    const known = url && services.find(({ prefix }) => url.href.startsWith(prefix))
    if (known) return known.limit
    if (/(?:^|\.)sec\.gov$/.test(url?.hostname ?? '')) return SEC
    return {
      ...ANY_SITE,
      name: getDomain(address, { allowPrivateDomains: true }) ?? url?.host ?? '',
      isShared: false,
    }
  }
}
