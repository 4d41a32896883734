import { canonical } from '../../gather/ingest/canonical.ts'
import { failedCheck, goodCheck, refusedCheck, unreadableCheck } from '../../gather/ingest/failed-check.ts'
import { mentions, namesOf, spokenName } from '../../gather/ingest/mentions.ts'
import { publisherOf } from '../../gather/ingest/publisher.ts'
import type { Asking } from '../../gather/ingest/source.ts'
import type { Check, FoundItem, Memory, SubjectView } from '../../gather/item.ts'
import { rssAnswer } from './rss-answer.ts'

export const BING_NEWS = 'https://www.bing.com'

/** What a news search by name brings: a dozen at most, of any age. */
export async function checkBingNews(
  subject: SubjectView,
  memory: Memory,
  { fetch, origin, now }: Asking & { origin: string },
): Promise<Check> {
  try {
    const answer = await fetch({ url: bingNewsRequest(subject, origin), accept: 'application/rss+xml' })
    const refused = refusedCheck(answer, memory, now)
    if (refused) return refused
    const items = parseBingNews(answer.bytes, answer.headers['content-type'], now)
    if (!items) return unreadableCheck(memory)
    const names = namesOf(subject)
    return goodCheck(
      items.filter(({ title, text }) => mentions(`${title} ${text}`, names)),
      memory,
    )
  } catch (error) {
    return failedCheck(error, memory)
  }
}

/** Without quotes, which make its results worse, and with a market, which it would guess from our address. */
export const bingNewsRequest = ({ name }: SubjectView, origin: string): string =>
  `${origin}/news/search?${new URLSearchParams({ q: spokenName(name), format: 'rss', mkt: 'en-US' })}`

/** The stories of an answer at their publishers' addresses; null where it is no RSS. */
export function parseBingNews(bytes: Buffer, contentType: string | undefined, now: Date): FoundItem[] | null {
  const items = rssAnswer(bytes, contentType, { url: BING_NEWS, now })
  if (!items) return null
  return items.flatMap((item) => {
    // Its own link carries a token that is another in every answer.
    const url = canonical(item.url)?.address
    return url ? { ...item, url, publisher: publisherOf({ ...item, url }).publisher } : []
  })
}
