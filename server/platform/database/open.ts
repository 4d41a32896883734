import pg from 'pg'
import { startEmbeddedPostgres } from './embedded/start.ts'
import { explainDeletedUser, explainStartError, reachDatabase, translateDatabaseError } from './errors.ts'
import { migrate } from './migrate.ts'
import { listenOn, type Listener } from './notifications.ts'
import { openPool, type RoleSwitch } from './pool.ts'
import type { Queries } from './queries.ts'
import { preferReplica } from './replica.ts'

export type { Queries } from './queries.ts'

export type Database = {
  /** A transaction that sees and writes only this user's rows. */
  asUser: <T>(userId: string, work: (queries: Queries) => Promise<T>) => Promise<T>
  /** A read-only transaction, possibly on a replica that has all earlier commits. `work` may run twice. */
  readAsUser: <T>(userId: string, work: (queries: Queries) => Promise<T>) => Promise<T>
  /** A transaction over all rows: jobs and the auth server only. */
  asSystem: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  /** Single statements over all rows. */
  system: Queries
  /** For the queue, which brings its own SQL. */
  execute: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  /** Survives lost connections; call the result to stop. */
  listen: (channels: string[], listener: Listener) => Promise<() => Promise<void>>
  poolSize: number
  /** Calls `instrument` with each connection that a pool opens. */
  onConnect: (instrument: (client: pg.PoolClient) => void) => void
  pools: () => { pool: string; total: number; idle: number; waiting: number }[]
  /** How long the longest-waiting request has been waiting for a connection, in milliseconds. */
  longestWait: () => number
  ping: () => Promise<void>
  close: () => Promise<void>
}

export type DatabaseConfig = {
  url: string | null
  /** Bypasses the transaction-mode pooler that `url` names when this is set. Used to migrate and to listen. */
  directUrl?: string | null
  /** A streaming replica. */
  readUrl?: string | null
  dataDir: string
  /** For requests; the system pool has the same size. */
  poolSize: number
  /** When to close unused connections. */
  idleMs?: number
  /** How long to wait for a server that is still starting. */
  waitSeconds?: number
}

type Log = (line: string) => void

export async function openDatabase(config: DatabaseConfig, log: Log): Promise<Database> {
  const embedded = config.url ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    for (const [setting, url] of serversOf(config)) await reachDatabase(url, setting, config.waitSeconds, log)
    const base: pg.PoolConfig = embedded
      ? { host: embedded.socketDir, user: embedded.user, database: 'postgres' }
      : { connectionString: config.directUrl ?? config.url ?? undefined }
    const owner = embedded ? await ownDatabase(base) : base
    await migrate(owner, log)
    return connect(config, owner, Boolean(embedded), log, async () => embedded?.stop())
  } catch (error) {
    await embedded?.stop()
    throw explainStartError(error)
  }
}

/** The servers that must be reachable, each with the setting that names it. */
export const serversOf = ({ url, directUrl }: Pick<DatabaseConfig, 'url' | 'directUrl'>): [string, string][] => [
  ...(directUrl ? [['DATABASE_DIRECT_URL', directUrl] satisfies [string, string]] : []),
  ...(url ? [['DATABASE_URL', url] satisfies [string, string]] : []),
]

export function connect(
  config: Pick<DatabaseConfig, 'poolSize'> & Partial<DatabaseConfig>,
  owner: pg.PoolConfig,
  loginAsRole: boolean,
  log: Log,
  stopServer: () => Promise<void> = async () => {},
): Database {
  const isPooled = Boolean(config.directUrl)
  const roleSwitch: RoleSwitch = isPooled ? 'transaction' : loginAsRole ? 'login' : 'session'
  const through = isPooled ? { connectionString: config.url ?? undefined } : owner
  const open = (connection: pg.PoolConfig, role: string, plansOnce = false) =>
    openPool(connection, { role, roleSwitch, size: config.poolSize, idleMs: config.idleMs, log, plansOnce })
  const pools = {
    app: open(through, 'tidings_app', true),
    system: open(through, 'tidings_system'),
    ...(config.readUrl && { replica: open({ connectionString: config.readUrl }, 'tidings_app', true) }),
  }
  const read = pools.replica ? preferReplica(pools.app, pools.replica, log) : pools.app.transaction

  return {
    asUser: async (userId, work) =>
      pools.app.transaction(asUser(userId), work).catch((error: unknown) => {
        throw explainDeletedUser(error)
      }),
    readAsUser: async (userId, work) => read(` read only${asUser(userId)}`, work),
    asSystem: (work) => pools.system.transaction('', work),
    system: pools.system.queries,
    execute: (text, values) => pools.system.query(text, values),
    poolSize: config.poolSize,
    onConnect: (instrument) => {
      for (const pool of Object.values(pools)) pool.onConnect(instrument)
    },
    listen: (channels, listener) =>
      listenOn({ ...owner, ...(loginAsRole && { user: 'tidings_system' }) }, channels, listener, log),
    pools: () => Object.entries(pools).map(([pool, { counts }]) => ({ pool, ...counts() })),
    // Whoever waits for the replica soon reads from the primary instead.
    longestWait: () => Math.max(pools.app.longestWait(), pools.system.longestWait()),
    ping: async () => {
      try {
        await pools.app.ask('select 1')
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

const asUser = (userId: string) => `; set local app.user_id = '${uuid(userId)}'`

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
