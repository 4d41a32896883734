import { createHash } from 'node:crypto'
import type { FoundItem } from '../found-item.ts'

export type FeedEntry = { id: string | null; item: FoundItem }

/** Fragments that don't identify an entry: anchors within a page and tracking parameters. */
const NO_ENTRY = /^#?$|^#(?:comments?|respond|more(?:-\d+)?|rss|feed|top|main|content|!.*|.*=.*)$/i

/**
 * Entries of a changelog may share one page or differ only in their fragment, so each gets its own URL. It depends on
 * the entry alone where possible, because the entry's neighbors may leave the feed first.
 */
export function entriesApart(entries: FeedEntry[], siteUrl: string | null): FoundItem[] {
  const pages = Map.groupBy(entries, ({ item }) => pageOf(item.url))
  return entries.map(({ id, item }) => {
    const page = pageOf(item.url)
    if (!hasOwnPage(item)) return item
    if (!NO_ENTRY.test(item.url.slice(page.length))) return { ...item, isAnchored: true }
    const titles = new Set(pages.get(page)?.map((other) => other.item.title))
    const isShared = titles.size > 1 || isSamePage(page, siteUrl)
    return isShared ? { ...item, url: markedUrl(page, id ?? item.title) } : item
  })
}

const pageOf = (url: string): string => url.split('#', 1)[0] ?? ''

const isSamePage = (page: string, siteUrl: string | null): boolean =>
  siteUrl !== null && page.replace(/\/$/, '') === pageOf(siteUrl).replace(/\/$/, '')

/** A URL that opens the page but is unique to the entry. */
export function markedUrl(page: string, entry: string): string {
  const url = new URL(page)
  url.hash = `entry-${createHash('sha256').update(entry).digest('hex').slice(0, 12)}`
  return url.href
}

export const hasOwnPage = ({ url }: Pick<FoundItem, 'url'>): boolean => !/#entry-[0-9a-f]{12}$/.test(url)
