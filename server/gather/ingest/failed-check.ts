import type { Fetched } from '../../ports.ts'
import type { Check, CheckState, FoundItem, Memory } from '../item.ts'

export const EMPTY_MEMORY: Memory = { etag: null, lastModified: null, notes: null }

/** Where an answer says "too often" but not until when. */
const PAUSE_MS = 15 * 60_000

const UNREADABLE = 'The answer could not be read.'

/** A look that found what there is, perhaps nothing. */
export const goodCheck = (items: FoundItem[], memory: Memory): Check => ({
  state: items.length > 0 ? 'ok' : 'empty',
  items,
  memory,
  problem: null,
  retryAt: null,
})

/** A look that brought nothing, and why; the memory stays as it was. */
export const badCheck = (
  state: CheckState,
  problem: string | null,
  memory: Memory,
  retryAt: Date | null = null,
): Check => ({ state, items: [], memory, problem, retryAt })

export const unreadableCheck = (memory: Memory): Check => badCheck('failed', UNREADABLE, memory)

/** What a rejection of the door means for the ledger. Anything that is not the door's is a bug, and goes on. */
export function failedCheck(error: unknown, memory: Memory): Check {
  if (!isFetchError(error)) throw error
  // Given up by ourselves: the source has done nothing wrong, and it is asked again.
  if (error.kind === 'aborted') throw error
  const state =
    error.kind === 'throttled' ? 'throttled' : error.kind === 'bad-address' ? 'unsupported' : 'failed'
  return badCheck(state, PROBLEM_OF[error.kind] ?? error.message, memory, error.retryAt ?? null)
}

/** What an answer that is not 200 means for the ledger; null for one that can be read. */
export function refusedCheck(
  answer: Fetched,
  memory: Memory,
  now: Date,
  notFound = 'Nothing was found there.',
) {
  const { status, retryAt } = answer
  if (answer.notModified) return badCheck('unchanged', null, memory)
  if (status >= 200 && status < 300) return null
  if (status === 429 || (status === 503 && retryAt))
    return badCheck('throttled', THROTTLED, memory, retryAt ?? new Date(now.getTime() + PAUSE_MS))
  if (status === 404 || status === 410) return badCheck('never-found', notFound, memory)
  if (status === 401 || status === 402 || status === 403 || status === 451)
    return badCheck('failed', 'Access was refused there.', memory, retryAt ?? null)
  if (status >= 500)
    return badCheck('failed', 'The server there has a fault at the moment.', memory, retryAt ?? null)
  return badCheck('failed', `The server there answered with status ${status}.`, memory, retryAt ?? null)
}

/** What several addresses of one source brought together: some answered and some not is `partial`. */
export function joinedCheck(checks: Check[], memory: Memory): Check {
  const bad = checks.filter(({ state }) => !GOOD.includes(state))
  const items = checks.flatMap((check) => check.items)
  const [worst] = bad.toSorted((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state))
  const retryAt = latest(checks)
  if (!worst) {
    const isUnchanged = items.length === 0 && checks.some(({ state }) => state === 'unchanged')
    return { ...goodCheck(items, memory), ...(isUnchanged && { state: 'unchanged' as const }), retryAt }
  }
  const state = bad.length < checks.length ? 'partial' : worst.state
  return { state, items, memory, problem: worst.problem, retryAt }
}

const GOOD: CheckState[] = ['ok', 'empty', 'unchanged']
const WORST_FIRST: CheckState[] = ['throttled', 'failed', 'partial', 'unsupported', 'never-found']

const latest = (checks: Check[]) =>
  checks.reduce<Date | null>((end, { retryAt }) => (retryAt && (!end || retryAt > end) ? retryAt : end), null)

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
  error instanceof Error &&
  error.name === 'FetchError' &&
  typeof (error as Partial<Rejection>).kind === 'string'
