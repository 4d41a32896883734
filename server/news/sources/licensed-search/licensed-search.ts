import { createHash } from 'node:crypto'
import { sourceLabel, type LicensedSource } from '#domain/news/source-registry.ts'
import { canonical } from '../../formats/canonical-url.ts'
import { textsIn } from '../../formats/fields.ts'
import { Deferred } from '../host-limits.ts'
import { badResult, errorResult, goodResult, isFetchError, refusedResult, unreadableResult } from '../poll-result.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, PollContext, PollResult, PollTarget, Source } from '../source.ts'
import type { Grant, SearchBudget, Signals } from './budget.ts'
import { isMostlyNamesakes, searchQueries } from './query.ts'
import { parseSearch, searchedSince, searchRequest } from './search-apis.ts'

const DAY_S = 24 * 60 * 60
const WEEK_S = 7 * DAY_S
const MONTH_S = 30 * DAY_S
/** A company that these many requests in a row found nothing about is asked about monthly. */
const ENOUGH_MISSES = 3

type Needs = { key: string; origin: string; budget: SearchBudget }

/** Finds candidates only: they are matched, read and checked like everything else. */
export const licensedSource = (name: LicensedSource, needs: Needs): Source & { name: LicensedSource } => ({
  name,
  label: sourceLabel(name),
  scope: 'company',
  kinds: ['search'],
  initialWatches: [{ kind: 'search', url: null }],
  needsMatch: true,
  poll: (watch, context) => poll(name, needs, watch, context),
})

async function poll(
  name: LicensedSource,
  { key, origin, budget }: Needs,
  { trackedCompany, trackedCompanyId, memory }: PollTarget,
  { fetch, now }: PollContext,
): Promise<PollResult> {
  if (!trackedCompany || !trackedCompanyId) return badResult('unsupported', null, memory)
  const queries = searchQueries(trackedCompany)
  if (queries.length === 0) return badResult('unsupported', TOO_COMMON, memory)
  const before = notesOf(memory, now)
  const signals = await budget.signals(trackedCompanyId, before.found, now)
  const { form, misses } = learn(before, signals.linked)
  const everySeconds = askEvery(signals, misses)
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const grant = await budget.reserve(name, trackedCompanyId)
  if (grant.state !== 'granted') return notAsked(grant, trackedCompanyId, memory, after)
  const retryAt = after(Math.min(MONTH_S, everySeconds * Math.max(1, signals.demand)))
  try {
    const query = queries[form % queries.length] ?? ''
    const response = await fetch(
      searchRequest(name, key, origin, { query, since: searchedSince(before.askedAt, now), now }),
    )
    const pauseS = pauseOf(response.status, response.retryAt, now)
    if (pauseS !== null) {
      await budget.pause(name, pauseS)
      return badResult('throttled', SERVICE_PAUSED, memory, after(pauseS))
    }
    if (response.status === 401 || response.status === 403) {
      await budget.refuse(name)
      return badResult('failed', KEY_REFUSED, memory, after(DAY_S))
    }
    const refused = refusedResult(response, memory, now)
    if (refused) return { ...refused, retryAt }
    const items = parseSearch(name, response, now)
    if (!items) return { ...unreadableResult(memory), retryAt }
    await budget.answered(name, items.length, grant.month)
    const notes = { form, misses, found: keysOf(items), askedAt: now.toISOString() }
    return { ...goodResult(items, { ...memory, notes }), everySeconds, retryAt }
  } catch (error) {
    if (!isUnsent(error)) return { ...errorResult(error, memory), retryAt }
    await budget.release(name, trackedCompanyId, grant.month)
    return errorResult(error, memory)
  }
}

/** Weekly, and twice as often for each reason to expect news, but at most daily. */
export function askEvery(signals: Omit<Signals, 'linked' | 'demand'>, misses: number): number {
  if (misses >= ENOUGH_MISSES && !signals.isNew) return MONTH_S
  const reasons = [signals.hasRecentEvent, signals.isNew, signals.isQuiet, signals.isPaidFor]
  return Math.max(DAY_S, WEEK_S / 2 ** reasons.filter(Boolean).length)
}

type Notes = { form: number; misses: number; found: string[]; askedAt: Date | null }

/** Another way of asking is tried if the last one found mostly namesakes. */
export function learn({ form, misses, found, askedAt }: Notes, linked: number): Pick<Notes, 'form' | 'misses'> {
  if (askedAt === null) return { form, misses }
  return {
    form: isMostlyNamesakes({ found: found.length, linked }) ? form + 1 : form,
    misses: linked > 0 ? 0 : misses + 1,
  }
}

const MAX_FOUND = 100

function notesOf({ notes }: Memory, now: Date): Notes {
  const number = (value: unknown) => (typeof value === 'number' && value >= 0 ? Math.floor(value) : 0)
  const askedAt = typeof notes?.askedAt === 'string' ? new Date(notes.askedAt) : null
  return {
    form: number(notes?.form),
    misses: number(notes?.misses),
    found: textsIn(notes?.found, MAX_FOUND),
    // A request from the future was noted while the clock was ahead.
    askedAt: askedAt && askedAt <= now ? askedAt : null,
  }
}

const keysOf = (items: FoundItem[]) => [
  ...new Set(
    items.flatMap(({ url }) => {
      const address = canonical(url)
      return address ? [createHash('md5').update(address.key).digest('hex')] : []
    }),
  ),
]

const MINUTE_S = 60
const SPREAD_MINUTES = 24 * 60
const PRIME = 7919

function notAsked(
  grant: Exclude<Grant, { state: 'granted' }>,
  trackedCompanyId: number,
  memory: Memory,
  after: (seconds: number) => Date,
): PollResult {
  switch (grant.state) {
    case 'month-spent':
    case 'company-spent': {
      // Spread over the first day of the month, so that not everything is due at once.
      const spreadS = ((trackedCompanyId * PRIME) % SPREAD_MINUTES) * MINUTE_S
      const problem = grant.state === 'month-spent' ? MONTH_SPENT : COMPANY_SPENT
      return badResult('paused', problem, memory, after(grant.waitS + spreadS))
    }
    case 'paused':
      return badResult('throttled', SERVICE_PAUSED, memory, after(grant.waitS))
    case 'refused':
      return badResult('failed', KEY_REFUSED, memory, after(DAY_S))
    case 'untracked':
      return badResult('unchanged', null, memory, after(WEEK_S))
  }
}

const THROTTLED_S = 15 * MINUTE_S
/** Payment required, and what Tavily answers when a plan or its limit is used up. */
const USED_UP = new Set([402, 432, 433])

/** For all searches at this service. */
function pauseOf(status: number, retryAt: Date | undefined, now: Date): number | null {
  if (USED_UP.has(status)) return DAY_S
  if (status !== 429) return null
  return retryAt ? (retryAt.getTime() - now.getTime()) / 1000 : THROTTLED_S
}

const UNSENT = new Set(['throttled', 'bad-address', 'refused-address', 'dns'])

const isUnsent = (error: unknown) => error instanceof Deferred || (isFetchError(error) && UNSENT.has(error.kind))

const TOO_COMMON = 'The name is a common word, and neither the company’s trade nor its site is known.'
const MONTH_SPENT = 'This month’s search budget is used up. Searches continue next month.'
const COMPANY_SPENT = 'This month’s searches for this company are used up. They continue next month.'
const SERVICE_PAUSED = 'The search service asked us to wait.'
const KEY_REFUSED = 'The search service refused our key.'
