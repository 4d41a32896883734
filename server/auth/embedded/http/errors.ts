import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, STATUS_OF, type ErrorCode } from '#domain/errors.ts'
import { translateDatabaseError } from '../../../platform/database/errors.ts'
import type { HttpEnvironment } from '../../../platform/http/session.ts'
import { describeError } from '../../../platform/log.ts'

type Details = { reasons?: string[]; retryAfterSeconds?: number }

export class AuthError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly reasons: string[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    { reasons, retryAfterSeconds }: Details = {},
  ) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.reasons = reasons
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** For the few errors that the protocol returns in OAuth's format, regardless of the API version. */
export class OAuthError extends Error {}

export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

export const expired = (by: 'link' | 'code') =>
  new AuthError(
    403,
    'otp_expired',
    by === 'link' ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
  )

export const tooManyRequests = (retryAfterSeconds: number) =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds })

export const banned = (status: 400 | 403 = 403) => new AuthError(status, 'user_banned', 'User is banned')

export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')

export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)

const NEW_FORM_SINCE = Date.parse('2024-01-01')

/** The date in the version header selects the format; without the header, the old format is used. */
export function authErrorResponse(error: unknown, c: Context<HttpEnvironment>): Response {
  if (error instanceof OAuthError) {
    return c.json({ error: 'invalid request', error_description: error.message }, 400)
  }
  const refusal = refusalOf(translateDatabaseError(error))
  if (refusal.status >= 500) c.var.log.error({ err: describeError(error) }, 'auth server failed')
  if (refusal.status === 429 && error instanceof AuthError) {
    c.var.log.warn({ event: 'auth.limit-hit', peer: c.var.peer, code: refusal.code }, 'auth event')
  }
  const { status, code, message, reasons } = refusal
  const extra = reasons ? { weak_password: { reasons } } : {}
  const version = Date.parse(c.req.header('x-supabase-api-version') ?? '')
  c.header('x-sb-error-code', code)
  if (refusal.retryAfterSeconds !== undefined) c.header('retry-after', String(Math.ceil(refusal.retryAfterSeconds)))
  if (version >= NEW_FORM_SINCE) {
    c.header('x-supabase-api-version', '2024-01-01')
    return c.json({ code, message, ...extra }, status)
  }
  const id = status >= 500 ? { error_id: c.var.requestId } : {}
  return c.json({ code: status, error_code: code, msg: message, ...id, ...extra }, status)
}

function refusalOf(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof AppError) {
    const details = error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }
    return new AuthError(STATUS_OF[error.code], CODE_OF[error.code] ?? 'unexpected_failure', error.message, details)
  }
  if (error instanceof HTTPException && error.status === 504)
    return new AuthError(504, 'request_timeout', 'Processing this request timed out')
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')
}

const CODE_OF: Partial<Record<ErrorCode, string>> = {
  'too-many-requests': 'over_request_rate_limit',
  'too-large': 'request_entity_too_large',
  'method-not-allowed': 'validation_failed',
  'wrong-host': 'validation_failed',
  'not-found': 'validation_failed',
}
