import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { repetitions } from '../../testing/repetitions.ts'
import { apply, knownMigrations, migrate } from './migrate.ts'
import { createViews } from './views.ts'

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

test('companies, briefs and users have the expected columns', async () => {
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
      // Additional columns, which identify duplicates, link to shared records and allow undo.
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
      // Whether a language model may write the user's briefs.
      'uses_model',
      'source',
      // For administrators, closed accounts and the trial.
      'role',
      'disabled_at',
      'wants_reminders',
      'is_trial_remembered',
    ]),
  )
})

test('migrating again changes nothing', async () => {
  const connection = await emptyDatabase()
  const lines: string[] = []
  await migrate(connection, (line) => lines.push(line))
  const first = await shape(connection)
  await migrate(connection, (line) => lines.push(line))
  expect(await shape(connection)).toEqual(first)
  expect(lines).toHaveLength(1)
})

test('an earlier release’s database gets the indexes first that its new constraints need', async () => {
  const connection = await emptyDatabase()
  const client = new pg.Client(connection)
  await client.connect()
  // Without views, because today's need later columns.
  await apply(client, knownMigrations().slice(0, 18))
  await client.end()
  await migrate(connection, () => {})
  const [found] = await query(
    connection,
    `select count(*)::int as n from pg_constraint where conname like '%_of_owner' and contype = 'f'`,
  )
  expect(found).toEqual({ n: 22 })
})

const UNVALIDATED = `select conname from pg_constraint where not convalidated order by 1`

test('after migrating, no constraint is left that old rows were not checked against', async () => {
  expect(await query({ ...inject('postgres'), database: inject('postgres').template }, UNVALIDATED)).toEqual([])
})

test('an old row that breaks a new reference is reported and keeps nobody from starting', async () => {
  const connection = await emptyDatabase()
  const client = new pg.Client(connection)
  await client.connect()
  // Without views, because today's need later columns.
  await apply(client, knownMigrations().slice(0, 18))
  await client.end()
  const [ada, ben] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
  await query(
    connection,
    `insert into users (id, email, trial_ends_at) values ('${ada}', 'ada@example.com', now()), ('${ben}', 'ben@example.com', now());
     insert into companies (user_id, name, name_key, host_key) values ('${ada}', 'Cedar', 'cedar', '');
     insert into company_aliases (user_id, company_id, alias, key, created_at)
       select '${ben}', id, 'Cedar Robotics', 'cedar robotics', now() from companies`,
  )
  const lines: string[] = []
  await migrate(connection, (line) => lines.push(line))
  expect(await query(connection, UNVALIDATED)).toEqual([{ conname: 'company_aliases_company_id_of_owner' }])
  expect(lines[0]).toBe(
    'rows from before this release break company_aliases_company_id_of_owner; new rows are checked, these stay as they are',
  )
  await migrate(connection, (line) => lines.push(line))
  expect(lines).toHaveLength(2)
})

test('three processes migrating at once create one correct schema', async () => {
  const connection = await emptyDatabase()
  const ends = await Promise.all([1, 2, 3].map(() => migrator(connection).ended))
  expect(ends).toEqual([0, 0, 0])
  const reference = await shape({ ...connection, database: inject('postgres').template })
  expect(await shape(connection)).toEqual(reference)
})

test('a migration killed midway is completed by the next start', async () => {
  const reference = await shape({ ...inject('postgres'), database: inject('postgres').template })
  const delays = [350, 250, 550, 150, 300, 400, 450, 700].slice(0, repetitions({ sample: 3, all: 8 }))
  for (const delay of delays) {
    const connection = await emptyDatabase()
    const { child, ended } = migrator(connection)
    setTimeout(() => child.kill('SIGKILL'), delay)
    await ended
    await migrate(connection, () => {})
    expect(await shape(connection)).toEqual(reference)
  }
})

test('an older version refuses a newer version’s database with a clear message', async () => {
  const connection = await emptyDatabase()
  await migrate(connection, () => {})
  await query(
    connection,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)`,
  )
  await expect(migrate(connection, () => {})).rejects.toThrow('The database was migrated by a newer version of Tidings')
})

const NEXT = [
  ...knownMigrations(),
  {
    sql: ['ALTER TABLE "tracked_company_articles" ADD COLUMN "next" text'],
    folderMillis: 99_999_999_999_999,
    hash: 'next',
    bps: true,
  },
]

/** A database from the release before that migration, with an open connection to it. */
async function previousRelease() {
  const connection = await emptyDatabase()
  const client = new pg.Client(connection)
  await client.connect()
  await apply(client, knownMigrations())
  await client.query(`grant select on all tables in schema public to tidings_system; ${createViews()}`)
  return { connection, client }
}

const VIEWS = [...createViews().matchAll(/create view (\w+)/g)].map(([, name]) => name)

const isServed = async (client: pg.Client) => {
  for (const view of VIEWS) await client.query(`select from ${view}`)
}

test('while a migration runs, the previous release can still read every view', async () => {
  const { connection, client } = await previousRelease()
  let isOver = false
  const migrating = migrate(connection, () => {}, NEXT).finally(() => {
    isOver = true
  })
  while (!isOver) await isServed(client)
  await migrating
  await client.end()
})

test('a migration that waits for a lock blocks neither reads nor writes', async () => {
  const { connection, client } = await previousRelease()
  const busy = new pg.Client(connection)
  await busy.connect()
  await busy.query('begin; select from visible_articles')
  const lines: string[] = []
  const migrating = migrate(connection, (line) => lines.push(line), NEXT)
  const waits = 'a table that must change is in use; trying again until it is free'
  await expect.poll(() => lines, { timeout: 10_000 }).toEqual([waits])
  for (let times = 0; times < 5; times += 1) {
    await isServed(client)
    await client.query('delete from tracked_company_articles')
  }
  await busy.query('commit')
  await migrating
  expect(lines.at(-1)).toBe('applied 1 database migration(s)')
  await busy.end()
  await client.end()
})

test('an index is built during an open write transaction, and rebuilt after an interrupted build', async () => {
  const connection = await emptyDatabase()
  await migrate(connection, () => {})
  const later = {
    sql: ['CREATE INDEX CONCURRENTLY "companies_by_stage" ON "companies" ("stage")'],
    folderMillis: 99_999_999_999_999,
    hash: 'later',
    bps: true,
  }
  // Stands in for the index that an interrupted build leaves behind.
  await query(connection, 'create index companies_by_stage on companies (category)')
  const writer = new pg.Client(connection)
  await writer.connect()
  await writer.query('begin; update users set updated_at = now()')
  await migrate(connection, () => {}, [...knownMigrations(), later])
  await writer.query('commit')
  await writer.end()
  expect(await query(connection, `select indexdef from pg_indexes where indexname = 'companies_by_stage'`)).toEqual([
    { indexdef: expect.stringContaining('(stage)') },
  ])
})

/** Statements that break the release still running, or block its writes while a large table is read or rewritten. */
const UNSAFE: [pattern: RegExp, why: string][] = [
  [/^create (unique )?index (?!concurrently)/i, 'build the index concurrently, in a migration of its own'],
  [/\balter column \S+ (set data )?type\b/i, 'rewrites the table'],
  [/\balter column \S+ set not null/i, 'reads the whole table under a lock'],
  [/\badd column (?!.*\bdefault\b).*\bnot null\b/i, 'the previous release does not fill it: give it a default'],
  [
    /\badd column .*\b(generated always as \(|default (gen_random_uuid|random|clock_timestamp|nextval)\b)/i,
    'rewrites the table',
  ],
  [/\badd constraint (?!.*\bnot valid\b)/i, 'reads the whole table under a lock: add it not valid, validate it later'],
  [/\bdrop column\b|^drop table\b|\brename\b/i, 'the previous release uses it'],
  [/^(update|delete)\b/i, 'holds every changed row until the end: let a job fill it'],
]

/** The number of migrations before the first release. */
const UNRELEASED = 13

test('migrations after the first release block no writes and keep what the previous release uses', () => {
  const faults = knownMigrations()
    .slice(UNRELEASED)
    .flatMap(({ sql: statements }) => {
      const created = statements.flatMap((each) => /^\s*create table "?([\w.]+)"?/i.exec(each)?.[1] ?? [])
      return statements
        .map((statement) => statement.trim())
        .filter((statement) => !created.some((table) => statement.includes(`"${table}"`)))
        .flatMap((statement) =>
          UNSAFE.filter(([pattern]) => pattern.test(statement)).map(([, why]) => `${statement}: ${why}`),
        )
    })
  expect(faults).toEqual([])
})
