import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loopbackSite } from '../../server/testing/network/loopback-site.ts'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { repetitions } from '../../server/testing/repetitions.ts'
import { composeOn, type Composed } from './composed.ts'

const COMPANIES = repetitions({ sample: 15, all: 100 })
const STORIES = 3
/** How many requests per company each worker sends before it is killed. */
const KILLED_AFTER = [0.6, 1, 0.25, 1.5].slice(0, repetitions({ sample: 1, all: 4 }))
const MINUTE = 60_000

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-worker-'))
let database: TestDatabase
let office: Composed
let sites: Awaited<ReturnType<typeof loopbackSite>>[]
let worker: ChildProcess | undefined
const settings = { DATA_DIR: dataDir, FETCH_ALLOW: '127.0.0.0/8' }

beforeAll(async () => {
  database = await testDatabase()
  office = await composeOn(database, settings)
  sites = await Promise.all(Array.from({ length: COMPANIES }, openSite))
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await office.close()
  await database.close()
  await Promise.all(sites.map((site) => site.close()))
  rmSync(dataDir, { recursive: true, force: true })
})

const openSite = () =>
  loopbackSite((request, response) => {
    const home = `http://${request.headers.host}`
    const items = Array.from(
      { length: STORIES },
      (_, at) => `<item><title>Story ${at} of ${request.headers.host}</title>
<link>${home}/news/story-${at}</link><pubDate>${new Date(Date.now() - at * MINUTE).toUTCString()}</pubDate></item>`,
    )
    const pages: Record<string, [string, string]> = {
      '/': ['text/html', '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'],
      '/feed.xml': [
        'application/rss+xml',
        `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${items.join('')}</channel></rss>`,
      ],
    }
    const page = pages[request.url ?? '']
    if (!page) return void response.writeHead(404).end()
    response.setHeader('content-type', page[0]).end(page[1])
  })

const visits = () => sites.reduce((sum, { requests }) => sum + requests.length, 0)

async function startWorker(ahead: number): Promise<void> {
  const args = [
    JSON.stringify({ owner: database.owner, settings: database.settings }),
    JSON.stringify(settings),
    String(ahead),
  ]
  const started = spawn(process.execPath, [join(import.meta.dirname, 'polling-worker.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  worker = started
  await new Promise((resolve, reject) => {
    started.stdout.once('data', resolve)
    started.once('exit', () => reject(new Error('the worker ended')))
  })
  await office.enqueue('news.poll', {})
}

async function killWorker(): Promise<void> {
  const ended = new Promise((resolve) => worker?.once('exit', resolve))
  worker?.kill('SIGKILL')
  await ended
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 6000; tries += 1) {
    if (await done()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('it did not come to it')
}

const count = async (what: string) => Number((await database.query(`select count(*)::int as n from ${what}`))[0]?.n)

test(
  `after kill -9 of the worker amid ${COMPANIES} polls, all finish and nothing is duplicated`,
  { timeout: 120_000 },
  async () => {
    const ada = await office.signUp('ada@example.com')
    const rows = sites.map(({ url }, at) => ({ name: `Company ${at}`, website: url }))
    expect((await ada('POST', '/api/companies/bulk', rows)).status).toBe(200)

    // A dead worker's claims have to expire, so each worker's clock starts a few minutes later.
    let ahead = 0
    for (const share of KILLED_AFTER) {
      const before = visits()
      await startWorker(ahead)
      await until(() => visits() >= before + share * COMPANIES)
      await killWorker()
      ahead += 5 * MINUTE
    }
    expect(await count('watches where checked_at is null')).toBeGreaterThan(0)

    await startWorker(ahead)
    const waiting = `watches where checked_at is null or claim is not null`
    await until(async () => (await count(`watches`)) === 2 * COMPANIES && (await count(waiting)) === 0)
    await expectEachOnce()

    await killWorker()
    const before = visits()
    await startWorker(ahead + 3 * 60 * MINUTE)
    await until(() => visits() >= before + COMPANIES)
    await until(async () => (await count(waiting)) === 0)
    await expectEachOnce()
  },
)

async function expectEachOnce() {
  const seen = {
    trackedCompanies: await count('tracked_companies'),
    articles: await count('articles'),
    addresses: await count('(select distinct url from articles) as a'),
    links: await count('tracked_company_articles'),
    briefs: await count('briefs'),
    distinctBriefs: await count('(select distinct tracked_company_id, body from briefs) as n'),
    covered: await count('(select distinct tracked_company_id from briefs) as n'),
  }
  expect(seen).toEqual({
    trackedCompanies: COMPANIES,
    articles: COMPANIES * STORIES,
    addresses: COMPANIES * STORIES,
    links: COMPANIES * STORIES,
    briefs: COMPANIES,
    distinctBriefs: COMPANIES,
    covered: COMPANIES,
  })
}
