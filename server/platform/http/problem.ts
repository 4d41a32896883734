import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError, STATUS_OF, type ErrorCode, type Problem } from '#domain/errors.ts'
import { UNEXPECTED } from '#domain/messages.ts'
import { DeletedUserError, translateDatabaseError } from '../database/errors.ts'
import { describeError } from '../log.ts'
import { SIGNED_OUT, type HttpEnvironment } from './session.ts'

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
  if (error instanceof HTTPException) {
    const code = CODE_OF_STATUS[error.status]
    return code ? new AppError(code, MESSAGE_OF_STATUS[error.status] ?? error.message) : null
  }
  return error instanceof DeletedUserError ? new AppError('not-signed-in', SIGNED_OUT, { cause: error }) : null
}

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'bad-request',
  404: 'not-found',
  413: 'too-large',
  415: 'unsupported-media-type',
}

const MESSAGE_OF_STATUS: Record<number, string> = {
  400: 'The request could not be read',
  415: 'Send the request as application/json',
}

const causeOf = ({ cause, message }: AppError) => (cause instanceof Error ? cause.message : message)
