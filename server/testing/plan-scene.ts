import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database, Queries } from '../database/open.ts'
import { testDatabase } from './test-database.ts'

const SUBJECTS = 4000
const FEW = 10
const TABLES = [
  'subjects',
  'watches',
  'articles',
  'subject_articles',
  'company_articles',
  'news',
  'companies',
]

/** What grows with everybody's companies and with time. Watches do not: for a large portfolio reading them all is quicker. */
export const GROWING = /Seq Scan on (?:companies|news|articles|subject_articles|company_articles)/

type Statement = { role: string; text: string; values: unknown[] }
type Person = { id: string; companyIds: number[] }
type Read<T> = (words: Database, userId: string, companyIds: number[]) => Promise<T>

export type PlanScene = Awaited<ReturnType<typeof planScene>>

/** So much in the database that a plan without an index shows: somebody with many companies, somebody with few, and others. */
export async function planScene({
  many,
  text = `''`,
  ownViewEvery = 0,
}: {
  many: number
  /** The text of an article as SQL, of the subject's `id` and its `n`th article. */
  text?: string
  /** One company in so many is seen by its owner in a way of their own. */
  ownViewEvery?: number
}) {
  const database = await testDatabase()
  const client = new pg.Client(database.owner)
  await client.connect()
  await client.query('set timezone = UTC')
  await seed(client, text, many / 10)
  const people = {
    many: await personWith(client, many, ownViewEvery),
    few: await personWith(client, FEW, ownViewEvery),
  }
  await client.query(`
    insert into company_articles (user_id, company_id, article_id, published_at, source, evidence)
    select companies.user_id, companies.id, articles.id, now(), 'own-feed', '{}'
    from companies, articles where companies.subject_id = articles.id`)
  for (const table of TABLES) await client.query(`vacuum analyze ${table}`)

  return {
    /** What a read answers, and the plan of each of its statements. */
    async ask<T>(who: keyof typeof people, read: Read<T>): Promise<{ answer: T; plans: string[] }> {
      const { id, companyIds } = people[who]
      const { words, statements } = recording(client, database)
      const answer = await read(words, id, companyIds)
      const plans: string[] = []
      for (const statement of statements) plans.push(await planOf(client, id, statement))
      return { answer, plans }
    },
    close: async () => {
      await client.end()
      await database.close()
    },
  }
}

async function seed(client: pg.Client, text: string, others: number): Promise<void> {
  await client.query(`
    insert into subjects (key, name, created_at) select 'company-' || s || '.example', 'Company ' || s, now()
    from generate_series(1, ${SUBJECTS}) as s`)
  await client.query(`
    insert into watches (subject_id, source, every_seconds, next_at, state, checked_at)
    select id, source, 3600, now() + interval '1 hour', 'ok', now()
    from subjects, unnest(array['company-site', 'hacker-news', 'sec']) as source`)
  await client.query(`
    insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at, section, weight, happening)
    select 'https://company-' || id || '.example/' || n, 'company-' || id || '.example/' || n,
      'Title ' || n || ' word' || id % 500, ${text}, now() - (n * n) * interval '10 days', 'second', 'press', '{}', now(),
      case when n % 2 = 0 then 'Business' end, 0.1, 'mention'
    from subjects, generate_series(1, 6) as n`)
  await client.query(`
    insert into subject_articles (subject_id, article_id, published_at, source, score, evidence)
    select 1 + (id % ${SUBJECTS}), id, published_at, 'company-site', 1, array['on its own site'] from articles`)
  await client.query(`
    insert into news (subject_id, content, sources, published_at, created_at)
    select id, repeat('- A brief of word' || id % 500 || ' [1] ', 12), '[]', now() - n * interval '1 day', now()
    from subjects, generate_series(1, 6) as n`)
  await client.query(`
    with others as (
      insert into users (id, email, trial_ends_at)
      select gen_random_uuid(), 'other-' || n || '@example.com', now() + interval '14 days'
      from generate_series(1, ${others}) as n returning id)
    insert into companies (user_id, name, name_key, host_key, subject_id)
    select others.id, 'Company ' || s, 'company ' || s, '', s from others, generate_series(1, 400) as s`)
}

async function personWith(client: pg.Client, companies: number, ownViewEvery: number): Promise<Person> {
  const id = randomUUID()
  await client.query(
    `insert into users (id, email, trial_ends_at) values ($1, $2, now() + interval '14 days')`,
    [id, `${id}@example.com`],
  )
  const { rows } = await client.query<{ id: number }>(
    `insert into companies (user_id, name, name_key, host_key, subject_id, has_own_view)
     select $1, 'Company ' || s, 'company ' || s, '', s, coalesce(s % nullif($3::int, 0) = 0, false)
     from generate_series(1, $2::int) as s returning id`,
    [id, companies, ownViewEvery],
  )
  return { id, companyIds: rows.map((row) => row.id) }
}

/** Roles, rules and plans as in the product; every statement is written down. */
function recording(client: pg.Client, database: Database): { words: Database; statements: Statement[] } {
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

async function planOf(client: pg.Client, userId: string, statement: Statement): Promise<string> {
  await client.query(`begin; set local role ${statement.role}; set local app.user_id = '${userId}'`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement.text}`, statement.values)
  await client.query('rollback')
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
