import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SearchQuery } from '#domain/news/search.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded/start.ts'
import { openDatabase, type Database } from '../server/platform/database/open.ts'
import { createAnalytics } from '../server/news/read/analytics/analytics.ts'
import { createSearch } from '../server/news/read/search/search.ts'
import { seedNews, seedPortfolio, settle, seedStories } from './fixtures/articles.ts'
import { printMeasurement, median } from './measure/measure.ts'

const COMPANIES = 5000
const TRACKED_COMPANIES = 6000
const ARTICLES_EACH = 30
const ROUNDS = 5

const SEARCHES: Record<string, string>[] = [
  {},
  { q: 'company' },
  { q: 'company', sort: 'newest' },
  { q: '"topic77"' },
  { q: 'raises round' },
  { section: 'Business' },
  { section: 'Business', q: 'rotterdam' },
]

export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  const server = await startEmbeddedPostgres({ dataDir: home })
  const owner = new pg.Client({ host: server.socketDir, user: server.user, database: 'postgres' })
  await owner.connect()
  const url = `postgres://${server.user}@/postgres?host=${server.socketDir}`
  const database = await openDatabase({ url, dataDir: home, poolSize: 4 }, () => {})
  try {
    await measure(database, owner)
  } finally {
    await database.close()
    await owner.end()
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function measure(database: Database, owner: pg.Client): Promise<void> {
  const userId = randomUUID()
  await owner.query(
    `insert into users (id, email, trial_ends_at) values ($1, 'search@example.com', now() + interval '14 days')`,
    [userId],
  )
  await seedNews(owner, { trackedCompanies: TRACKED_COMPANIES, articlesEach: 0, briefsEach: 10 })
  await seedStories(owner, { trackedCompanies: TRACKED_COMPANIES, articlesEach: ARTICLES_EACH })
  await seedPortfolio(owner, userId, COMPANIES)
  await settle(owner)
  const clock = () => new Date()
  const companies = { get: () => Promise.reject(new Error('no company is asked for')) }
  const insights = createAnalytics({ database, clock, companies })
  const search = createSearch({ database, clock })

  const answer = await insights.analytics(userId)
  printMeasurement('analytics 5,000 companies: answer', JSON.stringify(answer).length / 1024, 'KiB')
  await compare('analytics 5,000 companies', owner, userId, () => insights.analytics(userId), 1000)
  for (const asked of SEARCHES) {
    const query = SearchQuery.parse(asked)
    const name = `search ${new URLSearchParams(asked).toString() || 'without a filter'}`
    await compare(name, owner, userId, () => search.find(userId, query), 500)
  }
}

async function compare(
  name: string,
  owner: pg.Client,
  userId: string,
  ask: () => Promise<unknown>,
  target: number,
): Promise<void> {
  const [bare, ours]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await timed(() => owner.query(BARE, [userId])))
    ours.push(await timed(ask))
  }
  printMeasurement(`${name}, p50 (target < ${target})`, median(ours), 'ms')
  printMeasurement(`${name}/bare SQL (target ≤ 3)`, median(ours) / median(bare), 'ratio')
}

const BARE = `
  select companies.id, articles.section, count(distinct coalesce(link.story_id, link.article_id))
  from companies join tracked_company_articles link on link.tracked_company_id = companies.tracked_company_id
  join articles on articles.id = link.article_id
  where companies.user_id = $1 and companies.removed_at is null group by companies.id, articles.section`

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
