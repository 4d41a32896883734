import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Queries } from '../database/open.ts'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createInsights } from './insights.ts'

const SUBJECTS = 3000
const MANY = 600
const FEW = 10
const NOW = new Date()
/** What grows with everybody's companies and with time. */
const GROWING = /Seq Scan on (?:companies|articles|subject_articles|company_articles)/

type Statement = { text: string; values: unknown[] }

let database: TestDatabase
let client: pg.Client
let many: string
let few: string

/** The word on a connection whose statements are written down. */
function recording() {
  const statements: Statement[] = []
  const system = drizzle(client, {
    casing: 'snake_case',
    logger: { logQuery: (text, values) => void statements.push({ text, values }) },
  }) as unknown as Queries
  const words: Database = { ...database, system }
  const companies = { get: async () => ({}) as never }
  return { insights: createInsights({ database: words, clock: () => NOW, companies }), statements }
}

type Insights = ReturnType<typeof createInsights>

const READS: [name: string, read: (insights: Insights, userId: string, ids: number[]) => Promise<unknown>][] =
  [
    ['the analytics', (insights, userId) => insights.analytics(userId)],
    ['what stands beside companies', (insights, userId, ids) => insights.activity(userId, ids.slice(0, 100))],
    ['the figures of an export', (insights, userId, ids) => insights.figures(userId, ids)],
    ['a timeline', (insights, userId, [id = 0]) => insights.timeline(userId, id)],
  ]

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client(database.owner)
  await client.connect()
  await client.query(`
    insert into subjects (key, name, created_at) select 'company-' || s || '.example', 'Company ' || s, now()
    from generate_series(1, ${SUBJECTS}) as s`)
  await client.query(`
    insert into watches (subject_id, source, every_seconds, next_at, state, checked_at)
    select id, source, 3600, now() + interval '1 hour', 'ok', now()
    from subjects, unnest(array['company-site', 'hacker-news', 'sec']) as source`)
  await client.query(`
    insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
    select 'https://company-' || id || '.example/' || n, 'company-' || id || '.example/' || n, 'Title ' || n, '',
      now() - (n * n) * interval '10 days', 'second', 'press', '{}', now() from subjects, generate_series(1, 6) as n`)
  await client.query(`
    insert into subject_articles (subject_id, article_id, published_at, source, score, evidence)
    select 1 + (id % ${SUBJECTS}), id, published_at, 'company-site', 1, array['on its own site'] from articles`)
  many = await personWith(MANY)
  few = await personWith(FEW)
  await client.query(`
    with people as (
      insert into users (id, email, trial_ends_at)
      select gen_random_uuid(), 'other-' || n || '@example.com', now() + interval '14 days'
      from generate_series(1, 60) as n returning id)
    insert into companies (user_id, name, name_key, host_key, subject_id)
    select people.id, 'Company ' || s, 'company ' || s, '', s from people, generate_series(1, 300) as s`)
  await client.query(`
    insert into company_articles (user_id, company_id, article_id, published_at, source, evidence)
    select companies.user_id, companies.id, articles.id, now(), 'own-feed', '{}'
    from companies, articles where companies.subject_id = articles.id`)
  for (const table of [
    'subjects',
    'watches',
    'articles',
    'subject_articles',
    'company_articles',
    'companies',
  ])
    await client.query(`vacuum analyze ${table}`)
})
afterAll(async () => {
  await client.end()
  await database.close()
})

/** One company in fifty is seen by its owner in a way of their own. */
async function personWith(companies: number): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into users (id, email, trial_ends_at) values ($1, $2, now() + interval '14 days')`,
    [id, `${id}@example.com`],
  )
  await client.query(
    `insert into companies (user_id, name, name_key, host_key, subject_id, has_own_view)
     select $1, 'Company ' || s, 'company ' || s, '', s, s % 50 = 0 from generate_series(1, $2::int) as s`,
    [id, companies],
  )
  return id
}

const idsOf = async (userId: string) =>
  (
    await client.query<{ id: number }>('select id from companies where user_id = $1 order by id', [userId])
  ).rows.map(({ id }) => id)

async function planOf({ text, values }: Statement): Promise<string> {
  await client.query('begin; set local role tidings_system')
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  await client.query('rollback')
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each(READS)('LO-02: "EXPLAIN without seq scan": %s', async (_name, read) => {
  for (const person of [few, many]) {
    const { insights, statements } = recording()
    await read(insights, person, await idsOf(person))
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) expect(await planOf(statement)).not.toMatch(GROWING)
  }
})

test.each(READS)('LO-02: "constant query count": %s', async (_name, read) => {
  const counts = []
  for (const person of [few, many]) {
    const { insights, statements } = recording()
    await read(insights, person, await idsOf(person))
    counts.push(statements.length)
  }
  expect(counts[1]).toBe(counts[0])
})

test('every company is in the figures, however many there are', async () => {
  const { insights } = recording()
  const { companies, without, quiet, quietTotal } = await insights.analytics(many)
  expect(companies.length + without).toBe(MANY)
  expect(quiet.length).toBe(Math.min(200, quietTotal))
  expect((await insights.figures(many, await idsOf(many))).size).toBe(MANY)
})
