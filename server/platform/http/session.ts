import type { HttpBindings } from '@hono/node-server'
import type { Profile } from '#domain/account/profile.ts'
import type { Log, Auth, Identity } from '../../ports.ts'
import type { Context, MiddlewareHandler } from 'hono'
import type { Access } from '#domain/endpoint.ts'
import { AppError } from '#domain/errors.ts'

/** A signed-in user, as routes see them. */
type SignedIn = { id: string; email: string; sessionId: string; profile: Profile }

export type HttpEnvironment = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** The address of whoever really sent the request. */
    peer: string
    log: Log
    /** Looks the bearer up once per request, however many guards ask. */
    signedIn: () => Promise<SignedIn | null>
    user: SignedIn
  }
}

/** What an address under /api answers that is none. */
export const NOT_FOUND = 'Not found'
const SIGNED_OUT = 'Auth session missing!'
const NO_ACCESS = 'Your free trial has ended. Subscribe to continue.'
const CLOSED = 'This account has been closed. Write to us if you think that is a mistake.'

type LoadProfile = (identity: Identity) => Promise<Profile>

/** Gives every request a way to learn who is behind it, asked at most once. */
export function provideSession(auth: Auth, loadProfile: LoadProfile): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    let found: Promise<SignedIn | null> | undefined
    c.set('signedIn', () => (found ??= signedIn(c, auth, loadProfile)))
    await next()
  }
}

/** Whoever was closed out leaves with what is theirs, and begins nothing new. */
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

async function signedIn(c: Context<HttpEnvironment>, auth: Auth, loadProfile: LoadProfile): Promise<SignedIn | null> {
  const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const identity = bearer ? await auth.identify(bearer) : null
  if (!identity) return null
  const { id, email, sessionId } = identity
  return { id, email, sessionId, profile: await loadProfile(identity) }
}
