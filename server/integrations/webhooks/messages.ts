import { createHmac } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { HTTPS_REQUIRED } from '#domain/integrations/choices.ts'
import type { WebhookEvent } from '#domain/integrations/webhooks.ts'
import { FetchError } from '../../platform/fetch/fetch-error.ts'
import { checkTarget, type FetchAllow } from '../../platform/fetch/target.ts'
import { plain } from '../feeds/documents.ts'
import { storySummary, type OutgoingStory } from '../feeds/stories.ts'

const PREFIX = 'whsec_'

/** The Standard Webhooks format: base64 after the prefix. */
export const webhookSecret = (derived: string): string => PREFIX + Buffer.from(derived, 'base64url').toString('base64')

/** https://www.standardwebhooks.com: HMAC-SHA256 over id, timestamp, and body. */
export function signedHeaders(secret: string, messageId: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

/** Errors read the same for every refused address so that nobody can probe the internal network. */
export function checkedUrl(url: string, { allow, needsHttps }: { allow: FetchAllow; needsHttps: boolean }): string {
  try {
    const target = checkTarget(url, allow)
    if (needsHttps && target.url.protocol !== 'https:') throw new AppError('invalid-input', HTTPS_REQUIRED)
    return target.url.href
  } catch (error) {
    throw error instanceof FetchError ? new AppError('invalid-input', error.message) : error
  }
}

export const standardPayload = (event: WebhookEvent, story: OutgoingStory, at: Date): object => ({
  type: event,
  timestamp: at.toISOString(),
  data: {
    id: story.key,
    company: { id: story.companyId, name: plain(story.companyName) },
    title: plain(story.title),
    kind: story.label,
    denied: story.deniedAt !== null,
    facts: story.facts.map(plain),
    url: story.url,
    sources: story.sources.map(({ name, url }) => ({ name: plain(name), url })),
    published_at: story.publishedAt.toISOString(),
    updated_at: story.updatedAt.toISOString(),
  },
})

export const slackPayload = (story: OutgoingStory): object => ({
  text: `*${forSlack(story.title)}*\n${forSlack(storySummary(story))}\n<${encodeURI(decodeSafely(story.url))}|Read>`,
})

/** Escapes the three characters that Slack reads as markup, so that a title can't mention anyone. */
const forSlack = (text: string): string =>
  plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Decoded first so that `encodeURI` escapes nothing twice. It escapes `|` and `>`, which would end the link early. */
const decodeSafely = (url: string): string => {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

export const testPayload = (format: 'standard' | 'slack', at: Date): object =>
  format === 'slack'
    ? { text: 'This is a test from Tidings. Your webhook works.' }
    : { type: 'test', timestamp: at.toISOString(), data: { message: 'This is a test from Tidings.' } }
