import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../platform/database/open.ts'
import { notify } from '../../platform/live/topics.ts'
import type { Clock } from '#domain/time.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { describeError, type Log } from '../../platform/log.ts'
import { unreadableResult } from '../sources/poll-result.ts'
import type { PollContext, PollResult } from '../sources/source.ts'
import { Deferred } from '../sources/host-limits.ts'
import { createPollTimer, HostIsSlow, POLL_LIMITS, type PollLimits } from './poll-timer.ts'
import type { Permission } from '../sources/robots.ts'
import type { PolledWatch } from './save-results.ts'
import { deferWatches, inBackground, watchStore, type Watch } from './watch-store.ts'
import { createWorkerLoop, type Lane } from './worker-loop.ts'

/**
 * Together, this is the number of requests that the HTTP client sends at once, so that slow hosts can't take all of its
 * connections.
 */
const AT_ONCE = { fast: 48, slow: 16 }
const LOOP_LIMITS = { atOnce: AT_ONCE, together: 24, writers: 2, patienceMs: 250, takeAgainMs: 500 }
/** Longer than a claimed watch can take, including the time it waits. */
const CLAIM_MS = 180_000
const MAX_IMMEDIATE = 128
const RUN_MS = 55_000
const MINUTE_S = 60
const PAUSE_MS = 500

/** What server/news/pipeline.ts does with what is polled. */
type Pipeline = {
  loadNames: () => Promise<unknown>
  poll: (watch: Watch, context: Omit<PollContext, 'isTracked'>) => Promise<PollResult>
  publish: (polled: PolledWatch[]) => Promise<void>
  curate: (trackedCompanyIds?: number[]) => Promise<void>
}

type Needs = {
  database: Database
  clock: Clock
  log: Log
  pipeline: Pipeline
  /** May throw `Deferred`. */
  fetchForPoll: (timed: (fetch: Fetch) => Fetch) => Fetch
  permission: (url: string, send: Fetch) => Promise<Permission>
  sitemapsOf: (url: string, send: Fetch) => Promise<string[]>
  slowestSeconds: number
  pollLimits?: PollLimits
  /** Wakes another worker, if one is idle. */
  askForHelp: () => Promise<void>
}

type DeferredWatch = { watch: Watch; until: Date; isSlow: boolean }

export type Poller = ReturnType<typeof createPoller>

/** Claims due watches, polls them in two lanes, and hands the results to the pipeline in batches. */
export function createPoller(needs: Needs) {
  const { database, clock, log, pipeline, slowestSeconds, pollLimits = POLL_LIMITS } = needs
  const stopping = new AbortController()
  let claimsEndAt = 0
  let hasAskedForHelp = false

  async function claimFor(lane: Lane): Promise<Watch[]> {
    if (stopping.signal.aborted || Date.now() > claimsEndAt) return []
    const claimed = await claim(AT_ONCE[lane], sql`is_slow = ${lane === 'slow'}`)
    // More is probably due than this process can fetch at once.
    if (claimed.length === AT_ONCE[lane] && !hasAskedForHelp) {
      hasAskedForHelp = true
      await needs
        .askForHelp()
        .catch((error: unknown) => log.debug({ err: describeError(error) }, 'failed to start another worker'))
    }
    return claimed
  }

  async function claim(limit: number, only: SQL): Promise<Watch[]> {
    const now = clock()
    const until = new Date(now.getTime() + CLAIM_MS)
    const claimed = await inBackground(database, (queries) =>
      watchStore(queries).claim(randomUUID(), now, { until, limit, only }),
    )
    if (claimed.some(({ trackedCompanyId, companyId }) => trackedCompanyId === null && companyId === null))
      await pipeline.loadNames()
    return claimed
  }

  async function poll(watch: Watch, toSlowLane: () => boolean): Promise<PolledWatch | DeferredWatch> {
    const timer = createPollTimer(pollLimits, toSlowLane)
    const send = timer.bounded(needs.fetchForPoll(timer.timed))
    const permission = (url: string) => timer.within(needs.permission(url, send))
    try {
      const result = await pipeline.poll(watch, {
        fetch: forOwner(watch, send),
        now: clock(),
        isRequested: watch.isRequested,
        signal: timer.signal,
        mayFetch: (url) =>
          permission(url).then(
            ({ answer }) => answer !== 'no',
            () => true,
          ),
        permission,
        sitemapsOf: (url) => timer.within(needs.sitemapsOf(url, send)).catch(() => []),
      })
      if (timer.isGivenUp()) throw new HostIsSlow()
      return { watch, result, isSlow: timer.isSlow() }
    } catch (error) {
      if (error instanceof HostIsSlow) return { watch, until: clock(), isSlow: true }
      if (error instanceof Deferred) return { watch, until: error.until, isSlow: false }
      log.error({ watch: watch.id, source: watch.source, err: describeError(error) }, 'poll failed')
      return failed({ watch, isSlow: timer.isSlow() })
    } finally {
      timer.end()
    }
  }

  async function save(done: (PolledWatch | DeferredWatch)[]): Promise<void> {
    const deferred = done.filter((each) => 'until' in each)
    if (deferred.length > 0) await defer(deferred)
    const polled = done.filter((each) => 'result' in each)
    if (polled.length > 0) await publish(polled)
  }

  const defer = (deferred: DeferredWatch[]) =>
    inBackground(database, async (queries) => {
      await deferWatches(
        queries,
        deferred.map(({ watch: { id, claim: held }, ...when }) => ({ id, claim: held, ...when })),
      )
      await notify(
        queries,
        'tidings_polled',
        deferred.flatMap(({ watch }) => watch.trackedCompanyId ?? []),
      )
    })

  /** One result that can't be saved must not fail the batch: it's isolated, logged, and counted as failed. */
  async function publish(polled: PolledWatch[]): Promise<void> {
    try {
      await pipeline.publish(polled)
    } catch (error) {
      if (stopping.signal.aborted) throw error
      const [only] = polled
      if (polled.length > 1 || !only) {
        for (const each of polled) await publish([each])
        return
      }
      log.error({ watch: only.watch.id, err: describeError(error) }, 'failed to save poll result')
      await pipeline.publish([failed(only)])
    }
  }

  const curate = () =>
    pipeline.curate().catch((error: unknown) => {
      log.error({ err: describeError(error) }, 'failed to write briefs')
    })

  const loop = createWorkerLoop({ ...LOOP_LIMITS, take: claimFor, work: poll, write: save })

  /** Runs until only slow polls are left or the time is up. Concurrent calls join the same run. */
  async function runDue(withinMs = RUN_MS): Promise<number> {
    claimsEndAt = Math.max(claimsEndAt, Date.now() + withinMs)
    hasAskedForHelp = false
    const before = loop.begun()
    const timeUp = new AbortController()
    const done = loop.run()
    try {
      await Promise.race([done, sleep(withinMs, undefined, { signal: timeUp.signal }).catch(() => {})])
    } finally {
      timeUp.abort()
      done.catch((error: unknown) => log.debug({ err: describeError(error) }, 'polling loop ended with an error'))
      // Callers that wait for polls don't have to wait for the briefs, too.
      void curate()
    }
    return loop.begun() - before
  }

  return {
    runDue,
    curate,

    async pollNow(trackedCompanyIds: number[]): Promise<void> {
      const claimed = await claim(MAX_IMMEDIATE, sql`tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[])`)
      await save(await Promise.all(claimed.map((watch) => poll(watch, () => true))))
      await pipeline.curate(trackedCompanyIds)
    },

    /** One run of the minutely job. It repeats within the minute if the schedule is faster than that. */
    async runMinute(): Promise<void> {
      const end = Date.now() + RUN_MS
      await runDue()
      await curate()
      while (slowestSeconds < MINUTE_S && Date.now() < end && !stopping.signal.aborted) {
        await sleep(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {})
        await runDue()
      }
    },

    stop: () => stopping.abort(),
  }
}

/** An address that one user added is not the host's word to everybody. */
const forOwner = ({ companyId }: Watch, send: Fetch): Fetch =>
  companyId === null ? send : (request) => send({ ...request, owner: `company ${companyId}` })

const failed = ({ watch, isSlow }: Pick<PolledWatch, 'watch' | 'isSlow'>): PolledWatch => ({
  watch,
  isSlow,
  result: unreadableResult(watch.memory),
})
