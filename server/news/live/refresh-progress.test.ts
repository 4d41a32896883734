import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { refreshes, watches } from '../../platform/database/schema/tracked-companies.ts'
import { LIVE_NOW, liveFixture, openPage } from '../../testing/fixtures/live-fixture.ts'

const PATIENT = { timeout: 15_000 }

let fixture: Awaited<ReturnType<typeof liveFixture>>

beforeAll(async () => {
  fixture = await liveFixture()
})
afterAll(() => fixture.database.close())
afterEach(() => fixture.stopProcesses())

const notifyPolled = (trackedCompanyIds: number[]) =>
  fixture.database.execute(`select pg_notify('tidings_polled', $1)`, [JSON.stringify(trackedCompanyIds)])

test('progress reaches pages in every process, even those opened later, until the refresh finishes', async () => {
  const ada = await fixture.addPortfolio(3)
  const trackedCompanyIds = ada.companies.map(({ trackedCompanyId }) => trackedCompanyId)
  await fixture.database.system.insert(watches).values(
    trackedCompanyIds.map((trackedCompanyId) => ({
      trackedCompanyId,
      source: 'hacker-news',
      kind: 'search' as const,
      everySeconds: 3600,
      nextAt: LIVE_NOW,
      checkedAt: new Date('2026-02-01T00:00:00Z'),
      rank: 1,
    })),
  )
  const page = await openPage(fixture.startProcess(), ada.userId)
  expect(page.progress()).toEqual([])
  await fixture.database.system
    .insert(refreshes)
    .values({ userId: ada.userId, companyIds: ada.companies.map(({ id }) => id), startedAt: LIVE_NOW })
  await notifyPolled(trackedCompanyIds)
  const expected = [{ done: 0, total: 3 }]
  await expect.poll(page.progress, PATIENT).toEqual(expected)
  const second = await openPage(fixture.startProcess(), ada.userId)
  expect(second.progress()).toEqual(expected)
  for (const done of [2, 3]) {
    const finished = trackedCompanyIds.slice(0, done)
    await fixture.database.query('update watches set rank = null where tracked_company_id = any($1)', [finished])
    await notifyPolled(finished)
    expected.push({ done, total: 3 })
    for (const { progress } of [page, second]) await expect.poll(progress, PATIENT).toEqual(expected)
  }
  await expect
    .poll(() => fixture.database.query('select finished_at from refreshes where user_id = $1', [ada.userId]), PATIENT)
    .toEqual([{ finished_at: LIVE_NOW }])
})
