import type { OWN_FEED, SourceName } from '#domain/news/source-registry.ts'
import type { WatchKind } from '../../platform/database/schema/tracked-companies.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import type { SiteJoin } from '../site/own-site.ts'
import type { Permission } from '../polling/robots.ts'
import type { FoundFact } from './company-site/discovery.ts'

/** Plain text: without tags, with entities decoded. */
export type FoundItem = {
  /** As the source gives it; articles/canonical-url.ts normalizes it. */
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
  /** There is nothing more to read at its URL. */
  isWhole?: boolean
  /** What follows `#` in its URL tells it from other items on the same page. */
  isAnchored?: boolean
}

export type TrackedCompany = {
  name: string
  /** The host without www, where the whole host is the company's. */
  domain: string | null
  website: string | null
  aliases: string[]
  /** What its users call it; only theirs is what is found by such a name alone. */
  typed?: string[]
  facts: { kind: FactKind; value: string }[]
}

export type FactKind =
  | 'title'
  | 'description'
  | 'text'
  | 'name'
  | 'feed'
  | 'newsroom'
  | 'sitemap'
  | 'careers'
  | 'greenhouse'
  | 'lever'
  | 'ashby'
  | 'workable'
  | 'smartrecruiters'
  | 'recruitee'
  | 'personio'
  | 'teamtailor'
  | 'bamboohr'
  | 'github'
  | 'app-store'
  | 'npm'
  | 'pypi'
  | 'crates'
  | 'huggingface'
  | 'bluesky'
  | 'mastodon'
  | 'cik'
  | 'person'
  | 'place'
  | 'topic'

export type Memory = {
  etag: string | null
  lastModified: string | null
  notes: Record<string, unknown> | null
}

export type PollState =
  | 'ok'
  | 'empty'
  | 'unchanged'
  | 'partial'
  | 'throttled'
  | 'failed'
  | 'unsupported'
  | 'never-found'

export type SourceResult = {
  state: PollState
  items: FoundItem[]
  memory: Memory
  /** Worded for the user. */
  problem: string | null
  retryAt: Date | null
}

export type DiscoveredWatch = { kind: 'feed' | 'newsroom' | 'sitemap'; url: string; result: SourceResult | null }

export type SiteDiscovery = {
  facts: FoundFact[]
  /** Null where the site does not say. */
  name: string | null
  /** Evidence that another site is the same company's. */
  joins: SiteJoin[]
  /** With the result of the first poll where there was one. */
  watches: DiscoveredWatch[]
  /** The domain is no longer the company's: nothing of it may be polled. */
  isLost?: boolean
}

export type PollResult = SourceResult & {
  discovery?: SiteDiscovery
  /** All that a reference work knows about the company; replaces what it said before. */
  identity?: FoundFact[]
}

export type PollRequest = {
  fetch: Fetch
  now: Date
  /** A user pressed Refresh and waits. */
  isRequested?: boolean
}

export type PollContext = PollRequest & {
  isTracked: (name: string) => boolean
  mayFetch: (url: string) => Promise<boolean>
  /** What robots.txt says, with the reason where it could not be read. */
  permission?: (url: string) => Promise<Permission>
  /** As robots.txt names them. */
  sitemapsOf: (url: string) => Promise<string[]>
  /** Aborted when the poll has taken too long. */
  signal?: AbortSignal
}

export type PollTarget = {
  kind: WatchKind
  url: string | null
  memory: Memory
  /** Null where one watch serves all companies. */
  trackedCompany: TrackedCompany | null
}

export type Source = {
  name: SourceName | typeof OWN_FEED
  label: string
  /** `company`: a watch for each tracked company; `shared`: one for all companies; `owner`: pasted for one company. */
  scope: 'company' | 'shared' | 'owner'
  kinds: WatchKind[]
  initialWatches: { kind: WatchKind; url: string | null }[]
  /** Watched only for companies that have such an account. */
  accountKinds?: FactKind[]
  /** Articles may be about anybody: only those that match the company are linked. */
  needsMatch: boolean
  poll: (watch: PollTarget, context: PollContext) => Promise<PollResult>
}

export const sourceOf = (sources: Source[], watch: { source: string; kind: WatchKind }): Source | undefined =>
  sources.find(({ name, kinds }) => name === watch.source && kinds.includes(watch.kind))

export const EMPTY_MEMORY: Memory = { etag: null, lastModified: null, notes: null }
