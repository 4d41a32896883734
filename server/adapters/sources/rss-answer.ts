import { hasOwnPage } from '../../gather/feed/feed-item.ts'
import { parseFeed } from '../../gather/feed/parse-feed.ts'
import { believable } from '../../gather/ingest/written-date.ts'
import type { FoundItem } from '../../gather/item.ts'

/** What a search service answers as RSS; null where that is something else or breaks off. */
export function rssAnswer(
  bytes: Buffer,
  contentType: string | undefined,
  { url, now }: { url: string; now: Date },
): FoundItem[] | null {
  const feed = parseFeed(bytes, contentType ?? null, url)
  if (feed?.kind !== 'rss' || feed.isCut) return null
  // A channel has a head even when nothing was found.
  if (feed.items.length === 0 && feed.title === null && feed.siteUrl === null) return null
  return feed.items
    .filter((item) => hasOwnPage(item) && item.title !== item.url)
    .map((item) => ({
      ...believable(item, now),
      // The channel is the service's, and says nothing of who wrote the story.
      publisher: item.publisher === feed.title ? null : item.publisher,
      language: null,
      kind: 'press',
    }))
}
