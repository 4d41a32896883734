import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { companies, users } from '../../platform/database/schema/accounts-and-companies.ts'
import { trackedCompanies, watches } from '../../platform/database/schema/tracked-companies.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createRefresh } from './refresh.ts'
import { watchStore } from './watch-store.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const LONG_AGO = new Date('2026-01-01T12:00:00Z')

let database: TestDatabase
let now = NOW

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  now = NOW
  await database.query('delete from users')
  await database.query('delete from tracked_companies')
})

/** No worker is running, so requests stay in the queue until a test takes them. */
const refresh = () =>
  createRefresh({
    database,
    clock: () => now,
    queue: { enqueue: async () => {} },
    adopt: async () => {},
    help: async () => 0,
    waitMs: 1,
  })

async function person() {
  const id = randomUUID()
  await database.system.insert(users).values({ id, email: `${id}@example.com`, trialEndsAt: NOW })
  return id
}

let serial = 0

/**
 * Adds companies that were polled long ago, each with one watch, and companies for the `shared` records of other users.
 */
async function track(userId: string, count: number, shared: number[] = [], createdAt = LONG_AGO) {
  const trackedCompanyIds = [...shared]
  for (let at = 0; at < count; at += 1) {
    const site = `s${(serial += 1)}.example`
    const [made] = await database.system
      .insert(trackedCompanies)
      .values({ site, name: site, createdAt: LONG_AGO })
      .returning()
    trackedCompanyIds.push(made!.id)
    const polled = createdAt === LONG_AGO ? { checkedAt: LONG_AGO, state: 'ok' } : {}
    await database.system.insert(watches).values({
      trackedCompanyId: made!.id,
      source: 'hacker-news',
      kind: 'search',
      everySeconds: 3600,
      nextAt: createdAt,
      ...polled,
    })
  }
  const rows = trackedCompanyIds.map((trackedCompanyId) => ({
    userId,
    trackedCompanyId,
    name: `c${(serial += 1)}`,
    nameKey: `c${serial}`,
    hostKey: '',
    createdAt,
  }))
  const made = await database.system.insert(companies).values(rows).returning()
  return { ids: made.map(({ id }) => id), trackedCompanyIds }
}

const ranks = async (trackedCompanyIds: number[]) => {
  const rows = await database.query('select tracked_company_id, rank from watches where rank is not null')
  const of = new Map(rows.map((row) => [row.tracked_company_id, row.rank]))
  return trackedCompanyIds.map((id) => of.get(id) ?? null)
}

/** Polls the next watches in the queue. */
async function work(count: number): Promise<number[]> {
  const claim = randomUUID()
  const taken = await watchStore(database.system).claim(claim, now, {
    until: new Date(now.getTime() + 60_000),
    limit: count,
    only: sql`true`,
  })
  await watchStore(database.system).finish(
    taken.map(({ id }) => ({
      id,
      claim,
      outcome: {
        state: 'ok',
        problem: null,
        checkedAt: now,
        isGood: true,
        isSlow: false,
        foundAt: now,
        lostAt: null,
        failingSince: null,
        failures: 0,
        everySeconds: 3600,
        nextAt: new Date(now.getTime() + HOUR_MS),
        memory: { etag: null, lastModified: null, notes: null },
      },
    })),
  )
  return taken.map(({ trackedCompanyId }) => trackedCompanyId ?? 0)
}

test("each user's k-th company goes before anyone's (k+1)-th", async () => {
  const [ada, ben] = [await person(), await person()]
  const [big, small] = [await track(ada, 5), await track(ben, 3)]
  await refresh().run(ada, big.ids)
  await refresh().run(ben, small.ids)
  expect(await ranks(big.trackedCompanyIds)).toEqual([1, 2, 3, 4, 5])
  expect(await ranks(small.trackedCompanyIds)).toEqual([1, 2, 3])
  expect(new Set(await work(2))).toEqual(new Set([big.trackedCompanyIds[0], small.trackedCompanyIds[0]]))
  expect(new Set(await work(2))).toEqual(new Set([big.trackedCompanyIds[1], small.trackedCompanyIds[1]]))
})

test('a repeated refresh changes no ranks; refreshes of single companies queue up one after another', async () => {
  const [ada, ben] = [await person(), await person()]
  const [big, more, small] = [await track(ada, 3), await track(ada, 2), await track(ben, 1)]
  await refresh().run(ada, big.ids)
  await refresh().run(ada, big.ids)
  expect(await ranks(big.trackedCompanyIds)).toEqual([1, 2, 3])
  for (const id of more.ids) await refresh().run(ada, [id])
  expect(await ranks(more.trackedCompanyIds)).toEqual([4, 5])
  await refresh().run(ben, small.ids)
  expect(await ranks(small.trackedCompanyIds)).toEqual([1])
})

test('a late refresh joins the queue at its current rank, not ahead of waiting companies', async () => {
  const [ada, ben] = [await person(), await person()]
  const [big, late] = [await track(ada, 6), await track(ben, 3)]
  await refresh().run(ada, big.ids)
  await work(4)
  await refresh().run(ben, late.ids)
  expect(await ranks(late.trackedCompanyIds)).toEqual([5, 6, 7])
})

test('a shared company moves forward when a user with a short queue refreshes it', async () => {
  const [ada, ben] = [await person(), await person()]
  const big = await track(ada, 4)
  const shared = await track(ben, 0, [big.trackedCompanyIds[3]!])
  await refresh().run(ada, big.ids)
  await refresh().run(ben, shared.ids)
  expect(await ranks(big.trackedCompanyIds)).toEqual([1, 2, 3, 1])
})

test('a poll in progress is awaited and not repeated', async () => {
  const ada = await person()
  const { ids, trackedCompanyIds } = await track(ada, 1)
  const claim = randomUUID()
  await watchStore(database.system).claim(claim, now, {
    until: new Date(now.getTime() + 60_000),
    limit: 10,
    only: sql`true`,
  })
  expect(await refresh().run(ada, ids)).toMatchObject({ failed: [], waiting: ids })
  expect(await ranks(trackedCompanyIds)).toEqual([1])
  expect(await work(10)).toEqual([])
})

test('a refresh that cannot wait reports unfinished companies as waiting, not as failed', async () => {
  const ada = await person()
  const { ids } = await track(ada, 2)
  expect(await refresh().run(ada, ids)).toEqual({
    news: [],
    failed: [],
    waiting: ids,
    newStories: 0,
    checkedAt: null,
  })
  await work(1)
  expect(await refresh().current(ada)).toEqual({ done: 1, total: 2 })
})

test('progress is the same in every process, and ends with the last poll', async () => {
  const ada = await person()
  const { ids } = await track(ada, 3)
  await refresh().run(ada, ids)
  now = new Date(NOW.getTime() + 90 * 60_000)
  expect(await refresh().current(ada)).toEqual({ done: 0, total: 3 })
  await work(2)
  expect(await refresh().current(ada)).toEqual({ done: 2, total: 3 })
  await work(1)
  expect(await refresh().current(ada)).toBeNull()
  const [row] = await database.query('select finished_at from refreshes')
  expect(row?.finished_at).toEqual(now)
})

test('the first poll of added companies counts as progress, without older companies', async () => {
  const ada = await person()
  await track(ada, 4)
  const fresh = await track(ada, 3, [], NOW)
  expect(await refresh().current(ada)).toEqual({ done: 0, total: 3 })
  await database.query('update watches set next_at = $1 where checked_at is not null', [
    new Date(NOW.getTime() + HOUR_MS),
  ])
  await work(2)
  expect(await refresh().current(ada)).toEqual({ done: 2, total: 3 })
  await database.query('update companies set removed_at = now() where id = $1', [fresh.ids[2]])
  expect(await refresh().current(ada)).toBeNull()
})

test('progress does not wait for deferred polls', async () => {
  const ada = await person()
  const { ids, trackedCompanyIds } = await track(ada, 2)
  await refresh().run(ada, ids)
  await database.query('update watches set next_at = $1 where tracked_company_id = $2', [
    new Date(NOW.getTime() + HOUR_MS),
    trackedCompanyIds[0],
  ])
  expect(await refresh().current(ada)).toEqual({ done: 1, total: 2 })
})

test('a refresh skips rows that another writer has locked', async () => {
  const ada = await person()
  const { ids, trackedCompanyIds } = await track(ada, 2)
  await database.asSystem(async (queries) => {
    await queries.execute(sql`select from watches where tracked_company_id = ${trackedCompanyIds[0]} for update`)
    await refresh().run(ada, ids)
    expect(await ranks(trackedCompanyIds)).toEqual([null, 2])
  })
})
