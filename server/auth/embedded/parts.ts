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
    account: { id: string; email: string; firstName?: string | null; isProven: boolean },
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

/** A random id the browser keeps; we store its hash. A user agent or an IP address proves nothing. */
export function deviceId(c: AuthHttp): string | null {
  const given = c.req.header('x-device-id') ?? ''
  return /^[\w-]{22,64}$/.test(given) ? sha256(given) : null
}

/** A refusal that is returned, not thrown, keeps its transaction: attempts stay counted and ended sessions ended. */
export async function commitRefusals<T>(
  { database }: AuthParts,
  work: (queries: Queries) => Promise<T | AuthError>,
): Promise<T> {
  const outcome = await database.asSystem(work)
  if (outcome instanceof AuthError) throw outcome
  return outcome
}

/** A job, so that neither its duration nor its success tells the caller anything. */
export const enqueueEmail = (parts: AuthParts, queries: Queries, email: Omit<AuthEmail, 'at'>) =>
  parts.queue.enqueue(queries, 'auth.email', { ...email, at: parts.clock().toISOString() })
