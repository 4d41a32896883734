import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { readBackup } from './backup-file.ts'
import { backup } from './backup.ts'
import { withClient } from './operator-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'tidings-complete-'))
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await withClient(database.owner, fillEveryTable)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a backup contains the rows of every table', async () => {
  const path = join(folder, 'every.backup')
  await backup(database.owner, path, new Date('2026-03-01T12:00:00.000Z'))
  const held: Record<string, number> = {}
  for await (const part of readBackup(path)) {
    if (part.kind !== 'table') continue
    let count = 0
    for await (const rows of part.rows) count += rows.toString().split('\n').length - 1
    held[`${part.table.schema}.${part.table.table}`] = count
  }
  const there = await withClient(database.owner, countEveryTable)
  expect(Object.values(there)).not.toContain(0)
  expect(Object.keys(there).length).toBeGreaterThan(40)
  expect(held).toEqual(there)
})

const NOT_BACKED_UP = /^(drizzle\.__drizzle_migrations|pgboss\.version|pgboss\.queue_stats.*)$/

/** Read from the catalog, so that it is independent of the code under test. */
async function everyTable(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !NOT_BACKED_UP.test(name))
}

async function countEveryTable(client: pg.Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await everyTable(client)) {
    const { rows } = await client.query(`select count(*)::int as count from ${table}`)
    counts[table] = rows[0].count
  }
  return counts
}

type Column = { name: string; type: string; full: string }

async function fillEveryTable(client: pg.Client): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const [table, count] of Object.entries(await countEveryTable(client))) {
    if (count > 0) continue
    const { rows: columns } = await client.query<Column>(
      `select column_name as name, data_type as type, udt_schema || '.' || udt_name as full
       from information_schema.columns
       where table_schema || '.' || table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'
         and (is_nullable = 'NO' and column_default is null or column_name = any($2))`,
      [table, Object.keys(NEEDED[table] ?? {})],
    )
    const names = columns.map(({ name }) => `"${name}"`)
    const values = columns.map((column) => NEEDED[table]?.[column.name] ?? anyValue(column))
    await client.query(
      columns.length === 0
        ? `insert into ${table} default values`
        : `insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`,
    )
  }
  await client.query('set session_replication_role = default')
}

const NEEDED: Record<string, Record<string, string>> = {
  'public.api_keys': { scopes: `'{news:read}'` },
  'public.briefs': { user_id: 'gen_random_uuid()', company_id: '1' },
  'public.company_articles': { evidence: `'[]'` },
  'public.positions': { currency: `'USD'` },
  'public.tracked_company_articles': { evidence: `'[]'` },
  'public.tracked_companies': { site: `'1'` },
  'public.users': { trial_ends_at: 'now()' },
}

function anyValue({ type, full }: Column): string {
  if (type === 'USER-DEFINED') return `(enum_range(null::${full}))[1]`
  if (type === 'ARRAY' || type.startsWith('json')) return `'{}'`
  if (type.startsWith('timestamp') || type === 'date') return 'now()'
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'interval') return `'1 day'`
  if (type === 'boolean') return 'true'
  return `'1'`
}
