import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../tools/build.ts'
import { bareFetch, withFeedServer, type FeedServer } from './feed-server.ts'
import { withScene, type Account, type Scene } from './own-database.ts'
import { cpuMs, familyCpuMs, postmasterOf, residentMb, watchMemory } from './process-cost.ts'
import { figure } from './report.ts'

const COMPANIES = Number(process.env.GATHER_COMPANIES ?? 1000)
const ITEMS = 20
const LATENCY_MS = 50
/** As many as the door lets out at once. */
const AT_ONCE = 64
/** The least CPU that a reader needed for the same cold refresh, its store included (yarr 2.4). */
const FASTEST_READER_CPU_MS = 15_300

/** A thousand companies with a site and a feed each: from the upload to the news, cold, warm, and killed midway, beside the bare fetch and parse of the same bytes. */
export async function run(): Promise<void> {
  await buildIfStale()
  await withFeedServer({ companies: COMPANIES, items: ITEMS, latencyMs: LATENCY_MS }, async (server) => {
    figure(
      'gather physical limit (latency × requests ÷ concurrency)',
      (LATENCY_MS * COMPANIES) / AT_ONCE,
      'ms',
    )
    await bareFetch(server.feeds)
    await withScene((scene) => measure(scene, server), {
      FETCH_ALLOW: '127.0.0.0/8',
    })
  })
}

async function measure(scene: Scene, server: FeedServer): Promise<void> {
  const account = await scene.signUp('gather')
  const idle = residentMb(scene.product.pid)
  const peak = watchMemory(scene.product.pid)

  const before = await bareFetch(server.feeds)
  const csv = await server.csv()
  const upload = await timed(scene, async () => {
    await send(scene, account, csv)
    await until(() => counted(scene, 'select count(distinct subject_id)::int as n from news', COMPANIES))
  })
  const after = await bareFetch(server.feeds)
  const bareCold = (before.ms + after.ms) / 2
  figure('gather bare fetch and parse, cold', bareCold, 'ms')
  figure('gather from upload to news on all', upload.ms, 'ms')
  figure('gather from upload/bare cold (target ≤ 4)', upload.ms / bareCold, 'ratio')
  figure('gather CPU from upload, our process', upload.own, 'ms')
  figure('gather CPU from upload, database', upload.database, 'ms')
  await intact(scene, 'from upload')
  await quiet(scene)

  const cold = await lookAgain(scene, forgetEverything)
  const bareAgain = await bareFetch(server.feeds)
  figure('gather cold, feeds known', cold.ms, 'ms')
  figure('gather cold/bare cold (target ≤ 2)', cold.ms / bareAgain.ms, 'ratio')
  figure('gather cold CPU, our process', cold.own, 'ms')
  figure('gather cold CPU, database', cold.database, 'ms')
  figure(
    'gather fastest reader’s CPU/ours with the database (target ≥ 2)',
    FASTEST_READER_CPU_MS / (cold.own + cold.database),
    'ratio',
  )
  await intact(scene, 'cold')

  const warm = await lookAgain(scene, async () => {})
  const bareWarm = await bareFetch(server.feeds, bareAgain.tags)
  figure('gather bare fetch, warm', bareWarm.ms, 'ms')
  figure('gather warm', warm.ms, 'ms')
  figure('gather warm/bare warm (target ≤ 1.5)', warm.ms / bareWarm.ms, 'ratio')
  figure('gather warm CPU, our process', warm.own, 'ms')
  figure('gather memory of our process, most (target ≤ 300)', peak(), 'MB')
  figure('gather memory of our process, idle', idle, 'MB')

  await killMidway(scene)
  await intact(scene, 'killed midway')
}

/** The whole process dies while it works; another takes over what it had claimed. */
async function killMidway(scene: Scene): Promise<void> {
  await forgetEverything(scene)
  await due(scene)
  await until(() => counted(scene, 'select count(*)::int as n from articles', COMPANIES * ITEMS * 0.3))
  await scene.restart('SIGKILL')
  // Nobody waits here until the claims of the dead run out by themselves.
  await scene.database.query('update watches set claimed_until = now() where claim is not null')
  await due(scene)
  await until(() => counted(scene, LOOKED_AT, COMPANIES))
}

const LOOKED_AT = `select count(*)::int as n from watches where address <> '' and next_at > now()`

/** Everything that was found is gone, the addresses stay: as on the first day, but with the feeds known. */
async function forgetEverything({ database }: Scene): Promise<void> {
  await database.query('truncate news, subject_articles, company_articles, articles')
  await database.query(
    `update watches set etag = null, last_modified = null, notes = null where address <> ''`,
  )
}

const due = ({ database }: Scene) =>
  database
    .query(`update watches set next_at = now() where address <> ''`)
    .then(() => database.query(`insert into pgboss.job (name, data) values ('gather.run', '{}')`))

async function lookAgain(scene: Scene, prepare: (scene: Scene) => Promise<void>) {
  await prepare(scene)
  await due(scene)
  // The queue is asked twice a second: the clock starts when the first look is claimed.
  await until(() => counted(scene, 'select count(*)::int as n from watches where claim is not null', 1), 5)
  return timed(scene, () => until(() => counted(scene, LOOKED_AT, COMPANIES)))
}

async function timed({ product, database }: Scene, work: () => Promise<void>) {
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

/** None lost, none doubled. */
async function intact({ database }: Scene, when: string): Promise<void> {
  const { rows } = await database.query<Record<string, number>>(`
    select (select count(*)::int from articles) as articles,
      (select count(*)::int from subject_articles) as links,
      (select count(distinct (subject_id, content))::int from news) as briefs,
      (select count(*)::int from news) as told`)
  const found = rows[0] ?? {}
  figure(`gather items of ${COMPANIES * ITEMS}, ${when}`, found.articles ?? 0, 'items')
  figure(`gather links of ${COMPANIES * ITEMS}, ${when}`, found.links ?? 0, 'links')
  figure(`gather briefs told twice, ${when}`, (found.told ?? 0) - (found.briefs ?? 0), 'briefs')
}

async function send({ product }: Scene, { headers }: Account, csv: string): Promise<void> {
  const body = new FormData()
  body.set('file', new File([csv], 'portfolio.csv'))
  const url = `${product.url}/api/companies/bulk-upload?detail=1&limit=0`
  const response = await fetch(url, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`the upload failed: ${await response.text()}`)
  await response.arrayBuffer()
}

/** Logos are looked for after the news: they are not what is measured next. */
async function quiet({ product }: Scene): Promise<void> {
  for (let used = cpuMs(product.pid), seconds = 0; seconds < 60; seconds += 1) {
    await sleep(1000)
    if (cpuMs(product.pid) - used < 60) return
    used = cpuMs(product.pid)
  }
}

const counted = async ({ database }: Scene, query: string, enough: number) =>
  ((await database.query<{ n: number }>(query)).rows[0]?.n ?? 0) >= enough

async function until(isDone: () => Promise<boolean>, everyMs = 50): Promise<void> {
  const end = Date.now() + 180_000
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error('it took too long')
    await sleep(everyMs)
  }
}
