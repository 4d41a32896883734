import { BAD_STATES, GOOD_STATES } from '#domain/news/coverage-state.ts'
import type { Queries } from '../../platform/database/open.ts'
import { articleStore } from '../articles/article-store.ts'
import { notifyNews, type Briefs } from '../briefs/write-briefs.ts'
import type { SourceResult } from '../sources/source.ts'
import { PRESS, SITE, type DiscoveredWatch, type PollResult } from './poll.ts'
import type { Found } from '../match/link-articles.ts'
import { overrideArticles } from '../overrides/override-articles.ts'
import { markSameStories } from '../articles/duplicates.ts'
import { discoveryPace, DISCOVERY_EVERY, nextPoll } from './schedule.ts'
import { notify } from '../../platform/live/topics.ts'
import type { SiteEvidence } from '../tracked-companies/join-sites.ts'
import { watchStore, type NewWatch, type Outcome, type Watch } from './watch-store.ts'

export type PolledWatch = { watch: Watch; poll: PollResult; isSlow: boolean }

/** What looks brought, and whom it is about. */
type Brought = { polled: PolledWatch[]; found: Found[] }

type Settings = {
  now: Date
  /** A subject is looked at at least this often. */
  slowestSeconds: number
  chance: () => number
  briefs: Briefs
}

/** Keeps what looks brought, in one transaction; those that are no longer ours to write leave no trace. */
export async function savePollResults(
  queries: Queries,
  { polled, found }: Brought,
  settings: Settings,
): Promise<SiteEvidence[]> {
  const { now, briefs } = settings
  const watches = watchStore(queries)
  const articles = articleStore(queries)
  // Always first and in one order, so that two that write about the same companies wait instead of colliding.
  await watches.lockTrackedCompanies([
    ...polled.flatMap(({ watch, poll }) => (poll.discovery && watch.trackedCompanyId ? [watch.trackedCompanyId] : [])),
    ...found.flatMap(({ links }) => links.map(({ trackedCompanyId }) => trackedCompanyId)),
  ])
  const kept = await watches.finish(
    polled.map((each) => ({
      id: each.watch.id,
      claim: each.watch.claim,
      outcome: outcomeOf(each, settings),
    })),
  )
  const ours = polled.filter(({ watch }) => kept.has(watch.id))
  await saveDiscoveries(queries, ours, settings)
  await watches.discoverAgain(
    ours.flatMap(({ watch, poll }) => {
      const at = watch.source === SITE ? vanished(watch, poll.result, now)?.discoverAt : undefined
      return at && watch.trackedCompanyId !== null ? [{ trackedCompanyId: watch.trackedCompanyId, at }] : []
    }),
    SITE,
  )
  const news = found.filter(({ watchId }) => kept.has(watchId))
  await articles.keep(
    news.map(({ article }) => article),
    now,
  )
  const changed = await articles.link(news.flatMap(({ links }) => links))
  await markSameStories(queries, changed, now)
  const companyIds = await overrideArticles(queries).link(news.flatMap(({ overrideLinks }) => overrideLinks))
  await briefs.rewriteOverrides(queries, await overrideArticles(queries).beginOverrides(companyIds), now)
  await notifyNews(queries, await briefs.headlines(queries, { trackedCompanyIds: changed, companyIds }, now))
  await notify(
    queries,
    'tidings_polled',
    ours.flatMap(({ watch }) => (watch.trackedCompanyId === null ? [] : [watch.trackedCompanyId])),
  )
  return discoveriesOf(ours).map(({ trackedCompanyId, joins, facts }) => ({
    trackedCompanyId,
    joins,
    feeds: facts.filter(({ kind }) => kind === 'feed').map(({ value }) => value),
  }))
}

/** What surveys that went well found. */
const discoveriesOf = (ours: PolledWatch[]) =>
  ours.flatMap(({ watch: { trackedCompanyId }, poll: { discovery, result } }) =>
    discovery && trackedCompanyId !== null && result.state !== 'failed' ? [{ trackedCompanyId, ...discovery }] : [],
  )

async function saveDiscoveries(queries: Queries, ours: PolledWatch[], settings: Settings): Promise<void> {
  const discoveries = discoveriesOf(ours)
  const watches = watchStore(queries)
  const discovered = ours.flatMap(({ watch, poll }) =>
    poll.discovery && watch.trackedCompanyId !== null ? [watch.trackedCompanyId] : [],
  )
  await watches.resumeOthers(discovered, SITE, settings.now)
  if (discovered.length > 0) await watches.readPressAgain(PRESS, settings.now)
  await watches.saveDiscoveries(discoveries, settings.now)
  await watches.dropLost(
    discoveries.flatMap(({ trackedCompanyId, watches: found }) =>
      found.length > 0 ? [{ trackedCompanyId, urls: found.map(({ url }) => url) }] : [],
    ),
    SITE,
  )
  await watches.add(
    discoveries.flatMap(({ trackedCompanyId, watches: found }) =>
      found.map((each) => firstWatch(trackedCompanyId, each, settings)),
    ),
  )
}

const GOOD = new Set<string>(GOOD_STATES)
const FAILING = new Set<string>(BAD_STATES)

function outcomeOf(
  { watch, poll: { result }, isSlow }: PolledWatch,
  { now, slowestSeconds, chance }: Settings,
): Outcome {
  const published = result.items.map(({ publishedAt }) => publishedAt).filter((date) => date !== null)
  const isDiscovery = watch.kind === 'discover'
  const loss = vanished(watch, result, now)
  const { state, problem } = loss ?? result
  const told = { state, retryAt: result.retryAt, published }
  const isGood = GOOD.has(state)
  // A site that was looked over well is left in peace for a week: what it publishes has watches of its own.
  const before = isDiscovery ? discoveryPace(watch, state) : watch
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
    ...nextPoll(before, told, now, isDiscovery ? DISCOVERY_EVERY : slowestSeconds, chance()),
  }
}

function firstWatch(
  trackedCompanyId: number,
  { kind, url, result }: DiscoveredWatch,
  { now, slowestSeconds, chance }: Settings,
): NewWatch {
  const first = { trackedCompanyId, source: SITE, kind, url, everySeconds: slowestSeconds, nextAt: now }
  if (!result) return first
  const { state, problem, retryAt, memory } = result
  const published = result.items.map(({ publishedAt }) => publishedAt).filter((date) => date !== null)
  const told = { state, retryAt, published }
  const { failures, everySeconds, nextAt } = nextPoll(
    { everySeconds: slowestSeconds, failures: 0, isFirst: true },
    told,
    now,
    slowestSeconds,
    chance(),
  )
  const found = { checkedAt: now, goodAt: now, foundAt: now }
  return { ...first, ...memory, ...found, state, problem, failures, everySeconds, nextAt }
}

/** A feed that comes and goes does not have its site discovered more often than this. */
const DISCOVER_AGAIN_MS = 24 * 3_600_000

type Loss = {
  state: 'failed'
  problem: string
  lostAt: Date | null
  /** When its site is to be discovered again; only where it has just vanished. */
  discoverAt: Date | null
}

type Known = Pick<Watch, 'kind' | 'foundAt' | 'lostAt' | 'failingSince'>

/** An address that had a feed and has none any more has failed; one that never had any is only not found. */
export function vanished(
  { kind, foundAt, lostAt, failingSince }: Known,
  result: Pick<SourceResult, 'state'>,
  now: Date,
): Loss | null {
  if (result.state !== 'never-found' || kind === 'discover' || foundAt === null) return null
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
