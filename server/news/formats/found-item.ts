/** Text fields are plain text: tags removed, entities decoded. */
export type FoundItem = {
  /** As given by the source; canonical-url.ts normalizes it. */
  url: string
  title: string
  text: string
  publishedAt: Date | null
  precision: 'second' | 'day' | 'none'
  publisher: string | null
  language: string | null
  kind: 'press' | 'post' | 'filing' | 'jobs' | 'release' | 'discussion'
  /** Structured data, such as amounts, people and role counts. */
  facts: Record<string, string | number | string[]>
  /** The text is complete, so there's nothing more to fetch from the URL. */
  isWhole?: boolean
  /** The URL fragment distinguishes this item from others on the same page. */
  isAnchored?: boolean
}
