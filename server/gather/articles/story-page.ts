import type { Fetched } from '../../ports.ts'
import { decodeBytes } from '../feed/decode-bytes.ts'
import { articleText } from '../ingest/article-text.ts'
import type { FoundItem } from '../item.ts'

/** A shorter text is a stub: what a feed shows so that people come to the page. */
const STUB = 400
const NEWS_MS = 30 * 24 * 3_600_000

/** Whether the story should be read on its page, because its source gave only a stub. */
export function wantsText(
  item: Pick<FoundItem, 'kind' | 'text' | 'url' | 'facts' | 'isWhole'> & { publishedAt: Date },
  now: Date,
): boolean {
  if (!['press', 'post', 'discussion'].includes(item.kind) || item.text.length >= STUB || item.isWhole)
    return false
  if (now.getTime() - item.publishedAt.getTime() > NEWS_MS) return false
  // A discussion of its own is all there is; and an aggregator's token leads to a page without the story.
  return item.url !== item.facts.discussion && !/^https?:\/\/news\.google\.com\//.test(item.url)
}

/** What an answer means for an article whose story was wanted: the story, a wall, nothing of use, or not just now. */
export type Story = { state: 'read'; text: string } | { state: 'refused' | 'failed' | 'not-now' }

/** What the answer's head tells already; null where its page is to be read. */
export function refusedStory(asked: string, { status, headers, url, retryAt }: Fetched): Story | null {
  if ((status === 429 || status === 503) && retryAt) return { state: 'not-now' }
  if ([401, 402, 403, 407, 451].includes(status) || isSentToWall(asked, url)) return { state: 'refused' }
  if (status !== 200 || !/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? ''))
    return { state: 'failed' }
  return isSentHome(asked, url) ? { state: 'failed' } : null
}

/** The story on a page; never a placeholder, and nothing that is not more than the stub. */
export function storyOn({ bytes, headers }: Pick<Fetched, 'bytes' | 'headers'>, stub: string): Story {
  const html = decodeBytes(bytes, headers['content-type'] ?? null)
  const text = articleText(html)
  if (text === null) return { state: SAYS_LOCKED.test(html) ? 'refused' : 'failed' }
  return text.length > stub.length ? { state: 'read', text } : { state: 'failed' }
}

const SAYS_LOCKED =
  /"isAccessibleForFree"\s*:\s*(?:false|"false")|content_tier["'\s]{1,20}content\s*=\s*["'](?:locked|metered)/i

const WALL =
  /(?:^|[/._-])(?:log-?in|sign-?in|sign-?up|register|subscribe|subscription|paywall|consent|captcha|sso|oauth2?|auth|account)(?:[/._-]|$)/i

const isSentToWall = (asked: string, answered: string) =>
  asked !== answered && WALL.test(placeOf(answered)) && !WALL.test(placeOf(asked))

/** A page that is gone often leads to the first one. */
const isSentHome = (asked: string, answered: string) =>
  /^\/?$/.test(URL.parse(answered)?.pathname ?? '') && !/^\/?$/.test(URL.parse(asked)?.pathname ?? '')

const placeOf = (address: string) => {
  const url = URL.parse(address)
  return url ? `${url.hostname.split('.')[0]}${url.pathname}` : ''
}
