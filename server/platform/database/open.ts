import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { startEmbeddedPostgres } from './embedded/start.ts'
import { listenOn } from './notifications.ts'
import { migrate } from './migrate.ts'
import { explainStartError, reachDatabase, translateDatabaseError } from './errors.ts'
import * as authSchema from './schema/auth.ts'
import * as authFactorSchema from './schema/auth-factors.ts'
import * as billingSchema from './schema/billing.ts'
import * as gatherSchema from './schema/tracked-companies.ts'
import * as integrationSchema from './schema/integrations.ts'
import * as mailSchema from './schema/email.ts'
import * as mailingSchema from './schema/mailings.ts'
import * as publicSchema from './schema/accounts-and-companies.ts'
import * as storySchema from './schema/articles.ts'
import * as sharingSchema from './schema/sharing.ts'
import * as updateSchema from './schema/updates.ts'

const schema = {
  ...publicSchema,
  ...authSchema,
  ...authFactorSchema,
  ...mailSchema,
  ...mailingSchema,
  ...integrationSchema,
  ...sharingSchema,
  ...updateSchema,
  ...gatherSchema,
  ...storySchema,
  ...billingSchema,
}

export type Queries = NodePgDatabase<typeof schema>

export type Database = {
  /** A transaction that sees and writes only this user's rows. */
  asUser: <T>(userId: string, work: (queries: Queries) => Promise<T>) => Promise<T>
  /** A transaction over all rows: jobs and the auth server only. */
  asSystem: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  /** Single statements over all rows. */
  system: Queries
  /** For the queue, which brings its own SQL. */
  execute: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  /** Survives lost connections; call the result to stop. */
  listen: (channel: string, onPayload: (payload: string) => void) => Promise<() => Promise<void>>
  poolSize: number
  /** Called with each connection of the pools when it is opened. */
  onConnect: (instrument: (client: pg.PoolClient) => void) => void
  pools: () => { pool: string; total: number; idle: number; waiting: number }[]
  ping: () => Promise<void>
  close: () => Promise<void>
}

export type DatabaseConfig = {
  url: string | null
  dataDir: string
  /** For requests; the system pool has the same size again. */
  poolSize: number
  /** How long to wait for a server that is still starting. */
  waitSeconds?: number
}

type Log = (line: string) => void

export async function openDatabase(config: DatabaseConfig, log: Log): Promise<Database> {
  const embedded = config.url ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    if (config.url) await reachDatabase(config.url, { waitSeconds: config.waitSeconds, log })
    const base: pg.PoolConfig = embedded
      ? { host: embedded.socketDir, user: embedded.user, database: 'postgres' }
      : { connectionString: config.url ?? undefined }
    const owner = embedded ? await ownDatabase(base) : base
    await migrate(owner, log)
    return connect(config, owner, Boolean(embedded), log, async () => embedded?.stop())
  } catch (error) {
    await embedded?.stop()
    throw explainStartError(error)
  }
}

export function connect(
  config: Pick<DatabaseConfig, 'poolSize'>,
  owner: pg.PoolConfig,
  loginAsRole: boolean,
  log: Log,
  stopServer: () => Promise<void> = async () => {},
): Database {
  const connectionOf = (role: string): pg.PoolConfig => ({
    ...owner,
    // The embedded server's roles log in themselves; elsewhere one login switches to the role.
    ...(loginAsRole ? { user: role } : {}),
    options: [
      loginAsRole ? '' : `-c role=${role}`,
      '-c statement_timeout=15000',
      '-c idle_in_transaction_session_timeout=15000',
      '-c timezone=UTC',
    ].join(' '),
    connectionTimeoutMillis: 5000,
    max: config.poolSize,
  })
  const pools = {
    app: new pg.Pool(connectionOf('tidings_app')),
    system: new pg.Pool(connectionOf('tidings_system')),
  }
  for (const pool of Object.values(pools)) {
    // An error on an idle connection without a listener would end the process.
    pool.on('connect', (client) => void client.on('error', () => {}))
    pool.on('error', (error) => log(`an idle database connection was lost: ${error.message}`))
  }
  const queriesOf = new WeakMap<pg.PoolClient, Queries>()

  async function transaction<T>(pool: pg.Pool, begin: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      throw translateDatabaseError(error)
    }
    let broken = false
    const onError = () => {
      broken = true
    }
    client.on('error', onError)
    try {
      await client.query(begin)
      let queries = queriesOf.get(client)
      if (!queries) queriesOf.set(client, (queries = drizzle(client, { schema, casing: 'snake_case' })))
      const result = await work(queries)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(onError)
      throw translateDatabaseError(error)
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  return {
    asUser: async (userId, work) => transaction(pools.app, `begin; set local app.user_id = '${uuid(userId)}'`, work),
    asSystem: (work) => transaction(pools.system, 'begin', work),
    system: drizzle(pools.system, { schema, casing: 'snake_case' }),
    execute: (text, values) => pools.system.query(text, values),
    poolSize: config.poolSize,
    onConnect: (instrument) => {
      for (const pool of Object.values(pools)) pool.on('connect', instrument)
    },
    listen: (channel, onPayload) => listenOn(connectionOf('tidings_system'), channel, onPayload, log),
    pools: () =>
      Object.entries(pools).map(([pool, { totalCount: total, idleCount: idle, waitingCount: waiting }]) => ({
        pool,
        total,
        idle,
        waiting,
      })),
    ping: async () => {
      try {
        await pools.app.query('select 1')
      } catch (error) {
        throw translateDatabaseError(error)
      }
    },
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
      await stopServer()
    },
  }
}

/** The embedded server starts with only the `postgres` database. */
export async function ownDatabase(base: pg.PoolConfig): Promise<pg.PoolConfig> {
  const client = new pg.Client(base)
  await client.connect()
  try {
    const found = await client.query(`select 1 from pg_database where datname = 'tidings'`)
    if (found.rowCount === 0) await client.query('create database tidings')
  } finally {
    await client.end()
  }
  return { ...base, database: 'tidings' }
}

/** The id is interpolated to open a transaction in one round trip, so it must be a UUID. */
function uuid(value: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) throw new Error('a user id must be a UUID')
  return value
}
