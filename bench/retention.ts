import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createRetention } from '../server/news/articles/retention.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded/start.ts'
import { openDatabase, type Database } from '../server/platform/database/open.ts'
import { seedNews, seedStories, settle } from './fixtures/articles.ts'
import { familyCpuMs, postmasterOf, printMeasurement } from './measure/measure.ts'

const ARTICLES_EACH = 30
const TRACKED_COMPANIES = Number(process.env.RETENTION_ARTICLES ?? 300_000) / ARTICLES_EACH
/** About half of the seeded articles are older. */
const KEEP_SECONDS = 120 * 86_400
const MILLION = 1e6

/** Compares the cost of deleting old articles row by row with dropping a partition that holds the same rows. */
export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  const server = await startEmbeddedPostgres({ dataDir: home })
  const owner = new pg.Client({ host: server.socketDir, user: server.user, database: 'postgres' })
  await owner.connect()
  const url = `postgres://${server.user}@/postgres?host=${server.socketDir}`
  const database = await openDatabase({ url, dataDir: home, poolSize: 4 }, () => {})
  try {
    await seedNews(owner, { trackedCompanies: TRACKED_COMPANIES, articlesEach: 0, briefsEach: 0 })
    await seedStories(owner, { trackedCompanies: TRACKED_COMPANIES, articlesEach: ARTICLES_EACH })
    await settle(owner)
    await measure(database, owner)
  } finally {
    await database.close()
    await owner.end()
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

const OLD = `published_at < now() - make_interval(secs => ${KEEP_SECONDS})`

async function measure(database: Database, owner: pg.Client): Promise<void> {
  const [counted] = await ask<{ n: number }>(owner, `select count(*)::int as n from articles where ${OLD}`)
  const millions = (counted?.n ?? 0) / MILLION
  printMeasurement('articles that are too old', millions * MILLION, 'rows')
  const partition = await copyAsPartition(owner)
  const retention = createRetention({ database, clock: () => new Date(), keepSeconds: KEEP_SECONDS })
  const cost = await costOf(database, owner, () => retention.run())
  printMeasurement('retention: time per million', cost.seconds / millions, 's')
  printMeasurement('retention: CPU of the database per million', cost.cpuSeconds / millions, 's')
  printMeasurement('retention: write-ahead log per million', cost.walMb / millions, 'MB')
  printMeasurement('retention: slowest read meanwhile', cost.slowest.read, 'ms')
  printMeasurement('retention: slowest write meanwhile', cost.slowest.write, 'ms')
  const before = await sizeMb(owner)
  const vacuum = await costOf(database, owner, () => owner.query('vacuum articles, tracked_company_articles'))
  printMeasurement('vacuum afterward: time per million', vacuum.seconds / millions, 's')
  printMeasurement('vacuum afterward: slowest write meanwhile', vacuum.slowest.write, 'ms')
  printMeasurement('articles and links: size', before, 'MB')
  printMeasurement('articles and links: free space inside, for new rows', await freeMb(owner), 'MB')
  const dropped = await costOf(database, owner, () => owner.query(`drop table ${partition}`))
  printMeasurement('drop of a partition with the same articles and links', dropped.seconds * 1000, 'ms')
  printMeasurement('drop: CPU of the database', dropped.cpuSeconds * 1000, 'ms')
  printMeasurement('drop: slowest write meanwhile', dropped.slowest.write, 'ms')
}

/** Includes the indexes that a partition would have. */
async function copyAsPartition(owner: pg.Client): Promise<string> {
  const tables = ['articles', 'tracked_company_articles']
  for (const table of tables) {
    const columns = await ask<{ names: string }>(
      owner,
      `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const names = columns[0]?.names ?? ''
    await owner.query(`create table old_${table} (like ${table} including all)`)
    await owner.query(
      `insert into old_${table} (${names}) overriding system value select ${names} from ${table} where ${OLD}`,
    )
  }
  await owner.query('checkpoint')
  return tables.map((table) => `old_${table}`).join(', ')
}

type Cost = { seconds: number; cpuSeconds: number; walMb: number; slowest: { read: number; write: number } }

/** Reads and updates the newest articles while the work runs, to see how long others have to wait. */
async function costOf(database: Database, owner: pg.Client, work: () => Promise<unknown>): Promise<Cost> {
  const postmaster = await postmasterOf(owner)
  const walBefore = await walMb(owner)
  const cpuBefore = familyCpuMs(postmaster)
  const slowest = { read: 0, write: 0 }
  let isOver = false
  const others = (['read', 'write'] as const).map(async (kind) => {
    while (!isOver) {
      const began = performance.now()
      await database.execute(kind === 'read' ? READ : WRITE)
      slowest[kind] = Math.max(slowest[kind], performance.now() - began)
      await sleep(20)
    }
  })
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  isOver = true
  await Promise.all(others)
  const cpuSeconds = (familyCpuMs(postmaster) - cpuBefore) / 1000
  return { seconds, cpuSeconds, walMb: (await walMb(owner)) - walBefore, slowest }
}

const READ = `select title from articles where published_at < now() order by published_at desc limit 50`
const WRITE = `update articles set section = section where id in (select id from articles order by published_at desc limit 5)`

const ask = async <Row extends pg.QueryResultRow>(owner: pg.Client, text: string) => (await owner.query<Row>(text)).rows
const first = async (owner: pg.Client, value: string) =>
  Number((await ask<{ value: string }>(owner, `select (${value})::float8 as value`))[0]?.value)
const walMb = (owner: pg.Client) =>
  first(owner, `pg_current_wal_lsn() - '0/0'::pg_lsn`).then((bytes) => bytes / 2 ** 20)
const sizeMb = (owner: pg.Client) =>
  first(owner, `(pg_total_relation_size('articles') + pg_total_relation_size('tracked_company_articles')) / 1048576.0`)

async function freeMb(owner: pg.Client): Promise<number> {
  await owner.query('create extension if not exists pg_freespacemap')
  return first(owner, `(select sum(avail) from pg_freespace('articles')) / 1048576.0`)
}
