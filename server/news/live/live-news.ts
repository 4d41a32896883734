import { sql } from 'drizzle-orm'
import type { Clock } from '#domain/time.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import type { EventBus, LiveEvent, Replay } from '../../platform/live/event-bus.ts'
import { batch, readIds } from '../../platform/live/topics.ts'

const PAUSE_MS = 100
/** For a page that is further behind, it's cheaper to reload everything. */
const MAX_DISTANCE = 10_000

type Needs = { database: Database; events: EventBus; clock: Clock }

/** The id of a `news` event is that of the newest brief overall, so that any process knows what came after it. */
export function createLiveNews({ database, events, clock }: Needs): void {
  const store = liveNewsStore(database.system)
  /** Already published, so the catch-up skips them. */
  let notified = new Set<number>()
  let notifiedBefore = new Set<number>()
  let caughtUpTo: number | undefined
  /** An interruption is noticed only after it began, and the last catch-up may have run in between. */
  let caughtUpBefore: number | undefined
  /** Some of what is in `notified` may not have been published. */
  let hasMissed = false

  function publish(owned: OwnedCompany[], id: number): void {
    for (const { userId, companyId } of owned) events.publish([userId], newsEvent(companyId, id))
  }

  const publishShared = batch<number>(
    PAUSE_MS,
    async (trackedCompanyIds) => {
      for (const id of trackedCompanyIds) notified.add(id)
      const userIds = events.online()
      if (userIds.length === 0) return
      try {
        const newest = await store.newestId()
        publish(await store.listTracking(userIds, trackedCompanyIds), newest)
      } catch (error) {
        hasMissed = true
        throw error
      }
    },
    events.onError,
  )

  const publishOverridden = batch<number>(
    PAUSE_MS,
    async (companyIds) => {
      const userIds = events.online()
      if (userIds.length === 0) return
      const newest = await store.newestId()
      publish(await store.listOwned(userIds, companyIds), newest)
    },
    events.onError,
  )

  /** If it fails, the next catch-up publishes what was missed. */
  async function catchUp(wasInterrupted: boolean): Promise<void> {
    const isWhole = hasMissed || wasInterrupted
    hasMissed = false
    try {
      const newest = await store.newestId()
      const from = (isWhole ? caughtUpBefore : caughtUpTo) ?? newest
      const userIds = events.online()
      const isCurrent = userIds.length === 0 || from === newest
      const updated = isCurrent ? [] : await store.listUpdated(userIds, from, MAX_DISTANCE)
      // After an interruption, a company that was already published may have more news.
      const known = isWhole ? [] : [notified, notifiedBefore]
      const isNew = ({ trackedCompanyId }: UpdatedCompany) =>
        trackedCompanyId === null || !known.some((ids) => ids.has(trackedCompanyId))
      publish(updated.filter(isNew), newest)
      caughtUpBefore = caughtUpTo ?? newest
      caughtUpTo = newest
      notifiedBefore = notified
      notified = new Set()
    } catch (error) {
      hasMissed ||= isWhole
      throw error
    }
  }

  async function replay(userId: string, lastEventId: string | null, limit: number): Promise<Replay> {
    const newest = await store.newestId()
    const [, id, at] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(lastEventId ?? '') ?? []
    const after = id === undefined ? -1 : Number(id)
    const isKnown = after >= 0 && after <= newest && newest - after <= MAX_DISTANCE
    if (!isKnown) return { id: String(newest), events: null }
    const readAt = at === undefined ? undefined : new Date(Number(at))
    const updated = await store.listUpdated([userId], after, limit + 1, readAt)
    if (updated.length > limit) return { id: String(newest), events: null }
    const companyIds = new Set(updated.map(({ companyId }) => companyId))
    return { id: String(newest), events: [...companyIds].map((companyId) => newsEvent(companyId, newest)) }
  }

  events.register({
    topics: {
      tidings_news: (payload) => publishShared(readIds(payload)),
      tidings_own_news: (payload) => publishOverridden(readIds(payload)),
    },
    replay,
    latestId: async () => `${await store.newestId()}-${clock().getTime()}`,
    catchUp,
  })
}

const newsEvent = (companyId: number, id: number): LiveEvent => ({
  name: 'news',
  data: { companyId },
  id: String(id),
})

/** Ids are assigned before commit, so up to this many may appear out of order. */
const UNORDERED = 2000

type OwnedCompany = { userId: string; companyId: number }
type UpdatedCompany = OwnedCompany & { trackedCompanyId: number | null }

export const liveNewsStore = (queries: Queries) => ({
  async newestId(): Promise<number> {
    const { rows } = await queries.execute<{ id: string }>(sql`select coalesce(max(id), 0) as id from briefs`)
    return Number(rows[0]?.id ?? 0)
  },

  async listTracking(userIds: string[], trackedCompanyIds: number[]): Promise<OwnedCompany[]> {
    const { rows } = await queries.execute<OwnedCompany>(sql`
      select user_id as "userId", id as "companyId" from companies where removed_at is null
        and tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[])
        and user_id = any(${sql.param(userIds)}::uuid[])`)
    return rows
  },

  async listOwned(userIds: string[], companyIds: number[]): Promise<OwnedCompany[]> {
    const { rows } = await queries.execute<OwnedCompany>(sql`
      select user_id as "userId", id as "companyId" from companies where removed_at is null
        and id = any(${sql.param(companyIds)}::int[]) and user_id = any(${sql.param(userIds)}::uuid[])`)
    return rows
  },

  /** Includes briefs with smaller ids that may have been committed later, or after `readAt` where that is known. */
  async listUpdated(userIds: string[], after: number, limit: number, readAt?: Date): Promise<UpdatedCompany[]> {
    const { rows } = await queries.execute<UpdatedCompany>(sql`
      with fresh as (
        select tracked_company_id, company_id from briefs where id > ${after} or (id > ${after - UNORDERED}
          and created_at > greatest((select created_at from briefs where id = ${after}),
            ${readAt?.toISOString() ?? null}::timestamptz) - interval '1 minute')),
      updated as (
        select companies.user_id, companies.id, companies.tracked_company_id from fresh
        join companies on companies.tracked_company_id = fresh.tracked_company_id
        where companies.user_id = any(${sql.param(userIds)}::uuid[]) and companies.removed_at is null
        union
        select companies.user_id, companies.id, null from fresh join companies on companies.id = fresh.company_id
        where companies.user_id = any(${sql.param(userIds)}::uuid[]) and companies.removed_at is null)
      select user_id as "userId", id as "companyId", tracked_company_id as "trackedCompanyId"
      from updated order by id limit ${limit}`)
    return rows
  },
})
