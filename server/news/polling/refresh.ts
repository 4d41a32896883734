import { AppError } from '#domain/errors.ts'
import type { Refreshed, RefreshProgress } from '#domain/news/briefs.ts'
import type { Database } from '../../platform/database/open.ts'
import { endRefreshes, progressOf, refreshQueue, refreshStore } from './refresh-store.ts'
import { newsStore } from '../read/news.ts'
import type { Clock } from '#domain/time.ts'
import type { Queue } from '../../platform/queue/queue.ts'

const FULL_PER_HOUR = 6
const FRESH_MS = 5 * 60_000
const HOUR_S = 3600
const WAIT_MS = 50_000
const POLL_EVERY_MS = 500
const SILENCE_MS = 2000
const LOCK_RETRY_MS = 100
const LOCK_RETRIES = 5
const MAX_NOTIFIED = 500
const CHUNK = 500

type Needs = {
  database: Database
  clock: Clock
  queue: Queue
  adopt: () => Promise<void>
  /** Returns how much was due. A process that only serves requests leaves polling to the workers. */
  help: () => Promise<unknown>
  /** The response is sent after this long at the latest; unfinished polls continue. */
  waitMs?: number
}

export type Refresh = ReturnType<typeof createRefresh>

/** Concurrent refreshes of the same company share its polls. */
export function createRefresh({ database, clock, queue, adopt, help, waitMs = WAIT_MS }: Needs) {
  const refreshes = refreshQueue(database.system)
  let helping: Promise<boolean> | undefined

  const pollHere = () =>
    (helping ??= help()
      .then(Boolean, () => false)
      .finally(() => {
        helping = undefined
      }))

  /** Only companies that will be fetched count toward the limit. */
  async function begin(userId: string, ids: number[]) {
    const stale = new Set(await refreshes.stale(userId, ids, clock(), FRESH_MS))
    return database.asUser(userId, async (queries) => {
      const store = refreshStore(queries)
      await store.lock(userId)
      const own = await store.owned(userId, ids)
      const due = own.filter((id) => stale.has(id))
      const now = clock()
      if (due.length > 1) refuseTooMany(await store.fullOfLastHour(userId, now), now)
      return { refreshId: due.length > 0 ? await store.begin(userId, due, now) : 0, own, due }
    })
  }

  async function enqueue(userId: string, refreshId: number, ids: number[]): Promise<void> {
    await adopt()
    const behind = await refreshes.behind(userId, refreshId, clock())
    // In chunks, so that writers of poll results never wait for long.
    for (let from = 0; from < ids.length; from += CHUNK) {
      const part = { userId, ids: ids.slice(from, from + CHUNK), behind: behind + from }
      for (let tries = 0; tries < LOCK_RETRIES; tries += 1) {
        if ((await refreshes.add(part, clock(), FRESH_MS)) === 0) break
        await pause(LOCK_RETRY_MS)
      }
    }
    await database.asUser(userId, (queries) => queue.enqueue(queries, 'news.poll', {}))
    await refreshes.notifyProgress(userId, ids, MAX_NOTIFIED)
  }

  async function wait(userId: string, ids: number[], polled: WaitForPoll): Promise<number[]> {
    const end = Date.now() + waitMs
    let waiting = await refreshes.waiting(userId, ids, clock())
    while (waiting.length > 0 && Date.now() < end) {
      const isNew = await Promise.race([pollHere(), polled(SILENCE_MS).then(() => true)])
      if (!isNew) await polled(SILENCE_MS)
      waiting = await refreshes.waiting(userId, waiting, clock())
      if (waiting.length > 0) await pause(POLL_EVERY_MS)
    }
    return waiting
  }

  async function result(userId: string, { wanted, own, waiting, before }: Outcome): Promise<Refreshed> {
    const isWaiting = new Set(waiting)
    const isOwn = new Set(own)
    const foreign = wanted
      .filter((id) => !isOwn.has(id))
      .map((companyId) => ({ companyId, reason: 'Company not found' }))
    const failed = await refreshes.failed(
      userId,
      own.filter((id) => !isWaiting.has(id)),
    )
    const isFailed = new Set(failed.map(({ companyId }) => companyId))
    const read = await database.asUser(userId, async (queries) => ({
      news: own.length === 0 ? [] : await newsStore(queries).newestOf(userId, own),
      newStories: before === null ? 0 : await refreshStore(queries).storiesSince(userId, own, before),
    }))
    const checkedAt = await refreshes.checkedAt(
      userId,
      own.filter((id) => !isWaiting.has(id) && !isFailed.has(id)),
    )
    return { ...read, failed: [...failed, ...foreign], waiting, checkedAt: checkedAt?.toISOString() ?? null }
  }

  return {
    /** `polled` resolves when any process has finished a poll, or after the given number of milliseconds. */
    async run(userId: string, ids: number[], polled: WaitForPoll = pause): Promise<Refreshed> {
      const wanted = [...new Set(ids)]
      const { refreshId, own, due } = await begin(userId, wanted)
      if (due.length === 0) return result(userId, { wanted, own, waiting: [], before: null })
      const before = await refreshes.newestArticle()
      await enqueue(userId, refreshId, due)
      const waiting = await wait(userId, due, polled)
      if (waiting.length === 0)
        await database.asUser(userId, (queries) => refreshStore(queries).end(userId, refreshId, clock()))
      return result(userId, { wanted, own, waiting, before })
    },

    async current(userId: string): Promise<RefreshProgress | null> {
      const progress = (await progressOf(database.system, [userId], clock())).get(userId)
      if (!progress) await endRefreshes(database.system, [userId], clock())
      return progress ?? null
    },
  }
}

type Outcome = { wanted: number[]; own: number[]; waiting: number[]; before: number | null }

type WaitForPoll = (ms: number) => Promise<void>

function refuseTooMany(newestFirst: Date[], now: Date): void {
  const sixth = newestFirst[FULL_PER_HOUR - 1]
  if (!sixth) return
  const retryAfterSeconds = Math.max(1, HOUR_S - Math.floor((now.getTime() - sixth.getTime()) / 1000))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  throw new AppError(
    'too-many-requests',
    `You’ve refreshed ${FULL_PER_HOUR} times in the last hour. You can refresh again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
    { retryAfterSeconds },
  )
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
