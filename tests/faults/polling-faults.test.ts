import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FetchError } from '../../server/platform/fetch/fetch-error.ts'
import type { Fetch } from '../../server/platform/fetch/fetch.ts'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { composeOn, type Composed } from './composed.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const MINUTE = 60_000
const HOME = 'https://cedar-robotics.lab'

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-late-'))
const open: Composed[] = []
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.query('truncate tracked_companies, articles cascade')
})
afterAll(async () => {
  for (const product of open) await product.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function processAt(minutes: number, fetch: Fetch) {
  const product = await composeOn(
    database,
    { DATA_DIR: dataDir },
    {
      clock: () => new Date(START + minutes * MINUTE),
      jobs: 'inline',
      safeFetch: { fetch, close: async () => {} },
    },
  )
  open.push(product)
  await product.startJobs()
  return {
    ...product,
    gather: async () => {
      await product.enqueue('news.poll', {})
      await product.settleJobs()
    },
  }
}

const site =
  (title: string): Fetch =>
  async ({ url }) => {
    const feed = `<rss version="2.0"><channel><title>Cedar</title><item><title>${title}</title><link>${HOME}/news/${title.length}</link><pubDate>Sun, 01 Mar 2026 09:00:00 GMT</pubDate></item></channel></rss>`
    const page = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    const body = { '/': page, '/feed.xml': feed }[new URL(url).pathname]
    const type = url.endsWith('.xml') ? 'application/rss+xml' : 'text/html'
    return {
      url,
      status: body ? 200 : 404,
      headers: { 'content-type': type },
      bytes: Buffer.from(body ?? ''),
      notModified: false,
    }
  }

const rows = (query: string) => database.query(query)
const titles = async () => (await rows('select title from articles order by id')).map(({ title }) => title)
const discoverWatchOf = async () =>
  (await rows(`select state, failures, claim, checked_at from watches where kind = 'discover'`))[0]

test('a hung poll is taken over when its claim expires, and the late writer writes nothing', async () => {
  let resume = () => {}
  const asleep = new Promise<void>((resolve) => {
    resume = resolve
  })
  let isAsking = () => {}
  const asking = new Promise<void>((resolve) => {
    isAsking = resolve
  })
  const slow = await processAt(0, async (request) => {
    isAsking()
    await asleep
    return site('An old tale')(request)
  })
  const ada = await slow.signUp('late@example.com')
  await ada('POST', '/api/companies', { name: 'Cedar', website: HOME })
  const hanging = slow.gather()
  await asking

  const early = await processAt(1, site('Too early'))
  await early.gather()
  expect([await titles(), (await discoverWatchOf())?.claim]).toEqual([[], expect.any(String)])

  const next = await processAt(4, site('What really happened'))
  await next.gather()
  const after = await discoverWatchOf()
  expect([await titles(), after]).toEqual([
    ['What really happened'],
    expect.objectContaining({ state: 'ok', failures: 0, claim: null }),
  ])

  resume()
  await hanging
  expect([await titles(), await discoverWatchOf()]).toEqual([['What really happened'], after])
  expect(await rows('select body::text from briefs')).toEqual([
    { body: expect.stringContaining('What really happened') },
  ])
})

test('while sites are down, polling backs off and users are served; polling then resumes', async () => {
  let minutes = 0
  let weather: Fetch = () => Promise.reject(new FetchError('dns', { host: 'cedar-robotics.lab' }))
  const product = await composeOn(
    database,
    { DATA_DIR: dataDir },
    {
      clock: () => new Date(START + minutes * MINUTE),
      jobs: 'inline',
      safeFetch: { fetch: (request) => weather(request), close: async () => {} },
    },
  )
  open.push(product)
  await product.startJobs()
  const gather = async () => {
    await product.enqueue('news.poll', {})
    await product.settleJobs()
  }
  const ada = await product.signUp('weather@example.com')
  await ada('POST', '/api/companies', { name: 'Cedar', website: HOME })
  const waits: number[] = []
  for (let look = 0; look < 4; look += 1) {
    await gather()
    const [row] = await rows(`select state, failures, next_at from watches where kind = 'discover'`)
    expect(row).toMatchObject({ state: 'failed', failures: look + 1 })
    const next = new Date(String(row?.next_at)).getTime()
    waits.push(next - (START + minutes * MINUTE))
    minutes = Math.ceil((next - START) / MINUTE)
  }
  // Each wait is about twice the previous one, with jitter.
  const growth = waits.slice(1).map((wait, at) => wait / waits[at]!)
  for (const factor of growth) expect(factor).toBeGreaterThan(1.5)

  let isAsking = () => {}
  const asking = new Promise<void>((resolve) => {
    isAsking = resolve
  })
  let blow = () => {}
  const storm = new Promise<void>((resolve) => {
    blow = resolve
  })
  weather = async (request) => {
    isAsking()
    await storm
    return site('Back again')(request)
  }
  const looking = gather()
  await asking
  const later = await product.signIn('weather@example.com')
  const [company] = (await (await later('GET', '/api/companies')).json()) as { id: number }[]
  const paths = ['/api/news/feed', `/api/companies/${company?.id}`, `/api/companies/${company?.id}/coverage`]
  for (const path of [...paths, '/api/companies?limit=10', '/readyz'])
    expect({ path, status: (await later('GET', path)).status }).toEqual({ path, status: 200 })
  const added = await later('POST', '/api/companies', { name: 'Birch', website: 'https://birch-works.lab' })
  expect(added.status).toBe(201)
  expect(await titles()).toEqual([])

  blow()
  await looking
  expect(await titles()).toContain('Back again')
  const [row] = await rows(
    `select state, failures from watches where kind = 'discover' and failing_since is null and checked_at is not null limit 1`,
  )
  expect(row).toEqual({ state: 'ok', failures: 0 })
})
