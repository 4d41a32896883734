import { timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Profile } from '#domain/account/profile.ts'
import type { Log } from '../log.ts'
import type { Context, MiddlewareHandler } from 'hono'
import type { Access } from '#domain/endpoint.ts'
import { AppError } from '#domain/errors.ts'

type SignedIn = { id: string; email: string; sessionId: string; profile: Profile }

export type HttpEnvironment = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** The client's IP address, from behind any trusted proxy. */
    peer: string
    log: Log
    signedIn: () => Promise<SignedIn | null>
    user: SignedIn
  }
}

export const NOT_FOUND = 'Not found'
const SIGNED_OUT = 'Auth session missing!'
const NO_ACCESS = 'Your free trial has ended. Subscribe to continue.'
const CLOSED = 'This account has been closed. Contact us if you think this is a mistake.'

type Identity = Omit<SignedIn, 'profile'>
type Authenticate<Caller> = {
  identify: (bearer: string) => Promise<Caller | null>
  loadProfile: (caller: Caller) => Promise<Profile>
}

/** Looks the caller up at most once per request. */
export function provideSession<Caller extends Identity>(
  authenticate: Authenticate<Caller>,
): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    let found: Promise<SignedIn | null> | undefined
    c.set('signedIn', () => (found ??= findSignedIn(c, authenticate)))
    await next()
  }
}

/** A closed account may still export and delete its data, but start nothing new. */
export function refuseClosed({ entitlement }: Profile): void {
  if (entitlement.reason === 'none') throw new AppError('conflict', CLOSED)
}

export function requires(access: Access): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    if (access !== 'public') {
      const user = await c.var.signedIn()
      if (!user) throw new AppError('not-signed-in', SIGNED_OUT)
      const { role, entitlement } = user.profile
      if (access === 'admin' && role !== 'admin') throw new AppError('not-found', NOT_FOUND)
      if (access === 'entitled' && !entitlement.hasAccess) {
        const message = entitlement.reason === 'none' ? CLOSED : NO_ACCESS
        throw new AppError('no-access', message, { redirect: '/subscribe' })
      }
      c.set('user', user)
    }
    await next()
  }
}

async function findSignedIn<Caller extends Identity>(
  c: Context<HttpEnvironment>,
  { identify, loadProfile }: Authenticate<Caller>,
): Promise<SignedIn | null> {
  const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const identity = bearer ? await identify(bearer) : null
  if (!identity) return null
  const { id, email, sessionId } = identity
  return { id, email, sessionId, profile: await loadProfile(identity) }
}

/** Takes the same time wherever the two differ. */
export function isSameSecret(secret: string, given: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
