import { z } from 'zod'
import { authConfig, authRules, AuthSettings } from './auth.ts'
import { parseFetchAllow } from '../platform/fetch/target.ts'
import { newsConfig, NewsSettings } from './news.ts'
import { inboundConfig, inboundRules, InboundSettings } from './inbound.ts'
import { isMailbox, mailConfig, mailRules, MailSettings } from './email.ts'
import { paymentConfig, paymentRules, PaymentSettings } from './payments.ts'
import {
  duration,
  faultsOf,
  listOf,
  logoUrl,
  origin,
  port,
  postgresUrl,
  secret,
  networks,
  switchOf,
  text,
  webAddress,
  wholeNumber,
} from './fields.ts'
import { type Environment, readSecretFiles } from './secret-files.ts'
import { telemetryConfig, TelemetrySettings } from './telemetry.ts'
import { modelConfig, modelRules, ModelSettings } from './model.ts'

const ConversionSettings = {
  CONVERSION_ID: text('').describe(
    'Advertising conversion, such as `AW-123456789/label`: reported once per session after consent. Off when empty',
  ),
  CONVERSION_URL: webAddress()
    .default('https://www.googleadservices.com/pagead/conversion')
    .describe('Where the visitor’s browser reports the conversion'),
}

const subprocessors = () =>
  text('').transform((list, context) => {
    const entries = list.split(';').map((entry) => entry.split('|').map((part) => part.trim()))
    const read = entries.filter((parts) => parts.join('') !== '')
    if (read.some((parts) => parts.length !== 3 || parts.includes('')))
      context.addIssue({ code: 'custom', message: 'must be a list such as Mailer Inc. | sends emails | USA; …' })
    return read.map(([name = '', purpose = '', place = '']) => ({ name, purpose, place }))
  })

const fetchAllow = () =>
  text('').transform((list, context) => {
    try {
      return parseFetchAllow(list)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
      return z.NEVER
    }
  })

/** In the order of docs/settings.md. An empty variable counts as unset. */
export const Settings = z.object({
  PORT: port(3000).describe('Port to listen on'),
  HOST: text('127.0.0.1').describe('Address to listen on'),
  PUBLIC_URL: origin()
    .optional()
    .describe('The address people use; links in emails start with it. Default `http://localhost:$PORT`'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('In `production`, anything embedded must be chosen explicitly'),
  ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe('What this process does: serve requests, run jobs, or both. Any number of each can share one PostgreSQL'),
  WORKER_PORT: port(3001).describe(
    'Port of `/healthz`, `/readyz` and `/metrics` with ROLE=worker; workers on one machine need different ones',
  ),
  DATA_DIR: text('./data').describe('Embedded database and generated keys (mode 0600)'),
  DATABASE: z.enum(['embedded']).optional().describe('Must be set to use the embedded database in production'),
  DATABASE_URL: postgresUrl().describe('Any PostgreSQL 15+ instead of the embedded one'),
  DATABASE_DIRECT_URL: postgresUrl().describe(
    'The same database without the pooler. Set it if DATABASE_URL is a pooler in transaction mode, because migrations and notifications need a connection of their own',
  ),
  DATABASE_READ_URL: postgresUrl().describe(
    'A streaming replica for search, analytics and other large reads, which see every earlier write; the primary serves them while it is away or behind',
  ),
  DATABASE_WAIT: duration('30s', 0).describe(
    'How long startup waits for the server of DATABASE_URL; `0s` does not wait',
  ),
  ...AuthSettings.shape,
  ...MailSettings.shape,
  ...InboundSettings.shape,
  FETCH_ALLOW: fetchAllow().describe(
    'Comma list of `host`, `host:port` or CIDR that may be fetched despite a private address or another port',
  ),
  ...NewsSettings.shape,
  ...ModelSettings.shape,
  ...PaymentSettings.shape,
  LOGO_SERVICE_URL: logoUrl().describe(
    'Logo service that is tried before the company’s own site: a URL with `{domain}` (and `{size}`, 100). It learns which companies are tracked. Off when empty',
  ),
  FAVICON_SERVICE_URL: logoUrl().describe(
    'Icon service that is tried after the company’s own site: a URL with `{domain}` (and `{size}`, 64). It learns which companies are tracked. Off when empty',
  ),
  ADMIN_EMAILS: text('')
    .refine(
      (list) => listOf(list).every((email) => /^[^\s@;]+@[^\s@;]+$/.test(email)),
      'must be a comma list of email addresses',
    )
    .describe('Confirmed accounts with these addresses (comma list) are administrators'),
  DEVELOPER_PAGES: switchOf()
    .optional()
    .describe('Pages for developers, such as the outbox; `on` outside production, else `off`'),
  SUPPORT_EMAIL: z
    .email('must be an email address')
    .default('support@localhost.invalid')
    .describe('Shown on /contact, on the legal pages and in emails'),
  TRUST_PAGES: switchOf()
    .default(false)
    .describe(
      'Serve `/status` and `/trust`: what works, how long data is kept, who processes it, a data processing agreement',
    ),
  SUBPROCESSORS: subprocessors().describe(
    'Who processes data for you, shown on `/trust`: `name | purpose | place`, separated by semicolons',
  ),
  TESTIMONIAL_NAME: text('').describe('Who is quoted on the landing page; without it, a labeled sample is shown'),
  TESTIMONIAL_QUOTE: text('').describe('What they said'),
  ...ConversionSettings,
  REQUESTS_PER_MINUTE: wholeNumber(1).default(1200).describe('Requests per client address; above it, 429'),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1)
    .default(256)
    .describe('Open connections per client address, live pages included; those of TRUST_PROXY are not counted'),
  TRUST_PROXY: networks().describe(
    'Proxies (comma list of addresses or CIDR ranges) whose forwarded headers are trusted',
  ),
  METRICS_TOKEN: secret(16)
    .optional()
    .describe(
      'Bearer token for /metrics; without it, they are served to loopback only, and only while PUBLIC_URL is loopback and TRUST_PROXY is empty',
    ),
  ...TelemetrySettings.shape,
  LOG_LEVEL: z.enum(['info', 'debug', 'warn', 'error', 'silent']).default('info').describe('How much to log'),
})
type Settings = z.infer<typeof Settings>

export type Config = ReturnType<typeof toConfig>

/** Lists all errors at once. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The settings have ${faults.length} fault(s):\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

export function parseConfig(environment: Environment): Config {
  const { values, faults: unreadable } = readSecretFiles(environment, Object.keys(Settings.shape))
  const given = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value?.trim() && !isMailbox(name, value)),
  )
  const parsed = Settings.safeParse(given)
  const wrong = parsed.success ? contradictions(parsed.data) : [...faultsOf(parsed.error), ...contradictions(given)]
  const faults = [...unreadable, ...wrong]
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  return toConfig(parsed.data)
}

/** Checked even if individual settings are invalid, so that one run shows every error. */
function contradictions(settings: Partial<Record<keyof Settings, unknown>>): string[] {
  const production = settings.NODE_ENV === 'production'
  const rules: [boolean, string][] = [
    [production && !settings.PUBLIC_URL, 'PUBLIC_URL: must be named in production'],
    [
      production && !settings.DATABASE_URL && !settings.DATABASE,
      'DATABASE_URL: must be named in production (or DATABASE=embedded)',
    ],
    [Boolean(settings.DATABASE_URL && settings.DATABASE), 'DATABASE: embedded contradicts DATABASE_URL'],
    [Boolean(settings.DATABASE_DIRECT_URL && !settings.DATABASE_URL), 'DATABASE_DIRECT_URL: needs DATABASE_URL'],
    [Boolean(settings.DATABASE_READ_URL && !settings.DATABASE_URL), 'DATABASE_READ_URL: needs DATABASE_URL'],
    [
      Boolean(settings.TESTIMONIAL_NAME) !== Boolean(settings.TESTIMONIAL_QUOTE),
      'TESTIMONIAL_NAME: needs TESTIMONIAL_QUOTE, and the other way round',
    ],
    ...authRules(settings),
    ...mailRules(settings),
    ...inboundRules(settings),
    ...modelRules(settings),
    ...paymentRules(settings),
  ]
  return rules.filter(([broken]) => broken).map(([, fault]) => fault)
}

function toConfig(settings: Settings) {
  const production = settings.NODE_ENV === 'production'
  const publicUrl = new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).origin
  return {
    production,
    role: settings.ROLE,
    logLevel: settings.LOG_LEVEL,
    telemetry: telemetryConfig(settings),
    developerPages: settings.DEVELOPER_PAGES ?? !production,
    dataDir: settings.DATA_DIR,
    database: {
      url: settings.DATABASE_URL ?? null,
      directUrl: settings.DATABASE_DIRECT_URL ?? null,
      readUrl: settings.DATABASE_READ_URL ?? null,
      dataDir: settings.DATA_DIR,
      poolSize: 10,
      waitSeconds: settings.DATABASE_WAIT,
    },
    auth: authConfig(settings, publicUrl),
    mail: mailConfig(settings, publicUrl),
    mailEventsSecret: settings.MAIL_WEBHOOK_SECRET ?? null,
    inbound: inboundConfig(settings),
    fetch: { allow: settings.FETCH_ALLOW, publicUrl },
    gather: newsConfig(settings),
    model: modelConfig(settings),
    payments: paymentConfig(settings),
    logoServices: { logo: settings.LOGO_SERVICE_URL ?? null, favicon: settings.FAVICON_SERVICE_URL ?? null },
    adminEmails: listOf(settings.ADMIN_EMAILS).map((email) => email.toLowerCase()),
    http: {
      host: settings.HOST,
      port: settings.PORT,
      workerPort: settings.WORKER_PORT,
      publicUrl,
      trustProxy: settings.TRUST_PROXY,
      requestsPerMinute: settings.REQUESTS_PER_MINUTE,
      connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
      metricsToken: settings.METRICS_TOKEN ?? null,
    },
    site: {
      supportEmail: settings.SUPPORT_EMAIL,
      testimonial: settings.TESTIMONIAL_NAME
        ? { name: settings.TESTIMONIAL_NAME, quote: settings.TESTIMONIAL_QUOTE }
        : null,
      hasTrustPages: settings.TRUST_PAGES,
      subprocessors: settings.SUBPROCESSORS,
      conversion: conversionOf(settings.CONVERSION_ID, settings.CONVERSION_URL),
    },
  }
}

type Conversion = { url: string; origin: string }

/** Splits an id such as `AW-123456789/label` into account and label; any other id becomes one path segment. */
function conversionOf(id: string, base: string): Conversion | null {
  if (id === '') return null
  const [, account = id, label] = /^AW-(\d+)(?:\/([\w-]+))?$/.exec(id) ?? []
  const url = new URL(`${base.replace(/\/+$/, '')}/${encodeURIComponent(account)}/`)
  if (label !== undefined) url.searchParams.set('label', label)
  url.searchParams.set('guid', 'ON')
  url.searchParams.set('script', '0')
  return { url: url.href, origin: url.origin }
}
