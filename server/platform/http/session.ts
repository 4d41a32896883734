import { timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Profile } from '#domain/account/profile.ts'
import type { Log } from '../log.ts'
import type { Context, MiddlewareHandler } from 'hono'
import type { Access, BodyLimit, Endpoint, Scope } from '#domain/endpoint.ts'
import { VIEW_HEADER, VIEW_NOT_FOUND, VIEW_READS_ONLY } from '#domain/admin/support.ts'
import { AppError } from '#domain/errors.ts'

type SignedIn = {
  id: string
  email: string
  sessionId: string
  signIns?: SignIn[]
  isRecent?: () => Promise<boolean>
  profile: Profile
}
/** How and when the session's user proved who they are, in seconds. */
export type SignIn = { method: string; timestamp: number }
/** A caller with an API key, which isn't a session and only reads what its scopes allow. */
export type KeyHolder = Omit<SignedIn, 'sessionId' | 'signIns' | 'isRecent'> & { scopes: readonly Scope[] }

export type HttpEnvironment = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** The client's IP address, as reported by any trusted proxies. */
    peer: string
    log: Log
    /** Also null for an API key. */
    signedIn: () => Promise<SignedIn | null>
    /** Null unless an API key was sent. */
    keyHolder: (() => Promise<KeyHolder | null>) | null
    user: SignedIn
    /** The owner of the account that this session's administrator opened; null once that has ended. */
    viewed: (viewId: string, sessionId: string) => Promise<Viewed | null>
    /** Undefined for the ordinary one. */
    bodyLimit?: BodyLimit
  }
}

/** Without a session, so that nothing counts as a recent sign-in. */
export type Viewed = Pick<SignedIn, 'id' | 'email' | 'profile'>

export const NOT_FOUND = 'Not found'
export const SIGNED_OUT = 'Auth session missing!'
export const CONFIRM_IDENTITY = 'Please confirm that it is you to continue.'
const NO_ACCESS = 'Your free trial has ended. Subscribe to continue.'
const KEY_INVALID = 'This API key is not valid. It may have expired or been revoked.'
const KEY_NOT_ALLOWED = 'API keys cannot be used here.'
const CLOSED = 'This account has been closed. Contact us if you think this is a mistake.'

type Identity = Omit<SignedIn, 'profile'>
type Authenticate<Caller> = {
  identify: (bearer: string) => Promise<Caller | null>
  loadProfile: (caller: Caller) => Promise<Profile>
  /** Throws when the key is used too often. */
  findKeyHolder: (key: string) => Promise<KeyHolder | null>
  /** Absent where no administrator opens accounts. */
  findViewed?: HttpEnvironment['Variables']['viewed']
}

export const API_KEY_PREFIX = 'tid_'

/** Looks the caller up at most once per request. */
export function provideSession<Caller extends Identity>(
  authenticate: Authenticate<Caller>,
): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    let found: Promise<SignedIn | null> | undefined
    let holder: Promise<KeyHolder | null> | undefined
    const bearer = bearerOf(c)
    const isKey = bearer?.startsWith(API_KEY_PREFIX) ?? false
    c.set('signedIn', () => (found ??= bearer && !isKey ? findSignedIn(bearer, authenticate) : Promise.resolve(null)))
    c.set('viewed', authenticate.findViewed ?? (async () => null))
    c.set('keyHolder', bearer && isKey ? () => (holder ??= authenticate.findKeyHolder(bearer)) : null)
    await next()
  }
}

/** A closed account may still export and delete its data, but not start anything new. */
export function refuseClosed({ entitlement }: Profile): void {
  if (entitlement.reason === 'none') throw new AppError('conflict', CLOSED)
}

type Rules = Pick<Endpoint, 'access' | 'scope' | 'forSupport'>

export function requires({ access, scope, forSupport }: Rules): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    if (access !== 'public') {
      const { keyHolder } = c.var
      if (keyHolder) c.set('user', { ...(await admitKey(keyHolder, access, scope)), sessionId: '' })
      else {
        const user = await c.var.signedIn()
        if (!user) throw new AppError('not-signed-in', SIGNED_OUT)
        const { role } = user.profile
        if (access === 'admin' && role !== 'admin') throw new AppError('not-found', NOT_FOUND)
        const viewId = access === 'admin' ? undefined : c.req.header(VIEW_HEADER)
        const reader = viewId === undefined ? user : await viewedBy(user, viewId, c, { scope, forSupport })
        if (access === 'entitled') requireAccess(reader.profile)
        c.set('user', reader)
      }
    }
    await next()
  }
}

/** An administrator who opened the account reads what its owner reads, and changes nothing. */
async function viewedBy(
  { profile, sessionId }: SignedIn,
  viewId: string,
  c: Context<HttpEnvironment>,
  { scope, forSupport }: Pick<Rules, 'scope' | 'forSupport'>,
) {
  if (profile.role !== 'admin') throw new AppError('not-found', NOT_FOUND)
  const viewed = await c.var.viewed(viewId, sessionId)
  if (!viewed) throw new AppError('not-found', VIEW_NOT_FOUND)
  if (!scope && !forSupport) throw new AppError('forbidden', VIEW_READS_ONLY)
  return { ...viewed, sessionId: '' }
}

/** Comes after `requires`, which finds the user. */
export const requiresRecentSignIn: MiddlewareHandler<HttpEnvironment> = async (c, next) => {
  if (!(await c.var.user.isRecent?.())) throw new AppError('reauthentication-needed', CONFIRM_IDENTITY)
  await next()
}

export function requireAccess({ entitlement }: Profile): void {
  if (entitlement.hasAccess) return
  const message = entitlement.reason === 'none' ? CLOSED : NO_ACCESS
  throw new AppError('no-access', message, { redirect: '/subscribe' })
}

/** Whatever the endpoint allows for a session, a key needs its scope, and the account needs current access. */
async function admitKey(find: () => Promise<KeyHolder | null>, access: Access, scope?: Scope): Promise<KeyHolder> {
  const holder = await find()
  if (!holder) throw new AppError('not-signed-in', KEY_INVALID)
  if (access === 'admin') throw new AppError('not-found', NOT_FOUND)
  if (!scope) throw new AppError('forbidden', KEY_NOT_ALLOWED)
  if (!holder.scopes.includes(scope)) throw new AppError('forbidden', `This API key lacks the scope ${scope}.`)
  requireAccess(holder.profile)
  return holder
}

async function findSignedIn<Caller extends Identity>(
  bearer: string,
  { identify, loadProfile }: Authenticate<Caller>,
): Promise<SignedIn | null> {
  const identity = await identify(bearer)
  if (!identity) return null
  const { id, email, sessionId, signIns = [], isRecent = async () => false } = identity
  return { id, email, sessionId, signIns, isRecent, profile: await loadProfile(identity) }
}

const bearerOf = (c: Context<HttpEnvironment>) =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]

/** Takes the same time wherever the two differ, so that timing reveals nothing about the secret. */
export function isSameSecret(secret: string, given: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
