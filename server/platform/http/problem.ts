import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ZodError } from 'zod'
import { AppError, STATUS_OF, type ErrorCode, type Problem } from '#domain/errors.ts'
import { UNEXPECTED } from '#domain/messages.ts'
import { translateDatabaseError } from '../database/errors.ts'
import type { HttpEnvironment } from './session.ts'

export function problemResponse(error: unknown, c: Context<HttpEnvironment>): Response {
  const refusal = refusalOf(translateDatabaseError(error))
  if (!refusal) c.var.log.error({ err: describeError(error) }, 'unexpected error')
  else if (refusal.code === 'unavailable') c.var.log.warn({ because: causeOf(refusal) }, 'unavailable')
  return toResponse(refusal ?? new AppError('unexpected', UNEXPECTED), c)
}

export const refusalFor = (error: unknown): AppError =>
  refusalOf(translateDatabaseError(error)) ?? new AppError('unexpected', UNEXPECTED)

function toResponse(refusal: AppError, c: Context<HttpEnvironment>): Response {
  const status = STATUS_OF[refusal.code]
  const problem: Problem = {
    type: 'about:blank',
    status,
    code: refusal.code,
    message: refusal.message,
    requestId: c.var.requestId,
    ...(refusal.redirect ? { redirect: refusal.redirect } : {}),
    ...(refusal.details ? { details: refusal.details } : {}),
  }
  const headers: Record<string, string> = { 'content-type': 'application/problem+json; charset=utf-8' }
  if (refusal.retryAfterSeconds !== undefined) headers['retry-after'] = String(Math.ceil(refusal.retryAfterSeconds))
  return c.body(JSON.stringify(problem), status, headers)
}

function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof ZodError) return new AppError('invalid-input', error.issues[0]?.message ?? 'Invalid input')
  if (error instanceof HTTPException) {
    const code = CODE_OF_STATUS[error.status]
    return code ? new AppError(code, error.status === 400 ? 'The request could not be read' : error.message) : null
  }
  return null
}

const CODE_OF_STATUS: Record<number, ErrorCode> = { 400: 'bad-request', 404: 'not-found', 413: 'too-large' }

const causeOf = ({ cause, message }: AppError) => (cause instanceof Error ? cause.message : message)

/** Leaves out SQL parameters, which may contain personal data. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause = error.cause instanceof Error ? error.cause : null
  const code = [error, cause].map((e) => (e && 'code' in e ? e.code : undefined)).find(Boolean)
  const isQuery = error.message.startsWith('Failed query:')
  return {
    name: error.name,
    message: isQuery ? (cause?.message ?? 'Failed query') : error.message,
    code,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 8)
      .join('\n'),
    ...(cause && !isQuery ? { cause: cause.message } : {}),
  }
}
