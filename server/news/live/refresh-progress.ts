import type { RefreshProgress } from '#domain/news/briefs.ts'
import type { Database } from '../../platform/database/open.ts'
import type { EventBus, LiveEvent } from '../../platform/live/event-bus.ts'
import { batch, readIds } from '../../platform/live/topics.ts'
import type { Clock } from '#domain/time.ts'
import { endRefreshes, progressOf } from '../polling/refresh-store.ts'
import { liveNewsStore } from './live-news.ts'

const POLLED = 'tidings_polled'
/** At most two events a second per user. */
const PAUSE_MS = 500

type Needs = { database: Database; events: EventBus; clock: Clock }

export function createRefreshProgress({ database, events, clock }: Needs) {
  const store = liveNewsStore(database.system)
  const published = new Map<string, RefreshProgress>()

  const publishProgress = batch<number>(
    PAUSE_MS,
    async (trackedCompanyIds) => {
      const online = events.online()
      if (online.length === 0) return
      const owned = await store.listTracking(online, trackedCompanyIds)
      const userIds = [...new Set(owned.map(({ userId }) => userId))]
      const now = clock()
      const progress = await progressOf(database.system, userIds, now)
      for (const userId of userIds) publishChange(userId, progress.get(userId))
      const finished = userIds.filter((userId) => !progress.has(userId))
      await endRefreshes(database.system, finished, now)
    },
    events.onError,
  )

  function publishChange(userId: string, next: RefreshProgress | undefined): void {
    const last = published.get(userId)
    if (next) published.set(userId, next)
    else published.delete(userId)
    if (next && (next.done !== last?.done || next.total !== last.total)) events.publish([userId], gatherEvent(next))
    if (!next && last) events.publish([userId], gatherEvent({ done: last.total, total: last.total }))
  }

  events.register({
    topics: { [POLLED]: (payload) => publishProgress(readIds(payload)) },
    async snapshot(userId) {
      const progress = (await progressOf(database.system, [userId], clock())).get(userId)
      if (!progress) return []
      published.set(userId, progress)
      return [gatherEvent(progress)]
    },
    forget: (userId) => void published.delete(userId),
  })

  return {
    /** Resolves when any process has polled something, or after `ms` milliseconds. */
    polled: (ms: number) => events.waitFor(POLLED, ms),
  }
}

const gatherEvent = (data: RefreshProgress): LiveEvent => ({ name: 'gather', data, isState: true })
