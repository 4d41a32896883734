import { z } from 'zod'
import { duration, listOf, secret, switchOf, text, webAddress, wholeNumber } from './fields.ts'

export const AuthSettings = z.object({
  AUTH_URL: webAddress().optional().describe('A hosted auth service of the same protocol instead of the embedded one'),
  AUTH_ANON_KEY: text('').describe('Its public key; required with AUTH_URL'),
  AUTH_JWKS_URL: webAddress().optional().describe('Where its key set is; default `$AUTH_URL/.well-known/jwks.json`'),
  AUTH_SERVICE_KEY: secret(20)
    .optional()
    .describe('Its service-role key, to delete the sign-in along with an account; without it, the sign-in stays'),
  AUTH_JWT_SECRET: secret(32).optional().describe('Its shared secret, instead of a key set'),
  AUTH_SIGNING_KEYS: z
    .string()
    .optional()
    .describe('Path to a JSON array of private JWKs: the first signs, all verify. Default: generated in DATA_DIR'),
  AUTH_SIGNUP: switchOf().default(true).describe('`off` closes sign-up'),
  AUTH_CONFIRM_EMAIL: switchOf()
    .optional()
    .describe('Whether a new address must be confirmed; `off` with the outbox, else `on`'),
  AUTH_CONFIRM_PHONE: switchOf()
    .default(true)
    .describe('`off` lets people sign up with a phone number and password; there is no SMS, so `on` disables that'),
  AUTH_ANONYMOUS: switchOf().default(false).describe('`on` allows sessions without an address'),
  AUTH_RATE_LIMITS: switchOf()
    .default(true)
    .describe('`off` only for tests: disables the limits on sign-in and emails'),
  AUTH_REDIRECT_ALLOW: text('').describe(
    'Where links in emails may redirect besides PUBLIC_URL (comma list; `*` and `**` as globs)',
  ),
  AUTH_SECURE_EMAIL_CHANGE: switchOf().default(false).describe('`on` requires the old address to confirm a change too'),
  AUTH_SESSION_MAX_AGE: duration('90d').describe('How long a session lasts at most; after that, people sign in again'),
  AUTH_SESSION_IDLE: duration('30d').describe('How long an unused session lasts'),
  PASSWORD_MIN_LENGTH: wholeNumber(6, 64)
    .default(6)
    .describe('Minimum length of a password; can only be raised above 6'),
})

type Given = Partial<Record<string, unknown>>

export const authRules = (given: Given): [boolean, string][] => [
  [Boolean(given.AUTH_URL) && !given.AUTH_ANON_KEY, 'AUTH_ANON_KEY: is required with AUTH_URL'],
  [isUnder(given.AUTH_SESSION_IDLE, 600), 'AUTH_SESSION_IDLE: must be at least 10m'],
  [isUnder(given.AUTH_SESSION_MAX_AGE, 3600), 'AUTH_SESSION_MAX_AGE: must be at least 1h'],
  [
    given.NODE_ENV === 'production' && Boolean(given.ADMIN_EMAILS) && !given.AUTH_URL && !confirmsEmail(given),
    'ADMIN_EMAILS: needs AUTH_CONFIRM_EMAIL=on in production, else whoever signs up with such an address is an administrator',
  ],
]

const isUnder = (seconds: unknown, least: number) => typeof seconds === 'number' && seconds < least

/** Used before and after parsing, so the switch is either text or already a boolean. */
const confirmsEmail = ({ AUTH_CONFIRM_EMAIL: confirm, SMTP_URL }: Given) =>
  confirm === undefined ? Boolean(SMTP_URL) : confirm === true || confirm === 'on'

type Settings = z.infer<typeof AuthSettings> & { DATA_DIR: string; SMTP_URL?: string | undefined }

export function authConfig(settings: Settings, publicUrl: string) {
  if (settings.AUTH_URL) {
    const url = settings.AUTH_URL.replace(/\/$/, '')
    return {
      kind: 'hosted' as const,
      url,
      anonKey: settings.AUTH_ANON_KEY,
      serviceKey: settings.AUTH_SERVICE_KEY ?? null,
      jwksUrl: settings.AUTH_JWKS_URL ?? `${url}/.well-known/jwks.json`,
      jwtSecret: settings.AUTH_JWT_SECRET ?? null,
    }
  }
  return {
    kind: 'embedded' as const,
    url: `${publicUrl}/auth/v1`,
    anonKey: 'embedded',
    signingKeysFile: settings.AUTH_SIGNING_KEYS ?? null,
    dataDir: settings.DATA_DIR,
    siteUrl: publicUrl,
    signup: settings.AUTH_SIGNUP,
    confirmEmail: settings.AUTH_CONFIRM_EMAIL ?? Boolean(settings.SMTP_URL),
    confirmPhone: settings.AUTH_CONFIRM_PHONE,
    anonymous: settings.AUTH_ANONYMOUS,
    rateLimits: settings.AUTH_RATE_LIMITS,
    redirectAllow: listOf(settings.AUTH_REDIRECT_ALLOW),
    secureEmailChange: settings.AUTH_SECURE_EMAIL_CHANGE,
    sessionMaxAge: settings.AUTH_SESSION_MAX_AGE,
    sessionIdle: settings.AUTH_SESSION_IDLE,
    passwordMinLength: settings.PASSWORD_MIN_LENGTH,
  }
}
