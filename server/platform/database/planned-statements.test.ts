import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { connect, type Database } from './open.ts'
import { createStatementNames, literalsOf, plannedOnce } from './planned-statements.ts'

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

const prepared = sql`select statement, generic_plans::int, custom_plans::int from pg_prepared_statements order by name`

const run = async (one: Database, ...statements: SQL[]) => {
  let rows: unknown[] = []
  for (const statement of statements) ({ rows } = await one.asUser(USER, (queries) => queries.execute(statement)))
  return rows
}

const HOW = [
  ['directly', false],
  ['behind a pooler in transaction mode', true],
] as const

test.each(HOW)(
  'a hinted statement is planned once for any parameters; others are not prepared (%s)',
  async (_, pooled) => {
    await withConnection(async (one) => {
      const hinted = (n: number) => plannedOnce`select ${n}::int as n`
      expect(await run(one, hinted(1), hinted(2))).toEqual([{ n: 2 }])
      expect(await run(one, sql`select ${3}::int`, prepared)).toMatchObject([
        {
          statement: expect.stringContaining('/* planned once */ select $1::int as n'),
          generic_plans: 2,
          custom_plans: 0,
        },
      ])
    }, pooled)
  },
)

test('a server connection that has not prepared the statement prepares it', async () => {
  await withConnection(async (one) => {
    const hinted = plannedOnce`select ${1}::int as n`
    expect(await run(one, hinted, sql`deallocate all`, hinted)).toEqual([{ n: 1 }])
  }, true)
})

test.each(HOW)('other statements are planned for their parameters, also after a hinted one (%s)', async (_, pooled) => {
  await withConnection(async (one) => {
    const mode = sql`select current_setting('plan_cache_mode') as mode, ${1}::int as n`
    const modes = await one.asUser(USER, async (queries) => {
      const before = await queries.execute(mode)
      await queries.execute(plannedOnce`select ${1}::int`)
      return [...before.rows, ...(await queries.execute(mode)).rows]
    })
    expect(modes).toEqual([
      { mode: 'auto', n: 1 },
      { mode: 'auto', n: 1 },
    ])
    expect(await run(one, plannedOnce`select ${1}::int`, mode)).toEqual([{ mode: 'auto', n: 1 }])
  }, pooled)
})

test.each(HOW)('every kind of parameter arrives as it is (%s)', async (_, pooled) => {
  await withConnection(async (one) => {
    const texts = [
      'plain',
      `it's`,
      'back\\slash',
      '"quoted"',
      '{braces},',
      '$1',
      '日本 🦊',
      '',
      'null',
      '-- no comment',
    ]
    for (const text of texts) {
      const [row] = await run(
        one,
        plannedOnce`
        select ${text}::text as text, ${sql.param([text, 'other'])}::text[] as texts, ${sql.param([1, -2])}::int[] as numbers,
          ${sql.param([])}::bigint[] as none, ${null}::int as nothing, ${true}::boolean as yes, ${-1.5}::float8 as number`,
      )
      expect(row).toEqual({
        text,
        texts: [text, 'other'],
        numbers: [1, -2],
        none: [],
        nothing: null,
        yes: true,
        number: -1.5,
      })
    }
  }, pooled)
})

test('a parameter that has no literal is sent as a parameter, behind a pooler too', async () => {
  await withConnection(async (one) => {
    const instant = new Date('2026-03-01T12:00:00Z')
    expect(await run(one, plannedOnce`select ${instant}::timestamptz = '2026-03-01T12:00:00Z' as same`)).toEqual([
      { same: true },
    ])
    await expect(run(one, plannedOnce`select ${'a\0); drop table companies'}::text`)).rejects.toThrow()
    expect(await run(one, plannedOnce`select ${1}::int as n`)).toEqual([{ n: 1 }])
  }, true)
  expect(literalsOf(['a\0'])).toBeNull()
  expect(literalsOf([[{}]])).toBeNull()
})

test.each(HOW)('a table change under a prepared statement fails one request (%s)', async (_, pooled) => {
  const table = sql.raw(`changing_${pooled}`)
  await database.query(
    `create table changing_${pooled} (n int); insert into changing_${pooled} values (1);
     grant select on changing_${pooled} to tidings_app`,
  )
  await withConnection(async (one) => {
    const all = plannedOnce`select * from ${table}`
    expect(await run(one, all)).toEqual([{ n: 1 }])
    await database.query(`alter table changing_${pooled} add column text text default 'new'`)
    await expect(run(one, all)).rejects.toThrow()
    expect(await run(one, all)).toEqual([{ n: 1, text: 'new' }])
  }, pooled)
})

test('a failed statement can be run again', async () => {
  await withConnection(async (one) => {
    const divide = (by: number) => plannedOnce`select 1 / ${by}::int as n`
    await expect(run(one, divide(0))).rejects.toThrow()
    expect(await run(one, divide(1))).toEqual([{ n: 1 }])
  })
})

test('at most 40 statements are named', () => {
  const { of: nameOf, renew } = createStatementNames()
  const names = Array.from({ length: 50 }, (_, n) => nameOf(`/* planned once */ select ${n}`))
  expect(new Set(names.slice(0, 40)).size).toBe(40)
  expect(names.slice(40)).toEqual(Array.from({ length: 10 }))
  expect(nameOf('/* planned once */ select 0')).toBe(names[0])
  expect(nameOf('select 0')).toBeUndefined()
  renew()
  expect(names).not.toContain(nameOf('/* planned once */ select 0'))
})
