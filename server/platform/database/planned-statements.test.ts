import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { connect, type Database } from './open.ts'
import { createStatementNames, plannedOnce } from './planned-statements.ts'

const USER = randomUUID()
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Runs `work` on a single connection, as a returning visitor might get. */
async function withConnection(work: (one: Database) => Promise<void>, isPooled = false): Promise<void> {
  const { host = '', user, database: name } = database.owner
  const url = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`
  const one = connect({ poolSize: 1, ...(isPooled && { url, directUrl: url }) }, database.owner, true, () => {})
  try {
    await work(one)
  } finally {
    await one.close()
  }
}

const prepared = sql`select statement, generic_plans::int from pg_prepared_statements order by statement`

const run = async (one: Database, ...statements: SQL[]) => {
  let rows: unknown[] = []
  for (const statement of statements) ({ rows } = await one.asUser(USER, (queries) => queries.execute(statement)))
  return rows
}

test('a hinted statement is planned once per connection for any parameters; others are not prepared', async () => {
  await withConnection(async (one) => {
    const hinted = (n: number) => plannedOnce`select ${n}::int as n`
    expect(await run(one, hinted(1), hinted(2))).toEqual([{ n: 2 }])
    expect(await run(one, sql`select 3`, prepared)).toEqual([
      { statement: '/* planned once */ select $1::int as n', generic_plans: 2 },
    ])
  })
})

test('nothing is prepared behind a transaction-mode pooler, which may switch connections', async () => {
  await withConnection(async (one) => {
    expect(await run(one, plannedOnce`select 1`, prepared)).toEqual([])
  }, true)
})

test('a table change under a prepared statement fails one request, not the whole connection', async () => {
  await database.query(
    'create table changing (n int); insert into changing values (1); grant select on changing to tidings_app',
  )
  await withConnection(async (one) => {
    const all = plannedOnce`select * from changing`
    expect(await run(one, all)).toEqual([{ n: 1 }])
    await database.query(`alter table changing add column text text default 'new'`)
    await expect(run(one, all)).rejects.toThrow()
    expect(await run(one, all)).toEqual([{ n: 1, text: 'new' }])
  })
})

test('a failed statement can be run again', async () => {
  await withConnection(async (one) => {
    const divide = (by: number) => plannedOnce`select 1 / ${by}::int as n`
    await expect(run(one, divide(0))).rejects.toThrow()
    expect(await run(one, divide(1))).toEqual([{ n: 1 }])
  })
})

test('at most 40 statements are named', () => {
  const nameOf = createStatementNames()
  const names = Array.from({ length: 50 }, (_, n) => nameOf(`/* planned once */ select ${n}`))
  expect(new Set(names.slice(0, 40)).size).toBe(40)
  expect(names.slice(40)).toEqual(Array.from({ length: 10 }))
  expect(nameOf('/* planned once */ select 0')).toBe(names[0])
  expect(nameOf('select 0')).toBeUndefined()
})
