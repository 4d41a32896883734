// Kept apart from the schemas so that the page with the forms doesn't load zod.
import type { Scope } from '../endpoint.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'

export const NAME_REQUIRED = 'Enter a name'
export const SCOPE_REQUIRED = 'Choose what the key may read'
export const ADDRESS_REQUIRED = 'Enter the address of your endpoint'
export const HTTPS_REQUIRED = 'Enter an address that begins with https://'

/** In days; null means the key never expires. */
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

/** `slack` sends a single `text` field, which Slack and compatible chats show. */
export const WEBHOOK_FORMATS = ['standard', 'slack'] as const

export const WEBHOOK_FORMAT_NAMES: Record<(typeof WEBHOOK_FORMATS)[number], string> = {
  standard: 'JSON, signed (Standard Webhooks)',
  slack: 'Slack message',
}

/** The delay after each failed attempt. If the last retry fails too, the endpoint is turned off. */
export const RETRY_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 16 * HOUR_MS]
export const MAX_ATTEMPTS = RETRY_AFTER_MS.length + 1
export const ATTEMPT_TIMEOUT_MS = 10_000
/** The status of an endpoint that wants no more messages. */
export const GONE = 410

export const EMAIL_INVALID = 'Enter a valid email address'

/** The name of a feed or share that isn't limited to one company or view. */
export const ALL_COMPANIES = 'All companies'
