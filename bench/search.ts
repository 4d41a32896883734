import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SearchQuery } from '#domain/news/search.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded/start.ts'
import { openDatabase, type Database } from '../server/platform/database/open.ts'
import { createAnalytics } from '../server/news/read/analytics/analytics.ts'
import { createCoverageReader } from '../server/news/read/coverage.ts'
import { createNewStories } from '../server/news/read/new-stories.ts'
import { createSearch } from '../server/news/read/search/search.ts'
import { createPortfolioExports } from '../server/companies/export/portfolio-export.ts'
import { seedNews, seedPortfolio, settle, seedStories } from './fixtures/articles.ts'
import { familyCpuMs, median, postmasterOf, printMeasurement } from './measure/measure.ts'

/** `SEARCH_COMPANIES=10000` is the largest portfolio that an import can create. */
const COMPANIES = Number(process.env.SEARCH_COMPANIES ?? 5000)
const TRACKED_COMPANIES = COMPANIES * 1.2
const SIZE = `${COMPANIES.toLocaleString('en-US')} companies`
const ARTICLES_EACH = 30
const ROUNDS = 5
/** What takes less is fast enough, however fast bare SQL is. */
const FAST_MS = 200

const SEARCHES: Record<string, string>[] = [
  {},
  { q: 'company' },
  { q: 'company', sort: 'newest' },
  { q: '"topic77"' },
  { q: 'raises round' },
  { section: 'Business' },
  { section: 'Business', q: 'investors' },
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
  await measureReads(database, owner, userId)
}

async function measureReads(database: Database, owner: pg.Client, userId: string): Promise<void> {
  const clock = () => new Date()
  const companies = { get: () => Promise.reject(new Error('no company is asked for')) }
  const insights = createAnalytics({ database, clock, companies })
  const search = createSearch({ database, clock })
  const exports = createPortfolioExports({ database, clock, storyCounts: insights.storyCounts })
  const postmaster = await postmasterOf(owner)
  const compare = async (name: string, ask: () => Promise<unknown>, bare: string) => {
    const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
    const cpu: typeof times = { bare: [], ours: [] }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [kind, work] of [['bare', () => owner.query(bare, [userId])] as const, ['ours', ask] as const]) {
        const before = familyCpuMs(postmaster)
        times[kind].push(await timed(work))
        cpu[kind].push(familyCpuMs(postmaster) - before)
      }
    printMeasurement(`${name}, p50`, median(times.ours), 'ms')
    printMeasurement(`${name}, CPU of the database`, median(cpu.ours), 'ms')
    printMeasurement(`${name}, CPU of the database for bare SQL`, median(cpu.bare), 'ms')
    printMeasurement(
      `${name}/bare SQL${median(times.ours) > FAST_MS ? ' (target ≤ 1.5)' : ''}`,
      median(times.ours.map((ours, round) => ours / (times.bare[round] ?? ours))),
      'ratio',
    )
  }

  const coverageReader = createCoverageReader({ database, clock })
  const events = { register: () => {}, publish: () => {}, latestId: async () => null }
  const news = createNewStories({ database, clock, companies, events, coverageReader })
  await compare(`summary ${SIZE}`, () => news.summary(userId), BARE_SUMMARY)
  const answer = await insights.analytics(userId)
  printMeasurement(`analytics ${SIZE}: answer`, JSON.stringify(answer).length / 1024, 'KiB')
  await compare(`analytics ${SIZE}`, () => insights.analytics(userId), BARE_ANALYTICS)
  await compare(
    `report ${SIZE}`,
    async () => {
      const { body } = await exports.file(userId, { format: 'json' })
      return Promise.all([new Response(body).arrayBuffer(), insights.headlines(userId)])
    },
    BARE_REPORT,
  )
  for (const asked of SEARCHES) {
    const query = SearchQuery.parse(asked)
    const name = `search ${new URLSearchParams(asked).toString() || 'without a filter'}`
    if ((await search.find(userId, query)).hits.length === 0) throw new Error(`${name} finds nothing`)
    await compare(name, () => search.find(userId, query), bareSearch(asked))
  }
}

const BARE_SUMMARY = `
  select companies.id, coalesce(link.story_id, link.article_id) as story, min(link.published_at), max(link.published_at),
    min(link.linked_at), max(link.weight), bool_or(link.is_primary)
  from companies join tracked_company_articles link on link.tracked_company_id = companies.tracked_company_id
  where companies.user_id = $1 and companies.removed_at is null and link.published_at > now() - interval '60 days'
  group by companies.id, story`

const BARE_ANALYTICS = `
  select companies.id, articles.section, count(distinct coalesce(link.story_id, link.article_id))
  from companies join tracked_company_articles link on link.tracked_company_id = companies.tracked_company_id
  join articles on articles.id = link.article_id
  where companies.user_id = $1 and companies.removed_at is null group by companies.id, articles.section`

const BARE_REPORT = `
  with links as materialized (
    select companies.id as company_id, coalesce(link.story_id, link.article_id) as story, link.*, articles.section,
      articles.kind, articles.title, articles.url, articles.publisher
    from companies join tracked_company_articles link on link.tracked_company_id = companies.tracked_company_id
    join articles on articles.id = link.article_id
    where companies.user_id = $1 and companies.removed_at is null),
  stories as (
    select company_id, min(published_at) as first_at,
      (array_agg(section order by weight desc, article_id) filter (where section is not null))[1] as section
    from links group by company_id, story having min(published_at) >= now() - interval '182 days')
  select companies.*, counted.*, newest.*, news.published_at, items, latest_at, headlines
  from companies
  left join (
    select company_id, count(*) filter (where first_at > now() - interval '30 days') as last_30,
      count(*) filter (where first_at > now() - interval '90 days') as last_90, mode() within group (order by section)
    from stories group by company_id) as counted on counted.company_id = companies.id
  left join (
    select distinct on (company_id) company_id, published_at, title, kind, event_type from links where is_primary
    order by company_id, published_at desc, article_id desc) as newest on newest.company_id = companies.id
  left join (
    select distinct on (company_id) company_id, published_at from links where is_primary and kind <> 'jobs'
    order by company_id, published_at desc, article_id desc) as news on news.company_id = companies.id
  left join (
    select tracked_company_id, count(*) as items, max(published_at) as latest_at from briefs group by tracked_company_id
    ) as briefs on briefs.tracked_company_id = companies.tracked_company_id
  left join (
    select company_id, json_agg(json_build_array(title, url, publisher, published_at)) as headlines from links
    where is_primary and weight >= 0.5 and published_at > now() - interval '90 days' group by company_id
    ) as notable on notable.company_id = companies.id
  where companies.user_id = $1 and companies.removed_at is null`

/** One page of the newest matches with highlights, sorted by rank where the product sorts by relevance. */
function bareSearch({ q, section, sort }: Record<string, string>): string {
  const words = q === undefined ? 'null' : `websearch_to_tsquery('english', ${pg.escapeLiteral(q)})`
  return `
    select name, title, ${q === undefined ? 'left(text, 1000)' : `ts_headline('english', left(text, 4000), ${words})`}
    from (
      select companies.name, articles.* from companies
      join tracked_company_articles link on link.tracked_company_id = companies.tracked_company_id
      join articles on articles.id = link.article_id
      where companies.user_id = $1 and companies.removed_at is null
        ${q === undefined ? '' : `and search @@ ${words}`}
        ${section === undefined ? '' : `and section = ${pg.escapeLiteral(section)}`}
      order by link.published_at desc limit 1000) as newest
    order by ${q === undefined || sort === 'newest' ? '' : `ts_rank_cd(search, ${words}, 32) desc, `} published_at desc limit 21`
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
