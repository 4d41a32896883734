import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { newsStore } from '../server/news/read/news.ts'
import { buildIfStale } from '../tools/build.ts'
import { seedNews, seedOthers, seedPortfolio, settle } from './fixtures/articles.ts'
import { withFixture, type Fixture } from './fixtures/product-database.ts'
import { cpuMs, printMeasurement, median } from './measure/measure.ts'

const COMPANIES = 5000
const ARTICLES_EACH = 40
const ROUNDS = 45
const WARM_UP = 5
const FEED = '/api/news/feed'

export async function run(): Promise<void> {
  await buildIfStale()
  await withFixture(measure)
}

async function measure({ product, database, signUp }: Fixture): Promise<void> {
  const account = await signUp('news')
  await seedNews(database, {
    trackedCompanies: COMPANIES,
    articlesEach: ARTICLES_EACH,
    briefsEach: ARTICLES_EACH,
  })
  await seedPortfolio(database, account.id, COMPANIES)
  await seedOthers(database, 200, 500)
  await settle(database)
  const companyId = await oneCompany(database, account.id)

  const asked = await recorded(database, account.id)
  printMeasurement('news feed statements (target 1)', asked.length, 'statements')
  const plans = await Promise.all(asked.map((statement) => planOf(database, account.id, statement)))
  printMeasurement('news feed sequential scans (target 0)', plans.join('\n').match(/Seq Scan/g)?.length ?? 0, 'scans')

  const bytes = (await (await fetch(product.url + FEED, account)).arrayBuffer()).byteLength
  printMeasurement('news feed answer', bytes / 1024 / 1024, 'MiB')
  const bare: number[] = []
  const ours: number[] = []
  const used = cpuMs(product.pid)
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await timed(() => bareAnswer(database, asked)))
    ours.push(await timed(() => answer(product.url + FEED, account.headers)))
  }
  printMeasurement('news feed CPU of our process', (cpuMs(product.pid) - used) / ROUNDS, 'ms/request')
  const [theirs, own] = [bare.slice(WARM_UP), ours.slice(WARM_UP)]
  printMeasurement('news feed bare SQL', 1000 / median(theirs), 'requests/s')
  printMeasurement('news feed', 1000 / median(own), 'requests/s')
  printMeasurement('news feed/bare SQL (target ≥ 0.7)', median(theirs) / median(own), 'ratio')
  printMeasurement('news feed p95 (target < 300)', p95(own), 'ms')

  for (const path of [
    '/api/news?limit=100',
    '/api/news/coverage',
    '/api/companies',
    '/api/news/summary',
    '/api/news/attention',
    `/api/companies/${companyId}/news`,
    `/api/companies/${companyId}/stories`,
    `/api/companies/${companyId}/coverage`,
  ]) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await timed(() => answer(product.url + path, account.headers)))
    printMeasurement(
      `news ${path.replace(`/${companyId}/`, '/:id/')} p95 (target < 300)`,
      p95(times.slice(WARM_UP)),
      'ms',
    )
  }
}

type Statement = { text: string; values: unknown[] }

async function recorded(database: pg.Client, userId: string): Promise<Statement[]> {
  const statements: Statement[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void statements.push({ text, values }) }
  await newsStore(drizzle(database, { logger, casing: 'snake_case' }) as never).feed(userId)
  return statements
}

async function planOf(database: pg.Client, userId: string, { text, values }: Statement): Promise<string> {
  await database.query(`begin; set local role tidings_app; set local app.user_id = '${userId}'`)
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  await database.query('rollback')
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

async function bareAnswer(database: pg.Client, statements: Statement[]): Promise<void> {
  for (const { text, values } of statements) JSON.stringify((await database.query(text, values)).rows)
}

async function answer(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  await response.arrayBuffer()
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN

async function oneCompany(database: pg.Client, userId: string): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    'select id from companies where user_id = $1 order by id limit 1',
    [userId],
  )
  return rows[0]?.id ?? 0
}
