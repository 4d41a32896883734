import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../tools/build.ts'
import { withFeedServer, type FeedServer } from './fixtures/feed-server.ts'
import { withFixture, type Account, type Fixture } from './fixtures/product-database.ts'
import { cpuMs, familyCpuMs, postmasterOf, printMeasurement, median } from './measure/measure.ts'

const COMPANIES = 200
const USERS = 10
const ARTICLES_EACH = 100
const ROUNDS = 5
const FEED_ROUNDS = 60
/** A poll without news is so cheap that a single pass is below the clock's resolution. */
const WARM_PASSES = 4
const SETTINGS = { FETCH_ALLOW: '127.0.0.0/8' }

type Grown = { fixture: Fixture; account: Account }

export async function run(): Promise<void> {
  await buildIfStale()
  await withFeedServer({ companies: COMPANIES, items: 20, latencyMs: 5 }, (server) =>
    withFixture((small) => withFixture((large) => measure(small, large, server), SETTINGS), SETTINGS),
  )
}

async function measure(smallFixture: Fixture, largeFixture: Fixture, server: FeedServer): Promise<void> {
  const small = await gathered(smallFixture, server)
  const large = await gathered(largeFixture, server)
  await addUsers(small, USERS - 1)
  await addUsers(large, USERS * 10 - 1)
  await compare('growth cold gathering, CPU at 10 × the users (target < 1.05)', small, large, async (grown) => {
    await forget(grown)
    return pollAll(grown, 1)
  })
  await compare('growth warm gathering, CPU at 10 × the users (target < 1.05)', small, large, (grown) =>
    pollAll(grown, WARM_PASSES),
  )

  await addArticles(small, ARTICLES_EACH)
  await addArticles(large, ARTICLES_EACH * 10)
  const walls: Record<'small' | 'large', number[]> = { small: [], large: [] }
  await compare('growth refresh, CPU at 10 × the articles (target < 1.3)', small, large, async (grown) => {
    await stale(grown, server)
    const started = performance.now()
    const spent = await cpuOf(grown, () => refreshAll(grown))
    walls[grown === small ? 'small' : 'large'].push(performance.now() - started)
    return spent
  })
  printMeasurement(
    'growth refresh, time at 10 × the articles (target < 1.3)',
    median(walls.large.slice(1)) / median(walls.small.slice(1)),
    'ratio',
  )
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < FEED_ROUNDS; round += 1) {
    times[0].push(await feedTime(small))
    times[1].push(await feedTime(large))
  }
  const [before, after] = times.map((each) => median(each.slice(10)))
  printMeasurement('growth feed endpoint', before ?? 0, 'ms')
  printMeasurement('growth feed endpoint at 10 × the articles (target < 1.3)', (after ?? 0) / (before ?? 1), 'ratio')
}

/** Alternates between the two so that machine load affects both. The first round is a warm-up. */
async function compare(
  name: string,
  small: Grown,
  large: Grown,
  cost: (grown: Grown) => Promise<number>,
): Promise<void> {
  const costs: { small: number; large: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) costs.push({ small: await cost(small), large: await cost(large) })
  const counted = costs.slice(1)
  printMeasurement(name.replace(/ at 10.*/, ''), median(counted.map((each) => each.small)), 'ms')
  printMeasurement(name, median(counted.map((each) => each.large)) / median(counted.map((each) => each.small)), 'ratio')
}

async function gathered(fixture: Fixture, server: FeedServer): Promise<Grown> {
  const account = await fixture.signUp('growth')
  const body = new FormData()
  body.set('file', new File([await server.csv()], 'portfolio.csv'))
  const response = await fetch(`${fixture.product.url}/api/companies/bulk-upload?detail=1&limit=0`, {
    method: 'POST',
    headers: account.headers,
    body,
  })
  if (!response.ok) throw new Error(`the upload failed: ${await response.text()}`)
  await until(fixture, 'select count(distinct tracked_company_id)::int as n from briefs')
  return { fixture, account }
}

async function addUsers({ fixture, account }: Grown, people: number): Promise<void> {
  await fixture.database.query(
    `with others as (
       insert into users (id, email, trial_ends_at)
       select gen_random_uuid(), 'other-' || n || '@example.com', now() + interval '14 days'
       from generate_series(1, $1::int) as n returning id)
     insert into companies (user_id, name, website, name_key, host_key, tracked_company_id)
     select others.id, name, website, name_key, host_key, tracked_company_id from companies, others where user_id = $2`,
    [people, account.id],
  )
  await analyzed(fixture)
}

async function addArticles({ fixture }: Grown, each: number): Promise<void> {
  await fixture.database.query(
    `with old as (
       insert into articles (url, key, title, text, publisher, published_at, precision, language, kind, facts, found_at)
       select 'https://wire.example/' || tracked_companies.id || '/' || n, 'wire.example/' || tracked_companies.id || '/' || n,
         'Story ' || n || ' of ' || tracked_companies.name, repeat('What was told then about it. ', 20), 'Example Wire',
         now() - interval '200 days' - n * interval '1 hour', 'second', 'en', 'article',
         jsonb_build_object('subject', tracked_companies.id), now()
       from tracked_companies, generate_series(1, $1::int) as n returning id, published_at, facts)
     insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
     select (facts ->> 'subject')::int, id, published_at, 'press', 1, '[{"kind":"title"}]' from old`,
    [each],
  )
  await fixture.database.query(
    `insert into briefs (tracked_company_id, status, body, sources, published_at, created_at)
     select newest.tracked_company_id, newest.status, newest.body, newest.sources, now() - interval '200 days' - n * interval '1 hour', now()
     from (select distinct on (tracked_company_id) * from briefs order by tracked_company_id, published_at desc) as newest,
       generate_series(1, $1::int / 4) as n`,
    [each],
  )
  await analyzed(fixture)
}

async function analyzed({ database }: Fixture): Promise<void> {
  for (const table of ['companies', 'articles', 'tracked_company_articles', 'briefs', 'watches'])
    await database.query(`vacuum analyze ${table}`)
}

async function forget({ fixture: { database } }: Grown): Promise<void> {
  await database.query('truncate briefs, tracked_company_articles, articles cascade')
  await database.query(`update watches set etag = null, last_modified = null, notes = null where url is not null`)
}

async function pollAll(grown: Grown, passes: number): Promise<number> {
  return cpuOf(grown, async () => {
    for (let pass = 0; pass < passes; pass += 1) {
      await grown.fixture.database.query(`update watches set next_at = now() where url is not null`)
      await grown.fixture.database.query(`insert into pgboss.job (name, data) values ('news.poll', '{}')`)
      await until(
        grown.fixture,
        `select count(*)::int as n from watches where url is not null and next_at > now() and claim is null`,
      )
    }
  })
}

async function stale({ fixture: { database } }: Grown, server: FeedServer): Promise<void> {
  await fetch(`${server.url}/_/advance?pct=10&k=1`, { method: 'POST' })
  await database.query('delete from refreshes')
  await database.query(`update watches set checked_at = now() - interval '1 hour'`)
}

async function refreshAll({ fixture, account }: Grown): Promise<void> {
  const { rows } = await fixture.database.query<{ id: number }>('select id from companies where user_id = $1', [
    account.id,
  ])
  const response = await fetch(`${fixture.product.url}/api/refresh-all-company-news-structured`, {
    method: 'POST',
    headers: { ...account.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ companies: rows }),
  })
  if (!response.ok) throw new Error(`the refresh failed: ${await response.text()}`)
  await response.arrayBuffer()
}

async function feedTime({ fixture, account }: Grown): Promise<number> {
  const started = performance.now()
  await (await fetch(`${fixture.product.url}/api/news/feed`, account)).arrayBuffer()
  return performance.now() - started
}

async function cpuOf({ fixture: { product, database } }: Grown, work: () => Promise<void>): Promise<number> {
  const postmaster = await postmasterOf(database)
  const used = () => cpuMs(product.pid) + familyCpuMs(postmaster)
  const before = used()
  await work()
  return used() - before
}

async function until({ database }: Fixture, query: string): Promise<void> {
  const end = Date.now() + 120_000
  while (((await database.query<{ n: number }>(query)).rows[0]?.n ?? 0) < COMPANIES) {
    if (Date.now() > end) throw new Error('it took too long')
    await sleep(50)
  }
}
