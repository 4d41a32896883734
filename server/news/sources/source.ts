import type { OWN_FEED, SourceName } from '#domain/news/source-registry.ts'
import type { WatchKind } from '../../platform/database/schema/tracked-companies.ts'
import type { Fetch, Fetched } from '../../platform/fetch/fetch.ts'
import type { SiteJoin } from '../site/own-site.ts'
import type { FoundFact } from './company-site/discovery.ts'

/** What a source published, before it is matched. Plain text: without tags, with entities decoded. */
export type FoundItem = {
  /** As the source gives it; articles/canonical-url.ts normalizes it. */
  url: string
  title: string
  text: string
  publishedAt: Date | null
  /** How precise the date of the source is. */
  precision: 'second' | 'day' | 'none'
  publisher: string | null
  language: string | null
  kind: 'press' | 'post' | 'filing' | 'jobs' | 'release' | 'discussion'
  /** Structured data of the source: amounts, people, numbers of open roles. */
  facts: Record<string, string | number | string[]>
  /** The source gave the whole text: there is nothing more to read at its URL. */
  isWhole?: boolean
}

/** What is publicly known about a tracked company. */
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

/** What a watch remembers between two polls. */
export type Memory = {
  etag: string | null
  lastModified: string | null
  notes: Record<string, unknown> | null
}

export type PollState =
  'ok' | 'empty' | 'unchanged' | 'partial' | 'throttled' | 'failed' | 'unsupported' | 'never-found'

/** What polling one URL or service brought. */
export type SourceResult = {
  state: PollState
  items: FoundItem[]
  memory: Memory
  /** Why it failed or is partial, worded for the user. */
  problem: string | null
  /** Not to be polled again before. */
  retryAt: Date | null
}

export type DiscoveredWatch = { kind: 'feed' | 'newsroom' | 'sitemap'; url: string; result: SourceResult | null }

/** What the scan of a whole site found. */
export type SiteDiscovery = {
  facts: FoundFact[]
  /** What the company calls itself; null where the site does not say. */
  name: string | null
  /** Evidence that another site is the same company's. */
  joins: SiteJoin[]
  /** What to poll from now on, with the result of its first poll where there was one. */
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
  /** Whether anybody tracks a company of this name. */
  isTracked: (name: string) => boolean
  /** Whether robots.txt allows this page. */
  mayFetch: (url: string) => Promise<boolean>
  /** Aborted when the poll has taken too long. */
  signal?: AbortSignal
}

/** What a source needs to know of the watch that it polls. */
export type PollTarget = {
  kind: WatchKind
  url: string | null
  memory: Memory
  /** Null where one watch serves all companies. */
  trackedCompany: TrackedCompany | null
}

/** Everything that is polled implements this; registry.ts has them all. */
export type Source = {
  name: SourceName | typeof OWN_FEED
  label: string
  /** `company`: a watch for each tracked company; `shared`: one for all companies; `owner`: pasted for one company. */
  scope: 'company' | 'shared' | 'owner'
  kinds: WatchKind[]
  /** What is watched from the start; `discover` adds more. */
  initialWatches: { kind: WatchKind; url: string | null }[]
  /** Its articles may be about anybody: only those that match the company are linked. */
  needsMatch: boolean
  poll: (watch: PollTarget, context: PollContext) => Promise<PollResult>
}

/** The source that polls a watch; undefined where it is switched off. */
export const sourceOf = (sources: Source[], watch: { source: string; kind: WatchKind }): Source | undefined =>
  sources.find(({ name, kinds }) => name === watch.source && kinds.includes(watch.kind))

export const EMPTY_MEMORY: Memory = { etag: null, lastModified: null, notes: null }

/** Where an answer says "too often" but not until when. */
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

/** The result of a failed request. Any error that is not the HTTP client's is a bug and is rethrown. */
export function errorResult(error: unknown, memory: Memory): SourceResult {
  if (!isFetchError(error)) throw error
  // Aborted by us: the source has done nothing wrong.
  if (error.kind === 'aborted') throw error
  const state = error.kind === 'throttled' ? 'throttled' : error.kind === 'bad-address' ? 'unsupported' : 'failed'
  return badResult(state, PROBLEM_OF[error.kind] ?? error.message, memory, error.retryAt ?? null)
}

/** The result of an HTTP status other than 2xx; null for a response that can be read. */
export function refusedResult(answer: Fetched, memory: Memory, now: Date, notFound = 'Nothing was found there.') {
  const { status, retryAt } = answer
  if (answer.notModified) return badResult('unchanged', null, memory)
  if (status >= 200 && status < 300) return null
  if (status === 429 || (status === 503 && retryAt))
    return badResult('throttled', THROTTLED, memory, retryAt ?? new Date(now.getTime() + PAUSE_MS))
  if (status === 404 || status === 410) return badResult('never-found', notFound, memory)
  if (status === 401 || status === 402 || status === 403 || status === 451)
    return badResult('failed', 'Access was refused there.', memory, retryAt ?? null)
  if (status >= 500) return badResult('failed', 'The server there has a fault at the moment.', memory, retryAt ?? null)
  return badResult('failed', `The server there answered with status ${status}.`, memory, retryAt ?? null)
}

/** The results of several requests as one: `partial` where only some succeeded. */
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

/** The error kinds of the HTTP client, worded for the user. A refused address reads like one that does not answer. */
const PROBLEM_OF: Record<string, string> = {
  'bad-address': 'This is not an address that can be asked.',
  'refused-address': SILENT,
  dns: SILENT,
  connect: SILENT,
  tls: SILENT,
  timeout: 'It took too long to answer.',
  'too-large': 'The answer is too large.',
  'bad-encoding': UNREADABLE,
  'bad-response': UNREADABLE,
  'too-many-redirects': 'The address leads from page to page without an end.',
  throttled: THROTTLED,
}

type Rejection = Error & { kind: string; retryAt?: Date }

/** By name, because the HTTP client may be any implementation of the port. */
const isFetchError = (error: unknown): error is Rejection =>
  error instanceof Error && error.name === 'FetchError' && typeof (error as Partial<Rejection>).kind === 'string'
