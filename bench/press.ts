import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { buildIfStale } from '../tools/build.ts'
import { csvFile, inventedRows } from './fixtures/companies.ts'
import { withFixture, type Account, type Fixture } from './fixtures/product-database.ts'
import { cpuMs, median, printMeasurement } from './measure/measure.ts'

const FEEDS = 20
const ITEMS_EACH = 100
const TRACKED = 300
const ADDED = 20
const DAYS = 85
const DAY_MS = 24 * 3_600_000
const STORIES_EACH = 4

/** Proper names with two words, so that every item mentions exactly one company. */
const names = inventedRows(TRACKED + ADDED).map(({ name }) => {
  const [word = '', number = ''] = name.split(' ')
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}works ${Number(number) + 1}`
})
const tracked = names.slice(0, TRACKED)
const added = names.slice(TRACKED)

/** The time from adding a company until its news from the last three months is available. */
export async function run(): Promise<void> {
  await buildIfStale()
  const press = await startPress()
  try {
    await withFixture((fixture) => measure(fixture, press), {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'press',
      PRESS_FEEDS: press.feeds.join(','),
    })
  } finally {
    press.close()
  }
}

async function measure(fixture: Fixture, press: Press): Promise<void> {
  const { database, product } = fixture
  const account = await fixture.signUp('press')
  await upload(fixture, account)
  await until(async () => (await count(fixture, 'press_items')) >= FEEDS * ITEMS_EACH)
  await until(async () => (await count(fixture, 'watches where claim is not null')) === 0)
  printMeasurement('press items kept', await count(fixture, 'press_items'), 'items')
  printMeasurement('press items that are articles of somebody', await count(fixture, 'articles'), 'items')
  const { rows } = await database.query<{ mb: number }>(
    `select pg_total_relation_size('press_items') / 1048576.0 as mb`,
  )
  printMeasurement('press size of the table and its indexes', rows[0]?.mb ?? 0, 'MB')

  const asked = press.requests()
  const used = cpuMs(product.pid)
  const times: number[] = []
  for (const name of added) times.push(await untilNews(fixture, account, name))
  printMeasurement('press from adding a company to its news, median', median(times), 'ms')
  printMeasurement('press from adding a company to its news, slowest of 20 (target ≤ 5000)', Math.max(...times), 'ms')
  printMeasurement('press CPU of our process for each', (cpuMs(product.pid) - used) / ADDED, 'ms')
  printMeasurement('press requests for all of them (target 0)', press.requests() - asked, 'requests')
}

const Added = z.object({ id: z.number() })
const Stories = z.array(z.object({ title: z.string() }))

async function untilNews({ product }: Fixture, { headers }: Account, name: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${product.url}/api/companies`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name, website: websiteOf(name) }),
  })
  const { id } = Added.parse(await response.json())
  await until(async () => {
    const stories = await fetch(`${product.url}/api/companies/${id}/stories`, { headers })
    return Stories.parse(await stories.json()).length >= STORIES_EACH
  })
  return performance.now() - started
}

async function upload({ product }: Fixture, { headers }: Account): Promise<void> {
  const body = new FormData()
  const rows = tracked.map((name) => ({ name, website: websiteOf(name) }))
  body.set('file', new File([new Uint8Array(csvFile(rows))], 'portfolio.csv'))
  const response = await fetch(`${product.url}/api/companies/bulk-upload?limit=0`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`the upload failed: ${await response.text()}`)
}

const websiteOf = (name: string) => `https://${name.toLowerCase().replace(' ', '-')}.example`

type Press = Awaited<ReturnType<typeof startPress>>

async function startPress() {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    const feed = Number(/^\/(\d+)\.xml$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
    response.setHeader('content-type', 'application/rss+xml')
    response.writeHead(Number.isNaN(feed) ? 404 : 200).end(Number.isNaN(feed) ? '' : feedOf(feed))
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  return {
    // Each feed has its own host, like real publishers.
    feeds: Array.from({ length: FEEDS }, (_, feed) => `http://127.0.1.${feed + 1}:${port}/${feed}.xml`),
    requests: () => requests,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const EVENTS = ['raises $12 million', 'opens an office in Oslo', 'hires a new chief executive', 'buys a competitor']
const REST = 'The company, which employs two hundred people, gave no further details. '.repeat(6)

/** Each added company has four items, spread over all feeds. The other items mention the tracked companies. */
function feedOf(feed: number): string {
  const items = Array.from({ length: ITEMS_EACH }, (_, at) => {
    const number = feed * ITEMS_EACH + at
    const isOfAdded = number % Math.floor((FEEDS * ITEMS_EACH) / (ADDED * STORIES_EACH)) === 0
    const turn = Math.floor((number * ADDED * STORIES_EACH) / (FEEDS * ITEMS_EACH))
    const name = isOfAdded ? added[turn % ADDED] : tracked[number % TRACKED]
    const title = `${name} ${EVENTS[(isOfAdded ? Math.floor(turn / ADDED) : number) % EVENTS.length]}`
    const date = new Date(Date.now() - ((number * 7) % DAYS) * DAY_MS).toUTCString()
    return `<item><title>${title}</title><link>https://paper-${feed}.example/${number}</link><pubDate>${date}</pubDate><description>${title}. ${REST}</description></item>`
  })
  return `<rss version="2.0"><channel><title>Paper ${feed}</title>${items.join('')}</channel></rss>`
}

const count = async ({ database }: Fixture, table: string) =>
  (await database.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 180_000
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error('it took too long')
    await sleep(20)
  }
}
