import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { DAY_MS } from '../domain/time.ts'
import { compose } from '../server/compose.ts'
import { parseConfig } from '../server/config/config.ts'
import { openLog } from '../server/platform/log.ts'
import { TODAY } from '../tests/network/reach/company.ts'
import { openReachServer, type AskedPage, type ReachServer } from '../tests/network/reach/server.ts'
import type { ReachSite, Hosts } from '../tests/network/reach/site.ts'
import { DEVELOPMENT } from '../tests/network/reach/sites.ts'
import { printMeasurement } from './measure/measure.ts'

const SITES = Number(process.env.WEEK_SITES ?? 12)
const DAYS = Number(process.env.WEEK_DAYS ?? 7)
/** The shortest poll interval of any source. */
const STEP_MS = 10 * 60_000
const HOUR_MS = 60 * 60_000
const STEP_JOBS = ['news.poll', 'news.fetch-texts', 'news.search-websites'] as const
const HOURLY_JOBS = ['account.expire-trials', 'news.pause'] as const

/** With jitter, an hourly poll can come after only 54 minutes. */
const POLLS_A_DAY = 27
const SCAN_REQUESTS = 16
/** The sitemap index and its newest part. */
const SITEMAP_REQUESTS_A_POLL = 2
const SERVICE_REQUESTS_A_POLL = 2
/** Across all companies: the lists that contain the filings of every company. */
const SHARED_REQUESTS_A_POLL: Record<string, number> = { 'www.sec.gov': 5 }
/** Publishers' feeds are polled regardless of the companies, so a few of them are enough. */
const PRESS_HOSTS = ['techcrunch.com', 'sifted.eu', 'betakit.com']

type Watched = { url: string; kind: string }
type Count = { name: string; perDay: number[]; robots: number[]; most: number }

/** Runs the real jobs for a week, ten minutes at a time, with every source that is on by default. */
export async function run(): Promise<void> {
  const sites = chosenSites()
  const time = { now: TODAY }
  const server = await openReachServer([...sites, ofServices], { clock: () => time.now, limits: { totalMs: 2000 } })
  try {
    report(sites, server.asked, await simulate(sites, server, time))
  } finally {
    await server.close()
  }
}

/** Evenly spaced over all kinds of sites, without the slow and silent ones, which take real time to time out. */
function chosenSites(): ReachSite[] {
  const answering = DEVELOPMENT.filter(({ truth }) => truth !== 'too slow' && truth !== 'not responding')
  const every = Math.max(1, Math.floor(answering.length / SITES))
  return answering.filter((_, index) => index % every === 0).slice(0, SITES)
}

const json = (value: unknown) => ({ '*': { type: 'application/json', body: JSON.stringify(value) } })
const xml = (body: string) => ({ '*': { type: 'application/xml', body } })
const PRESS = `<rss version="2.0"><channel><title>Wire</title><item><title>An office opens</title>
  <link>https://wire.example/office</link></item></channel></rss>`

const SERVICES: Hosts = {
  'hn.algolia.com': json({ hits: [] }),
  'efts.sec.gov': json({ hits: { hits: [] } }),
  'www.sec.gov': xml('<feed xmlns="http://www.w3.org/2005/Atom"></feed>'),
  ...Object.fromEntries(PRESS_HOSTS.map((host) => [host, xml(PRESS)])),
}

const ofServices: ReachSite = {
  name: 'services',
  website: '',
  make: 'services',
  half: 'development',
  truth: 'news',
  posts: [],
  hosts: SERVICES,
}

async function simulate(sites: ReachSite[], { safeFetch }: ReachServer, time: { now: Date }): Promise<Watched[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-week-'))
  const pressFeeds = PRESS_HOSTS.map((host) => `https://${host}/feed`).join(',')
  const config = parseConfig({
    DATA_DIR: dataDir,
    PRESS_FEEDS: pressFeeds,
    AUTH_RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  })
  const product = await compose(config, { clock: () => time.now, jobs: 'inline', log: openLog('error'), safeFetch })
  const send = async (path: string, body: unknown, headers = {}) => {
    const response = await product.app.request(
      new URL(path, config.http.publicUrl),
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    )
    return response.json() as Promise<unknown>
  }
  try {
    await product.startJobs()
    const session = await send('/auth/v1/signup', {
      email: 'week@example.com',
      password: 'a rather long passphrase 42',
    })
    const { access_token: token } = z.object({ access_token: z.string() }).parse(session)
    const companies = sites.map(({ name, website }) => ({ name, website }))
    await send('/api/companies/bulk', companies, { authorization: `Bearer ${token}` })
    await product.settleJobs()
    for (let ms = 0; ms < DAYS * DAY_MS; ms += STEP_MS) {
      time.now = new Date(TODAY.getTime() + ms)
      // Host budgets refill by the database's clock, which is not simulated.
      await product.database.system.execute(sql`delete from host_budgets`)
      for (const name of ms % HOUR_MS === 0 ? [...STEP_JOBS, ...HOURLY_JOBS] : STEP_JOBS)
        await product.database.asSystem((queries) => product.queue.enqueue(queries, name, {}))
      await product.settleJobs()
    }
    const { rows } = await product.database.system.execute<Watched>(sql`
      select url, kind from watches where source = 'company-site' and url is not null`)
    return rows
  } finally {
    product.announceStop()
    await product.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function report(sites: ReachSite[], asked: AskedPage[], watched: Watched[]): void {
  const own = new Set(sites.flatMap(({ hosts }) => Object.keys(hosts)))
  const bySite = sites.map(({ name, hosts }) => {
    const polls = watched
      .filter(({ url }) => new URL(url).hostname in hosts)
      .reduce((sum, { kind }) => sum + (kind === 'sitemap' ? SITEMAP_REQUESTS_A_POLL : 1), 0)
    const requests = asked.filter(({ host }) => host in hosts)
    return { ...countOf(name, requests), most: SCAN_REQUESTS + POLLS_A_DAY * polls }
  })
  const foreign = asked.filter(({ host }) => !own.has(host))
  const services = [...Map.groupBy(foreign, ({ host }) => host)].map(([host, requests]) => {
    const companies = PRESS_HOSTS.includes(host) || host in SHARED_REQUESTS_A_POLL ? 1 : sites.length
    const { perDay, ...count } = countOf(host, requests)
    return {
      ...count,
      perDay: perDay.map((each) => each / companies),
      most: (SHARED_REQUESTS_A_POLL[host] ?? SERVICE_REQUESTS_A_POLL) * POLLS_A_DAY,
    }
  })
  printTable('site, requests on each day, promised, for robots.txt', bySite)
  printTable('service, requests for a company on each day, promised, for robots.txt', services)
  const all = (of: (count: Count) => number[]) => bySite.flatMap(of)
  printMeasurement('week requests to a site and day, mean', mean(all(({ perDay }) => perDay)), 'requests')
  printMeasurement('week requests to a site and day, most', Math.max(...all(({ perDay }) => perDay)), 'requests')
  printMeasurement(
    'week requests to a site for robots.txt and day, mean',
    mean(all(({ robots }) => robots)),
    'requests',
  )
  const overHosts = [...Map.groupBy(asked, ({ host }) => host)].map(([host, requests]) => countOf(host, requests))
  printMeasurement(
    'week requests for robots.txt, most of a host and day, by http and https (target ≤ 2)',
    Math.max(...overHosts.flatMap(({ robots }) => robots)),
    'requests',
  )
  printMeasurement(
    'week days above the promise (target 0)',
    [...bySite, ...services].reduce((sum, { perDay, most }) => sum + perDay.filter((each) => each > most).length, 0),
    'days',
  )
}

const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)

function printTable(heading: string, counts: Count[]): void {
  console.log(`\n${heading}`)
  for (const { name, perDay, robots, most } of counts)
    console.log([name, perDay.map((each) => Math.round(each * 10) / 10).join(' '), most, robots.join(' ')].join(' | '))
}

function countOf(name: string, requests: AskedPage[]): Omit<Count, 'most'> {
  const count = (isCounted: (path: string) => boolean) =>
    Array.from(
      { length: DAYS },
      (_, day) =>
        requests.filter(
          ({ path, at }) => isCounted(path) && Math.floor((at.getTime() - TODAY.getTime()) / DAY_MS) === day,
        ).length,
    )
  return { name, perDay: count((path) => path !== '/robots.txt'), robots: count((path) => path === '/robots.txt') }
}
