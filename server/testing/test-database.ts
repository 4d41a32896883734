import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '../platform/database/open.ts'

export type TestDatabase = Database & {
  owner: pg.PoolConfig
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
}

/** Copied from the migrated template. */
export async function testDatabase({ poolSize = 4 }: { poolSize?: number } = {}): Promise<TestDatabase> {
  const { template, ...server } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await once({ ...server, database: 'postgres' }, `create database ${name} template ${template} strategy file_copy`)
  const owner = { ...server, database: name }
  const database = connect({ poolSize }, owner, true, () => {})
  // Reused, because connecting costs more than most statements.
  const owners = new pg.Pool({ ...owner, max: 4, idleTimeoutMillis: 1000, allowExitOnIdle: true })
  // Some tests end connections on purpose.
  owners.on('error', () => {})
  return {
    ...database,
    owner,
    query: async (sql, values) => (await owners.query(sql, values)).rows,
    close: async () => {
      await owners.end()
      await database.close()
      await once({ ...server, database: 'postgres' }, `drop database if exists ${name} with (force)`)
    },
  }
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
