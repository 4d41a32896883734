import type { ServerResponse } from 'node:http'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Coverage } from '#domain/news/coverage.ts'
import { HOUR_MS } from '#domain/time.ts'
import { composeNews, type NewsPipeline } from '../../compose/news.ts'
import { openLog } from '../../platform/log.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import type { PollLimits } from './poll-timer.ts'

type Site = Awaited<ReturnType<typeof loopbackSite>>

/** More than both lanes together poll at once. */
const HANGING = 70
const PATIENT = { timeout: 20_000 }

let app: TestApp
let ada: TestUser
let sites: Site[] = []
let hanging: ServerResponse[] = []
let enqueued: string[] = []
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.database.query('delete from tracked_companies')
  ada = await app.signUp()
})

afterEach(async () => {
  for (const site of sites) await site.close()
  for (const end of ends.splice(0)) await end()
  sites = []
  hanging = []
  enqueued = []
})

async function gatherWithin(pollLimits: PollLimits): Promise<NewsPipeline> {
  // Only the poll limits should end a request here, not those of the HTTP client.
  const safeFetch = loopbackFetch({ limits: { headersMs: HOUR_MS, totalMs: HOUR_MS } })
  const queue: Queue = { enqueue: async (_queries, name) => void enqueued.push(name) }
  const needs = { database: app.database, clock: () => app.time.now, log: openLog('silent'), queue }
  const gather = await composeNews(app.config, {
    ...needs,
    fetch: safeFetch.fetch,
    curator: 'inline',
    pollLimits,
  })
  ends.push(async () => gather.poller.stop(), gather.close, safeFetch.close)
  return gather
}

async function siteThat(answer: (path: string, response: ServerResponse) => unknown): Promise<Site> {
  const site = await loopbackSite((request, response) => answer(request.url ?? '', response))
  sites.push(site)
  return site
}
const hangs = (_: string, response: ServerResponse) => hanging.push(response)
const answers = (path: string, response: ServerResponse) =>
  path === '/' ? response.setHeader('content-type', 'text/html').end('<title>Acme</title>') : notFound(response)
const notFound = (response: ServerResponse) => response.writeHead(404).end()

async function track(gather: NewsPipeline, tracked: Site[]): Promise<number[]> {
  const ids: number[] = []
  for (const { url, port } of tracked) {
    const [row] = await app.database.query(
      `insert into companies (user_id, name, website, name_key, host_key) values ($1, $2, $3, $2, $3) returning id`,
      [ada.id, `Company ${port}`, url],
    )
    ids.push(Number(row?.id))
  }
  await gather.attach.adopt()
  return ids
}

const polled = (some: Site[]) => some.filter(({ requests }) => requests.length > 0).length
const unchecked = async () => (await app.database.query('select 1 from watches where checked_at is null')).length

test('while one site hangs, companies that come due later are polled', async () => {
  const gather = await gatherWithin({ slowMs: HOUR_MS, wholeMs: HOUR_MS })
  await track(gather, [await siteThat(hangs)])
  const run = gather.poller.runDue()
  await expect.poll(() => hanging.length, PATIENT).toBe(1)
  const others = [await siteThat(answers), await siteThat(answers)]
  await track(gather, others)
  // The run that waits for the hanging site keeps claiming.
  await expect.poll(() => polled(others), PATIENT).toBe(2)
  expect(hanging.every(({ writableEnded, destroyed }) => !writableEnded && !destroyed)).toBe(true)
  for (const response of hanging) notFound(response)
  await sites[0]?.close()
  await run
  expect(enqueued).toEqual([])
})

test('more hanging sites than slots leave room for other sites, and are polled eventually', async () => {
  const gather = await gatherWithin({ slowMs: 1000, wholeMs: HOUR_MS })
  const slow = await Promise.all(
    Array.from({ length: HANGING }, () => siteThat((path, response) => answer(path, response))),
  )
  let answer: (path: string, response: ServerResponse) => unknown = hangs
  await track(gather, slow)
  const run = gather.poller.runDue()
  await expect.poll(() => hanging.length, PATIENT).toBeGreaterThanOrEqual(48)
  // More is due than one process can poll at once, so another worker is asked for help, once.
  expect(enqueued).toEqual(['news.poll'])
  const others = await Promise.all(Array.from({ length: 10 }, () => siteThat(answers)))
  await track(gather, others)
  await expect.poll(() => polled(others), PATIENT).toBeGreaterThan(0)
  await run
  // The slow lane is full of requests that still hang, but the run didn't wait for them.
  const open = () => hanging.filter(({ writableEnded, destroyed }) => !writableEnded && !destroyed).length
  await expect.poll(open, PATIENT).toBe(16)
  answer = (_, response) => notFound(response)
  for (const response of hanging) if (!response.destroyed) notFound(response)
  await expect
    .poll(async () => {
      await gather.poller.runDue()
      return unchecked()
    }, PATIENT)
    .toBe(0)
})

test('the total time of a discovery is limited, and coverage says that the site is too slow', async () => {
  const gather = await gatherWithin({ slowMs: HOUR_MS, wholeMs: 400 })
  const site = await siteThat((path, response) => (path === '/' ? answers(path, response) : hangs(path, response)))
  const [id] = await track(gather, [site])
  await gather.poller.runDue()
  const { state, entries } = Coverage.parse(await (await ada.get(`/api/companies/${id}/coverage`)).json())
  expect(state).toBe('broken')
  expect(entries).toMatchObject([
    { state: 'failed', problem: 'The website is too slow: we could not scan it in time.' },
  ])
})
