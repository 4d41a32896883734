import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Database, Queries } from '../platform/database/open.ts'
import type { Clock, Fetch, Log } from '../ports.ts'
import { deferWatches, findTrackedCompanies, watchStore, type Watch } from './polling/watch-store.ts'
import { Deferred } from './polling/host-limits.ts'
import { unreadableResult, type Source } from './sources/source.ts'
import { savePollResults, type PolledWatch } from './polling/save-results.ts'
import { notify } from '../platform/live/topics.ts'
import { poll, withoutDocuments } from './polling/poll.ts'
import { createArticleLinker } from './match/link-articles.ts'
import { createKnownNames, createTypedNames } from './match/typed-names.ts'
import type { CurateDue } from './briefs/curation-jobs.ts'
import type { Briefs } from './briefs/write-briefs.ts'
import type { Curator } from './engine/curate.ts'
import { createShortLinks } from './articles/short-links.ts'
import { joinSites } from './tracked-companies/join-sites.ts'
import { createPollTimer, HostIsSlow, POLL_LIMITS, type PollLimits } from './polling/poll-timer.ts'
import { createFlow, type Lane } from './polling/worker-loop.ts'

/** Together as many as the HTTP client sends at once, so that slow hosts cannot take all of its connections. */
const AT_ONCE = { fast: 48, slow: 16 }
const FLOW = { atOnce: AT_ONCE, together: 24, writers: 2, patienceMs: 250, retakeMs: 500 }
/** Longer than whatever is claimed can wait for its turn and then take. */
const CLAIM_MS = 180_000
/** How many are polled at once for somebody who waits. */
const MOST_NOW = 128
const RUN_MS = 55_000
const MINUTE = 60
const PAUSE_MS = 500

type Needs = {
  database: Database
  clock: Clock
  log: Log
  /** The door for one look, which may put it off. */
  fetchForPoll: (timed: (fetch: Fetch) => Fetch) => Fetch
  sources: Source[]
  mayFetch: (url: string) => Promise<boolean>
  /** A subject is looked at at least this often. */
  slowestSeconds: number
  curator: Curator
  briefs: Briefs
  curateDue: CurateDue
  chance?: () => number
  pollLimits?: PollLimits
}

type Postponed = { watch: Watch; until: Date; isSlow: boolean }

export type Gathering = ReturnType<typeof createGathering>

/** The heart: schedule → collect → canonical → match → store → cluster → classify → brief → tell. */
export function createGathering(needs: Needs) {
  const { database, clock, log, slowestSeconds, briefs, curateDue, chance = Math.random } = needs
  const { pollLimits = POLL_LIMITS } = needs
  const unshorten = createShortLinks()
  const names = createKnownNames(needs)
  const typedNames = createTypedNames(needs)
  const stopping = new AbortController()
  let claimsEndAt = 0

  /** Nobody waits for the disk: what a power cut takes was never claimed or told, and is looked at again. */
  const inTheBackground = <Result>(work: (queries: Queries) => Promise<Result>) =>
    database.asSystem(async (queries) => {
      await queries.execute(sql`set local synchronous_commit to off`)
      return work(queries)
    })

  const claimIn = (lane: Lane): Promise<Watch[]> =>
    stopping.signal.aborted || Date.now() > claimsEndAt
      ? Promise.resolve([])
      : claim(AT_ONCE[lane], sql`is_slow = ${lane === 'slow'}`)

  async function claim(limit: number, only: SQL): Promise<Watch[]> {
    const now = clock()
    const until = new Date(now.getTime() + CLAIM_MS)
    const claimed = await inTheBackground((queries) =>
      watchStore(queries).claim(randomUUID(), now, { until, limit, only }),
    )
    // Only what is asked once for all is matched by names.
    if (claimed.some(({ trackedCompanyId, companyId }) => trackedCompanyId === null && companyId === null))
      await names.refresh()
    return claimed
  }

  async function collect(watch: Watch, toSlowLane: () => boolean): Promise<PolledWatch | Postponed> {
    const timer = createPollTimer(pollLimits, toSlowLane)
    try {
      const fetch = timer.bounded(needs.fetchForPoll(timer.timed))
      const context = {
        ...needs,
        fetch,
        now: clock(),
        isAsked: watch.isAsked,
        signal: timer.signal,
        mayFetch: (url: string) => timer.within(needs.mayFetch(url)).catch(notInTime),
        isTracked: (name: string) => names.now().isTracked(name),
      }
      const found = withoutDocuments(await unshorten(await poll(watch, context), fetch))
      if (timer.isGivenUp()) throw new HostIsSlow()
      return { watch, poll: found, isSlow: timer.isSlow() }
    } catch (error) {
      if (error instanceof HostIsSlow) return { watch, until: clock(), isSlow: true }
      if (error instanceof Deferred) return { watch, until: error.until, isSlow: false }
      // A fault of ours must not keep the others waiting: it is told, and the watch is tried again later.
      log.error({ watch: watch.id, source: watch.source, because: String(error) }, 'a look failed')
      return unread({ watch, isSlow: timer.isSlow() })
    } finally {
      timer.end()
    }
  }

  const articleLinker = createArticleLinker({
    ...needs,
    names: names.now,
    views: (ids) => findTrackedCompanies(database.system, ids),
  })

  async function keep(polled: PolledWatch[]): Promise<void> {
    const now = clock()
    const found = await articleLinker.find(polled, now)
    const seen = await inTheBackground((queries) =>
      savePollResults(queries, { polled, found }, { now, slowestSeconds, chance, briefs }),
    )
    // By themselves: two surveys that lead to each other would else each hold what the other waits for.
    for (const evidence of seen) await inTheBackground((queries) => joinSites(queries, evidence, { briefs, now }))
    await typedNames.matchAgain(seen.map(({ trackedCompanyId }) => trackedCompanyId))
  }

  /** One look that cannot be kept must not take the others with it: it is found, told, and counted as failed. */
  async function keepOrPark(polled: PolledWatch[]): Promise<void> {
    try {
      await keep(polled)
    } catch (error) {
      if (stopping.signal.aborted) throw error
      const [only] = polled
      if (polled.length > 1 || !only) {
        for (const each of polled) await keepOrPark([each])
        return
      }
      log.error({ watch: only.watch.id, because: String(error) }, 'what a look brought could not be kept')
      await keep([unread(only)])
    }
  }

  async function write(done: (PolledWatch | Postponed)[]): Promise<void> {
    const postponed = done.filter((each) => 'until' in each)
    if (postponed.length > 0)
      await inTheBackground(async (queries) => {
        await deferWatches(
          queries,
          postponed.map(({ watch: { id, claim: held }, ...when }) => ({ id, claim: held, ...when })),
        )
        await notify(
          queries,
          'tidings_polled',
          postponed.flatMap(({ watch }) => watch.trackedCompanyId ?? []),
        )
      })
    const polled = done.filter((each) => 'poll' in each)
    if (polled.length > 0) await keepOrPark(polled)
  }

  const flow = createFlow({ ...FLOW, take: claimIn, work: collect, write })

  /** Polls everything that is due, until nothing is but what is slow, or the time is up; who asks meanwhile joins. */
  async function runDue(withinMs = RUN_MS): Promise<number> {
    claimsEndAt = Math.max(claimsEndAt, Date.now() + withinMs)
    const before = flow.begun()
    const timeUp = new AbortController()
    const done = flow.run()
    try {
      await Promise.race([done, sleep(withinMs, undefined, { signal: timeUp.signal }).catch(() => {})])
    } finally {
      timeUp.abort()
      done.catch((error: unknown) => log.debug({ because: String(error) }, 'polling ended early'))
      // Whoever waits for the looks need not wait for the sentences too.
      void curate()
    }
    return flow.begun() - before
  }

  const curate = () =>
    curateDue.run().catch((error: unknown) => {
      log.error({ because: String(error) }, 'briefs could not be written anew')
    })

  return {
    runDue,

    /** Polls what is due of these subjects and writes their briefs, without waiting for anybody else's. */
    async pollNow(trackedCompanyIds: number[]): Promise<void> {
      const claimed = await claim(MOST_NOW, sql`tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[])`)
      await write(await Promise.all(claimed.map((watch) => collect(watch, goesOn))))
      await curateDue.trackedCompanies(trackedCompanyIds)
    },

    /** Puts sentences in the place of headlines, as far as there are any. */
    curate,

    /** Once a minute is enough, unless companies are to be looked at more often than that. */
    async keepUp(): Promise<void> {
      const end = Date.now() + RUN_MS
      await runDue()
      await curate()
      while (slowestSeconds < MINUTE && Date.now() < end && !stopping.signal.aborted) {
        await sleep(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {})
        await runDue()
      }
    },

    /** What is under way is finished, nothing more is begun. */
    stop: () => stopping.abort(),
  }
}

/** As a poll of which nothing could be read. */
const unread = ({ watch, isSlow }: Pick<PolledWatch, 'watch' | 'isSlow'>): PolledWatch => ({
  watch,
  isSlow,
  poll: { result: unreadableResult(watch.memory), discovery: null },
})

const notInTime = () => false
const goesOn = () => true
