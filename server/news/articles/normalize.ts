import type { Fetch } from '../../platform/fetch/fetch.ts'
import type { Via } from '../../platform/database/schema/articles.ts'
import type { Watch } from '../polling/watch-store.ts'
import type { FoundItem } from '../formats/found-item.ts'
import type { PollResult, SiteDiscovery, SourceResult } from '../sources/source.ts'
import { createShortLinks } from './short-links.ts'
import { placesOf } from './undated.ts'

export type PlacedItem = Via & { item: FoundItem; placedAt: Date }

export const itemsOf = (
  { items, discovery }: PollResult,
  watch: Pick<Watch, 'kind' | 'url'>,
  now: Date,
): PlacedItem[] => [
  ...placed(items, { viaKind: watch.kind, via: watch.url }, now),
  ...(discovery?.watches.flatMap(({ kind, url, result }) =>
    placed(result?.items ?? [], { viaKind: kind, via: url }, now),
  ) ?? []),
]

function placed(items: FoundItem[], via: Via, now: Date): PlacedItem[] {
  const places = placesOf(items, now)
  return items.map((item, at) => ({ item, placedAt: places[at] ?? now, ...via }))
}

export function createNormalizer() {
  const resolveShortLinks = createShortLinks()
  return async (result: PollResult, fetch: Fetch): Promise<PollResult> =>
    withoutDocuments(await resolveShortLinks(result, fetch))
}

/**
 * Copies strings, because V8 keeps a whole document in memory for a title that is a slice of it, and a result may wait
 * for a hundred others before it's saved.
 */
export const withoutDocuments = ({ discovery, ...result }: PollResult): PollResult => ({
  ...copiedResult(result),
  ...(discovery && { discovery: copiedDiscovery(discovery) }),
})

const copiedResult = (result: SourceResult): SourceResult => ({ ...result, items: result.items.map(copiedItem) })

const copiedItem = (item: FoundItem): FoundItem => ({
  ...item,
  url: copied(item.url),
  title: copied(item.title),
  text: copied(item.text),
  publisher: item.publisher === null ? null : copied(item.publisher),
})

const copiedDiscovery = ({ facts, name, watches, ...discovery }: SiteDiscovery): SiteDiscovery => ({
  // Parsed URLs are not slices of a document.
  ...discovery,
  facts: facts.map(({ kind, value, foundAt }) => ({ kind, value: copied(value), foundAt: copied(foundAt) })),
  name: name === null ? null : copied(name),
  watches: watches.map(({ kind, url, result }) => ({ kind, url: copied(url), result: result && copiedResult(result) })),
})

/** Concatenating and slicing copies the characters. */
const copied = (text: string): string => ` ${text}`.slice(1)
