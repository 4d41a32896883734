import type { Context } from 'hono'
import type { Config } from '../../config/config.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import type { AuthEmail } from '../emails/auth-email-texts.ts'
import type { Clock } from '#domain/time.ts'
import type { Log } from '../../platform/log.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { type SigningKeys, sha256, type Secrets } from './tokens/keys.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Throttle } from './http/throttle.ts'
import { AuthError } from './http/errors.ts'

export type AuthSettings = Extract<Config['auth'], { kind: 'embedded' }>

type Profiles = {
  start: (
    queries: Queries,
    account: { id: string; email: string; firstName?: string | null; source?: string | null; isProven: boolean },
  ) => Promise<unknown>
  /** Called when the address is confirmed. */
  rename: (queries: Queries, userId: string, firstName: string | null) => Promise<void>
  changeEmail: (queries: Queries, userId: string, email: string) => Promise<void>
  erase: (queries: Queries, userId: string) => Promise<void>
}

export type AuthParts = {
  settings: AuthSettings
  database: Database
  clock: Clock
  keys: SigningKeys
  secrets: Secrets
  passwords: Passwords
  throttle: Throttle
  profiles: Profiles
  queue: Queue
  log: Log
  supportEmail: string
}

export type AuthHttp = Context<HttpEnvironment>

export const device = (c: AuthHttp) => ({
  ip: c.var.peer,
  userAgent: (c.req.header('user-agent') ?? '').replaceAll(/\p{Cc}/gu, ' ').slice(0, 512),
})

/** The hash of a random id that the browser keeps. A user agent or an IP address wouldn't identify a device. */
export function deviceId(c: AuthHttp): string | null {
  const given = c.req.header('x-device-id') ?? ''
  return /^[\w-]{22,64}$/.test(given) ? sha256(given) : null
}

/** Commits even if `work` returns an error, so that failed attempts stay counted and ended sessions stay ended. */
export async function commitRefusals<T>(
  { database }: AuthParts,
  work: (queries: Queries) => Promise<T | AuthError>,
): Promise<T> {
  const outcome = await database.asSystem(work)
  if (outcome instanceof AuthError) throw outcome
  return outcome
}

/** Sent by a job, so that the response reveals neither how long sending took nor whether it succeeded. */
export const enqueueEmail = (parts: AuthParts, queries: Queries, email: Omit<AuthEmail, 'at'>) =>
  parts.queue.enqueue(queries, 'auth.email', { ...email, at: parts.clock().toISOString() })
