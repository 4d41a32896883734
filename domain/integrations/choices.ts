// Apart from the schemas, so that the page with the forms does not load zod.
import type { Scope } from '../endpoint.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'

export const NAME_REQUIRED = 'Enter a name'
export const SCOPE_REQUIRED = 'Choose what the key may read'
export const ADDRESS_REQUIRED = 'Enter the address of your endpoint'
export const HTTPS_REQUIRED = 'Enter an address that begins with https://'

/** In days; null never expires. */
export const KEY_LIFETIMES = [30, 90, 365, null] as const

export const SCOPE_NAMES: Record<Scope, string> = {
  'portfolio:read': 'companies',
  'news:read': 'news and founder updates',
  'search:read': 'search',
}

export const SCOPE_MEANINGS: Record<Scope, string> = {
  'portfolio:read': 'Your companies',
  'news:read': 'Stories, briefs, coverage, analytics and founder updates',
  'search:read': 'Search, also in founder updates, and saved views',
}

/** `slack` sends one line as `text`, which Slack and compatible chats show. */
export const WEBHOOK_FORMATS = ['standard', 'slack'] as const

export const WEBHOOK_FORMAT_NAMES: Record<(typeof WEBHOOK_FORMATS)[number], string> = {
  standard: 'JSON, signed (Standard Webhooks)',
  slack: 'Slack message',
}

/** After each failed attempt; after the last one, the endpoint is turned off. */
export const RETRY_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 16 * HOUR_MS]
export const MAX_ATTEMPTS = RETRY_AFTER_MS.length + 1
export const ATTEMPT_TIMEOUT_MS = 10_000
/** The answer of an endpoint that wants nothing more. */
export const GONE = 410

export const EMAIL_INVALID = 'Enter a valid email address'

/** Of a feed or a share that is not about one company or view. */
export const ALL_COMPANIES = 'All companies'
