import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { timeout } from 'hono/timeout'
import type { HttpEnvironment } from '../http/environment.ts'
import type { Mail } from '../ports.ts'
import { aboutRoutes } from './about.ts'
import { adminLinkRoutes } from './admin-links.ts'
import { adminUserRoutes } from './admin-users.ts'
import { emailChangeUndoRoutes } from './email-change-undo.ts'
import { AuthError, authErrorResponse } from './errors.ts'
import { factorRoutes } from './factors.ts'
import { createLetters } from './letters.ts'
import { logoutRoutes } from './logout.ts'
import { mailRequestRoutes } from './mail-requests.ts'
import { passkeyRoutes } from './passkeys.ts'
import { recoveryCodeRoutes } from './recovery-codes.ts'
import { createRedirectAllowList } from './redirect-allow-list.ts'
import type { AuthParts } from './parts.ts'
import { signupRoutes } from './signup.ts'
import { createSweep } from './sweep.ts'
import { tokenRoutes } from './token.ts'
import { userRoutes } from './user.ts'
import { verifyRoutes } from './verify.ts'

const MAX_BODY_BYTES = 1024 * 1024
const TIME_LIMIT_MS = 10_000

export type AuthServer = ReturnType<typeof createAuthServer>

/** The embedded auth service: one file per family of endpoints, mounted at /auth/v1. */
export function createAuthServer(parts: AuthParts, mail: Mail) {
  const redirects = createRedirectAllowList(parts.settings)
  const routes = new Hono<HttpEnvironment>()
  routes.onError(authErrorResponse)
  routes.use(allowedOrigins(parts))
  routes.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new AuthError(413, 'request_entity_too_large', 'Request body exceeds 1MB')
      },
    }),
  )
  routes.use(timeout(TIME_LIMIT_MS, new HTTPException(504)))
  // A HEAD would be answered like a GET; programs that check links in mails send them.
  routes.use(async (c, next) => {
    if (c.req.raw.method === 'HEAD') throw new AuthError(405, 'validation_failed', 'Method not allowed')
    await next()
  })
  routes.route('/', aboutRoutes(parts))
  routes.route('/', signupRoutes(parts, redirects))
  routes.route('/', tokenRoutes(parts))
  routes.route('/', verifyRoutes(parts, redirects))
  routes.route('/', mailRequestRoutes(parts, redirects))
  routes.route('/', userRoutes(parts, redirects))
  routes.route('/', emailChangeUndoRoutes(parts))
  routes.route('/', logoutRoutes(parts))
  routes.route('/', recoveryCodeRoutes(parts))
  routes.route('/', factorRoutes(parts))
  routes.route('/', passkeyRoutes(parts))
  routes.route('/', adminUserRoutes(parts))
  routes.route('/', adminLinkRoutes(parts, redirects))
  routes.all('*', () => {
    throw new AuthError(404, 'validation_failed', 'There is no such route in the auth protocol')
  })

  return { routes, work: parts.passwords.work, sweep: createSweep(parts), ...createLetters(parts, mail) }
}

/** Other sites of the operator's own may call from a browser; no cookie is ever involved. */
function allowedOrigins({ settings }: AuthParts) {
  const origins = new Set(
    settings.redirectAllow
      .map((entry) => URL.parse(entry)?.origin)
      .filter((origin) => origin && origin !== 'null'),
  )
  return cors({
    origin: (origin) => (origins.has(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'authorization',
      'apikey',
      'content-type',
      'x-client-info',
      'x-device-id',
      'x-supabase-api-version',
      'x-jwt-aud',
    ],
    exposeHeaders: ['X-Supabase-Api-Version', 'X-Total-Count', 'Link'],
  })
}
