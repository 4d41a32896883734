import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { Profile } from '#domain/account.ts'
import type { Auth, Identity } from '../ports.ts'
import type { HttpEnvironment, SignedIn } from './environment.ts'

export const SIGNED_OUT = 'Auth session missing!'
const NO_ACCESS = 'Your free trial has ended. Subscribe to continue.'

/** Who may call a route. Each route says one of these where it is defined, and it is enforced from there. */
export type Access =
  /** Anybody. */
  | 'public'
  /** Anybody signed in, also after the trial: profile, billing, export, deletion. */
  | 'user'
  /** Signed in with a running trial or a subscription. */
  | 'entitled'

type LoadProfile = (identity: Identity) => Promise<Profile>

/** Gives every request a way to learn who is behind it, asked at most once. */
export function provideSession(auth: Auth, loadProfile: LoadProfile): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    let found: Promise<SignedIn | null> | undefined
    c.set('signedIn', () => (found ??= signedIn(c, auth, loadProfile)))
    await next()
  }
}

export function requires(access: Access): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    if (access !== 'public') {
      const user = await c.var.signedIn()
      if (!user) throw new AppError('not-signed-in', SIGNED_OUT)
      if (access === 'entitled' && !user.profile.entitlement.hasAccess) {
        throw new AppError('no-access', NO_ACCESS, { redirect: '/subscribe' })
      }
      c.set('user', user)
    }
    await next()
  }
}

async function signedIn(
  c: Context<HttpEnvironment>,
  auth: Auth,
  loadProfile: LoadProfile,
): Promise<SignedIn | null> {
  const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const identity = bearer ? await auth.identify(bearer) : null
  if (!identity) return null
  const { id, email, sessionId } = identity
  return { id, email, sessionId, profile: await loadProfile(identity) }
}
