import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SearchQuery } from '#domain/search.ts'
import type { Database, Queries } from '../database/open.ts'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createSearch } from './search.ts'

const SUBJECTS = 4000
/** Whoever tracks a large part of all there is may well read all there is; nobody else may. */
const MANY = 200
const FEW = 10
/** What grows with everybody's companies and with time. */
const GROWING = /Seq Scan on (?:companies|news|articles|subject_articles|company_articles)/

let database: TestDatabase
let client: pg.Client
const people: Record<'many' | 'few', string> = { many: randomUUID(), few: randomUUID() }

/** Runs a search as the system's role and gives every statement with its plan. */
async function plansOf(userId: string, query: Record<string, string>): Promise<string[]> {
  const statements: { text: string; values: unknown[] }[] = []
  const system = drizzle(client, {
    casing: 'snake_case',
    logger: { logQuery: (text, values) => void statements.push({ text, values }) },
  }) as unknown as Queries
  await client.query('begin; set local role tidings_system; set local timezone = UTC')
  try {
    const words: Database = { ...database, system }
    const found = await createSearch({ database: words, clock: () => new Date() }).find(
      userId,
      SearchQuery.parse(query),
    )
    expect(found.hits.length).toBeGreaterThan(0)
    const plans: string[] = []
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  } finally {
    await client.query('rollback')
  }
}

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client(database.owner)
  await client.connect()
  await client.query(`
    insert into subjects (key, name, created_at) select 'company-' || s || '.example', 'Company ' || s, now()
    from generate_series(1, ${SUBJECTS}) as s`)
  await client.query(`
    insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at, section, weight, happening)
    select 'https://company-' || id || '.example/' || n, 'company-' || id || '.example/' || n,
      'Title ' || n || ' word' || id % 500, 'plain text ' || md5(n || ' ' || id) || repeat(' more of it', 60), now() - n * interval '1 day', 'second', 'press', '{}', now(),
      case when n % 2 = 0 then 'Business' end, 0.1, 'mention'
    from subjects, generate_series(1, 6) as n`)
  await client.query(`
    insert into subject_articles (subject_id, article_id, published_at, source, score, evidence)
    select 1 + (id % ${SUBJECTS}), id, published_at, 'company-site', 1, array['on its own site'] from articles`)
  await client.query(`
    insert into news (subject_id, content, sources, published_at, created_at)
    select id, 'A brief of word' || id % 500, '[]', now() - n * interval '1 day', now() from subjects, generate_series(1, 6) as n`)
  for (const [id, count] of [
    [people.many, MANY],
    [people.few, FEW],
  ] as const) {
    await client.query(
      `insert into users (id, email, trial_ends_at) values ($1, $2, now() + interval '14 days')`,
      [id, `${id}@example.com`],
    )
    await client.query(
      `insert into companies (user_id, name, name_key, host_key, subject_id)
       select $1, 'Company ' || s, 'company ' || s, '', s from generate_series(1, $2::int) as s`,
      [id, count],
    )
  }
  await client.query(`
    with others as (
      insert into users (id, email, trial_ends_at)
      select gen_random_uuid(), 'other-' || n || '@example.com', now() + interval '14 days'
      from generate_series(1, 50) as n returning id)
    insert into companies (user_id, name, name_key, host_key, subject_id)
    select others.id, 'Company ' || s, 'company ' || s, '', s from others, generate_series(1, 400) as s`)
  await client.query(
    `insert into company_articles (user_id, company_id, article_id, published_at, source, evidence)
     select companies.user_id, companies.id, articles.id, now(), 'own-feed', '{}'
     from companies, articles where companies.user_id not in ($1, $2) and companies.subject_id = articles.id`,
    [people.many, people.few],
  )
  for (const table of ['subjects', 'articles', 'subject_articles', 'company_articles', 'news', 'companies'])
    await client.query(`vacuum analyze ${table}`)
})
afterAll(async () => {
  await client.end()
  await database.close()
})

const SEARCHES: Record<string, string>[] = [
  { q: 'word7' },
  { q: 'title plain', sort: 'newest' },
  { q: 'tit' },
  { section: 'Business' },
  { from: '2020-01-01', sort: 'oldest' },
  { source: 'brief' },
  { source: 'company-site', q: 'word7' },
]

test.each(SEARCHES)('LO-02: "EXPLAIN without seq scan": %j', async (query) => {
  for (const plan of await plansOf(people.many, query))
    expect(plan.split('\n').filter((line) => GROWING.test(line))).toEqual([])
})

test.each(SEARCHES)('LO-02: "constant query count": %j', async (query) => {
  expect(await plansOf(people.many, query)).toHaveLength(2)
  expect(await plansOf(people.few, query)).toHaveLength(2)
})

test('rare words are looked up in the index', async () => {
  expect((await plansOf(people.many, { q: '"word7"' })).join('\n')).toMatch(/articles_search/)
})
