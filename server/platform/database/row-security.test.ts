import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { briefBody } from '../../testing/fixtures/brief-body.ts'
import { repetitions } from '../../testing/repetitions.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { companyAliases, companyFeeds, companyRejections } from './schema/tracked-companies.ts'
import { companyArticles } from './schema/articles.ts'
import { companies, users } from './schema/accounts-and-companies.ts'
import { briefs } from './schema/briefs.ts'
import type { Queries } from './open.ts'

const ada = '00000000-0000-4000-8000-00000000000a'
const ben = '00000000-0000-4000-8000-00000000000b'

let database: TestDatabase

const brief = (userId: string, companyId: number, text: string) => ({
  userId,
  companyId,
  status: 'extractive' as const,
  body: briefBody(text),
  publishedAt: new Date(),
})

beforeAll(async () => {
  // A single connection, so that anything a transaction leaves behind affects the next one.
  database = await testDatabase({ poolSize: 1 })
  await database.asSystem(async (queries) => {
    for (const [id, name] of [
      [ada, 'Adas company'],
      [ben, 'Bens company'],
    ] as const) {
      await queries.insert(users).values({ id, email: `${name}@example.com`, trialEndsAt: new Date() })
      const [company] = await queries
        .insert(companies)
        .values({ userId: id, name, nameKey: name, hostKey: '' })
        .returning()
      await queries.insert(briefs).values(brief(id, company!.id, name))
      const own = { userId: id, companyId: company!.id, createdAt: new Date() }
      await queries.insert(companyAliases).values({ ...own, alias: name, key: name })
      await queries.insert(companyRejections).values({ ...own, kind: 'name', value: name })
      await queries.insert(companyFeeds).values({ ...own, url: `https://alerts.example/${name}` })
    }
  })
})
afterAll(() => database.close())

test('the serving roles own no table and cannot bypass row security', async () => {
  const roles = await database.query(`
    select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
      (select count(*)::int from pg_class where relowner = r.oid and relkind <> 'v') as owned
    from pg_roles r where rolname in ('tidings_app', 'tidings_system') order by rolname`)
  const powerless = {
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    owned: 0,
  }
  expect(roles).toEqual([
    { rolname: 'tidings_app', ...powerless },
    { rolname: 'tidings_system', ...powerless },
  ])
})

/** Tables that lack forced row security or a policy that also checks writes. */
const UNGUARDED = `
  select c.oid::regclass::text as name from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
    and not (c.relrowsecurity and c.relforcerowsecurity
      and exists (select from pg_policy p where p.polrelid = c.oid and p.polwithcheck is not null))`

test('every table has forced row security and a checked policy, and this test detects one without', async () => {
  expect(await database.query(UNGUARDED)).toEqual([])
  await database.query('create table public.forgotten (user_id uuid)')
  expect(await database.query(UNGUARDED)).toEqual([{ name: 'forgotten' }])
  await database.query('drop table public.forgotten')
})

test('the request role’s policies are limited to the current user', async () => {
  const policies = await database.query(`
    select tablename, cmd, qual, with_check from pg_policies
    where 'tidings_app' = any(roles) or 'public' = any(roles)`)
  expect(policies.length).toBeGreaterThan(0)
  for (const { cmd, qual, with_check: check } of policies) {
    expect(qual).toContain("current_setting('app.user_id'")
    // A read-only policy has no writes to check.
    if (cmd !== 'SELECT') expect(check).toBe(qual)
  }
})

test('without a user in the transaction, the request role sees no rows', async () => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ ...database.owner, user: 'tidings_app' })
  await client.connect()
  for (const table of ['users', 'companies', 'briefs', 'company_aliases', 'company_rejections', 'company_feeds']) {
    expect((await client.query(`select count(*)::int as rows from ${table}`)).rows).toEqual([{ rows: 0 }])
  }
  await expect(client.query('select * from auth.users')).rejects.toThrow('permission denied')
  await expect(client.query('select * from pgboss.job')).rejects.toThrow('permission denied')
  await expect(client.query('set role tidings_system')).rejects.toThrow('permission denied')
  await client.end()
})

test('users see and write only their own rows and cannot grant themselves rights', async () => {
  await database.asUser(ada, async (queries) => {
    expect((await queries.select().from(companies)).map(({ name }) => name)).toEqual(['Adas company'])
    expect((await queries.select().from(briefs)).map(({ body }) => body)).toEqual([briefBody('Adas company')])
    for (const table of [companyAliases, companyRejections, companyFeeds]) {
      expect((await queries.select().from(table)).map(({ userId }) => userId)).toEqual([ada])
      expect((await queries.delete(table).where(sql`user_id = ${ben}`)).rowCount).toBe(0)
    }
    expect(
      (
        await queries
          .update(companies)
          .set({ name: 'Taken' })
          .where(sql`user_id = ${ben}`)
      ).rowCount,
    ).toBe(0)
  })
  const refused = (work: Parameters<typeof database.asUser<unknown>>[1]) =>
    expect(database.asUser(ada, work).catch((error: Error) => String(error.cause))).resolves.toMatch(
      /row-level security|permission denied/,
    )
  await refused((queries) =>
    queries.insert(companies).values({ userId: ben, name: 'Planted', nameKey: '', hostKey: '' }),
  )
  await refused((queries) => queries.update(users).set({ subscriptionStatus: 'active' }))
  await refused((queries) => queries.update(users).set({ trialEndsAt: new Date('2099-01-01') }))
  await refused((queries) => queries.insert(briefs).values(brief(ada, 1, 'forged')))
  const createdAt = new Date()
  const bens = { userId: ben, companyId: 1, createdAt }
  await refused((queries) => queries.insert(companyAliases).values({ ...bens, alias: 'Planted', key: 'Planted' }))
  await refused((queries) => queries.insert(companyRejections).values({ ...bens, kind: 'name', value: 'Planted' }))
  await refused((queries) => queries.insert(companyFeeds).values({ ...bens, url: 'https://planted.example' }))
  const forged = { userId: ada, companyId: 1, articleId: 1, publishedAt: createdAt, source: '', evidence: [] }
  await refused((queries) => queries.insert(companyArticles).values(forged))
})

test('two users sharing one connection never see each other’s rows, even after aborts and timeouts', async () => {
  let wrong = 0
  const look = (user: string, expected: string) =>
    database.asUser(user, async (queries) => {
      const rows = await queries.execute<{ name: string }>(sql`select name from companies`)
      if (rows.rows.length !== 1 || rows.rows[0]?.name !== expected) wrong += 1
    })
  const abort = (user: string) =>
    database.asUser(user, async (queries) => queries.execute(sql`select 1 / 0`)).catch(() => {})
  const timeOut = (user: string) =>
    database
      .asUser(user, async (queries) => {
        await queries.execute(sql`set local statement_timeout = 1`)
        await queries.execute(sql`select pg_sleep(1)`)
      })
      .catch(() => {})

  const rounds = Array.from({ length: repetitions({ sample: 500, all: 2500 }) }, (_, round) => round)
  // In batches small enough that nothing waits too long for the only connection.
  for (let start = 0; start < rounds.length; start += 50) {
    await Promise.all(
      rounds
        .slice(start, start + 50)
        .flatMap((round) => [
          look(ada, 'Adas company'),
          round % 50 === 0 ? timeOut(ben) : abort(ada),
          look(ben, 'Bens company'),
          abort(ben),
        ]),
    )
  }
  expect(wrong).toBe(0)
})

test.each(['rollback', 'commit', 'abort', 'end'])('no query runs after %s has ended the transaction', async (end) => {
  let rows = 0
  const look = async (queries: Queries) => {
    rows += (await queries.execute(sql`select name from companies`)).rows.length
  }
  const over = 'the transaction is over'
  const causeOf = (work: Promise<unknown>) => work.catch((error: Error) => String(error.cause ?? error))
  const afterEnd = database.asUser(ada, async (queries) => {
    await queries.execute(sql.raw(end))
    await look(queries)
  })
  expect(await causeOf(afterEnd)).toContain(over)
  const atOnce = database.asUser(ada, (queries) => {
    const ended = queries.execute(sql.raw(end)).execute()
    return Promise.all([ended, look(queries)])
  })
  expect(await causeOf(atOnce)).toContain(over)
  const unnoticed = database.asUser(ada, (queries) => queries.execute(sql.raw(end)))
  expect(await causeOf(unnoticed)).toContain(over)
  const inOneText = database.asUser(ada, (queries) => queries.execute(sql.raw(`${end}; select name from companies`)))
  expect(await causeOf(inOneText)).toContain('multiple commands')
  expect(rows).toBe(0)
})

test('a user id that is not a UUID never reaches the database', async () => {
  await expect(database.asUser("x'; reset role; --", async () => {})).rejects.toThrow('must be a UUID')
})
