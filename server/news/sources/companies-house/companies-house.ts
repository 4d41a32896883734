import { sourceLabel } from '#domain/news/source-registry.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Fetched } from '../../../platform/fetch/fetch.ts'
import { isRecord, readJson, recordsIn, type JsonRecord } from '../../formats/fields.ts'
import { badResult, errorResult, goodResult, refusedResult, unreadableResult } from '../poll-result.ts'
import { searchedNames, spokenName } from '../search-names.ts'
import type { ServiceKeys } from '../service-keys.ts'
import type { Memory, PollContext, PollResult, PollTarget, Source, TrackedCompany } from '../source.ts'
import { candidatesIn, questionOf, registerNumber, unambiguous } from './register-entry.ts'
import { registerItems } from './register-items.ts'

export const COMPANIES_HOUSE = 'https://api.company-information.service.gov.uk'
const NAME = 'companies-house'

const DAY_S = DAY_MS / 1000
/** The window of the limit that a 429 without Retry-After speaks of. */
const WINDOW_S = 5 * 60
const SEARCH_AGAIN_MS = 30 * DAY_MS
const PAGE = 50

type Settings = { key: string; origin: string; keys: ServiceKeys }
type Asking = Settings & Pick<PollContext, 'fetch' | 'now'> & { memory: Memory }
type Answer = { read: JsonRecord } | { result: PollResult }

/** What happened to the company in the register of the United Kingdom, and which entry is its own. */
export const companiesHouse = (settings: Settings): Source & { name: typeof NAME } => ({
  name: NAME,
  label: sourceLabel(NAME),
  scope: 'company',
  kinds: ['search'],
  initialWatches: [{ kind: 'search', url: null }],
  needsMatch: false,
  poll: (watch, context) => poll(watch, { ...settings, ...context, memory: watch.memory }),
})

async function poll({ trackedCompany, trackedCompanyId }: PollTarget, asking: Asking): Promise<PollResult> {
  const { memory } = asking
  if (!trackedCompany || !trackedCompanyId) return badResult('unsupported', null, memory)
  const hindered = await hindrance(asking, trackedCompanyId)
  if (hindered) return hindered
  const stated = trackedCompany.facts.filter(({ kind }) => kind === 'companies-house')
  const known = registerNumber(stated.length === 1 ? stated[0]?.value : memory.notes?.number)
  const number = known ?? (await findEntry(trackedCompany, asking))
  return typeof number === 'string' ? readEntry(number, trackedCompany.name, asking) : number
}

/** The entry that an owner named for their company. */
export async function pollRegisterPage(number: string, asking: Asking): Promise<PollResult> {
  return (await hindrance(asking, null)) ?? (await readEntry(number, null, asking))
}

async function hindrance({ keys, memory, now }: Asking, trackedCompanyId: number | null): Promise<PollResult | null> {
  const access = await keys.accessTo(NAME, trackedCompanyId)
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  if (access === 'open') return null
  if (access === 'refused') return badResult('failed', KEY_REFUSED, memory, after(DAY_S))
  if (access === 'untracked') return badResult('unchanged', null, memory, after(7 * DAY_S))
  return badResult('throttled', PAUSED, memory, after(access.waitS))
}

async function findEntry(trackedCompany: TrackedCompany, asking: Asking): Promise<string | PollResult> {
  const { memory, now } = asking
  const [name = ''] = searchedNames(trackedCompany)
  if (name === '') return badResult('unsupported', null, memory)
  const parameters = new URLSearchParams({ q: spokenName(name), items_per_page: String(PAGE) })
  const found = await ask(`/search/companies?${parameters}`, asking, 'items')
  if ('result' in found) return found.result
  const candidates = candidatesIn(found.read, trackedCompany)
  const number = unambiguous(candidates, trackedCompany)
  if (number !== null) return number
  const again = new Date(now.getTime() + SEARCH_AGAIN_MS)
  return candidates.length === 0
    ? badResult('never-found', NOT_LISTED, memory, again)
    : badResult('unsupported', questionOf(candidates), memory, again)
}

async function readEntry(number: string, name: string | null, asking: Asking): Promise<PollResult> {
  const { memory, now } = asking
  const found = await ask(`/company/${number}`, asking)
  if ('result' in found)
    return found.result.state === 'never-found' ? { ...found.result, memory: withNumber(memory, null) } : found.result
  const profile = found.read
  // Somebody else's entry must not become this company's news, whatever the service answers.
  if (registerNumber(profile.company_number) !== number) return unreadableResult(memory)
  const officers = await ask(
    `/company/${number}/officers?items_per_page=${PAGE}&order_by=appointed_on`,
    asking,
    'items',
  )
  if ('result' in officers) return officers.result
  const filings = await ask(`/company/${number}/filing-history?items_per_page=${PAGE}`, asking, 'items')
  if ('result' in filings) return filings.result
  const insolvency =
    profile.has_insolvency_history === true ? await ask(`/company/${number}/insolvency`, asking, 'cases') : { read: {} }
  if ('result' in insolvency) return insolvency.result
  const entry = {
    profile,
    officers: recordsIn(officers.read.items, PAGE),
    filings: recordsIn(filings.read.items, PAGE),
    insolvencyCases: recordsIn(insolvency.read.cases, PAGE),
  }
  await asking.keys.accept(NAME)
  return {
    ...goodResult(registerItems(entry, number, name, now), withNumber(memory, number)),
    everySeconds: DAY_S,
    retryAt: new Date(now.getTime() + DAY_MS),
  }
}

const withNumber = (memory: Memory, number: string | null): Memory => ({
  ...memory,
  notes: { ...memory.notes, number },
})

/** The register has no list of what a company never had, so for `list`, not found means empty. */
async function ask(path: string, asking: Asking, list?: string): Promise<Answer> {
  const { key, origin, fetch, now, memory } = asking
  try {
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
    const response = await fetch({ url: `${origin}${path}`, accept: 'application/json', headers: { authorization } })
    const hindered = await refusalOf(response, asking)
    if (hindered) return { result: hindered }
    if (response.status === 404 && list !== undefined) return { read: {} }
    const refused = refusedResult(response, memory, now, NOT_LISTED)
    if (refused) return { result: refused }
    const read = readJson(response.bytes)
    return isRecord(read) && (list === undefined || Array.isArray(read[list]))
      ? { read }
      : { result: unreadableResult(memory) }
  } catch (error) {
    return { result: errorResult(error, memory) }
  }
}

/** Holds for all companies and workers. */
async function refusalOf(response: Fetched, { keys, now, memory }: Asking): Promise<PollResult | null> {
  if (response.status === 429) {
    const seconds = pauseOf(response, now)
    await keys.pause(NAME, seconds)
    return badResult('throttled', PAUSED, memory, new Date(now.getTime() + seconds * 1000))
  }
  if (response.status !== 401 && response.status !== 403) return null
  await keys.refuse(NAME)
  return badResult('failed', KEY_REFUSED, memory, new Date(now.getTime() + DAY_MS))
}

const pauseOf = ({ retryAt }: Fetched, now: Date) =>
  retryAt ? Math.max(1, (retryAt.getTime() - now.getTime()) / 1000) : WINDOW_S

const KEY_REFUSED = 'Companies House refused our key.'
const PAUSED = 'Companies House asked us to wait.'
const NOT_LISTED = 'Companies House lists no such company.'
