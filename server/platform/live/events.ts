import { z } from 'zod'
import type { RefreshProgress } from '#domain/news/briefs.ts'
import type { Database } from '../database/open.ts'
import type { Clock, Log } from '../../ports.ts'
import { liveStore } from './live-store.ts'
import { endRefreshes, progressOf } from '../../news/polling/refresh-store.ts'
import { batch } from './buffer.ts'

/** What an open page is told as it happens. */
type LiveEvent =
  | { name: 'news'; data: { companyId: number } }
  | { name: 'gather'; data: RefreshProgress }
  /** `ready`: from here on; `missed`: more happened than can be told one by one. */
  | { name: 'entitlement' | 'ready' | 'missed'; data: Record<string, never> }

/** Its id is the number of the newest news there was, by which every process can tell what came after it. */
export type PublishedEvent = LiveEvent & { id?: string }

export type Subscriber = { receive: (event: PublishedEvent) => void; end: () => void }

const NEWS_PAUSE_MS = 100
/** At most two a second to anybody. */
const PROGRESS_PAUSE_MS = 500
const CATCH_UP_MS = 30_000
const MOST_STREAMS = 10
const MOST_PUBLISHED = 200
/** Farther back it is cheaper for a page to load everything again. */
const FAR = 10_000

type Needs = { database: Database; log: Log; clock?: Clock; catchUpMs?: number }

export type Events = ReturnType<typeof createEvents>

/** Carries what happens in any process to the pages that are open in this one. */
export function createEvents({ database, log, clock = () => new Date(), catchUpMs = CATCH_UP_MS }: Needs) {
  const store = liveStore(database.system)
  const pages = new Map<string, Set<Subscriber>>()
  const underWay = new Map<string, RefreshProgress>()
  const pollWaiters = new Set<() => void>()
  let heard = new Set<number>()
  let heardBefore = new Set<number>()
  let caughtUpTo: number | undefined
  let listening: Promise<() => Promise<void>> | undefined

  const failed = (error: unknown) => log.warn({ because: String(error) }, 'live events could not be told')
  const here = () => [...pages.keys()]

  function publish(userId: string, event: PublishedEvent): void {
    for (const page of pages.get(userId) ?? []) page.receive(event)
  }

  const publishNews = batch<number>(
    NEWS_PAUSE_MS,
    async (trackedCompanyIds) => {
      for (const id of trackedCompanyIds) heard.add(id)
      if (pages.size === 0) return
      const id = String(await store.newest())
      for (const { userId, companyId } of await store.companiesOf(here(), trackedCompanyIds))
        publish(userId, { name: 'news', data: { companyId }, id })
    },
    failed,
  )

  const publishOverrideNews = batch<number>(
    NEWS_PAUSE_MS,
    async (companyIds) => {
      if (pages.size === 0) return
      const id = String(await store.newest())
      for (const { userId, companyId } of await store.ownersOf(here(), companyIds))
        publish(userId, { name: 'news', data: { companyId }, id })
    },
    failed,
  )

  const queueProgress = batch<number>(
    PROGRESS_PAUSE_MS,
    async (trackedCompanyIds) => {
      if (pages.size === 0) return
      const concerned = await store.companiesOf(here(), trackedCompanyIds)
      await publishProgress([...new Set(concerned.map(({ userId }) => userId))])
    },
    failed,
  )

  async function publishProgress(userIds: string[]): Promise<void> {
    const now = clock()
    const progress = await progressOf(database.system, userIds, now)
    for (const userId of userIds) publishChange(userId, progress.get(userId))
    await endRefreshes(
      database.system,
      userIds.filter((userId) => !progress.has(userId)),
      now,
    )
  }

  function publishChange(userId: string, next: RefreshProgress | undefined): void {
    const last = underWay.get(userId)
    if (next) underWay.set(userId, next)
    else underWay.delete(userId)
    if (next && (next.done !== last?.done || next.total !== last.total)) publish(userId, { name: 'gather', data: next })
    if (!next && last) publish(userId, { name: 'gather', data: { done: last.total, total: last.total } })
  }

  /** What was said while the line to the database was down is found here. */
  async function catchUp(): Promise<void> {
    const newest = await store.newest()
    const from = caughtUpTo ?? newest
    caughtUpTo = newest
    const known = [heard, heardBefore]
    heardBefore = heard
    heard = new Set()
    if (pages.size === 0 || from === newest) return
    for (const { userId, companyId, trackedCompanyId } of await store.since(here(), from, FAR))
      if (trackedCompanyId === null || !known.some((ids) => ids.has(trackedCompanyId)))
        publish(userId, { name: 'news', data: { companyId }, id: String(newest) })
  }

  async function start(): Promise<() => Promise<void>> {
    const stops = await Promise.all([
      database.listen('tidings_news', (payload) => publishNews(idsOf(payload))),
      database.listen('tidings_own_news', (payload) => publishOverrideNews(idsOf(payload))),
      database.listen('tidings_entitlement', (userId) => publish(userId, { name: 'entitlement', data: {} })),
      database.listen('tidings_polled', (payload) => {
        queueProgress(idsOf(payload))
        for (const wake of pollWaiters) wake()
      }),
    ])
    const sweeping = setInterval(() => void catchUp().catch(failed), catchUpMs).unref()
    return async () => {
      clearInterval(sweeping)
      await Promise.all(stops.map((stop) => stop()))
    }
  }

  const listen = () =>
    (listening ??= start().catch((error: unknown) => {
      listening = undefined
      throw error
    }))

  /** What came for somebody since they saw an event, as far as it can be told. */
  async function resume(userId: string, lastSeen: string | null): Promise<PublishedEvent[]> {
    const newest = await store.newest()
    const id = String(newest)
    if (lastSeen === null) return [{ name: 'ready', data: {}, id }]
    const after = /^\d{1,15}$/.test(lastSeen) ? Number(lastSeen) : -1
    const isKnown = after >= 0 && after <= newest && newest - after <= FAR
    const fresh = isKnown ? await store.since([userId], after, MOST_PUBLISHED + 1) : []
    if (!isKnown || fresh.length > MOST_PUBLISHED) return [{ name: 'missed', data: {}, id }]
    const companyIds = new Set(fresh.map(({ companyId }) => companyId))
    return [...companyIds].map((companyId) => ({ name: 'news', data: { companyId }, id }))
  }

  function join(userId: string, page: Subscriber): () => void {
    const own = pages.get(userId) ?? new Set()
    pages.set(userId, own.add(page))
    const [oldest] = own
    if (own.size > MOST_STREAMS && oldest) {
      own.delete(oldest)
      oldest.end()
    }
    return () => {
      own.delete(page)
      if (own.size > 0 || pages.get(userId) !== own) return
      pages.delete(userId)
      underWay.delete(userId)
    }
  }

  return {
    /** Everything from now on, and what came after the event that was seen last. */
    async subscribe(userId: string, lastSeen: string | null, page: Subscriber): Promise<() => void> {
      await listen()
      const leave = join(userId, page)
      try {
        for (const event of await resume(userId, lastSeen)) page.receive(event)
        const progress = (await progressOf(database.system, [userId], clock())).get(userId)
        if (progress) {
          underWay.set(userId, progress)
          page.receive({ name: 'gather', data: progress })
        }
        return leave
      } catch (error) {
        leave()
        throw error
      }
    },

    /** Resolves when any process has looked at something, or after so many milliseconds. */
    async polled(ms: number): Promise<void> {
      await listen()
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          pollWaiters.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        pollWaiters.add(wake)
      })
    },

    /** Ends every stream, so that a process that stops need not wait for them. */
    endStreams(): void {
      for (const page of [...pages.values()].flatMap((own) => [...own])) page.end()
    },

    close: async () => {
      const stop = await listening?.catch(() => null)
      await stop?.()
    },
  }
}

const Ids = z.array(z.number().int())

function idsOf(payload: string): number[] {
  try {
    return Ids.parse(JSON.parse(payload))
  } catch {
    return []
  }
}
