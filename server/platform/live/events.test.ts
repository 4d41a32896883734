import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { companies, news, users } from '../database/schema/accounts-and-companies.ts'
import { refreshes, trackedCompanies, watches } from '../database/schema/tracked-companies.ts'
import type { Log } from '../../ports.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createEvents, type Events, type PublishedEvent } from './events.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

let database: TestDatabase
let now = NOW
const processes: Events[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
afterEach(async () => {
  now = NOW
  for (const one of processes.splice(0)) await one.close()
})

/** What carries events in one process; each has its own line to the database. */
function process(catchUpMs = 3_600_000): Events {
  const events = createEvents({ database, log: quiet, clock: () => now, catchUpMs })
  processes.push(events)
  return events
}

async function open(events: Events, userId: string, lastSeen: string | null = null) {
  const heard: PublishedEvent[] = []
  let isEnded = false
  const leave = await events.subscribe(userId, lastSeen, {
    receive: (event) => heard.push(event),
    end: () => {
      isEnded = true
    },
  })
  const companiesHeard = () => heard.flatMap((event) => (event.name === 'news' ? [event.data.companyId] : []))
  const progress = () => heard.flatMap(({ name, data }) => (name === 'gather' ? [`${data.done}/${data.total}`] : []))
  return { heard, leave, isEnded: () => isEnded, companiesHeard, progress }
}

let serial = 0

async function portfolio(count = 1, createdAt = new Date('2026-01-01T00:00:00Z')) {
  const userId = randomUUID()
  await database.system.insert(users).values({ id: userId, email: `${userId}@example.com`, trialEndsAt: NOW })
  const made: { id: number; trackedCompanyId: number }[] = []
  for (let at = 0; at < count; at += 1) {
    const site = `e${(serial += 1)}`
    const [trackedCompany] = await database.system
      .insert(trackedCompanies)
      .values({ site, name: site, createdAt: NOW })
      .returning()
    const row = {
      userId,
      trackedCompanyId: trackedCompany!.id,
      name: site,
      nameKey: site,
      hostKey: '',
      createdAt,
    }
    const [company] = await database.system.insert(companies).values(row).returning()
    made.push({ id: company!.id, trackedCompanyId: trackedCompany!.id })
  }
  return { userId, companies: made, first: made[0]! }
}

/** What a worker does when it has found something. */
async function publish(trackedCompanyIds: number[], isTold = true): Promise<void> {
  await database.asSystem(async (queries) => {
    await queries.insert(news).values(
      trackedCompanyIds.map((trackedCompanyId) => ({
        trackedCompanyId,
        content: `News ${trackedCompanyId}`,
        publishedAt: now,
        createdAt: now,
      })),
    )
  })
  if (isTold) await database.execute(`select pg_notify('tidings_news', $1)`, [JSON.stringify(trackedCompanyIds)])
}

const polled = (trackedCompanyIds: number[]) =>
  database.execute(`select pg_notify('tidings_polled', $1)`, [JSON.stringify(trackedCompanyIds)])

test('news that any process found reaches the pages of every process, and nobody else hears of it', async () => {
  const [ada, ben] = [await portfolio(), await portfolio()]
  const [first, second] = [process(), process()]
  const pages = [await open(first, ada.userId), await open(second, ada.userId)]
  const other = await open(second, ben.userId)
  await publish([ada.first.trackedCompanyId])
  for (const { companiesHeard } of pages) await expect.poll(companiesHeard).toEqual([ada.first.id])
  await publish([ben.first.trackedCompanyId])
  await expect.poll(other.companiesHeard).toEqual([ben.first.id])
  expect(pages[0]!.companiesHeard()).toEqual([ada.first.id])
})

test('news of one owner alone reaches that owner', async () => {
  const [ada, ben] = [await portfolio(), await portfolio()]
  const events = process()
  const [page, other] = [await open(events, ada.userId), await open(events, ben.userId)]
  await database.execute(`select pg_notify('tidings_own_news', $1)`, [JSON.stringify([ada.first.id])])
  await expect.poll(page.companiesHeard).toEqual([ada.first.id])
  await publish([ben.first.trackedCompanyId])
  await expect.poll(other.companiesHeard).toEqual([ben.first.id])
})

test('a page resumes after the last event it saw, in another process and after a restart', async () => {
  const ada = await portfolio(3)
  const before = await open(process(), ada.userId)
  expect(before.heard).toEqual([{ name: 'ready', data: {}, id: expect.stringMatching(/^\d+$/) }])
  await publish([ada.companies[0]!.trackedCompanyId])
  await expect.poll(before.companiesHeard).toEqual([ada.companies[0]!.id])
  const lastSeen = before.heard.at(-1)!.id!
  before.leave()
  await processes.pop()!.close()

  now = new Date(NOW.getTime() + 600_000)
  await publish([ada.companies[1]!.trackedCompanyId])
  await publish([ada.companies[2]!.trackedCompanyId])
  now = new Date(NOW.getTime() + 1_200_000)
  const { companiesHeard, heard } = await open(process(), ada.userId, lastSeen)
  expect(companiesHeard()).toEqual(expect.arrayContaining(ada.companies.slice(1).map(({ id }) => id)))
  const again = await open(process(), ada.userId, heard.at(-1)!.id!)
  await publish([ada.companies[0]!.trackedCompanyId])
  await expect.poll(again.companiesHeard).toContain(ada.companies[0]!.id)
})

test('news that was numbered before the last one seen, but came after it, is not lost', async () => {
  const ada = await portfolio(2)
  const [early, late] = ada.companies
  const { rows } = await database.execute(`select nextval('news_id_seq') as id`)
  const reserved = (rows[0] as { id: string }).id
  await publish([late!.trackedCompanyId])
  const page = await open(process(), ada.userId)
  const lastSeen = page.heard[0]!.id!
  page.leave()
  await database.query(
    `insert into news (id, tracked_company_id, content, published_at, created_at) overriding system value values ($1, $2, 'x', $3, $3)`,
    [reserved, early!.trackedCompanyId, now],
  )
  expect((await open(process(), ada.userId, lastSeen)).companiesHeard()).toContain(early!.id)
})

test.each(['1799999999', 'lq2x-17', '-1', '1e3', ''])(
  'after an event that nobody knows (%j) everything is to be loaded again',
  async (lastSeen) => {
    const ada = await portfolio()
    const { heard } = await open(process(), ada.userId, lastSeen)
    expect(heard).toEqual([{ name: 'missed', data: {}, id: expect.stringMatching(/^\d+$/) }])
  },
)

test('more than 200 at once are told as one event, and so is what lies too far back', async () => {
  const ada = await portfolio(201)
  const start = (await open(process(), ada.userId)).heard[0]!.id!
  await publish(
    ada.companies.map(({ trackedCompanyId }) => trackedCompanyId),
    false,
  )
  expect((await open(process(), ada.userId, start)).heard.map(({ name }) => name)).toEqual(['missed'])
  now = new Date(NOW.getTime() + 600_000)
  await publish([ada.first.trackedCompanyId], false)
  const later = (await open(process(), ada.userId)).heard[0]!.id!
  await database.query(`select setval('news_id_seq', nextval('news_id_seq') + 20000)`)
  await publish([ada.first.trackedCompanyId], false)
  expect((await open(process(), ada.userId, later)).heard.map(({ name }) => name)).toEqual(['missed'])
})

test('what was said while nobody could hear it is found', async () => {
  const ada = await portfolio()
  const page = await open(process(50), ada.userId)
  await new Promise((resolve) => setTimeout(resolve, 150))
  await publish([ada.first.trackedCompanyId], false)
  await expect.poll(page.companiesHeard).toEqual([ada.first.id])
})

test('at most 10 streams of one person: the oldest ends', async () => {
  const ada = await portfolio()
  const events = process()
  const pages = []
  for (let at = 0; at < 12; at += 1) pages.push(await open(events, ada.userId))
  expect(pages.map(({ isEnded }) => isEnded())).toEqual([true, true, ...Array<boolean>(10).fill(false)])
  events.endStreams()
  expect(pages.every(({ isEnded }) => isEnded())).toBe(true)
})

test('progress comes from any process, to a page that is opened meanwhile as well, and ends', async () => {
  const ada = await portfolio(3)
  const trackedCompanyIds = ada.companies.map(({ trackedCompanyId }) => trackedCompanyId)
  await database.system.insert(watches).values(
    trackedCompanyIds.map((trackedCompanyId) => ({
      trackedCompanyId,
      source: 'hacker-news',
      kind: 'search' as const,
      everySeconds: 3600,
      nextAt: NOW,
      checkedAt: new Date('2026-02-01T00:00:00Z'),
      rank: 1,
    })),
  )
  const page = await open(process(), ada.userId)
  expect(page.progress()).toEqual([])
  await database.system
    .insert(refreshes)
    .values({ userId: ada.userId, companyIds: ada.companies.map(({ id }) => id), startedAt: NOW })
  await polled(trackedCompanyIds)
  await expect.poll(page.progress).toEqual(['0/3'])
  const second = await open(process(), ada.userId)
  expect(second.progress()).toEqual(['0/3'])
  const done = async (count: number) => {
    const finished = trackedCompanyIds.slice(0, count)
    await database.query('update watches set rank = null where tracked_company_id = any($1)', [finished])
    await polled(finished)
  }
  await done(2)
  for (const { progress } of [page, second]) await expect.poll(progress).toEqual(['0/3', '2/3'])
  await done(3)
  for (const { progress } of [page, second]) await expect.poll(progress).toEqual(['0/3', '2/3', '3/3'])
  await expect
    .poll(() => database.query('select finished_at from refreshes where user_id = $1', [ada.userId]))
    .toEqual([{ finished_at: NOW }])
})

test('a message that is no list of ids changes nothing', async () => {
  const ada = await portfolio()
  const page = await open(process(), ada.userId)
  for (const payload of ['', '{"a":1}', '["1"]', 'null'])
    await database.execute(`select pg_notify('tidings_news', $1)`, [payload])
  await publish([ada.first.trackedCompanyId])
  await expect.poll(page.companiesHeard).toEqual([ada.first.id])
})
