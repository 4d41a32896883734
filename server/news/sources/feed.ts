import { hash } from 'node:crypto'
import { HOUR_MS } from '#domain/time.ts'
import type { Fetched } from '../../platform/fetch/fetch.ts'
import { parseFeed } from '../formats/feed/parse-feed.ts'
import { badResult, errorResult, goodResult, refusedResult } from './poll-result.ts'
import type { FoundItem } from '../formats/found-item.ts'
import type { Memory, PollRequest, SourceResult } from './source.ts'
import { believable } from '../formats/fields.ts'

export const FEED_ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.5'

/** Polling pauses after this many consecutive responses that aren't a feed. */
const PAUSED_AFTER = 3
const PAUSE_MS = 6 * HOUR_MS
/** A feed counts as moved after this many consecutive polls were redirected to the same URL. */
const MOVED_AFTER = 3

const NO_FEED = 'There is no feed at this address.'
const BROKEN_OFF = 'The feed broke off. The entries that were whole have been read.'

type Notes = { hash?: string; unreadable?: number; address?: string; times?: number }

export async function pollFeed(feedUrl: string, memory: Memory, request: PollRequest): Promise<SourceResult> {
  const notes = notesOf(memory)
  const moved = notes.address !== undefined && (notes.times ?? 0) >= MOVED_AFTER ? notes.address : null
  try {
    const { etag, lastModified } = memory
    const answer = await request.fetch({ url: moved ?? feedUrl, accept: FEED_ACCEPT, etag, lastModified })
    const result = readFeedAnswer(answer, feedUrl, memory, request.now)
    return moved !== null && isLost(result) ? withoutMove(result) : result
  } catch (error) {
    const result = errorResult(error, memory)
    return moved === null ? result : withoutMove(result)
  }
}

export function readFeedAnswer(answer: Fetched, feedUrl: string, memory: Memory, now: Date): SourceResult {
  const notes = notesOf(memory)
  const refused = refusedResult(answer, memory, now, NO_FEED)
  if (refused) return refused
  const seen = hash('sha1', answer.bytes).slice(0, 16)
  const next: Memory = {
    etag: answer.headers.etag ?? null,
    lastModified: answer.headers['last-modified'] ?? null,
    notes: { hash: seen, ...moveNotes(answer.url, feedUrl, notes) },
  }
  if (seen === notes.hash) return badResult('unchanged', null, next)
  const feed = parseFeed(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
  if (!feed) return unreadable(answer, memory, notes, now)
  const items = feed.items.map((item) => believable(item, now))
  return feed.isCut ? truncatedResult(items, next) : goodResult(items, next)
}

/** Drops the validators and the hash, so that the next poll reads the whole feed. */
const truncatedResult = (items: FoundItem[], { notes }: Memory): SourceResult => ({
  state: 'partial',
  items,
  memory: { etag: null, lastModified: null, notes: { ...notes, hash: undefined } },
  problem: BROKEN_OFF,
  retryAt: null,
})

/** After repeated failures, an HTML page in place of the feed is treated like a 404. */
function unreadable({ headers }: Fetched, memory: Memory, notes: Notes, now: Date): SourceResult {
  const times = (notes.unreadable ?? 0) + 1
  const retryAt = times >= PAUSED_AFTER ? new Date(now.getTime() + PAUSE_MS) : null
  const isPage = /^text\/html\b/i.test(headers['content-type'] ?? '')
  const state = isPage && times >= PAUSED_AFTER ? 'never-found' : 'failed'
  return badResult(state, NO_FEED, { ...memory, notes: { ...notes, unreadable: times } }, retryAt)
}

function moveNotes(answeredAt: string, feedUrl: string, { address, times = 0 }: Notes): Notes {
  if (answeredAt === feedUrl || URL.parse(feedUrl)?.href === answeredAt) return {}
  return { address: answeredAt, times: address === answeredAt ? Math.min(times + 1, MOVED_AFTER) : 1 }
}

const isLost = ({ state }: SourceResult) => state === 'never-found' || state === 'failed'

/** The feed is no longer at its new URL, so the next poll goes back to the old one. */
const withoutMove = (result: SourceResult): SourceResult => ({
  ...result,
  memory: { ...result.memory, notes: { ...result.memory.notes, address: undefined, times: undefined } },
})

/** The row may have been written by an older version of the app. */
function notesOf({ notes }: Memory): Notes {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const count = (value: unknown) => (typeof value === 'number' ? value : undefined)
  return {
    hash: text(notes?.hash),
    unreadable: count(notes?.unreadable),
    address: text(notes?.address),
    times: count(notes?.times),
  }
}
