/** What a source published, before anybody knows whom it is about. Text is plain text: tags are out, entities are read. */
export type FoundItem = {
  /** As the source gives it; canonical.ts makes it ours. */
  url: string
  title: string
  text: string
  publishedAt: Date | null
  /** How much of the date the source really tells. */
  precision: 'second' | 'day' | 'none'
  publisher: string | null
  language: string | null
  kind: 'press' | 'post' | 'filing' | 'jobs' | 'release' | 'discussion'
  /** What the source tells in fields of its own: amounts, people, numbers of open roles. */
  facts: Record<string, string | number | string[]>
  /** The source gave the whole text: there is nothing more to read at its URL. */
  isWhole?: boolean
}

/** What is known in public about a tracked company, whoever tracks it. */
export type SubjectView = {
  name: string
  /** The host without www, where the whole host is the company's. */
  domain: string | null
  website: string | null
  aliases: string[]
  facts: { kind: FactKind; value: string }[]
}

export type FactKind =
  | 'title'
  | 'description'
  | 'name'
  | 'feed'
  | 'newsroom'
  | 'sitemap'
  | 'careers'
  | 'greenhouse'
  | 'lever'
  | 'ashby'
  | 'github'
  | 'cik'
  | 'person'
  | 'place'

/** What a watch remembers between two checks. */
export type Memory = {
  etag: string | null
  lastModified: string | null
  notes: Record<string, unknown> | null
}

export type CheckState =
  'ok' | 'empty' | 'unchanged' | 'partial' | 'throttled' | 'failed' | 'unsupported' | 'never-found'

/** What one look at one address brought. */
export type Check = {
  state: CheckState
  items: FoundItem[]
  memory: Memory
  /** Why it failed or is partial, worded for the user. */
  problem: string | null
  /** Not to be asked again before. */
  retryAt: Date | null
}
