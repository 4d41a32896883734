import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cpuMs, familyCpuMs, postmasterOf, printMeasurement, residentMb } from '../measure/measure.ts'
import { failuresOf, printAnswers, type LoadTarget } from './load-target.ts'
import type { Answers, VirtualUser } from './virtual-users.ts'

const SECONDS = Number(process.env.LOAD_SECONDS ?? 300)
const SHORT_SECONDS = Math.min(30, SECONDS)
const OVERLOAD = 10
const OVERLOAD_SECONDS = Math.min(20, SECONDS)
const RECOVERY_SECONDS = 10
const WINDOW_SECONDS = 2
const IDLE_MS = 5000
/** Served from memory except for one `select 1` through the pooler. */
const BARE = ['GET /readyz']

const HUGE = { companies: 5000, newsEach: 40 }
/** The requests that the dashboard sends. */
const DASHBOARD = [
  'GET /api/news/feed?limit=100',
  'GET /api/companies?limit=200&total=1',
  'GET /api/companies/names',
  'GET /api/news/summary',
  'GET /api/news/attention',
  'GET /api/news/coverage?company={ids}',
  'GET /api/news?limit=100',
  'GET /api/companies/{id}/news',
  'GET /api/companies/{id}/stories',
]
/** The unpaginated requests that API clients may send. */
const WHOLE = ['GET /api/news/feed', 'GET /api/companies', 'GET /api/news/coverage']

/** A single user, with no pause between requests. */
export const withoutLoad = ({ send }: LoadTarget, users: VirtualUser[], requests?: string[]): Promise<Answers> =>
  send({ users: users.slice(0, 1), seconds: 5, thinkMs: 0, ...(requests && { requests }) })

export async function mixed(target: LoadTarget): Promise<void> {
  const { send, users, loopLag } = target
  const alone = await withoutLoad(target, users)
  const bareAlone = await withoutLoad(target, users, BARE)
  await send({ users, seconds: 10 })
  await loopLag()
  const cpuSince = await startCpuClock(target)
  const [answers, bare] = await Promise.all([
    send({ users, seconds: SECONDS }),
    send({ users: users.slice(0, 1), seconds: SECONDS, thinkMs: 100, requests: BARE }),
  ])
  const name = `load mixed, ${users.length} users for ${SECONDS} s:`
  printAnswers(name, answers, { p95: 150, p99: 400 }, alone)
  printMeasurement(`${name} event loop lag p99, resolution 10 ms (limit < 50)`, await loopLag(), 'ms')
  for (const [part, ms] of Object.entries(cpuSince()))
    printMeasurement(`${name} CPU of the ${part} per request`, ms / answers.requests, 'ms')
  printBare(name, bare, bareAlone)
  for (const [wanted, p95] of Object.entries(answers.p95Of)) printMeasurement(`${name} ${wanted} p95`, p95, 'ms')
}

export async function huge(target: LoadTarget): Promise<void> {
  const { send, users, loopLag } = target
  const tenant = await target.addUser('huge', HUGE.companies, HUGE.newsEach)
  const alone = await withoutLoad(target, [tenant], DASHBOARD)
  const smallAlone = await withoutLoad(target, users)
  await loopLag()
  const [answers, small] = await Promise.all([
    send({ users: [tenant], seconds: SHORT_SECONDS, thinkMs: 250, requests: DASHBOARD }),
    send({ users: users.slice(0, 50), seconds: SHORT_SECONDS }),
  ])
  const name = 'load huge, dashboard of 5,000 companies and 200,000 briefs:'
  printAnswers(name, answers, { p95: 300 }, alone)
  for (const [wanted, p95] of Object.entries(answers.p95Of)) printMeasurement(`${name} ${wanted} p95`, p95, 'ms')
  printAnswers('load huge, 50 others meanwhile:', small, { p95: 250 }, smallAlone)
  printMeasurement('load huge, event loop lag p99, resolution 10 ms', await loopLag(), 'ms')
  const whole = await send({ users: [tenant], seconds: SHORT_SECONDS, thinkMs: 250, requests: WHOLE })
  for (const [wanted, p95] of Object.entries(whole.p95Of))
    printMeasurement(`load huge, all of it at once: ${wanted} p95`, p95, 'ms')
}

export async function overload(target: LoadTarget): Promise<void> {
  const { send, users, loopLag, cluster } = target
  const alone = await withoutLoad(target, users)
  const normal = await send({ users, seconds: 10 })
  const many = Array.from({ length: OVERLOAD }, () => users).flat()
  await loopLag()
  const answers = await send({ users: many, seconds: OVERLOAD_SECONDS })
  const lag = await loopLag()
  const stopped = performance.now()
  let again: Answers
  do again = await send({ users, seconds: WINDOW_SECONDS })
  while ((failuresOf(again) > 0 || again.p95 > 2 * normal.p95) && performance.now() - stopped < 60_000)
  const recovery = (performance.now() - stopped) / 1000 - WINDOW_SECONDS

  const name = `load overload, ${OVERLOAD} times ${users.length} users for ${OVERLOAD_SECONDS} s:`
  printMeasurement(`${name} p95 before`, normal.p95, 'ms')
  printMeasurement(`${name} requests`, answers.perSecond, 'requests/s')
  for (const part of ['p50', 'p95', 'p99'] as const) printMeasurement(`${name} ${part}`, answers[part], 'ms')
  printMeasurement(`${name} p95/p95 without load`, answers.p95 / alone.p95, 'ratio')
  for (const [status, count] of Object.entries(answers.statuses))
    printMeasurement(`${name} answered ${status === '0' ? 'nothing (limit 0)' : status}`, count, 'requests')
  printMeasurement(`${name} refused without Retry-After (limit 0)`, answers.withoutRetryAfter, 'requests')
  printMeasurement(`${name} event loop lag p99, resolution 10 ms`, lag, 'ms')
  printMeasurement(`${name} as before after (limit < ${RECOVERY_SECONDS})`, recovery, 's')

  const began = performance.now()
  await cluster.restart('web', 0)
  printMeasurement(
    'load overload, a killed web process is ready again after (limit < 2)',
    (performance.now() - began) / 1000,
    's',
  )
  await sleep(IDLE_MS)
  printMeasurement('load overload, its memory when idle (limit < 150)', residentMb(cluster.web[0]?.pid ?? 0), 'MB')
}

/** Unlike times, hardly affected by whatever else the machine is doing. */
async function startCpuClock({ cluster, database }: LoadTarget) {
  const replica = await connectTo(cluster.replica().connection)
  const postmasters = await Promise.all([database, replica].map(postmasterOf))
  await replica.end()
  const read = () => ({
    'web processes': sum(cluster.web.map(({ pid }) => cpuMs(pid))),
    databases: sum(postmasters.map(familyCpuMs)),
  })
  const before = read()
  return () => {
    const now = read()
    return {
      'web processes': now['web processes'] - before['web processes'],
      databases: now.databases - before.databases,
    }
  }
}

async function connectTo(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, database: 'tidings' })
  await client.connect()
  return client
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

function printBare(name: string, { p95 }: Answers, alone: Answers): void {
  printMeasurement(`${name} bare select 1, p95`, p95, 'ms')
  printMeasurement(`${name} bare select 1, p95/p95 without load`, p95 / alone.p95, 'ratio')
}
