import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '../platform/database/open.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; user: string; template: string }
    /** Null unless the product runs behind PgBouncer, which POOLED=1 enables. */
    poolerPort: number | null
    /** Whether tests of the auth server sign in to a second product, which names that server in AUTH_URL. */
    isAuthHosted: boolean
  }
}

export type TestDatabase = Database & {
  owner: pg.PoolConfig
  /** Environment variables for starting the product on this database. */
  settings: Record<string, string>
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
}

/** Copied from the migrated template. */
export async function testDatabase({ poolSize = 4 }: { poolSize?: number } = {}): Promise<TestDatabase> {
  const { template, ...server } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await once({ ...server, database: 'postgres' }, `create database ${name} template ${template} strategy file_copy`)
  const owner = { ...server, database: name }
  const settings = databaseSettings(server, name)
  const { DATABASE_URL: url = null, DATABASE_DIRECT_URL: directUrl = null } = settings
  // Many test files share one server, whose connections are limited.
  const database = connect({ poolSize, url, directUrl, idleMs: 5000 }, owner, true, () => {})
  // Reused, because connecting costs more than most statements.
  const owners = new pg.Pool({ ...owner, max: 4, idleTimeoutMillis: 1000, allowExitOnIdle: true })
  // Some tests end connections on purpose.
  owners.on('error', () => {})
  return {
    ...database,
    owner,
    settings,
    query: async (sql, values) => (await owners.query(sql, values)).rows,
    close: async () => {
      await owners.end()
      await database.close()
      await once({ ...server, database: 'postgres' }, `drop database if exists ${name} with (force)`)
    },
  }
}

/** For tests of what happens while another transaction is open. */
export async function isWaitingForLock({ query }: Pick<TestDatabase, 'query'>): Promise<boolean> {
  const waiting = await query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}

/** A database without tables, for a product that migrates it itself. */
export async function emptyDatabase() {
  const { template: _template, ...server } = inject('postgres')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await once({ ...server, database: 'postgres' }, `create database ${name}`)
  return {
    owner: { ...server, database: name },
    settings: databaseSettings(server, name),
    drop: () => once({ ...server, database: 'postgres' }, `drop database if exists ${name} with (force)`),
  }
}

/** Connects directly, or both through and around PgBouncer. */
export function databaseSettings(server: { host: string; user: string }, name: string): Record<string, string> {
  const { host, user } = server
  const direct = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`
  const port = inject('poolerPort')
  return port === null
    ? { DATABASE_URL: direct }
    : { DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/${name}`, DATABASE_DIRECT_URL: direct }
}

async function once(connection: pg.ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
