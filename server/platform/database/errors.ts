import { AppError, messageOf } from '#domain/errors.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // No file descriptor left for a connection.
  'EMFILE',
  'ENFILE',
])
// SQLSTATE: 08 connection, 53 out of resources, 57P shutting down or starting, 55P03 lock timeout, 40P01 deadlock, 25006
// read-only (a primary that has become a replica).
const UNAVAILABLE_STATES = /^(08|53|57P|55P03|40P01|25006)/
const LOST_STATES = /^(08|57P|25006)/
const LOST =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/

/** While the database is unavailable, callers should retry rather than see "unexpected". */
export function translateDatabaseError(error: unknown): unknown {
  // A refusal may have such an error as its cause, and wrapping it again would hide the cause from the log.
  return !(error instanceof AppError) && isUnavailable(error) ? brieflyUnavailable(error) : error
}

export const brieflyUnavailable = (cause: unknown) =>
  new AppError('unavailable', 'The service is briefly unavailable. Please try again in a moment.', {
    retryAfterSeconds: 2,
    cause,
  })

const isUnavailable = (error: unknown): boolean =>
  causes(error).some(
    (cause) =>
      CONNECTION_ERRORS.has(codeIn(cause)) ||
      UNAVAILABLE_STATES.test(codeIn(cause)) ||
      LOST.test(cause.message) ||
      cause.message.includes('timeout expired'),
  )

/** The next statement needs another connection, perhaps to another server. */
export const isConnectionLost = (error: unknown): boolean =>
  causes(error).some(
    (cause) => CONNECTION_ERRORS.has(codeIn(cause)) || LOST_STATES.test(codeIn(cause)) || LOST.test(cause.message),
  )

/** A prepared statement no longer matches its table, which has changed since, so the connection must be replaced. */
export const isStalePlan = (error: unknown): boolean =>
  causes(error).some((cause) => /cached plan must not change result type/.test(cause.message))

export const hasSqlState = (error: unknown, state: string): boolean =>
  causes(error).some((cause) => codeIn(cause) === state)

function causes(error: unknown): Error[] {
  const chain: Error[] = []
  for (let current = error; current instanceof Error && chain.length < 5; current = current.cause) chain.push(current)
  return chain
}

const codeIn = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')

const UNIQUE_VIOLATION = /^23505$/
const FOREIGN_KEY_VIOLATION = /^23503$/
// SQLSTATE class 22: data exceptions, such as invalid dates.
const DATA_EXCEPTION = /^22/
const CANCELED_BY_REPLAY = /^40001$/
const LOCK_TIMEOUT = /^55P03$/

export const isUniqueViolation = (error: unknown) => UNIQUE_VIOLATION.test(stateOf(error))

export const isForeignKeyViolation = (error: unknown) => FOREIGN_KEY_VIOLATION.test(stateOf(error))

/** The account was deleted after the session of a request was checked. */
export class DeletedUserError extends Error {
  override readonly name = 'DeletedUserError'
}

/** For work as one user, whose rows can only lack that user. */
export const explainDeletedUser = (error: unknown): unknown =>
  isForeignKeyViolation(error) &&
  causes(error).some((cause) => 'constraint' in cause && String(cause.constraint).endsWith('_user_id_users_id_fk'))
    ? new DeletedUserError('the account was deleted meanwhile', { cause: error })
    : error

export const isUnreadableValue = (error: unknown) => DATA_EXCEPTION.test(stateOf(error))

export const isLockTimeout = (error: unknown) => LOCK_TIMEOUT.test(stateOf(error))

/** A replica cancels a read that conflicts with replaying the primary's changes. */
export const isCanceledByReplay = (error: unknown) => CANCELED_BY_REPLAY.test(stateOf(error))

function stateOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

const RETRY_MS = 500
const CONNECT_MS = 5000

/** The message is one line for the operator, without the password. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}

/** Waits for a server that is still starting. */
export async function reachDatabase(
  url: string,
  setting: string,
  waitSeconds = 0,
  log: (line: string) => void = () => {},
): Promise<void> {
  const deadline = performance.now() + waitSeconds * 1000
  for (let isFirst = true; ; isFirst = false) {
    const client = clientFor(url, setting)
    // Errors while closing do not matter.
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      await client.end().catch(() => {})
      if (!isUnavailable(error) || performance.now() >= deadline) throw reasonOf(error, client, setting)
      if (isFirst) log(`waiting for the database at ${placeOf(client)} (${codeOf(error)})`)
    }
    await sleep(RETRY_MS)
  }
}

/** Reads the address, and the certificates that it names. */
function clientFor(url: string, setting: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  } catch (error) {
    throw new DatabaseStartError(`${setting} cannot be used: ${oneLine(error)}. Correct it.`, { cause: error })
  }
}

/** Tells the operator what is missing, if it is a privilege or the right server. */
export function explainStartError(error: unknown): unknown {
  const explanation = error instanceof pg.DatabaseError ? START_EXPLANATIONS[error.code ?? '']?.(oneLine(error)) : null
  return explanation ? new DatabaseStartError(explanation, { cause: error }) : error
}

const START_EXPLANATIONS: Record<string, (reason: string) => string> = {
  '42501': (reason) =>
    `The user in DATABASE_URL lacks a permission: ${reason}. docs/operations.md lists what it needs.`,
  '25006': (reason) => `The database in DATABASE_URL is read-only: ${reason}. Name the primary, not a replica.`,
  '53300': (reason) => `The database accepts no more connections: ${reason}. Raise the limit, or run fewer processes.`,
  '55P03': (reason) =>
    `A table that must change was in use for too long: ${reason}. End long transactions, and start again.`,
}

const OLDEST_VERSION = 150_000

/** Checked once, before the first table is created. */
export async function requireSuitableServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding`,
  )
  const { number = 0, version = '', encoding = '' } = rows[0] ?? {}
  if (number < OLDEST_VERSION)
    throw new DatabaseStartError(`The database server is PostgreSQL ${version}. Use version 15 or later.`)
  if (encoding !== 'UTF8')
    throw new DatabaseStartError(`The database has the encoding ${encoding}. Create it with the encoding UTF8.`)
}

function reasonOf(error: unknown, client: pg.Client, setting: string): DatabaseStartError {
  return new DatabaseStartError(wordsFor(error, client, setting), { cause: error })
}

function wordsFor(error: unknown, client: pg.Client, setting: string): string {
  const code = codeOf(error)
  if (code === '3D000') return `The database "${client.database}" does not exist. Create it, or correct ${setting}.`
  if (code.startsWith('28'))
    return `The database refuses the connection: ${oneLine(error)}. Correct the user or the password in ${setting}.`
  if (isUnavailable(error))
    return `The database at ${placeOf(client)} cannot be reached (${code}). Start it, or correct ${setting}.`
  return `The database at ${placeOf(client)} cannot be used: ${oneLine(error)}. Correct ${setting}.`
}

const placeOf = ({ host, port }: pg.Client) => (host.startsWith('/') ? host : `${host}:${port}`)

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'timeout'

const oneLine = (error: unknown) => messageOf(error).replaceAll(/\s+/g, ' ').replace(/\.$/, '')
