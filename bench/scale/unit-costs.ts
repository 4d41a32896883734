import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../../tools/build.ts'
import { withFeedServer, type FeedServer } from '../fixtures/feed-server.ts'
import { uploadCompanies, withFixture, type Fixture } from '../fixtures/product-database.ts'
import { cpuMs, familyCpuMs, load, postmasterOf, printMeasurement, residentMb } from '../measure/measure.ts'

const COMPANIES = Number(process.env.UNIT_COMPANIES ?? 300)
const ITEMS = 20
/** A poll without news is so cheap that a single pass is below the clock's resolution. */
const WARM_PASSES = 5
const LOAD = { connections: 4, seconds: 3 }
/** The requests of an open dashboard. */
const CALLS = ['/api/auth/user', '/api/companies?limit=100', '/api/news/feed?limit=50', '/api/analytics']
/** Schemas whose size depends on neither companies nor articles. */
const APART = ['pgboss', 'auth', 'pg_catalog', 'information_schema']

type Cost = { own: number; database: number }

/** The cost of one company, poll, article and request. docs/scale.md multiplies them. */
export async function measureUnitCosts(): Promise<void> {
  await buildIfStale()
  await withFeedServer({ companies: COMPANIES, items: ITEMS, latencyMs: 5 }, (server) =>
    withFixture((fixture) => measure(fixture, server), { FETCH_ALLOW: '127.0.0.0/8' }),
  )
}

async function measure(fixture: Fixture, server: FeedServer): Promise<void> {
  const account = await fixture.signUp('unit-costs')
  const empty = await stored(fixture)
  const first = await costOf(fixture, async () => {
    await uploadCompanies(fixture, account, await server.csv())
    await until(fixture, `select count(distinct tracked_company_id) >= ${COMPANIES} as done from briefs`)
    await quiet(fixture)
  })
  const full = await stored(fixture)
  const articles = await countOf(fixture, 'articles')
  print('CPU to add a company and its first news, our process', first.own / COMPANIES, 'ms')
  print('CPU to add a company and its first news, database', first.database / COMPANIES, 'ms')
  print('articles of a company', articles / COMPANIES, 'articles')
  print('bytes on disk for an article, indexes included', (full.bytes - empty.bytes) / articles, 'bytes')
  print('rows for an article', (full.rows - empty.rows) / articles, 'rows')

  const warm = await costOf(fixture, async () => {
    for (let pass = 0; pass < WARM_PASSES; pass += 1) await pollAll(fixture)
  })
  print('CPU for a poll without news, our process', warm.own / WARM_PASSES / COMPANIES, 'ms')
  print('CPU for a poll without news, database', warm.database / WARM_PASSES / COMPANIES, 'ms')
  const sizes = await Promise.all(server.feeds.slice(0, 50).map(async (url) => (await fetch(url)).arrayBuffer()))
  const bytes = sizes.reduce((sum, { byteLength }) => sum + byteLength, 0)
  print('bytes of a feed', bytes / sizes.length, 'bytes')

  for (const path of CALLS) {
    const url = `${fixture.product.url}${path}`
    const body = await (await fetch(url, { headers: account.headers })).arrayBuffer()
    let requests = 0
    const cost = await costOf(fixture, async () => {
      const result = await load(url, { ...LOAD, headers: account.headers })
      if (result.errors > 0) throw new Error(`${path} failed ${result.errors} times`)
      requests = result.requestsPerSecond * LOAD.seconds
    })
    print(`CPU for GET ${path}, our process`, cost.own / requests, 'ms')
    print(`CPU for GET ${path}, database`, cost.database / requests, 'ms')
    print(`bytes of GET ${path}, not compressed`, body.byteLength, 'bytes')
  }
  print('memory of our process', residentMb(fixture.product.pid), 'MB')
}

const print = (what: string, value: number, unit: string) => printMeasurement(`unit-costs ${what}`, value, unit)

async function costOf({ product, database }: Fixture, work: () => Promise<void>): Promise<Cost> {
  const postmaster = await postmasterOf(database)
  const spent = () => ({ own: cpuMs(product.pid), database: familyCpuMs(postmaster) })
  const before = spent()
  await work()
  const after = spent()
  return { own: after.own - before.own, database: after.database - before.database }
}

async function stored({ database }: Fixture): Promise<{ bytes: number; rows: number }> {
  await database.query('vacuum analyze')
  const { rows } = await database.query<{ bytes: number; rows: number }>(
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes, sum(greatest(c.reltuples, 0))::float8 as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname <> all($1)`,
    [APART],
  )
  return rows[0] ?? { bytes: 0, rows: 0 }
}

async function countOf({ database }: Fixture, table: string): Promise<number> {
  const { rows } = await database.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return rows[0]?.n ?? 0
}

async function pollAll(fixture: Fixture): Promise<void> {
  const { database } = fixture
  await database.query(`update watches set next_at = now() where url is not null`)
  await database.query(`insert into pgboss.job (name, data) values ('news.poll', '{}')`)
  await until(fixture, 'select not exists (select from watches where url is not null and next_at <= now()) as done')
}

async function until({ database }: Fixture, question: string): Promise<void> {
  for (let tries = 0; tries < 6000; tries += 1) {
    const { rows } = await database.query<{ done: boolean }>(question)
    if (rows[0]?.done) return
    await sleep(50)
  }
  throw new Error(`it did not come to it: ${question}`)
}

/** Waits for the CPU to go idle, because classification continues after the news has arrived. */
async function quiet({ product }: Fixture): Promise<void> {
  for (let used = cpuMs(product.pid), calm = 0; calm < 3; used = cpuMs(product.pid)) {
    await sleep(1000)
    calm = cpuMs(product.pid) - used < 60 ? calm + 1 : 0
  }
}
