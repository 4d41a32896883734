import { AppError } from '#domain/errors.ts'

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
// Classes of SQLSTATE: 08 connection, 53 out of resources (disk, memory, connections), 57P shutting down or starting,
// 55P03 a lock that somebody else holds for too long.
const UNAVAILABLE_STATES = /^(08|53|57P|55P03)/

/** What a caller should see when the database cannot answer now: try again, rather than "unexpected". */
export function translateDatabaseError(error: unknown): unknown {
  return isUnavailable(error)
    ? new AppError('unavailable', 'The service is briefly unavailable. Please try again in a moment.', {
        retryAfterSeconds: 2,
        cause: error,
      })
    : error
}

export function isUnavailable(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
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
