import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { loopbackSite } from '../../server/testing/network/loopback-site.ts'
import { load, type Load, printMeasurement, median } from '../measure/measure.ts'
import { type Account, type Fixture } from '../fixtures/product-database.ts'

const SITES = 100
const USERS = 100
const EACH = 3
const ROWS = 10_000
const SLOW_MS = 1000
const SECONDS = 15

const Companies = z.array(z.object({ id: z.number() }))

type Target = Pick<Fixture, 'database' | 'signUp'> & { product: { url: string } }

export async function measureNeighbors(target: Target): Promise<void> {
  const meter = { now: 0, most: 0, mostOfOne: 0 }
  const sites = await Promise.all(Array.from({ length: SITES }, () => openSlowSite(meter)))
  try {
    await measure(
      target,
      sites.map(({ url }) => url),
      meter,
    )
  } finally {
    await Promise.all(sites.map((site) => site.close()))
  }
}

type Meter = { now: number; most: number; mostOfOne: number }

async function measure(fixture: Target, urls: string[], meter: Meter): Promise<void> {
  const { product, database } = fixture
  const reader = await fixture.signUp('reader')
  await add(
    fixture,
    reader,
    Array.from({ length: 50 }, (_, at) => ({ name: `Read ${at}` })),
  )
  const greedy = await fixture.signUp('greedy')
  const importer = await fixture.signUp('importer')
  const modest: Account[] = []
  for (let at = 1; at < USERS; at += 1) modest.push(await fixture.signUp(`modest-${at}`))
  await add(
    fixture,
    greedy,
    urls.map((website, at) => ({ name: `All ${at}`, website })),
  )
  for (const [at, account] of modest.entries())
    await add(
      fixture,
      account,
      Array.from({ length: EACH }, (_, of) => ({
        name: `Mine ${of}`,
        website: urls[(at * EACH + of) % SITES],
      })),
    )
  await quiet(fixture)

  const read = (): Promise<Load> =>
    load(`${product.url}/api/news/feed`, { connections: 2, seconds: SECONDS, headers: reader.headers })
  await load(`${product.url}/api/news/feed`, { connections: 2, seconds: 1, headers: reader.headers })
  const before = await read()

  await database.query(`update watches set checked_at = checked_at - interval '3 hours'`)
  Object.assign(meter, { most: 0, mostOfOne: 0 })
  const began = performance.now()
  const refused: number[] = []
  const done = async (account: Account) => {
    const status = await refreshAll(fixture, account)
    if (status !== 200) refused.push(status)
    return performance.now() - began
  }
  const large = done(greedy)
  const uploading = upload(fixture, importer)
  await sleep(100)
  const small = modest.map(done)
  const during = await read()
  const times = await Promise.all(small)
  const largeTime = await large
  await uploading

  printMeasurement('load neighbors p95 of another before', before.p95, 'ms')
  printMeasurement('load neighbors p95 of another during (target < 250)', during.p95, 'ms')
  printMeasurement('load neighbors p95 during/before', during.p95 / before.p95, 'ratio')
  printMeasurement('load neighbors failed reads (limit 0)', before.errors + during.errors, 'requests')
  printMeasurement(`load neighbors failed refreshes ${[...new Set(refused)].join(' ')}`, refused.length, 'requests')
  printMeasurement('load neighbors most requests to one host at once (limit 2)', meter.mostOfOne, 'requests')
  printMeasurement('load neighbors most requests at once (cap 64 per process)', meter.most, 'requests')
  printMeasurement('load neighbors refresh of 100 companies', largeTime, 'ms')
  printMeasurement('load neighbors refresh of 3 companies, median', median(times), 'ms')
  printMeasurement(
    'load neighbors small refreshes done before the large one',
    times.filter((ms) => ms <= largeTime).length,
    'users',
  )
}

async function openSlowSite(meter: Meter) {
  let own = 0
  return loopbackSite((request, response) => {
    own += 1
    meter.now += 1
    meter.most = Math.max(meter.most, meter.now)
    meter.mostOfOne = Math.max(meter.mostOfOne, own)
    const body =
      request.url === '/feed.xml'
        ? `<rss version="2.0"><channel><title>Slow</title><item><title>A story</title><link>http://${request.headers.host}/news/one</link></item></channel></rss>`
        : '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    setTimeout(() => {
      own -= 1
      meter.now -= 1
      response.setHeader('content-type', request.url === '/feed.xml' ? 'application/rss+xml' : 'text/html').end(body)
    }, SLOW_MS)
  })
}

async function add({ product }: Target, account: Account, companies: object[]): Promise<void> {
  const response = await fetch(`${product.url}/api/companies/bulk`, {
    method: 'POST',
    headers: { ...account.headers, 'content-type': 'application/json' },
    body: JSON.stringify(companies),
  })
  if (!response.ok) throw new Error(`adding failed: ${await response.text()}`)
  await response.arrayBuffer()
}

async function upload({ product }: Target, { headers }: Account): Promise<void> {
  const lines = Array.from({ length: ROWS }, (_, at) => `Imported ${at},https://imported-${at}.example`)
  const body = new FormData()
  body.set('file', new File([['Company Name,Website', ...lines].join('\n')], 'portfolio.csv'))
  const response = await fetch(`${product.url}/api/companies/bulk-upload`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`the upload failed: ${await response.text()}`)
  await response.arrayBuffer()
}

async function refreshAll({ product }: Target, { headers }: Account): Promise<number> {
  const listed = await fetch(`${product.url}/api/companies`, { headers })
  if (!listed.ok) return listed.status
  const companies = Companies.parse(await listed.json()).map(({ id }) => ({ id }))
  const response = await fetch(`${product.url}/api/refresh-all-company-news-structured`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ companies }),
  })
  await response.arrayBuffer()
  return response.status
}

async function quiet({ database }: Target): Promise<void> {
  const end = Date.now() + 90_000
  for (;;) {
    const { rows } = await database.query<{ n: number }>(
      'select count(*)::int as n from watches where checked_at is null or claim is not null',
    )
    const all = await database.query<{ n: number }>('select count(*)::int as n from watches')
    if (rows[0]?.n === 0 && (all.rows[0]?.n ?? 0) >= 2 * SITES) return
    if (Date.now() > end) throw new Error('the first looks took too long')
    await sleep(200)
  }
}
