import pg from 'pg'
import { isConnectionLost, isStalePlan, translateDatabaseError } from './errors.ts'
import { createPlanner, type Planner } from './planned-statements.ts'
import { queriesOn, type Queries } from './queries.ts'

/**
 * How a connection takes on its role: by logging in as it, by switching once when it is opened, or by switching in
 * every transaction. The last is for poolers in transaction mode, where the next transaction may run on another server
 * connection.
 */
export type RoleSwitch = 'login' | 'session' | 'transaction'

export type RolePool = ReturnType<typeof openPool>

type Options = {
  role: string
  roleSwitch: RoleSwitch
  size: number
  log: (line: string) => void
  /** When to close an unused connection. A new one has planned nothing, so its first requests take longer. */
  idleMs?: number | undefined
  /** Prepares the statements marked with `plannedOnce`. */
  plansOnce?: boolean
}

const STATEMENT_MS = 15_000
/** Longer than the server's own timeout, so that it only matters when the server is unreachable. */
const SILENT_MS = STATEMENT_MS + 5000
const IDLE_MS = 5 * 60_000

export function openPool(
  connection: pg.PoolConfig,
  { role, roleSwitch, size, log, idleMs = IDLE_MS, plansOnce = false }: Options,
) {
  const isPooled = roleSwitch === 'transaction'
  const settings = [
    ...(roleSwitch === 'login' ? [] : [['role', role]]),
    ['statement_timeout', String(STATEMENT_MS)],
    ['idle_in_transaction_session_timeout', String(STATEMENT_MS)],
    ['timezone', 'UTC'],
  ]
  const planner = plansOnce ? createPlanner({ isPooled }) : null
  const pool = new pg.Pool({
    ...connection,
    ...(roleSwitch === 'login' && { user: role }),
    ...(!isPooled && { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
    connectionTimeoutMillis: 5000,
    query_timeout: SILENT_MS,
    idleTimeoutMillis: idleMs,
    max: size,
  })
  // Without a listener, an error on an idle connection would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  pool.on('error', (error) => log(`an idle database connection was lost: ${error.message}`))
  const opening = isPooled ? settings.map(([name, value]) => `; set local ${name} = '${value}'`).join('') : ''
  const statementsOf = new WeakMap<pg.PoolClient, Statements>()

  function reuseStatements(client: pg.PoolClient): Statements {
    const known = statementsOf.get(client)
    if (known) return known
    const statements = statementsOn(client, planner)
    statementsOf.set(client, statements)
    return statements
  }

  /** The longest wait comes first, because connections are handed out in this order. */
  const waiting = new Set<{ since: number }>()

  async function takeClient(): Promise<pg.PoolClient> {
    const wait = { since: performance.now() }
    waiting.add(wait)
    try {
      return await pool.connect()
    } finally {
      waiting.delete(wait)
    }
  }

  /** A single statement in whatever role the connection has. */
  async function ask<Row extends pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const client = await takeClient()
    let isBroken = false
    try {
      return await client.query<Row>(query, values)
    } catch (error) {
      isBroken = isConnectionLost(error)
      throw error
    } finally {
      client.release(isBroken)
    }
  }

  async function withClient<T>(begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let client: pg.PoolClient
    try {
      client = await takeClient()
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
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      if (isStalePlan(error)) planner?.forget()
      broken ||= isConnectionLost(error) || isStalePlan(error)
      if (!broken) await client.query('rollback').catch(onError)
      throw translateDatabaseError(error)
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  const single = {
    query: (query: string | pg.QueryConfig, values?: unknown[]) =>
      isPooled
        ? withClient(`begin${opening}`, (client) => client.query(withoutName(query), values))
        : ask(query, values),
  }

  return {
    /** `begin` is appended to BEGIN, such as ` read only; set local …`, which saves a round trip. */
    transaction: <T>(begin: string, work: (queries: Queries) => Promise<T>): Promise<T> =>
      withClient(`begin${begin}${opening}`, async (client) => {
        const { queries, begin: start, checkOpen } = reuseStatements(client)
        start()
        const result = await work(queries)
        checkOpen()
        return result
      }),
    /** Runs single statements in the pool's role. */
    queries: queriesOn(single),
    query: single.query,
    ask,
    /** The longest current wait for a connection, in milliseconds. */
    longestWait: () => {
      const [first] = waiting
      return first ? performance.now() - first.since : 0
    },
    onConnect: (instrument: (client: pg.PoolClient) => void) => void pool.on('connect', instrument),
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  }
}

type Statements = { queries: Queries; begin: () => void; checkOpen: () => void }

/**
 * Runs one statement at a time, and none after one of them has ended the transaction: the connection may then have the
 * privileges of the login, which can see every row. The extended protocol accepts only one statement per query.
 */
function statementsOn(client: pg.PoolClient, planner: Planner | null): Statements {
  const checkOpen = () => {
    if (client.getTransactionStatus() === 'I') throw new Error('the transaction is over')
  }
  const send = (query: pg.QueryConfig, values?: unknown[]) => {
    checkOpen()
    return client.query({ ...query, queryMode: 'extended' } as pg.QueryConfig, values)
  }
  const plan = () => planner?.within(send) ?? send
  let run = plan()
  let previous: Promise<unknown> = Promise.resolve()
  const query = (given: string | pg.QueryConfig, values?: unknown[]) => {
    const answer = previous.then(() => run(typeof given === 'string' ? { text: given } : given, values))
    previous = answer.catch(() => {})
    return answer
  }
  const begin = () => {
    run = plan()
  }
  return { queries: queriesOn({ query }), begin, checkOpen }
}

/** A named statement is prepared on one server connection, and the next transaction may get another one. */
const withoutName = (query: string | pg.QueryConfig): string | pg.QueryConfig => {
  if (typeof query === 'string') return query
  const { name: _name, ...unnamed } = query
  return unnamed
}
