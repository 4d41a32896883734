import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../tools/build.ts'
import { bareFetch, withFeedServer, type FeedServer } from './fixtures/feed-server.ts'
import { uploadCompanies, withFixture, type Fixture } from './fixtures/product-database.ts'
import { newsboatCold } from './measure/newsboat.ts'
import { cpuMs, familyCpuMs, postmasterOf, residentMb, watchMemory, printMeasurement } from './measure/measure.ts'

const COMPANIES = Number(process.env.GATHER_COMPANIES ?? 1000)
const ITEMS = 20
const LATENCY_MS = 50
const AT_ONCE = 64
/** The lowest CPU time of any other reader for the same cold refresh, including storage (yarr 2.4). */
const FASTEST_READER_CPU_MS = 15_300

export async function run(): Promise<void> {
  await buildIfStale()
  await withFeedServer({ companies: COMPANIES, items: ITEMS, latencyMs: LATENCY_MS }, async (server) => {
    printMeasurement(
      'gather physical limit (latency × requests ÷ concurrency)',
      (LATENCY_MS * COMPANIES) / AT_ONCE,
      'ms',
    )
    await bareFetch(server.feeds)
    await withFixture((fixture) => measure(fixture, server), {
      FETCH_ALLOW: '127.0.0.0/8',
    })
  })
}

async function measure(fixture: Fixture, server: FeedServer): Promise<void> {
  const account = await fixture.signUp('gather')
  const idle = residentMb(fixture.product.pid)
  const peak = watchMemory(fixture.product.pid)

  const before = await bareFetch(server.feeds)
  const csv = await server.csv()
  const upload = await timed(fixture, async () => {
    await uploadCompanies(fixture, account, csv)
    await until(() => counted(fixture, 'select count(distinct tracked_company_id)::int as n from briefs', COMPANIES))
  })
  const after = await bareFetch(server.feeds)
  const bareCold = (before.ms + after.ms) / 2
  printMeasurement('gather bare fetch and parse, cold', bareCold, 'ms')
  printMeasurement('gather from upload to news on all', upload.ms, 'ms')
  printMeasurement('gather from upload/bare cold (target ≤ 4)', upload.ms / bareCold, 'ratio')
  printMeasurement('gather CPU from upload, our process', upload.own, 'ms')
  printMeasurement('gather CPU from upload, database', upload.database, 'ms')
  await intact(fixture, 'from upload')
  await quiet(fixture)

  const cold = await pollAgain(fixture, forgetEverything)
  const bareAgain = await bareFetch(server.feeds)
  printMeasurement('gather cold, feeds known', cold.ms, 'ms')
  printMeasurement('gather cold/bare cold (target ≤ 2)', cold.ms / bareAgain.ms, 'ratio')
  printMeasurement('gather cold CPU, our process', cold.own, 'ms')
  printMeasurement('gather cold CPU, database', cold.database, 'ms')
  printMeasurement(
    'gather fastest reader’s CPU/ours with the database (target ≥ 2)',
    FASTEST_READER_CPU_MS / (cold.own + cold.database),
    'ratio',
  )
  const newsboat = newsboatCold(server.feeds, AT_ONCE)
  if (newsboat) {
    printMeasurement('gather newsboat, cold', newsboat.ms, 'ms')
    printMeasurement('gather newsboat’s time/ours (target ≥ 1)', newsboat.ms / cold.ms, 'ratio')
    printMeasurement(
      'gather newsboat’s CPU/ours with the database',
      newsboat.cpuMs / (cold.own + cold.database),
      'ratio',
    )
  }
  await intact(fixture, 'cold')

  const warm = await pollAgain(fixture, async () => {})
  const bareWarm = await bareFetch(server.feeds, bareAgain.tags)
  printMeasurement('gather bare fetch, warm', bareWarm.ms, 'ms')
  printMeasurement('gather warm', warm.ms, 'ms')
  printMeasurement('gather warm/bare warm (target ≤ 1.5)', warm.ms / bareWarm.ms, 'ratio')
  printMeasurement('gather warm CPU, our process', warm.own, 'ms')
  printMeasurement('gather memory of our process, most (target ≤ 300)', peak(), 'MB')
  printMeasurement('gather memory of our process, idle', idle, 'MB')

  await killMidway(fixture)
  await intact(fixture, 'killed midway')
}

async function killMidway(fixture: Fixture): Promise<void> {
  await forgetEverything(fixture)
  await due(fixture)
  await until(() => counted(fixture, 'select count(*)::int as n from articles', COMPANIES * ITEMS * 0.3))
  await fixture.restart('SIGKILL')
  await fixture.database.query('update watches set claimed_until = now() where claim is not null')
  await due(fixture)
  await until(() => counted(fixture, POLLED, COMPANIES))
}

const POLLED = `select count(*)::int as n from watches where url is not null and next_at > now()`

async function forgetEverything({ database }: Fixture): Promise<void> {
  await database.query('truncate briefs, tracked_company_articles, company_articles, article_revisions, articles')
  await database.query(`update watches set etag = null, last_modified = null, notes = null where url is not null`)
}

const due = ({ database }: Fixture) =>
  database
    .query(`update watches set next_at = now() where url is not null`)
    .then(() => database.query(`insert into pgboss.job (name, data) values ('news.poll', '{}')`))

async function pollAgain(fixture: Fixture, prepare: (fixture: Fixture) => Promise<void>) {
  await prepare(fixture)
  await due(fixture)
  await until(() => counted(fixture, 'select count(*)::int as n from watches where claim is not null', 1), 5)
  return timed(fixture, () => until(() => counted(fixture, POLLED, COMPANIES)))
}

async function timed({ product, database }: Fixture, work: () => Promise<void>) {
  const postmaster = await postmasterOf(database)
  const cost = () => ({
    ms: performance.now(),
    own: cpuMs(product.pid),
    database: familyCpuMs(postmaster),
  })
  const started = cost()
  await work()
  const ended = cost()
  return {
    ms: ended.ms - started.ms,
    own: ended.own - started.own,
    database: ended.database - started.database,
  }
}

async function intact({ database }: Fixture, when: string): Promise<void> {
  const { rows } = await database.query<Record<string, number>>(`
    select (select count(*)::int from articles) as articles,
      (select count(*)::int from tracked_company_articles) as links,
      (select count(distinct (tracked_company_id, body))::int from briefs) as briefs,
      (select count(*)::int from briefs) as stored`)
  const found = rows[0] ?? {}
  printMeasurement(`gather items, ${when} (target ${COMPANIES * ITEMS})`, found.articles ?? 0, 'items')
  printMeasurement(`gather links, ${when} (target ${COMPANIES * ITEMS})`, found.links ?? 0, 'links')
  printMeasurement(`gather duplicate briefs, ${when} (target 0)`, (found.stored ?? 0) - (found.briefs ?? 0), 'briefs')
}

async function quiet({ product }: Fixture): Promise<void> {
  for (let used = cpuMs(product.pid), seconds = 0; seconds < 60; seconds += 1) {
    await sleep(1000)
    if (cpuMs(product.pid) - used < 60) return
    used = cpuMs(product.pid)
  }
}

const counted = async ({ database }: Fixture, query: string, enough: number) =>
  ((await database.query<{ n: number }>(query)).rows[0]?.n ?? 0) >= enough

async function until(isDone: () => Promise<boolean>, everyMs = 50): Promise<void> {
  const end = Date.now() + 180_000
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error('it took too long')
    await sleep(everyMs)
  }
}
