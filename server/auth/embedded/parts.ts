import type { Context } from 'hono'
import type { Config } from '../../config/config.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import type { AuthEmail } from '../emails/auth-email.ts'
import type { Clock } from '#domain/time.ts'
import type { Log } from '../../platform/log.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { type SigningKeys, sha256, type Secrets } from './tokens/keys.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Throttle } from './http/throttle.ts'

export type AuthSettings = Extract<Config['auth'], { kind: 'embedded' }>

/** The profile beside the account: made in the sign-up transaction, kept in step with the address. */
type Profiles = {
  start: (
    queries: Queries,
    account: { id: string; email: string; firstName?: string | null; isProven: boolean },
  ) => Promise<unknown>
  /** When the address is confirmed: by the sign-up that was, or by the address alone. */
  rename: (queries: Queries, userId: string, firstName: string | null) => Promise<void>
  changeEmail: (queries: Queries, userId: string, email: string) => Promise<void>
  erase: (queries: Queries, userId: string) => Promise<void>
}

/** What the endpoint families are made of. */
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
  /** Who answers, as every email says. */
  supportEmail: string
}

export type AuthHttp = Context<HttpEnvironment>

export const device = (c: AuthHttp) => ({
  ip: c.var.peer,
  userAgent: (c.req.header('user-agent') ?? '').replaceAll(/\p{Cc}/gu, ' ').slice(0, 512),
})

/** What a browser of ours calls itself: a random id that it keeps, of which we keep a hash. A name or an address is no proof. */
export function deviceId(c: AuthHttp): string | null {
  const given = c.req.header('x-device-id') ?? ''
  return /^[\w-]{22,64}$/.test(given) ? sha256(given) : null
}

/** Sent by a job of its own after the answer: how long it takes, and whether it works, tells the caller nothing. */
export const enqueueEmail = (parts: AuthParts, queries: Queries, email: Omit<AuthEmail, 'at'>) =>
  parts.queue.enqueue(queries, 'auth.email', { ...email, at: parts.clock().toISOString() })
