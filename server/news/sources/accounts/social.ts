import {
  believable,
  isRecord,
  line,
  paragraphs,
  readJson,
  recordsIn,
  textsIn,
  writtenDate,
  type JsonRecord,
} from '../../formats/fields.ts'
import { parseFeed } from '../../formats/feed/parse-feed.ts'
import type { Fetch } from '../../../platform/fetch/fetch.ts'
import { withinRobots } from '../robots.ts'
import { FEED_ACCEPT } from '../feed.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, PollContext, SourceResult, TrackedCompany } from '../source.ts'
import { accountsOf } from './ownership.ts'
import { pollAccounts } from './poll-accounts.ts'

export const BLUESKY = 'https://public.api.bsky.app'

const MAX_POSTS = 30
/** "🎉" and "Good morning!" are not news. */
const SHORTEST = 40
const TITLE = 140

type SocialRequest = Pick<PollContext, 'fetch' | 'now' | 'mayFetch' | 'permission'> & { origin: string }

/** Posts by the accounts that the company's site links to, without replies and reposts. */
export async function pollSocial(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: SocialRequest,
): Promise<SourceResult> {
  const { origin, now } = request
  const bluesky = accountsOf(trackedCompany, 'bluesky', /^[a-z0-9][a-z0-9.-]{1,250}$/i, 1).map((handle) => ({
    url: `${origin}/xrpc/app.bsky.feed.getAuthorFeed?actor=${handle}&filter=posts_no_replies&limit=${MAX_POSTS}`,
    accept: 'application/json',
    read: (bytes: Buffer) => parseBluesky(bytes, now),
  }))
  const mastodon = accountsOf(trackedCompany, 'mastodon', /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\/@\w{1,60}$/i, 1)
    .map((account) => `https://${account}.rss`)
    .map((url) => ({
      url,
      accept: FEED_ACCEPT,
      read: (bytes: Buffer, type: string | undefined) => parseMastodon(bytes, type, url, now),
    }))
  const allowed = await Promise.all(mastodon.map(({ url }) => request.mayFetch(url)))
  const accounts = [...bluesky, ...mastodon.filter((_, at) => allowed[at])]
  const fetchFeed = withinRobots(request.fetch, request.permission)
  const fetch: Fetch = (asked) => (asked.accept === FEED_ACCEPT ? fetchFeed(asked) : request.fetch(asked))
  return pollAccounts(accounts, memory, { ...request, fetch }, 'No social account of this company is known.')
}

export function parseBluesky(bytes: Buffer, now: Date): FoundItem[] | null {
  const answer = readJson(bytes)
  if (!isRecord(answer) || !Array.isArray(answer.feed)) return null
  return recordsIn(answer.feed, MAX_POSTS).flatMap(({ post, reason, reply }) =>
    // Only a repost has a `reason`.
    isRecord(post) && reason === undefined && reply === undefined ? (toPost(post, now) ?? []) : [],
  )
}

function toPost({ uri, author, record }: JsonRecord, now: Date): FoundItem | null {
  const [, did, key] = /^at:\/\/([a-z0-9:.%-]{1,300})\/app\.bsky\.feed\.post\/(\w{1,60})$/i.exec(String(uri)) ?? []
  const handle = isRecord(author) ? line(author.handle, 253) : ''
  if (!did || !key || !isRecord(record)) return null
  const account = /^[a-z0-9][a-z0-9.-]*$/i.test(handle) ? handle : did
  const [language = null] = textsIn(record.langs, 1)
  return postItem(`https://bsky.app/profile/${account}/post/${key}`, paragraphs(record.text, 4000), {
    ...writtenDate(record.createdAt, now),
    publisher: 'Bluesky',
    language,
  })
}

export function parseMastodon(bytes: Buffer, type: string | undefined, url: string, now: Date): FoundItem[] | null {
  const feed = parseFeed(bytes, type ?? null, url)
  if (!feed) return null
  return feed.items.slice(0, MAX_POSTS).flatMap((item) => {
    const { publishedAt, precision, language } = believable(item, now)
    return postItem(item.url, item.text, { publishedAt, precision, language, publisher: 'Mastodon' }) ?? []
  })
}

type Written = Pick<FoundItem, 'publishedAt' | 'precision' | 'publisher' | 'language'>

function postItem(url: string, text: string, written: Written): FoundItem | null {
  if (text.length < SHORTEST) return null
  const [first = ''] = text.split('\n')
  const title = first.length > TITLE ? `${first.slice(0, TITLE).replace(/\s+\S*$/, '')}…` : first
  return { url, title, text, ...written, kind: 'post', facts: {}, isWhole: true }
}
