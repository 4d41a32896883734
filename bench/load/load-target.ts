import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createLimiter } from '../../server/platform/limiter.ts'
import { startCluster, type Cluster } from '../../tests/cluster/cluster.ts'
import { seedNews, seedPortfolio, settle } from '../fixtures/articles.ts'
import { signUp, type Account } from '../fixtures/product-database.ts'
import { printMeasurement } from '../measure/measure.ts'
import type { Answers, Plan, VirtualUser } from './virtual-users.ts'

const USERS = Number(process.env.LOAD_USERS ?? 200)
const COMPANIES_EACH = 50
const TRACKED_COMPANIES = 2000
const NEWS_EACH = 10
const SIGN_UPS_AT_ONCE = 4
const METRICS_TOKEN = 'metrics-under-load'

/** A typical visit: mostly reading, with an occasional search, analytics view or edit. */
const VISIT = [
  'GET /api/news/feed?limit=100',
  'GET /api/companies',
  'GET /api/news/summary',
  'GET /api/companies/{id}/stories',
  'GET /api/companies/{id}/news',
  'GET /api/news/feed?limit=100',
  'GET /api/auth/user',
  'GET /api/news?limit=20',
  'GET /api/search?q=series+round',
  'GET /api/companies/{id}/coverage',
  'GET /api/news/feed?limit=100',
  'PATCH /api/companies/{id}',
  'GET /api/companies',
  'GET /api/companies/{id}/stories',
  'GET /api/news/coverage',
  'GET /api/analytics',
]
/** One click every ten seconds, on average. */
const THINK_MS = 10_000
/** Typical for load balancers. More frequent checks would add load of their own. */
const READY_CHECK_MS = 1000

export type LoadTarget = {
  url: string
  cluster: Cluster
  database: pg.Client
  users: VirtualUser[]
  /** Adds a user whose companies no other user has. */
  addUser: (name: string, companies: number, newsEach: number) => Promise<VirtualUser>
  send: (plan: Pick<Plan, 'users' | 'seconds'> & Partial<Plan>) => Promise<Answers>
  /** The event loop lag since the last call, in milliseconds, of the worst web process. */
  loopLag: () => Promise<number>
}

export async function withLoadTarget(work: (target: LoadTarget) => Promise<void>): Promise<void> {
  const cluster = await startCluster({
    checkMs: READY_CHECK_MS,
    environment: {
      LOG_LEVEL: 'error',
      METRICS_TOKEN,
      TRUST_PROXY: '127.0.0.1,::1',
      FETCH_ALLOW: '127.0.0.0/8',
    },
  })
  const database = new pg.Client({ ...cluster.primary().connection, database: 'tidings' })
  try {
    await database.connect()
    const users = await populate(cluster.url, database)
    await work({
      url: cluster.url,
      cluster,
      database,
      users,
      async addUser(name, companies, newsEach) {
        const first = TRACKED_COMPANIES + 1
        await seedNews(database, { first, trackedCompanies: companies, articlesEach: newsEach, briefsEach: newsEach })
        const user = await fill(database, await signUp(cluster.url, name), companies, first)
        await settle(database)
        return user
      },
      send: (plan) => sendFrom({ url: cluster.url, requests: VISIT, thinkMs: THINK_MS, ...plan }),
      loopLag: async () =>
        Math.max(
          ...(await Promise.all(cluster.web.map(({ url }) => metric(url, 'nodejs_eventloop_lag_p99_seconds')))),
        ) * 1000,
    })
  } finally {
    await database.end()
    await cluster.stop()
  }
}

async function populate(url: string, database: pg.Client): Promise<VirtualUser[]> {
  await seedNews(database, { trackedCompanies: TRACKED_COMPANIES, articlesEach: NEWS_EACH, briefsEach: NEWS_EACH })
  const signUps = createLimiter({ limit: SIGN_UPS_AT_ONCE })
  const accounts = await Promise.all(
    Array.from({ length: USERS }, (_, at) => signUps.run(() => signUp(url, `user-${at}`))),
  )
  const spread = Math.floor((TRACKED_COMPANIES - COMPANIES_EACH) / USERS)
  const users: VirtualUser[] = []
  for (const [at, account] of accounts.entries())
    users.push(await fill(database, account, COMPANIES_EACH, 1 + at * spread))
  await settle(database)
  return users
}

async function fill(
  database: pg.Client,
  { id, headers }: Account,
  companies: number,
  first: number,
): Promise<VirtualUser> {
  await seedPortfolio(database, id, companies, first)
  const { rows } = await database.query<{ id: number }>('select id from companies where user_id = $1 limit 100', [id])
  return { ...headers, companyIds: rows.map((row) => row.id) }
}

function sendFrom(plan: Plan): Promise<Answers> {
  const child = fork(fileURLToPath(new URL('./virtual-users.ts', import.meta.url)))
  return new Promise((resolve, reject) => {
    child.once('message', (answers) => resolve(answers as Answers))
    child.once('exit', (code) => reject(new Error(`the virtual users ended with ${code}`)))
    child.send(plan)
  })
}

export async function metric(url: string, name: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1])
}

export const failuresOf = ({ statuses }: Answers): number =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (status.startsWith('2') ? 0 : count), 0)

export type Limits = { p95: number; p99?: number }

export function printAnswers(name: string, answers: Answers, limits: Limits, unloaded: Answers): void {
  printMeasurement(`${name} requests`, answers.perSecond, 'requests/s')
  printMeasurement(`${name} p50`, answers.p50, 'ms')
  printMeasurement(`${name} p95 (limit < ${limits.p95})`, answers.p95, 'ms')
  printMeasurement(`${name} p99${limits.p99 ? ` (limit < ${limits.p99})` : ''}`, answers.p99, 'ms')
  printMeasurement(`${name} p95/p95 without load`, answers.p95 / unloaded.p95, 'ratio')
  printMeasurement(`${name} errors (limit 0)`, failuresOf(answers), `of ${answers.requests}`)
  for (const [failure, count] of Object.entries(answers.failures))
    printMeasurement(`${name} ${failure}`, count, 'errors')
}
