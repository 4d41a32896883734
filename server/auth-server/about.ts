import { Hono } from 'hono'
import type { HttpEnvironment } from '../http/environment.ts'
import { authenticate } from './authenticate.ts'
import { AuthError, invalid } from './errors.ts'
import type { AuthParts } from './parts.ts'

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

/** What the service says of itself, and the doors that lead nowhere here but must say so properly. */
export function aboutRoutes(parts: AuthParts) {
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
