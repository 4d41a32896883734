import { canonical } from '../ingest/canonical.ts'
import { publisherOf } from '../ingest/publisher.ts'
import type { FoundItem } from '../item.ts'

/** An item once its address is canonical and its date is settled. */
export type Article = Omit<FoundItem, 'publishedAt'> & { publishedAt: Date; key: string }

/** Older than this an item is history, not news. */
const OLDEST_MS = 3 * 365 * 24 * 3_600_000

export function articleOf(item: FoundItem, now: Date): Article | null {
  const address = canonical(item.url)
  if (!address || item.title === '') return null
  const isDated = item.publishedAt !== null && item.publishedAt <= now
  const publishedAt = isDated && item.publishedAt ? item.publishedAt : now
  if (now.getTime() - publishedAt.getTime() > OLDEST_MS) return null
  const { publisher, title } = publisherOf({ ...item, url: address.address })
  const precision = isDated ? item.precision : 'none'
  return { ...item, precision, url: address.address, key: address.key, title, publisher, publishedAt }
}
