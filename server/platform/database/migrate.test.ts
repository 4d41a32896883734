import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'

const run = fileURLToPath(new URL('../../testing/migrate-once.ts', import.meta.url))

async function emptyDatabase() {
  const { template: _, ...server } = inject('postgres')
  const name = `empty_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return { ...server, database: name }
}

async function query(connection: pg.ClientConfig, sql: string) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const shape = (connection: pg.ClientConfig) =>
  query(
    connection,
    `
    select table_schema, table_name, column_name, data_type, is_nullable from information_schema.columns
    where table_schema in ('public', 'auth') order by 1, 2, ordinal_position`,
  )

const migrator = (connection: pg.ClientConfig) => {
  const child = spawn(process.execPath, [run, JSON.stringify(connection)], { stdio: 'ignore' })
  return { child, ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) }
}

test('the columns of companies, briefs and users', async () => {
  const connection = { ...inject('postgres'), database: inject('postgres').template }
  const rows = await shape(connection)
  const columns = (table: string) =>
    rows.filter((row) => row.table_schema === 'public' && row.table_name === table).map((row) => row.column_name)
  expect(new Set(columns('companies'))).toEqual(
    new Set([
      'id',
      'user_id',
      'name',
      'website',
      'category',
      'stage',
      'investment_date',
      'logo_url',
      'created_at',
      'updated_at',
      // Ours: what makes a company the same one, and what lets an act be taken back.
      'name_key',
      'host_key',
      'is_sample',
      'removed_at',
      'import_id',
      'tracked_company_id',
      'site_tracked_company_id',
      'has_overrides',
    ]),
  )
  expect(columns('briefs')).toEqual(expect.arrayContaining(['id', 'company_id', 'published_at', 'created_at', 'body']))
  expect(new Set(columns('users'))).toEqual(
    new Set([
      'id',
      'email',
      'first_name',
      'last_name',
      'profile_image_url',
      'subscription_status',
      'stripe_customer_id',
      'stripe_subscription_id',
      'trial_ends_at',
      'created_at',
      'updated_at',
      // Ours: whether a language model may write what they read.
      'uses_model',
      // Ours: who administers, whose account is closed, who wants letters about the trial.
      'role',
      'disabled_at',
      'wants_reminders',
      'is_trial_remembered',
    ]),
  )
})

test('twice is once', async () => {
  const connection = await emptyDatabase()
  const lines: string[] = []
  await migrate(connection, (line) => lines.push(line))
  const first = await shape(connection)
  await migrate(connection, (line) => lines.push(line))
  expect(await shape(connection)).toEqual(first)
  expect(lines).toHaveLength(1)
})

test('three processes at once make one schema', async () => {
  const connection = await emptyDatabase()
  const ends = await Promise.all([1, 2, 3].map(() => migrator(connection).ended))
  expect(ends).toEqual([0, 0, 0])
  const reference = await shape({ ...connection, database: inject('postgres').template })
  expect(await shape(connection)).toEqual(reference)
})

test('killed midway, at any moment, the next start completes it', async () => {
  const reference = await shape({ ...inject('postgres'), database: inject('postgres').template })
  for (const delay of [150, 250, 300, 350, 400, 450, 550, 700]) {
    const connection = await emptyDatabase()
    const { child, ended } = migrator(connection)
    setTimeout(() => child.kill('SIGKILL'), delay)
    await ended
    await migrate(connection, () => {})
    expect(await shape(connection)).toEqual(reference)
  }
})

test('an older version refuses a database of a newer one with a clear line', async () => {
  const connection = await emptyDatabase()
  await migrate(connection, () => {})
  await query(
    connection,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)`,
  )
  await expect(migrate(connection, () => {})).rejects.toThrow('The database was migrated by a newer version of Tidings')
})
