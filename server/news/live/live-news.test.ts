import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { briefs } from '../../platform/database/schema/briefs.ts'
import { LIVE_NOW, liveFixture, openPage } from '../../testing/fixtures/live-fixture.ts'

const PATIENT = { timeout: 15_000 }

let fixture: Awaited<ReturnType<typeof liveFixture>>

beforeAll(async () => {
  fixture = await liveFixture()
})
afterAll(() => fixture.database.close())
afterEach(async () => {
  fixture.time.now = LIVE_NOW
  await fixture.stopProcesses()
})

const later = (ms: number) => {
  fixture.time.now = new Date(LIVE_NOW.getTime() + ms)
}

async function insertBriefs(trackedCompanyIds: number[]): Promise<void> {
  const { now } = fixture.time
  await fixture.database.system.insert(briefs).values(
    trackedCompanyIds.map((trackedCompanyId) => ({
      trackedCompanyId,
      status: 'extractive' as const,
      body: [],
      publishedAt: now,
      createdAt: now,
    })),
  )
}

const notify = (topic: string, payload: string) =>
  fixture.database.execute('select pg_notify($1, $2)', [topic, payload])

/** What a worker does when it has found articles. */
async function publish(trackedCompanyIds: number[]): Promise<void> {
  await insertBriefs(trackedCompanyIds)
  await notify('tidings_news', JSON.stringify(trackedCompanyIds))
}

test('news found by any process reaches its user in every process, and nobody else', async () => {
  const [ada, ben] = [await fixture.addPortfolio(), await fixture.addPortfolio()]
  const [first, second] = [fixture.startProcess(), fixture.startProcess()]
  const pages = [await openPage(first, ada.userId), await openPage(second, ada.userId)]
  const other = await openPage(second, ben.userId)
  await publish([ada.first.trackedCompanyId])
  for (const { companyIds } of pages) await expect.poll(companyIds, PATIENT).toEqual([ada.first.id])
  await publish([ben.first.trackedCompanyId])
  await expect.poll(other.companyIds, PATIENT).toEqual([ben.first.id])
  expect(pages[0]!.companyIds()).toEqual([ada.first.id])
})

test("news of one user's company reaches that user alone", async () => {
  const [ada, ben] = [await fixture.addPortfolio(), await fixture.addPortfolio()]
  const events = fixture.startProcess()
  const [page, other] = [await openPage(events, ada.userId), await openPage(events, ben.userId)]
  await notify('tidings_own_news', JSON.stringify([ada.first.id]))
  await expect.poll(page.companyIds, PATIENT).toEqual([ada.first.id])
  await publish([ben.first.trackedCompanyId])
  await expect.poll(other.companyIds, PATIENT).toEqual([ben.first.id])
})

test('a page resumes after its last event, in another process and after a restart', async () => {
  const ada = await fixture.addPortfolio(3)
  const before = await openPage(fixture.startProcess(), ada.userId)
  expect(before.received).toEqual([{ name: 'ready', data: {}, id: expect.stringMatching(/^\d+$/) }])
  await publish([ada.companies[0]!.trackedCompanyId])
  await expect.poll(before.companyIds, PATIENT).toEqual([ada.companies[0]!.id])
  before.leave()
  await fixture.stopProcesses()

  later(600_000)
  await publish([ada.companies[1]!.trackedCompanyId])
  await publish([ada.companies[2]!.trackedCompanyId])
  later(1_200_000)
  const resumed = await openPage(fixture.startProcess(), ada.userId, before.lastId())
  expect(resumed.companyIds()).toEqual(expect.arrayContaining(ada.companies.slice(1).map(({ id }) => id)))
  const again = await openPage(fixture.startProcess(), ada.userId, resumed.lastId())
  await publish([ada.companies[0]!.trackedCompanyId])
  await expect.poll(again.companyIds, PATIENT).toContain(ada.companies[0]!.id)
})

test('a brief with an earlier id that is committed after the last event is not lost', async () => {
  const ada = await fixture.addPortfolio(2)
  const [early, late] = ada.companies
  const { rows } = await fixture.database.execute(`select nextval('briefs_id_seq') as id`)
  const reserved = (rows[0] as { id: string }).id
  await publish([late!.trackedCompanyId])
  const page = await openPage(fixture.startProcess(), ada.userId)
  page.leave()
  await fixture.database.query(
    `insert into briefs (id, tracked_company_id, status, body, published_at, created_at)
     overriding system value values ($1, $2, 'extractive', '[]', $3, $3)`,
    [reserved, early!.trackedCompanyId, LIVE_NOW],
  )
  const resumed = await openPage(fixture.startProcess(), ada.userId, page.lastId())
  expect(resumed.companyIds()).toContain(early!.id)
})

test('a page resumes after the news it has loaded, and also gets news that was committed late', async () => {
  const ada = await fixture.addPortfolio(2)
  const [loaded, late] = ada.companies
  const { rows } = await fixture.database.execute(`select nextval('briefs_id_seq') as id`)
  const reserved = (rows[0] as { id: string }).id
  await publish([loaded!.trackedCompanyId])
  later(120_000)
  const position = await fixture.startProcess().latestId()
  const resume = async () => (await openPage(fixture.startProcess(), ada.userId, position ?? '')).companyIds()
  expect(await resume()).toEqual([])
  await fixture.database.query(
    `insert into briefs (id, tracked_company_id, status, body, published_at, created_at)
     overriding system value values ($1, $2, 'extractive', '[]', $3, $3)`,
    [reserved, late!.trackedCompanyId, fixture.time.now],
  )
  expect(await resume()).toEqual([late!.id])
})

test.each(['1799999999', 'lq2x-17', '-1', '1e3', ''])(
  'after an unknown event id (%j), the page is told to reload everything',
  async (lastEventId) => {
    const ada = await fixture.addPortfolio()
    const { received } = await openPage(fixture.startProcess(), ada.userId, lastEventId)
    expect(received).toEqual([{ name: 'missed', data: {}, id: expect.stringMatching(/^\d+$/) }])
  },
)

test('more than 200 updates, or a position too far back, become one event', async () => {
  const ada = await fixture.addPortfolio(201)
  const names = async (lastEventId: string) =>
    (await openPage(fixture.startProcess(), ada.userId, lastEventId)).received.map(({ name }) => name)
  const start = (await openPage(fixture.startProcess(), ada.userId)).lastId()
  const trackedCompanyIds = ada.companies.map(({ trackedCompanyId }) => trackedCompanyId)
  await insertBriefs(trackedCompanyIds.slice(1))
  expect(new Set(await names(start))).toEqual(new Set(['news']))
  await insertBriefs(trackedCompanyIds)
  expect(await names(start)).toEqual(['missed'])
  later(600_000)
  await insertBriefs([ada.first.trackedCompanyId])
  const position = (await openPage(fixture.startProcess(), ada.userId)).lastId()
  await fixture.database.query(`select setval('briefs_id_seq', nextval('briefs_id_seq') + 20000)`)
  await insertBriefs([ada.first.trackedCompanyId])
  expect(await names(position)).toEqual(['missed'])
})

test('news whose notification was lost is published by the catch-up', async () => {
  const ada = await fixture.addPortfolio()
  const page = await openPage(fixture.startProcess(50), ada.userId)
  await new Promise((resolve) => setTimeout(resolve, 150))
  await insertBriefs([ada.first.trackedCompanyId])
  await expect.poll(page.companyIds, PATIENT).toEqual([ada.first.id])
})

test('a notification that is not a list of ids is ignored', async () => {
  const ada = await fixture.addPortfolio()
  const page = await openPage(fixture.startProcess(), ada.userId)
  for (const payload of ['', '{"a":1}', '["1"]', 'null']) await notify('tidings_news', payload)
  await publish([ada.first.trackedCompanyId])
  await expect.poll(page.companyIds, PATIENT).toEqual([ada.first.id])
})
