import type { OWN_FEED, SourceName } from '#domain/news/source-registry.ts'
import type { WatchKind } from '../../platform/database/schema/tracked-companies.ts'
import type { Fetch, Fetched } from '../../platform/fetch/fetch.ts'
import type { SiteJoin } from '../site/own-site.ts'
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
}

export type TrackedCompany = {
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

export type Memory = {
  etag: string | null
  lastModified: string | null
  notes: Record<string, unknown> | null
}

export type PollState =
  'ok' | 'empty' | 'unchanged' | 'partial' | 'throttled' | 'failed' | 'unsupported' | 'never-found'

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
}

export type PollResult = SourceResult & { discovery?: SiteDiscovery }

export type PollRequest = {
  fetch: Fetch
  now: Date
  /** A user pressed Refresh and waits. */
  isRequested?: boolean
}

export type PollContext = PollRequest & {
  isTracked: (name: string) => boolean
  mayFetch: (url: string) => Promise<boolean>
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
  /** Articles may be about anybody: only those that match the company are linked. */
  needsMatch: boolean
  poll: (watch: PollTarget, context: PollContext) => Promise<PollResult>
}

export const sourceOf = (sources: Source[], watch: { source: string; kind: WatchKind }): Source | undefined =>
  sources.find(({ name, kinds }) => name === watch.source && kinds.includes(watch.kind))

export const EMPTY_MEMORY: Memory = { etag: null, lastModified: null, notes: null }

/** For a 429 without a date. */
const PAUSE_MS = 15 * 60_000

const UNREADABLE = 'The answer could not be read.'

export const goodResult = (items: FoundItem[], memory: Memory): SourceResult => ({
  state: items.length > 0 ? 'ok' : 'empty',
  items,
  memory,
  problem: null,
  retryAt: null,
})

export const badResult = (
  state: PollState,
  problem: string | null,
  memory: Memory,
  retryAt: Date | null = null,
): SourceResult => ({ state, items: [], memory, problem, retryAt })

export const unreadableResult = (memory: Memory): SourceResult => badResult('failed', UNREADABLE, memory)

/** Any error that is not the HTTP client's is a bug and is rethrown. */
export function errorResult(error: unknown, memory: Memory): SourceResult {
  if (!isFetchError(error)) throw error
  // Aborted by us: not the source's fault.
  if (error.kind === 'aborted') throw error
  const state = error.kind === 'throttled' ? 'throttled' : error.kind === 'bad-address' ? 'unsupported' : 'failed'
  return badResult(state, PROBLEM_OF[error.kind] ?? error.message, memory, error.retryAt ?? null)
}

/** Null for a response that can be read. */
export function refusedResult(
  answer: Fetched,
  memory: Memory,
  now: Date,
  notFound = 'Nothing was found at this address.',
) {
  const { status, retryAt } = answer
  if (answer.notModified) return badResult('unchanged', null, memory)
  if (status >= 200 && status < 300) return null
  if (status === 429 || (status === 503 && retryAt))
    return badResult('throttled', THROTTLED, memory, retryAt ?? new Date(now.getTime() + PAUSE_MS))
  if (status === 404 || status === 410) return badResult('never-found', notFound, memory)
  if (status === 401 || status === 402 || status === 403 || status === 451)
    return badResult('failed', 'Access was refused.', memory, retryAt ?? null)
  if (status >= 500) return badResult('failed', 'The server reported an error.', memory, retryAt ?? null)
  return badResult('failed', `The server answered with status ${status}.`, memory, retryAt ?? null)
}

export function mergedResult(results: SourceResult[], memory: Memory): SourceResult {
  const bad = results.filter(({ state }) => !GOOD.includes(state))
  const items = results.flatMap((result) => result.items)
  const [worst] = bad.toSorted((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state))
  const retryAt = latest(results)
  if (!worst) {
    const isUnchanged = items.length === 0 && results.some(({ state }) => state === 'unchanged')
    return { ...goodResult(items, memory), ...(isUnchanged && { state: 'unchanged' as const }), retryAt }
  }
  const state = bad.length < results.length ? 'partial' : worst.state
  return { state, items, memory, problem: worst.problem, retryAt }
}

const GOOD: PollState[] = ['ok', 'empty', 'unchanged']
const WORST_FIRST: PollState[] = ['throttled', 'failed', 'partial', 'unsupported', 'never-found']

const latest = (results: SourceResult[]) =>
  results.reduce<Date | null>((end, { retryAt }) => (retryAt && (!end || retryAt > end) ? retryAt : end), null)

const THROTTLED = 'The service asked us to come back later.'
const SILENT = 'It could not be reached.'

/** A refused address reads like one that does not answer. */
const PROBLEM_OF: Record<string, string> = {
  'bad-address': 'This is not a valid web address.',
  'refused-address': SILENT,
  dns: SILENT,
  connect: SILENT,
  tls: SILENT,
  timeout: 'It took too long to answer.',
  'too-large': 'The answer is too large.',
  'bad-encoding': UNREADABLE,
  'bad-response': UNREADABLE,
  'too-many-redirects': 'The address redirects too many times.',
  throttled: THROTTLED,
}

type Rejection = Error & { kind: string; retryAt?: Date }

/** By name, because the HTTP client may be any implementation of the port. */
const isFetchError = (error: unknown): error is Rejection =>
  error instanceof Error && error.name === 'FetchError' && typeof (error as Partial<Rejection>).kind === 'string'
