import type { OWN_FEED, SourceName } from '#domain/news/source-registry.ts'
import type { WatchKind } from '../../platform/database/schema/tracked-companies.ts'
import type { FoundItem } from '../formats/found-item.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import type { SiteJoin } from './company-site/own-site.ts'
import type { Permission } from './robots.ts'
import type { FoundFact } from './company-site/discovery.ts'

export type TrackedCompany = {
  name: string
  /** The host without `www.`, if the whole host belongs to the company. */
  domain: string | null
  website: string | null
  aliases: string[]
  /** Names that users typed. An article found only by such a name is linked only for the users who typed it. */
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
  | 'companies-house'
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
  | 'paused'

export type SourceResult = {
  state: PollState
  items: FoundItem[]
  memory: Memory
  /** User-facing message. */
  problem: string | null
  retryAt: Date | null
}

export type DiscoveredWatch = { kind: 'feed' | 'newsroom' | 'sitemap'; url: string; result: SourceResult | null }

export type SiteDiscovery = {
  facts: FoundFact[]
  /** Null if the site doesn't state one. */
  name: string | null
  /** Evidence that another site belongs to the same company. */
  joins: SiteJoin[]
  /** Each with the result of its first poll, if there was one. */
  watches: DiscoveredWatch[]
  /** The domain no longer belongs to the company, so nothing on it may be polled. */
  isLost?: boolean
}

export type PollResult = SourceResult & {
  discovery?: SiteDiscovery
  /** Everything a reference source knows about the company; replaces its earlier facts. */
  identity?: FoundFact[]
  /** How often to poll, if the source decides it. */
  everySeconds?: number
}

export type PollRequest = {
  fetch: Fetch
  now: Date
  /** A user pressed Refresh and is waiting. */
  isRequested?: boolean
}

export type PollContext = PollRequest & {
  isTracked: (name: string) => boolean
  /** False only if robots.txt disallows the page. While the file can't be read, `withinRobots` rejects the request. */
  mayFetch: (url: string) => Promise<boolean>
  permission: (url: string) => Promise<Permission>
  /** The sitemaps listed in robots.txt. */
  sitemapsOf: (url: string) => Promise<string[]>
  /** Aborted when the poll has taken too long. */
  signal?: AbortSignal
}

export type PollTarget = {
  kind: WatchKind
  url: string | null
  memory: Memory
  /** Null for a watch that serves all companies. */
  trackedCompany: TrackedCompany | null
  trackedCompanyId?: number | null
}

export type Source = {
  name: SourceName | typeof OWN_FEED
  label: string
  /** `company`: one watch per tracked company; `shared`: one for all companies; `owner`: pasted for one company. */
  scope: 'company' | 'shared' | 'owner'
  kinds: WatchKind[]
  initialWatches: { kind: WatchKind; url: string | null }[]
  /** If set, only companies with one of these accounts are watched. */
  accountKinds?: FactKind[]
  /** Articles may be about any company, so only those that match are linked. */
  needsMatch: boolean
  poll: (watch: PollTarget, context: PollContext) => Promise<PollResult>
}

export const sourceOf = (sources: Source[], watch: { source: string; kind: WatchKind }): Source | undefined =>
  sources.find(({ name, kinds }) => name === watch.source && kinds.includes(watch.kind))

export const EMPTY_MEMORY: Memory = { etag: null, lastModified: null, notes: null }
