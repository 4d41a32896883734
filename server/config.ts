import { z } from 'zod'
import { parseFetchAllow } from './fetch/allow.ts'
import { gatherConfig, GatherSettings } from './gather-settings.ts'
import { paymentConfig, paymentRules, PaymentSettings } from './payment-settings.ts'
import { faultsOf, listOf, logoUrl, port, secret, networks, switchOf, text, webAddress } from './settings.ts'
import { writerConfig, writerRules, WriterSettings } from './writer-settings.ts'

const fetchAllow = () =>
  text('').transform((list, context) => {
    try {
      return parseFetchAllow(list)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
      return z.NEVER
    }
  })

/**
 * Every setting, its default and what it is for, in the order the README prints them.
 * An empty variable counts as unset.
 */
export const Settings = z.object({
  PORT: port(3000).describe('Port to listen on'),
  HOST: text('127.0.0.1').describe('Address to listen on'),
  PUBLIC_URL: webAddress()
    .optional()
    .describe('Address people use; links in mail come from it. Default `http://localhost:$PORT`'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('`production` demands that nothing is embedded by forgetting'),
  ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe('What this process does: serve, work, or both; N of each on one PostgreSQL'),
  DATA_DIR: text('./data').describe('Embedded database and generated keys (mode 0600)'),
  DATABASE: z.enum(['embedded']).optional().describe('Names the embedded database in production'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional()
    .describe('Any PostgreSQL 15+ instead of the embedded one'),
  AUTH_URL: webAddress()
    .optional()
    .describe('A hosted auth service of the same protocol instead of the embedded one'),
  AUTH_ANON_KEY: text('').describe('Its public key; required with AUTH_URL'),
  AUTH_JWKS_URL: webAddress()
    .optional()
    .describe('Where its key set is; default `$AUTH_URL/.well-known/jwks.json`'),
  AUTH_JWT_SECRET: secret(32).optional().describe('Its shared secret, instead of a key set'),
  AUTH_SIGNING_KEYS: z
    .string()
    .optional()
    .describe(
      'Path to a JSON array of private JWKs: the first signs, all verify. Default: generated in DATA_DIR',
    ),
  AUTH_SIGNUP: switchOf().default(true).describe('`off` closes sign-up'),
  AUTH_CONFIRM_EMAIL: switchOf()
    .optional()
    .describe('Whether a new address must be confirmed; `off` while mail is the outbox, else `on`'),
  AUTH_CONFIRM_PHONE: switchOf()
    .default(true)
    .describe(
      '`off` lets people sign up by phone number and password; there is no SMS, so `on` closes that way',
    ),
  AUTH_ANONYMOUS: switchOf().default(false).describe('`on` allows sessions without an address'),
  AUTH_RATE_LIMITS: switchOf()
    .default(true)
    .describe('`off` only for tests: no throttle on sign-in and mail'),
  AUTH_REDIRECT_ALLOW: text('').describe(
    'Where mailed links may lead besides PUBLIC_URL (comma list; `*` and `**` as globs)',
  ),
  AUTH_SECURE_EMAIL_CHANGE: switchOf()
    .default(false)
    .describe('`on` asks the old address to confirm a change too, not only the new one'),
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(6, 'must be at least 6')
    .max(64)
    .default(6)
    .describe('Can only raise the minimum of 6 characters'),
  MAIL: z.enum(['outbox']).optional().describe('Names the outbox in production'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/, 'must start with smtp:// or smtps://')
    .optional()
    .describe('Mail server; without it letters stay in the outbox'),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address, or a name with an <address>')
    .optional()
    .describe('Sender of letters; default `Tidings <no-reply@` the host of PUBLIC_URL `>`'),
  FETCH_ALLOW: fetchAllow().describe(
    'Comma list of `host`, `host:port` or CIDR that may be fetched although private or on another port',
  ),
  ...GatherSettings.shape,
  ...WriterSettings.shape,
  ...PaymentSettings.shape,
  LOGO_SERVICE_URL: logoUrl().describe(
    'Asked for a logo before the company’s own site: an address with `{domain}` (and `{size}`, 100); it learns which companies are tracked. Empty is off',
  ),
  FAVICON_SERVICE_URL: logoUrl().describe(
    'Asked for an icon after the company’s own site: an address with `{domain}` (and `{size}`, 64); it learns which companies are tracked. Empty is off',
  ),
  ADMIN_EMAILS: text('').describe('Confirmed accounts with these addresses (comma list) are administrators'),
  DEVELOPER_PAGES: switchOf()
    .optional()
    .describe('Pages that help developers; `on` outside production, else `off`'),
  SUPPORT_EMAIL: z
    .email('must be an e-mail address')
    .default('support@localhost.invalid')
    .describe('Shown on /contact and in the legal pages'),
  TESTIMONIAL_NAME: text('').describe(
    'Who is quoted on the landing page; without it a labelled sample stands there',
  ),
  TESTIMONIAL_QUOTE: text('').describe('What they said'),
  CONVERSION_ID: text('').describe(
    'Turns on the advertising conversion event, asked for by consent; empty is off',
  ),
  REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(1200)
    .describe('Per peer address; more get 429'),
  TRUST_PROXY: networks().describe(
    'Addresses or CIDR ranges (comma list) whose forwarded headers are believed',
  ),
  METRICS_TOKEN: secret(16).optional().describe('Bearer token for /metrics from elsewhere than loopback'),
  LOG_LEVEL: z.enum(['info', 'debug', 'warn', 'error', 'silent']).default('info').describe('How much to log'),
})
type Settings = z.infer<typeof Settings>

export type Config = ReturnType<typeof toConfig>

/** Thrown with every fault at once; the process prints them and ends. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The settings have ${faults.length} fault(s):\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value && !isMailbox(name, value)),
  )
  const parsed = Settings.safeParse(given)
  const faults = parsed.success
    ? contradictions(parsed.data)
    : [...faultsOf(parsed.error), ...contradictions(given)]
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  return toConfig(parsed.data)
}

/** Login shells put the path of the user's mailbox into MAIL; that is not meant for us. */
const isMailbox = (name: string, value: string) => name === 'MAIL' && value.startsWith('/')

/** Faults between settings, found even while single settings are wrong, so that one run tells all. */
function contradictions(settings: Partial<Record<keyof Settings, unknown>>): string[] {
  const production = settings.NODE_ENV === 'production'
  const rules: [boolean, string][] = [
    [production && !settings.PUBLIC_URL, 'PUBLIC_URL: must be named in production'],
    [
      production && !settings.DATABASE_URL && !settings.DATABASE,
      'DATABASE_URL: must be named in production (or DATABASE=embedded)',
    ],
    [Boolean(settings.DATABASE_URL && settings.DATABASE), 'DATABASE: embedded contradicts DATABASE_URL'],
    [
      production && !settings.SMTP_URL && !settings.MAIL,
      'SMTP_URL: must be named in production (or MAIL=outbox)',
    ],
    [Boolean(settings.SMTP_URL && settings.MAIL), 'MAIL: outbox contradicts SMTP_URL'],
    [Boolean(settings.AUTH_URL) && !settings.AUTH_ANON_KEY, 'AUTH_ANON_KEY: is required with AUTH_URL'],
    [
      Boolean(settings.TESTIMONIAL_NAME) !== Boolean(settings.TESTIMONIAL_QUOTE),
      'TESTIMONIAL_NAME: needs TESTIMONIAL_QUOTE, and the other way round',
    ],
    ...writerRules(settings),
    ...paymentRules(settings),
  ]
  return rules.filter(([broken]) => broken).map(([, fault]) => fault)
}

function toConfig(settings: Settings) {
  const production = settings.NODE_ENV === 'production'
  const publicUrl = new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).origin
  const from = settings.MAIL_FROM ?? `Tidings <no-reply@${new URL(publicUrl).hostname}>`
  return {
    production,
    role: settings.ROLE,
    logLevel: settings.LOG_LEVEL,
    developerPages: settings.DEVELOPER_PAGES ?? !production,
    dataDir: settings.DATA_DIR,
    database: { url: settings.DATABASE_URL ?? null, dataDir: settings.DATA_DIR, poolSize: 10 },
    auth: settings.AUTH_URL
      ? {
          kind: 'hosted' as const,
          url: settings.AUTH_URL.replace(/\/$/, ''),
          anonKey: settings.AUTH_ANON_KEY,
          jwksUrl: settings.AUTH_JWKS_URL ?? `${settings.AUTH_URL.replace(/\/$/, '')}/.well-known/jwks.json`,
          jwtSecret: settings.AUTH_JWT_SECRET ?? null,
        }
      : {
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
          passwordMinLength: settings.PASSWORD_MIN_LENGTH,
        },
    mail: settings.SMTP_URL
      ? { kind: 'smtp' as const, url: settings.SMTP_URL, from }
      : { kind: 'outbox' as const, from },
    fetch: { allow: settings.FETCH_ALLOW, publicUrl },
    gather: gatherConfig(settings),
    writer: writerConfig(settings),
    payments: paymentConfig(settings),
    logoServices: { logo: settings.LOGO_SERVICE_URL ?? null, favicon: settings.FAVICON_SERVICE_URL ?? null },
    adminEmails: listOf(settings.ADMIN_EMAILS).map((email) => email.toLowerCase()),
    http: {
      host: settings.HOST,
      port: settings.PORT,
      publicUrl,
      trustProxy: settings.TRUST_PROXY,
      requestsPerMinute: settings.REQUESTS_PER_MINUTE,
      metricsToken: settings.METRICS_TOKEN ?? null,
    },
    site: {
      supportEmail: settings.SUPPORT_EMAIL,
      testimonial: settings.TESTIMONIAL_NAME
        ? { name: settings.TESTIMONIAL_NAME, quote: settings.TESTIMONIAL_QUOTE }
        : null,
      conversionId: settings.CONVERSION_ID,
    },
  }
}
