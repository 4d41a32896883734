import { pino } from 'pino'
import { openLogOutput } from './log-output.ts'
import { logFields } from './telemetry/origin.ts'

export type Log = {
  debug: (fields: object, message: string) => void
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

type Destination = { write: (line: string) => void }

export function openLog(level: string, destination: Destination = openLogOutput()): Log {
  const options = {
    level,
    base: null,
    mixin: logFields,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
  }
  return pino(options, destination)
}

/** Leaves out SQL parameters, which may contain personal data. */
export function describeError(error: unknown): object {
  if (!isErrorLike(error)) return { message: String(error) }
  const cause = error.cause instanceof Error ? error.cause : null
  const code = [error, cause].map((e) => (e && 'code' in e ? e.code : undefined)).find(Boolean)
  return {
    name: error.name,
    message: withoutStatement(error),
    code,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 8)
      .join('\n'),
    ...(cause && !isQuery(error) ? { cause: withoutStatement(cause) } : {}),
  }
}

/** The queue reports copies of errors, which are plain objects. */
const isErrorLike = (error: unknown): error is Error =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')

const isQuery = (error: Error) => error.message.startsWith('Failed query:')

function withoutStatement(error: Error): string {
  if (!isQuery(error)) return error.message
  return error.cause instanceof Error ? error.cause.message : 'Failed query'
}

/** Secrets are never logged on purpose; this is the safety net. */
const SECRETS = ['password', 'token', 'access_token', 'refresh_token', 'authorization', 'cookie', 'secret', 'apikey']
