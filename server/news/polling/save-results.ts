import { BAD_STATES, GOOD_STATES } from '#domain/news/coverage-state.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Queries } from '../../platform/database/open.ts'
import type { DiscoveredWatch, PollResult, SourceResult } from '../sources/source.ts'
import type { SiteEvidence } from '../sources/company-site/own-site.ts'
import { discoverySchedule, DISCOVERY_EVERY, nextPoll } from './schedule.ts'
import { saveIdentities, watchAccounts, type AccountSource } from './company-accounts.ts'
import { watchStore, type NewWatch, type Outcome, type Watch } from './watch-store.ts'

export type PolledWatch = { watch: Watch; result: PollResult; isSlow: boolean }

type Settings = {
  now: Date
  slowestSeconds: number
  chance: () => number
  accountSources: AccountSource[]
}

/** Returns the watches whose claim was still valid; nothing is saved for the others. */
export async function saveOutcomes(
  queries: Queries,
  polled: PolledWatch[],
  settings: Settings,
): Promise<PolledWatch[]> {
  const watches = watchStore(queries)
  const written = await watches.finish(
    polled.map((each) => ({ id: each.watch.id, claim: each.watch.claim, outcome: outcomeOf(each, settings) })),
  )
  const saved = polled.filter(({ watch }) => written.has(watch.id))
  await watches.discoverAgain(
    saved.flatMap(({ watch, result }) => {
      const at = vanished(watch, result, settings.now)?.discoverAt
      return at && watch.trackedCompanyId !== null ? [{ trackedCompanyId: watch.trackedCompanyId, at }] : []
    }),
  )
  return saved
}

/** Returns the tracked companies for which facts were found. */
export async function saveKnownIdentities(queries: Queries, polled: PolledWatch[], now: Date): Promise<number[]> {
  const known = polled.flatMap(({ watch: { trackedCompanyId }, result: { identity } }) =>
    identity && trackedCompanyId !== null ? [{ trackedCompanyId, facts: identity }] : [],
  )
  await saveIdentities(queries, known, now)
  return known.flatMap(({ trackedCompanyId, facts }) => (facts.length > 0 ? [trackedCompanyId] : []))
}

export async function saveDiscoveries(
  queries: Queries,
  polled: PolledWatch[],
  settings: Settings,
): Promise<SiteEvidence[]> {
  const scanned = polled.flatMap(({ watch: { source, trackedCompanyId }, result: { state, discovery } }) =>
    discovery && trackedCompanyId !== null ? [{ source, trackedCompanyId, state, ...discovery }] : [],
  )
  if (scanned.length === 0) return []
  const watches = watchStore(queries)
  await watches.searchNow(
    scanned.map(({ trackedCompanyId }) => trackedCompanyId),
    settings.now,
  )
  const found = scanned.filter(({ state }) => state !== 'failed')
  await watches.saveDiscoveries(found, settings.now)
  const scannedIds = found.map(({ trackedCompanyId }) => trackedCompanyId)
  await watchAccounts(queries, settings, scannedIds)
  await watches.dropLost(found.filter((each) => each.watches.length > 0))
  await watches.add(found.flatMap((each) => each.watches.map((watch) => firstWatch(each, watch, settings))))
  return found.map(({ trackedCompanyId, joins, facts }) => ({
    trackedCompanyId,
    joins,
    feeds: facts.filter(({ kind }) => kind === 'feed').map(({ value }) => value),
  }))
}

const GOOD = new Set<string>(GOOD_STATES)
const FAILING = new Set<string>(BAD_STATES)

function outcomeOf({ watch, result, isSlow }: PolledWatch, { now, slowestSeconds, chance }: Settings): Outcome {
  const published = result.items.map(({ publishedAt }) => publishedAt).filter((date) => date !== null)
  const isDiscovery = watch.kind === 'discover'
  const loss = vanished(watch, result, now)
  const { state, problem } = loss ?? result
  const history = { state, retryAt: result.retryAt, published, everySeconds: result.everySeconds }
  const isGood = GOOD.has(state)
  const before = isDiscovery ? discoverySchedule(watch, state) : watch
  return {
    state,
    problem,
    checkedAt: now,
    isGood: isGood || state === 'never-found',
    isSlow,
    foundAt: isGood ? now : watch.foundAt,
    lostAt: loss?.lostAt ?? watch.lostAt,
    failingSince: FAILING.has(state) ? (watch.failingSince ?? now) : null,
    memory: result.memory,
    ...nextPoll(before, history, now, isDiscovery ? DISCOVERY_EVERY : slowestSeconds, chance()),
  }
}

function firstWatch(
  { source, trackedCompanyId }: Pick<Watch, 'source'> & { trackedCompanyId: number },
  { kind, url, result }: DiscoveredWatch,
  { now, slowestSeconds, chance }: Settings,
): NewWatch {
  const first = { trackedCompanyId, source, kind, url, everySeconds: slowestSeconds, nextAt: now }
  if (!result) return first
  const { state, problem, retryAt, memory } = result
  const published = result.items.map(({ publishedAt }) => publishedAt).filter((date) => date !== null)
  const { failures, everySeconds, nextAt } = nextPoll(
    { everySeconds: slowestSeconds, failures: 0, isFirst: true },
    { state, retryAt, published },
    now,
    slowestSeconds,
    chance(),
  )
  const found = { checkedAt: now, goodAt: now, foundAt: now }
  return { ...first, ...memory, ...found, state, problem, failures, everySeconds, nextAt }
}

/** A feed that comes and goes doesn't trigger discovery more often than this. */
const DISCOVER_AGAIN_MS = DAY_MS

type Loss = {
  state: 'failed'
  problem: string
  lostAt: Date | null
  /** Set only when the feed has just vanished. */
  discoverAt: Date | null
}

type Known = Pick<Watch, 'url' | 'foundAt' | 'lostAt' | 'failingSince'>

/** A URL that once had a feed has failed; one that never had a feed is just not found. */
export function vanished(
  { url, foundAt, lostAt, failingSince }: Known,
  result: Pick<SourceResult, 'state'>,
  now: Date,
): Loss | null {
  if (result.state !== 'never-found' || url === null || foundAt === null) return null
  const failure = { state: 'failed', problem: GONE } as const
  const isKnown = lostAt !== null && failingSince !== null && lostAt >= failingSince
  if (isKnown) return { ...failure, lostAt, discoverAt: null }
  const isFirst = lostAt === null || now.getTime() - lostAt.getTime() >= DISCOVER_AGAIN_MS
  return {
    ...failure,
    lostAt: now,
    discoverAt: isFirst ? now : new Date(now.getTime() + DISCOVER_AGAIN_MS),
  }
}

const GONE = 'It is gone from this address.'
