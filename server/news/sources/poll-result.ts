import type { Fetched } from '../../platform/fetch/fetch.ts'
import type { FoundItem } from '../formats/found-item.ts'
import type { Memory, PollState, SourceResult } from './source.ts'

/** Used for a 429 that doesn't say when to retry. */
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

/** Errors that don't come from the HTTP client are bugs and are rethrown. */
export function errorResult(error: unknown, memory: Memory): SourceResult {
  if (!isFetchError(error)) throw error
  // Aborted on this side, so the source isn't at fault.
  if (error.kind === 'aborted') throw error
  const state = error.kind === 'throttled' ? 'throttled' : error.kind === 'bad-address' ? 'unsupported' : 'failed'
  return badResult(state, problemOf(error), memory, error.retryAt ?? null)
}

/** Returns null for a response that can be read. */
export function refusedResult(
  answer: Fetched,
  memory: Memory,
  now: Date,
  notFound = 'Nothing was found at this address.',
) {
  const { status, retryAt } = answer
  if (answer.notModified) return badResult('unchanged', null, memory)
  if (status >= 200 && status < 300) return null
  if (status === 429) return badResult('throttled', THROTTLED, memory, retryAt ?? new Date(now.getTime() + PAUSE_MS))
  if (status === 503) return badResult(retryAt ? 'throttled' : 'failed', UNAVAILABLE, memory, retryAt ?? null)
  if (status === 404 || status === 410) return badResult('never-found', notFound, memory)
  if (status === 401 || status === 402 || status === 403 || status === 451)
    return badResult('failed', REFUSED, memory, retryAt ?? null)
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

export const DISALLOWED = 'The robots.txt of the site does not allow us to read it.'
const THROTTLED = 'The site asked us to slow down.'
const UNAVAILABLE = 'The site is temporarily unavailable.'
const REFUSED = 'The site refused our request.'
const SILENT = 'It could not be reached.'

/** A refused address gets the same message as an unreachable one. */
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

/** User-facing message. */
export const problemOf = ({ kind, status, message }: Rejection): string =>
  status === 503 ? UNAVAILABLE : (PROBLEM_OF[kind] ?? message)

type Rejection = Error & { kind: string; status?: number; retryAt?: Date }

/** Checked by name, because the HTTP client may be any implementation of the port. */
export const isFetchError = (error: unknown): error is Rejection =>
  error instanceof Error && error.name === 'FetchError' && typeof (error as Partial<Rejection>).kind === 'string'
