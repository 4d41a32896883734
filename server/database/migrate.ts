import { sql } from 'drizzle-orm'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Database } from './open.ts'
import { ensureRoles, grantPrivileges } from './privileges.ts'
import { DatabaseStartError } from './reach.ts'
import { installQueue } from './queue-schema.ts'

/** Any number, the same for every process of ours: whoever holds it is the one migrator of this database. */
export const MIGRATION_LOCK = 7_433_201

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Brings a database to this version. Safe to call from many processes at once and to be killed in: one transaction, one lock. */
export async function migrate(owner: pg.PoolConfig, log: (line: string) => void): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await ensureRoles(client)
    const pending = await pendingMigrations(client)
    if (pending.length > 0) {
      await client.query('begin')
      await apply(client, pending)
      await client.query('commit')
      log(`applied ${pending.length} database migration(s)`)
    }
    await installQueue(client)
    if (pending.length > 0 || !(await privilegesGranted(client))) await grantPrivileges(client)
  } finally {
    // Ends the session and with it the lock and any open transaction.
    await client.end()
  }
}

/** Whether every migration of this version has been applied: asked by /readyz. */
export async function isMigrated({ system }: Pick<Database, 'system'>): Promise<boolean> {
  const { rows } = await system.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  )
  const newest = knownMigrations().at(-1)
  return Number(rows[0]?.newest ?? 0) >= (newest?.folderMillis ?? 0)
}

/** Every migration of this version, oldest first. */
export const knownMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder })

async function pendingMigrations(client: pg.Client): Promise<MigrationMeta[]> {
  const known = knownMigrations()
  const table = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`)
  if (table.rows[0].name === null) return known
  const applied = await client.query<{ created_at: string; hash: string }>(
    'select created_at, hash from drizzle.__drizzle_migrations order by created_at',
  )
  const newestKnown = known.at(-1)?.folderMillis ?? 0
  if (applied.rows.some((row) => Number(row.created_at) > newestKnown)) {
    throw new DatabaseStartError(
      'The database was migrated by a newer version of Tidings; start that version, or restore a backup made before it.',
    )
  }
  const done = new Set(applied.rows.map((row) => Number(row.created_at)))
  return known.filter((migration) => !done.has(migration.folderMillis))
}

/** Makes the tables that these migrations make, in the transaction that is open. */
export async function apply(client: pg.Client, migrations: MigrationMeta[]): Promise<void> {
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`)
  for (const migration of migrations) {
    for (const statement of migration.sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      migration.hash,
      migration.folderMillis,
    ])
  }
}

async function privilegesGranted(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select has_table_privilege('tidings_app', 'companies', 'select') as granted`,
  )
  return rows[0].granted
}
