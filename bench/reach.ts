import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Coverage } from '../domain/news/coverage.ts'
import { Story } from '../domain/news/stories.ts'
import { compose } from '../server/compose.ts'
import { parseConfig } from '../server/config/config.ts'
import { openLog } from '../server/platform/log.ts'
import { TODAY } from '../tests/network/reach/company.ts'
import { openReachServer, type ReachServer } from '../tests/network/reach/server.ts'
import type { ReachSite } from '../tests/network/reach/site.ts'
import { DEVELOPMENT, HELD_OUT } from '../tests/network/reach/sites.ts'
import { verdictOn, type Verdict } from '../tests/network/reach/verdict.ts'
import { printMeasurement } from './measure/measure.ts'

type Result = { site: ReachSite; verdict: Verdict; requests: number; disobeyed: string[] }

/** `REACH=development` skips the held-out half. */
export async function run(): Promise<void> {
  const halves =
    process.env.REACH === 'development'
      ? { development: DEVELOPMENT }
      : { development: DEVELOPMENT, 'held-out': HELD_OUT }
  const sites = Object.values(halves).flat()
  const started = Date.now()
  const clock = () => new Date(TODAY.getTime() + Date.now() - started)
  const server = await openReachServer(sites, { clock })
  try {
    const results = await gathered(sites, server, clock)
    for (const [half, own] of Object.entries(halves)) {
      const ofHalf = results.filter(({ site }) => own.includes(site))
      printTable(half, ofHalf)
      printTotals(half, ofHalf)
    }
  } finally {
    await server.close()
  }
}

async function gathered(sites: ReachSite[], server: ReachServer, clock: () => Date): Promise<Result[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-reach-'))
  const config = parseConfig({
    DATA_DIR: dataDir,
    SOURCES: 'company-site',
    AUTH_RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  })
  const product = await compose(config, { clock, log: openLog('error'), safeFetch: server.safeFetch })
  const request = (path: string, init: RequestInit = {}) =>
    product.app.request(new URL(path, config.http.publicUrl), init, {
      incoming: { socket: { remoteAddress: '127.0.0.1' } },
    })
  try {
    await product.startJobs()
    const headers = { 'content-type': 'application/json', ...(await signUp(request)) }
    const added = await request('/api/companies/bulk', {
      method: 'POST',
      headers,
      body: JSON.stringify(sites.map(({ name, website }) => ({ name, website }))),
    })
    const companies = z.array(z.object({ id: z.number(), name: z.string() })).parse(await added.json())
    await settled(product.database)
    const read = async (path: string): Promise<unknown> => (await request(path, { headers })).json()
    const results: Result[] = []
    for (const site of sites) {
      const id = companies.find(({ name }) => name === site.name)?.id
      const shown = {
        stories: z.array(Story).parse(await read(`/api/companies/${id}/stories`)),
        coverage: Coverage.parse(await read(`/api/companies/${id}/coverage`)),
      }
      const requests = server.askedOf(site).length
      results.push({
        site,
        verdict: verdictOn(site, shown, clock()),
        requests,
        disobeyed: await server.disobeyedOf(site),
      })
    }
    return results
  } finally {
    product.announceStop()
    await product.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const Session = z.object({ access_token: z.string() })

async function signUp(request: (path: string, init: RequestInit) => Response | Promise<Response>) {
  const response = await request('/auth/v1/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reach@example.com', password: 'a rather long passphrase 42' }),
  })
  return { authorization: `Bearer ${Session.parse(await response.json()).access_token}` }
}

const STEADY_CHECKS = 5
const MOST_CHECKS = 400

/** Waits until every company is linked and every watch polled, for several checks in a row. */
async function settled({ system }: Awaited<ReturnType<typeof compose>>['database']): Promise<void> {
  let steady = 0
  for (let checks = 0; checks < MOST_CHECKS && steady < STEADY_CHECKS; checks += 1) {
    await sleep(1000)
    const { rows } = await system.execute<{ open: number }>(sql`
      select (select count(*) from companies where tracked_company_id is null)::int
        + (select count(*) from watches where state is null or claim is not null)::int as open`)
    steady = rows[0]?.open === 0 ? steady + 1 : 0
  }
}

function printTable(half: string, results: Result[]): void {
  console.log(`\n${half}: ${results.length} sites`)
  for (const { site, verdict, requests, disobeyed } of results) {
    const { found, recent, isRight, isFound, text, isTrue, invented, misdated } = verdict
    const wrong = [
      ...(isFound ? [] : ['news missed']),
      ...(isTrue ? [] : ['coverage untrue']),
      ...invented.map((title) => `invented: ${title}`),
      ...misdated.map((title) => `misdated: ${title}`),
      ...disobeyed.map((url) => `disallowed: ${url}`),
    ]
    console.log(
      [
        isRight ? 'right' : 'WRONG',
        site.name,
        site.make,
        site.truth,
        `${found}/${recent} found`,
        `${requests} requests`,
        text,
        ...wrong,
      ].join(' | '),
    )
  }
}

function printTotals(half: string, results: Result[]): void {
  const share = (of: Result[], isSo: (verdict: Verdict) => boolean) =>
    (100 * of.filter(({ verdict }) => isSo(verdict)).length) / of.length
  const total = (count: (result: Result) => number) => results.reduce((sum, result) => sum + count(result), 0)
  const withNews = results.filter(({ site }) => site.truth === 'news')
  printMeasurement(
    `reach ${half} news found where a person sees it (target ≥ 90)`,
    share(withNews, ({ isFound }) => isFound),
    '%',
  )
  printMeasurement(
    `reach ${half} coverage text true (target 100)`,
    share(results, ({ isTrue }) => isTrue),
    '%',
  )
  printMeasurement(
    `reach ${half} sites entirely right`,
    share(results, ({ isRight }) => isRight),
    '%',
  )
  printMeasurement(
    `reach ${half} invented items (target 0)`,
    total(({ verdict }) => verdict.invented.length),
    'items',
  )
  printMeasurement(
    `reach ${half} misdated items (target 0)`,
    total(({ verdict }) => verdict.misdated.length),
    'items',
  )
  printMeasurement(
    `reach ${half} pages opened against robots.txt (target 0)`,
    total(({ disobeyed }) => disobeyed.length),
    'pages',
  )
  printMeasurement(`reach ${half} requests per site`, total(({ requests }) => requests) / results.length, 'requests')
  printMeasurement(
    `reach ${half} most requests to a site`,
    Math.max(...results.map(({ requests }) => requests)),
    'requests',
  )
}
