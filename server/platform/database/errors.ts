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
])
// SQLSTATE classes: 08 connection, 53 out of resources, 57P shutting down or starting, 55P03 lock timeout.
const UNAVAILABLE_STATES = /^(08|53|57P|55P03)/

/** While the database is unavailable, callers should retry rather than see "unexpected". */
export function translateDatabaseError(error: unknown): unknown {
  return isUnavailable(error)
    ? new AppError('unavailable', 'The service is briefly unavailable. Please try again in a moment.', {
        retryAfterSeconds: 2,
        cause: error,
      })
    : error
}

function isUnavailable(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : ''
    if (CONNECTION_ERRORS.has(code) || UNAVAILABLE_STATES.test(code)) return true
    if (
      /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        current.message,
      )
    )
      return true
  }
  return false
}

const UNIQUE_VIOLATION = /^23505$/
// SQLSTATE class 22: data exceptions, such as invalid dates.
const DATA_EXCEPTION = /^22/

export const isUniqueViolation = (error: unknown) => UNIQUE_VIOLATION.test(stateOf(error))

export const isUnreadableValue = (error: unknown) => DATA_EXCEPTION.test(stateOf(error))

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
  { waitSeconds = 0, log = () => {} }: { waitSeconds?: number; log?: (line: string) => void } = {},
): Promise<void> {
  const deadline = performance.now() + waitSeconds * 1000
  for (let isFirst = true; ; isFirst = false) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
    // Errors while closing do not matter.
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      await client.end().catch(() => {})
      if (!isUnavailable(error) || performance.now() >= deadline) throw reasonOf(error, client)
      if (isFirst) log(`waiting for the database at ${placeOf(client)} (${codeOf(error)})`)
    }
    await sleep(RETRY_MS)
  }
}

/** A missing privilege is explained to the operator. */
export function explainStartError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') return error
  return new DatabaseStartError(
    `The user in DATABASE_URL lacks a permission: ${oneLine(error)}. docs/operations.md lists what it needs.`,
    { cause: error },
  )
}

function reasonOf(error: unknown, client: pg.Client): DatabaseStartError {
  return new DatabaseStartError(wordsFor(error, client), { cause: error })
}

function wordsFor(error: unknown, client: pg.Client): string {
  const code = codeOf(error)
  if (code === '3D000') return `The database "${client.database}" does not exist. Create it, or correct DATABASE_URL.`
  if (code.startsWith('28'))
    return `The database refuses the connection: ${oneLine(error)}. Correct the user or the password in DATABASE_URL.`
  if (isUnavailable(error))
    return `The database at ${placeOf(client)} cannot be reached (${code}). Start it, or correct DATABASE_URL.`
  return `The database at ${placeOf(client)} cannot be used: ${oneLine(error)}. Correct DATABASE_URL.`
}

const placeOf = ({ host, port }: pg.Client) => (host.startsWith('/') ? host : `${host}:${port}`)

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'timeout'

const oneLine = (error: unknown) => messageOf(error).replaceAll(/\s+/g, ' ').replace(/\.$/, '')
