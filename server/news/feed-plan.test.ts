import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompanies } from '../companies/companies.ts'
import type { Database, Queries } from '../database/open.ts'
import { createLedger } from '../gather/coverage.ts'
import { askedStore } from '../gather/refresh/refresh-store.ts'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createNews } from './news.ts'

const SUBJECTS = 4000
const MANY = 1000
const FEW = 10
const NOW = new Date()
/** What grows with everybody's companies and with time. Watches do not: for a large portfolio reading them all is quicker. */
const GROWING = /Seq Scan on (?:companies|news|articles|subject_articles|company_articles)/

type Statement = { role: string; text: string; values: unknown[] }

let database: TestDatabase
let client: pg.Client
let many: string
let few: string

/** Roles, rules and plans as in the product; every statement is written down. */
function recording(): { words: Database; statements: Statement[] } {
  const statements: Statement[] = []
  const as = (role: string) =>
    drizzle(client, {
      casing: 'snake_case',
      logger: { logQuery: (text, values) => void statements.push({ role, text, values }) },
    }) as unknown as Queries
  const words: Database = {
    ...database,
    system: as('tidings_system'),
    asUser: async (userId, work) => {
      await client.query(`begin; set local role tidings_app; set local app.user_id = '${userId}'`)
      try {
        return await work(as('tidings_app'))
      } finally {
        await client.query('rollback')
      }
    },
  }
  return { words, statements }
}

/** Everything that the dashboard and a company's page read of the news. */
const READS: [
  name: string,
  read: (words: Database, userId: string, companyIds: number[]) => Promise<unknown>,
][] = [
  ['the feed', (words, userId) => newsOf(words).feed(userId)],
  ['the latest news', (words, userId) => newsOf(words).latest(userId, 100)],
  ['the news of a company', (words, userId, [id = 0]) => newsOf(words).ofCompany(userId, id)],
  ['its stories', (words, userId, [id = 0]) => createLedger(words).stories(userId, id)],
  [
    'its coverage',
    async (words, userId, [id = 0]) => createLedger(words).coverage(await subjectOf(words, userId, id), id),
  ],
  ['the coverage in short', (words, userId) => createLedger(words).inShort(userId)],
  ['what a refresh waits for', (words, userId, ids) => askedStore(words.system).waiting(userId, ids, NOW)],
  ['what a refresh could not check', (words, userId, ids) => askedStore(words.system).failed(userId, ids)],
]

const companiesOf = (words: Database) =>
  createCompanies({ database: words, clock: () => NOW, queue: { enqueue: async () => {} } })
const newsOf = (words: Database) => createNews({ database: words, companies: companiesOf(words) })
const subjectOf = (words: Database, userId: string, id: number) => companiesOf(words).subjectOf(userId, id)

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
      now() - n * interval '1 day', 'second', 'article', '{}', now() from subjects, generate_series(1, 6) as n`)
  await client.query(`
    insert into subject_articles (subject_id, article_id, published_at, source, score, evidence)
    select 1 + (id % ${SUBJECTS}), id, published_at, 'company-site', 1, array['on its own site'] from articles`)
  await client.query(`
    insert into news (subject_id, content, sources, published_at, created_at)
    select id, repeat('- Title [1] ', 20), '[]', now() - n * interval '1 day', now()
    from subjects, generate_series(1, 6) as n`)
  many = await personWith(MANY)
  few = await personWith(FEW)
  await client.query(`
    with people as (
      insert into users (id, email, trial_ends_at)
      select gen_random_uuid(), 'other-' || n || '@example.com', now() + interval '14 days'
      from generate_series(1, 100) as n returning id)
    insert into companies (user_id, name, name_key, host_key, subject_id)
    select people.id, 'Company ' || s, 'company ' || s, '', s from people, generate_series(1, 400) as s`)
  await client.query(
    `
    insert into company_articles (user_id, company_id, article_id, published_at, source, evidence)
    select companies.user_id, companies.id, articles.id, now(), 'own-feed', '{}'
    from companies, articles where companies.user_id not in ($1, $2) and companies.subject_id = articles.id`,
    [many, few],
  )
  for (const table of [
    'subjects',
    'watches',
    'articles',
    'subject_articles',
    'company_articles',
    'news',
    'companies',
  ])
    await client.query(`vacuum analyze ${table}`)
})
afterAll(async () => {
  await client.end()
  await database.close()
})

async function personWith(companies: number): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into users (id, email, trial_ends_at) values ($1, $2, now() + interval '14 days')`,
    [id, `${id}@example.com`],
  )
  await client.query(
    `insert into companies (user_id, name, name_key, host_key, subject_id)
     select $1, 'Company ' || s, 'company ' || s, '', s from generate_series(1, $2::int) as s`,
    [id, companies],
  )
  return id
}

const idsOf = async (userId: string) =>
  (
    await client.query<{ id: number }>('select id from companies where user_id = $1 order by id', [userId])
  ).rows.map(({ id }) => id)

async function planOf(userId: string, { role, text, values }: Statement): Promise<string> {
  await client.query(`begin; set local role ${role}; set local app.user_id = '${userId}'`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  await client.query('rollback')
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each(READS)('LO-02: "EXPLAIN without seq scan": %s', async (_name, read) => {
  const { words, statements } = recording()
  await read(words, many, await idsOf(many))
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) expect(await planOf(many, statement)).not.toMatch(GROWING)
})

test.each(READS)('LO-02: "constant query count": %s', async (_name, read) => {
  const counts = []
  for (const person of [few, many]) {
    const { words, statements } = recording()
    await read(words, person, await idsOf(person))
    counts.push(statements.length)
  }
  expect(counts[1]).toBe(counts[0])
})

test('one row per company, however many there are', async () => {
  const { words } = recording()
  expect(await newsOf(words).feed(many)).toHaveLength(MANY)
  expect(await newsOf(words).latest(many, 100)).toHaveLength(100)
})
