import type { SourceName } from '#domain/news/source-registry.ts'
import type { Fetch, Fetched } from '../../ports.ts'

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

/** What a watch remembers between two checks. */
export type Memory = {
  etag: string | null
  lastModified: string | null
  notes: Record<string, unknown> | null
}

export type PollState =
  'ok' | 'empty' | 'unchanged' | 'partial' | 'throttled' | 'failed' | 'unsupported' | 'never-found'

/** What one look at one address brought. */
export type SourceResult = {
  state: PollState
  items: FoundItem[]
  memory: Memory
  /** Why it failed or is partial, worded for the user. */
  problem: string | null
  /** Not to be asked again before. */
  retryAt: Date | null
}

/** What a look needs beside its memory. */
export type PollRequest = {
  fetch: Fetch
  now: Date
  /** Somebody pressed Refresh and waits. */
  isAsked?: boolean
}

/** Asked about one company at a time. */
export type PerCompanySource = {
  name: SourceName
  label: string
  scope: 'company'
  poll: (trackedCompany: TrackedCompany, memory: Memory, asking: PollRequest) => Promise<SourceResult>
}

/** Asked once for all; what it brings is matched with every company afterwards. */
export type SharedSource = {
  name: SourceName
  label: string
  scope: 'shared'
  /** `isTracked` tells whether anybody tracks a company of this name: only those are looked at closely. */
  poll: (memory: Memory, asking: PollRequest & { isTracked: (name: string) => boolean }) => Promise<SourceResult>
}

export type Source = PerCompanySource | SharedSource

export const EMPTY_MEMORY: Memory = { etag: null, lastModified: null, notes: null }

/** Where an answer says "too often" but not until when. */
const PAUSE_MS = 15 * 60_000

const UNREADABLE = 'The answer could not be read.'

/** A look that found what there is, perhaps nothing. */
export const goodResult = (items: FoundItem[], memory: Memory): SourceResult => ({
  state: items.length > 0 ? 'ok' : 'empty',
  items,
  memory,
  problem: null,
  retryAt: null,
})

/** A look that brought nothing, and why; the memory stays as it was. */
export const badResult = (
  state: PollState,
  problem: string | null,
  memory: Memory,
  retryAt: Date | null = null,
): SourceResult => ({ state, items: [], memory, problem, retryAt })

export const unreadableResult = (memory: Memory): SourceResult => badResult('failed', UNREADABLE, memory)

/** What a rejection of the door means for the ledger. Anything that is not the door's is a bug, and goes on. */
export function errorResult(error: unknown, memory: Memory): SourceResult {
  if (!isFetchError(error)) throw error
  // Given up by ourselves: the source has done nothing wrong, and it is asked again.
  if (error.kind === 'aborted') throw error
  const state = error.kind === 'throttled' ? 'throttled' : error.kind === 'bad-address' ? 'unsupported' : 'failed'
  return badResult(state, PROBLEM_OF[error.kind] ?? error.message, memory, error.retryAt ?? null)
}

/** What an answer that is not 200 means for the ledger; null for one that can be read. */
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

/** What several addresses of one source brought together: some answered and some not is `partial`. */
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

/** The kinds of the door, in the words of the ledger. A refused address reads like one that nobody answers. */
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

/** By name, because the door may be any implementation of the port. */
const isFetchError = (error: unknown): error is Rejection =>
  error instanceof Error && error.name === 'FetchError' && typeof (error as Partial<Rejection>).kind === 'string'
