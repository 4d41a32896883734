import { nameKey } from '#domain/companies/company-key.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Fetched } from '../../../platform/fetch/fetch.ts'
import { textsIn } from '../../formats/fields.ts'
import { errorResult, goodResult, mergedResult, refusedResult, unreadableResult } from '../poll-result.ts'
import { foundNames, phrase, searchedNames, spokenName } from '../search-names.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, PollRequest, SourceResult, TrackedCompany } from '../source.ts'
import { documentAddress, type Filing } from './filing.ts'
import { parseSecCurrent, parseSecSearch, parseSubmissions } from './filing-lists.ts'
import { crowdItem, parseFormC } from './form-c.ts'
import { filingItem, parseFormD } from './form-d.ts'
import { formItem, isFormC, isFormD, isOffering, PRIVATE_FORMS } from './form-titles.ts'
import { isSureIssuer, isWebsiteOf } from './issuer.ts'

export const SEC_SEARCH = 'https://efts.sec.gov'
export const SEC_DATA = 'https://data.sec.gov'

const MAX_DOCUMENTS = 10
const MAX_SEEN = 200
const MAX_REPORTS = 40
const OFFERINGS_MS = 2 * 365 * DAY_MS
/** Listed companies report every few weeks. */
const REPORTS_MS = 180 * DAY_MS
/** Forms polled for all companies together, with one request each. */
const CURRENT_FORMS = ['D', 'C', '1-A', 'S-1', 'F-1']

type SecRequest = PollRequest & {
  origin: string
  searchOrigin: string
  dataOrigin: string
  /** In the form "Name address", because the SEC refuses requests without an email address. */
  userAgent: string
}

/** Polls the filer if its CIK is known, and searches by name if it isn't; even with a CIK, it searches once a day. */
export async function pollSec(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: SecRequest,
): Promise<SourceResult> {
  const { searchedAt } = memory.notes ?? {}
  const cik = cikOf(trackedCompany) ?? rememberedCik(memory)
  const isSearched = typeof searchedAt === 'number' && request.now.getTime() - searchedAt < DAY_MS
  try {
    const ofFiler = cik ? await pollFiler(trackedCompany, cik, memory, request) : null
    if (ofFiler && (isSearched || ofFiler.state === 'throttled')) return ofFiler
    const found = await searchByName(trackedCompany, ofFiler?.memory ?? memory, request)
    return ofFiler ? mergedResult([ofFiler, found], found.memory) : found
  } catch (error) {
    return errorResult(error, memory)
  }
}

async function pollFiler(
  trackedCompany: TrackedCompany,
  cik: string,
  memory: Memory,
  request: SecRequest,
): Promise<SourceResult> {
  const { dataOrigin, userAgent, now } = request
  const url = submissionsRequest(cik, dataOrigin)
  const answer = await request.fetch({ url, accept: 'application/json', userAgent })
  const refused = refusedBySec(answer, memory, now)
  if (refused) return refused
  const filer = parseSubmissions(answer.bytes, now)
  if (!filer) return unreadableResult(memory)
  const names = new Set(foundNames(trackedCompany))
  const isNamed = [filer.name, ...filer.formerNames].some((name) => names.has(nameKey(name)))
  const isElsewhere = filer.websites.length > 0 && !filer.websites.some((site) => isWebsiteOf(trackedCompany, site))
  // The filer was renamed or was never this company, so it has to be found by name again.
  if ((!isNamed || isElsewhere) && cikOf(trackedCompany) === null)
    return goodResult([], { ...memory, notes: { ...memory.notes, cik: null } })
  const isFresh = ({ form, publishedAt }: Filing) =>
    publishedAt !== null && now.getTime() - publishedAt.getTime() < (isOffering(form) ? OFFERINGS_MS : REPORTS_MS)
  return readFilings(filer.filings.filter(isFresh), memory, { ...request, isOwn: () => true })
}

async function searchByName(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: SecRequest,
): Promise<SourceResult> {
  const { userAgent, now } = request
  const url = secSearchRequest(trackedCompany, request)
  const answer = await request.fetch({ url, accept: 'application/json', userAgent })
  const refused = refusedBySec(answer, memory, now)
  if (refused) return refused
  const filings = parseSecSearch(answer.bytes, now)
  if (!filings) return unreadableResult(memory)
  const names = new Set(foundNames(trackedCompany))
  const known = cikOf(trackedCompany)
  // A full-text search also finds filings that merely mention the company.
  const own = filings.filter((filing) => (known ? filing.cik === known : names.has(nameKey(filing.issuer))))
  const found = await readFilings(own, memory, {
    ...request,
    isOwn: (filing, document) => known !== null || isOwnFiling(trackedCompany, filing, document),
  })
  const [cik, ...others] = new Set(found.items.map(({ facts }) => facts.cik))
  const isSure = others.length === 0 && own.some((filing) => filing.cik === cik && isSureIssuer(trackedCompany, filing))
  const notes = { ...found.memory.notes, searchedAt: now.getTime(), ...(isSure && { cik }) }
  return { ...found, memory: { ...found.memory, notes } }
}

/** A website named in the document decides. Without one, a one-word name needs more evidence. */
function isOwnFiling(trackedCompany: TrackedCompany, filing: Filing, { website, isFund }: Said): boolean {
  // Many funds are named after what they invest in.
  if (isFormD(filing.form)) return !isFund
  return website ? isWebsiteOf(trackedCompany, website) : isSureIssuer(trackedCompany, filing)
}

export async function pollCurrentSec(
  memory: Memory,
  request: Omit<SecRequest, 'searchOrigin' | 'dataOrigin'> & { isTracked: (name: string) => boolean },
): Promise<SourceResult> {
  const results: SourceResult[] = []
  const filings: Filing[] = []
  for (const form of CURRENT_FORMS) {
    if (results.at(-1)?.state === 'throttled') break
    try {
      const url = secCurrentRequest(request.origin, form)
      const answer = await request.fetch({ url, accept: 'application/atom+xml', userAgent: request.userAgent })
      const refused = refusedBySec(answer, memory, request.now)
      const read = refused ? null : parseSecCurrent(answer.bytes, answer.headers['content-type'], request.now)
      if (read) filings.push(...read.filter(({ issuer }) => request.isTracked(issuer)))
      results.push(read ? goodResult([], memory) : (refused ?? unreadableResult(memory)))
    } catch (error) {
      results.push(errorResult(error, memory))
    }
  }
  // Nothing to read is no success: if every list failed, so did the poll.
  if (filings.length === 0) return mergedResult(results, memory)
  const found = await readFilings(filings, memory, { ...request, isOwn: (_, { isFund }) => !isFund })
  return mergedResult([...results, found], found.memory)
}

export const secCurrentRequest = (origin: string, form: string): string =>
  `${origin}/cgi-bin/browse-edgar?action=getcurrent&type=${form}&count=100&start=0&output=atom`

export const submissionsRequest = (cik: string, dataOrigin: string): string =>
  `${dataOrigin}/submissions/CIK${cik.padStart(10, '0')}.json`

export function secSearchRequest(
  trackedCompany: TrackedCompany,
  { searchOrigin, now }: Pick<SecRequest, 'searchOrigin' | 'now'>,
): string {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const cik = cikOf(trackedCompany)
  return `${searchOrigin}/LATEST/search-index?${new URLSearchParams({
    ...(cik ? { ciks: cik.padStart(10, '0') } : { q: issuerNames(trackedCompany).map(phrase).join(' OR ') }),
    forms: PRIVATE_FORMS,
    dateRange: 'custom',
    startdt: day(now.getTime() - OFFERINGS_MS),
    enddt: day(now.getTime()),
  })}`
}

/** Includes a legal name from the aliases, because companies file under it. */
function issuerNames(trackedCompany: TrackedCompany): string[] {
  const legal = trackedCompany.aliases.filter((alias) => spokenName(alias) !== alias.trim()).slice(0, 1)
  const named = [...searchedNames(trackedCompany), ...legal].map((name): [string, string] => [nameKey(name), name])
  return [...new Map(named.toReversed()).values()].toReversed()
}

const cikOf = ({ facts }: TrackedCompany) => plainCik(facts.find(({ kind }) => kind === 'cik')?.value)

const rememberedCik = ({ notes }: Memory) => plainCik(notes?.cik)

const plainCik = (value: unknown) => /^0*([1-9]\d{0,9})$/.exec(typeof value === 'string' ? value : '')?.[1] ?? null

/** The SEC temporarily responds with 403 to clients that exceed its rate limit. */
const refusedBySec = (answer: Fetched, memory: Memory, now: Date) =>
  refusedResult(answer.status === 403 ? { ...answer, status: 429 } : answer, memory, now)

/** What a filing's document says about its issuer. */
type Said = { website: string; isFund: boolean }

type Reading = Pick<SecRequest, 'fetch' | 'origin' | 'now' | 'userAgent'> & {
  isOwn: (filing: Filing, document: Said) => boolean
}

const NOTHING_SAID: Said = { website: '', isFund: false }

/** A filing whose document can't be read is returned without it and retried next time. */
async function readFilings(filings: Filing[], memory: Memory, reading: Reading): Promise<SourceResult> {
  const seen = textsIn(memory.notes?.seen, MAX_SEEN)
  const fresh = filings.filter(({ accession }) => !seen.includes(accession))
  const [documented, plain] = [fresh.filter(hasDocument), fresh.filter((filing) => !hasDocument(filing))]
  const listed = plain.slice(0, MAX_REPORTS)
  const read = listed.map(({ accession }) => accession)
  const own = listed.filter((filing) => reading.isOwn(filing, NOTHING_SAID))
  const results = [
    goodResult(
      own.map((filing) => formItem(filing, reading.origin)),
      memory,
    ),
  ]
  for (const filing of documented.slice(0, MAX_DOCUMENTS)) {
    if (results.at(-1)?.state === 'throttled') break
    const { result, isSettled } = await readDocument(filing, memory, reading)
    if (isSettled) read.push(filing.accession)
    results.push(result)
  }
  const notes = { ...memory.notes, seen: [...read, ...seen].slice(0, MAX_SEEN) }
  const joined = mergedResult(results, { ...memory, notes })
  const hasFailed = joined.state !== 'ok' && joined.state !== 'empty'
  return hasFailed ? { ...joined, state: 'partial' } : joined
}

const hasDocument = ({ form }: Filing) => isFormD(form) || isFormC(form)

async function readDocument(filing: Filing, memory: Memory, { fetch, origin, now, userAgent, isOwn }: Reading) {
  const bare = () => (isFormD(filing.form) ? filingItem(filing, null, origin) : formItem(filing, origin))
  const withoutIt = (): FoundItem[] => (isOwn(filing, NOTHING_SAID) ? [bare()] : [])
  try {
    const answer = await fetch({ url: documentAddress(filing, origin), accept: 'application/xml', userAgent })
    const refused = refusedBySec(answer, memory, now)
    // Paper and old filings never get such a document, so there's nothing to retry.
    if (refused && refused.state !== 'never-found')
      return { result: { ...refused, items: withoutIt() }, isSettled: false }
    const items = refused ? withoutIt() : itemsOf(filing, answer, { origin, isOwn, withoutIt })
    return { result: goodResult(items, memory), isSettled: true }
  } catch (error) {
    return { result: { ...errorResult(error, memory), items: withoutIt() }, isSettled: false }
  }
}

function itemsOf(
  filing: Filing,
  { bytes, headers }: Fetched,
  { origin, isOwn, withoutIt }: Pick<Reading, 'origin' | 'isOwn'> & { withoutIt: () => FoundItem[] },
): FoundItem[] {
  const offering = isFormD(filing.form) ? parseFormD(bytes, headers['content-type']) : null
  const crowd = isFormC(filing.form) ? parseFormC(bytes, headers['content-type']) : null
  if (!isOwn(filing, { website: crowd?.website ?? '', isFund: offering?.isFund === true })) return []
  return offering ? [filingItem(filing, offering, origin)] : crowd ? [crowdItem(filing, crowd, origin)] : withoutIt()
}
