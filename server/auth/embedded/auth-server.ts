import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { timeout } from 'hono/timeout'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import type { EmailTransport } from '../../platform/email/transport.ts'
import { adminLinkRoutes } from './admin/link-routes.ts'
import { adminUserRoutes } from './admin/user-routes.ts'
import { emailChangeUndoRoutes } from './email-change/undo.ts'
import { AuthError, authErrorResponse, invalid } from './http/errors.ts'
import { factorRoutes } from './factors/factor-routes.ts'
import { createAuthEmails } from '../emails/auth-emails.ts'
import { logoutRoutes, tokenRoutes } from './sessions/sign-in-routes.ts'
import { emailRequestRoutes } from './tokens/email-request-routes.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { recoveryCodeRoutes } from './factors/recovery-codes.ts'
import { createRedirectAllowList } from './http/redirect-allow-list.ts'
import type { AuthParts } from './parts.ts'
import { signupRoutes } from './sign-up/sign-up-routes.ts'
import { createCleanUp } from './clean-up.ts'
import { userRoutes } from './user-routes.ts'
import { verifyRoutes } from './tokens/verify-routes.ts'
import { authenticate } from './sessions/authenticate.ts'

const TIME_LIMIT_MS = 10_000

export type AuthServer = ReturnType<typeof createAuthServer>

export function createAuthServer(parts: AuthParts, mail: EmailTransport) {
  const redirects = createRedirectAllowList(parts.settings)
  const routes = new Hono<HttpEnvironment>()
  routes.onError(authErrorResponse)
  routes.use(allowedOrigins(parts))
  routes.use(timeout(TIME_LIMIT_MS, new HTTPException(504)))
  // Hono handles HEAD like GET, and link checkers in mail clients send HEAD.
  routes.use(async (c, next) => {
    if (c.req.raw.method === 'HEAD') throw new AuthError(405, 'validation_failed', 'Method not allowed')
    await next()
  })
  routes.route('/', serviceInfoRoutes(parts))
  routes.route('/', signupRoutes(parts, redirects))
  routes.route('/', tokenRoutes(parts))
  routes.route('/', verifyRoutes(parts, redirects))
  routes.route('/', emailRequestRoutes(parts, redirects))
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

  return {
    routes,
    work: parts.passwords.work,
    cleanUp: createCleanUp(parts),
    ...createAuthEmails(parts, mail),
  }
}

/** The operator's other sites may call from a browser; no cookies are involved. */
function allowedOrigins({ settings }: AuthParts) {
  const origins = new Set(
    settings.redirectAllow.map((entry) => URL.parse(entry)?.origin).filter((origin) => origin && origin !== 'null'),
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

const NO_PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

function serviceInfoRoutes(parts: AuthParts) {
  const { settings, keys } = parts
  return new Hono<HttpEnvironment>()
    .get('/health', (c) =>
      c.json({ version: 'tidings', name: 'GoTrue', description: 'The embedded auth server of Tidings' }),
    )
    .get('/settings', (c) =>
      c.json({
        external: {
          ...Object.fromEntries(NO_PROVIDERS.map((provider) => [provider, false])),
          anonymous_users: settings.anonymous,
          email: true,
          phone: !settings.confirmPhone,
        },
        disable_signup: !settings.signup,
        mailer_autoconfirm: !settings.confirmEmail,
        phone_autoconfirm: !settings.confirmPhone,
        sms_provider: '',
        saml_enabled: false,
        saml_private_key_next_configured: false,
        passkeys_enabled: true,
      }),
    )
    .get('/.well-known/jwks.json', (c) =>
      c.json({ keys: keys.publicKeys }, 200, { 'cache-control': 'public, max-age=600' }),
    )
    .post('/sso', () => {
      throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
    })
    .get('/authorize', (c) => {
      throw invalid(`Unsupported provider: ${unnamed(c.req.query('provider'))}`)
    })
    .on(['GET', 'POST'], '/callback', () => {
      throw invalid('OAuth state parameter missing')
    })
    .get('/user/identities/authorize', async (c) => {
      await authenticate(parts, c)
      throw linkingDisabled()
    })
    .delete('/user/identities/:id', async (c) => {
      await authenticate(parts, c)
      throw linkingDisabled()
    })
}

const unnamed = (provider: string | undefined) =>
  provider && NO_PROVIDERS.includes(provider) ? 'provider is not enabled' : 'missing or unknown provider'

const linkingDisabled = () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
