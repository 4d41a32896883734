import { sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { compose } from '../../server/compose.ts'
import { parseConfig } from '../../server/config/config.ts'
import { connect } from '../../server/platform/database/open.ts'
import { openLog } from '../../server/platform/log.ts'
import { countDatagrams, countSyns, openInternet } from './internet/internet.ts'
import { COMPANY_ZONE, companyInternet } from './sites/company-internet.ts'
import { NAME_SERVER } from './namespace.ts'
import type { Command, Observation, PlainResponse } from './portfolio-sandbox.ts'
import { openScriptedDns } from './internet/scripted-dns.ts'

// Runs inside the namespace. The database is reached through a Unix socket.

const HOUR_MS = 3_600_000
const MONTH_MS = 31 * 24 * HOUR_MS

const [certificate = '', key = '', owner = '{}', settings = '{}'] = process.argv.slice(2)
const secrets = { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }
const internet = await openInternet(secrets, await companyInternet())
const dns = await openScriptedDns(NAME_SERVER, COMPANY_ZONE)

const config = parseConfig(JSON.parse(settings) as Record<string, string>)
const logged: string[] = []
let now = new Date()
const database = connect({ poolSize: 4 }, JSON.parse(owner) as Parameters<typeof connect>[1], true, () => {})
const product = await compose(config, {
  clock: () => now,
  database,
  jobs: 'inline',
  log: openLog('debug', { write: (line) => logged.push(line) }),
})
await product.startJobs()
let before = counts()

say({ ready: true })
for await (const line of createInterface({ input: process.stdin })) say(await run(JSON.parse(line) as Command))
process.exit(0)

async function run(command: Command): Promise<object> {
  if ('request' in command) return request(command.request)
  await quiet()
  if ('observe' in command) return observe()
  if ('write' in command) {
    await database.asSystem((queries) => product.queue.enqueue(queries, 'briefs.model', {}))
    await product.settleJobs()
    return {}
  }
  if ('poll' in command) {
    now = new Date(now.getTime() + 2 * HOUR_MS)
    await database.asSystem((queries) => product.queue.enqueue(queries, 'news.poll', {}))
    await product.settleJobs()
    return {}
  }
  now = new Date(now.getTime() + MONTH_MS)
  await database.asSystem((queries) => queries.execute(sql`delete from watches where tracked_company_id is not null`))
  dns.restart()
  before = counts()
  return {}
}

async function request({ method, path, headers, body }: Extract<Command, { request: unknown }>['request']) {
  const began = performance.now()
  const response = await product.app.request(
    new URL(path, config.http.publicUrl),
    { method, headers, ...(body === null ? {} : { body: Buffer.from(body, 'base64') }) },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  const ms = performance.now() - began
  await product.settleJobs()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: bytes.toString('base64'),
    ms,
  } satisfies PlainResponse
}

/** Waits until there is no more traffic, because an old picture is refreshed after the response. */
async function quiet() {
  for (let still = 0, last = ''; still < 4;) {
    const current = JSON.stringify(counts())
    still = current === last ? still + 1 : 0
    last = current
    await sleep(40)
  }
}

function counts() {
  return {
    hits: internet.hits.length,
    visits: internet.visits.length,
    requests: internet.requests.length,
    queries: dns.queries.length,
    logged: logged.length,
    syns: countSyns(),
    datagrams: countDatagrams(),
  }
}

function observe(): Observation {
  return {
    hits: internet.hits.slice(before.hits),
    visits: internet.visits.slice(before.visits),
    requests: internet.requests
      .slice(before.requests)
      .map(({ headers, url = '' }) => ({ host: headers.host ?? '', url, headers })),
    queries: dns.queries.slice(before.queries),
    logged: logged.slice(before.logged),
    syns: countSyns() - before.syns,
    datagrams: countDatagrams() - before.datagrams,
  }
}

function say(report: object) {
  process.stdout.write(`${JSON.stringify(report)}\n`)
}
