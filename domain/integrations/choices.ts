// Apart from the schemas, so that the page with the forms does not load zod.
import type { Scope } from '../endpoint.ts'

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

/** Of a feed or a share that is not about one company or view. */
export const ALL_COMPANIES = 'All companies'
