import { parseFeed } from '../../formats/feed/parse-feed.ts'
import { errorResult, goodResult, mergedResult, refusedResult, unreadableResult } from '../poll-result.ts'
import type { Memory, PollRequest, SourceResult, TrackedCompany } from '../source.ts'
import {
  isRecord,
  readJson,
  recordsIn,
  textsIn,
  type JsonRecord,
  line,
  believable,
  writtenDate,
} from '../../formats/fields.ts'
import { namesOf, phrase } from '../search-names.ts'
import type { Fetched } from '../../../platform/fetch/fetch.ts'
import { nameKey } from '#domain/companies/company-key.ts'
import { parseFormD, documentAddress, filingItem, type Filing } from './form-d.ts'

export const SEC = 'https://www.sec.gov'
export const SEC_SEARCH = 'https://efts.sec.gov'

const MAX_DOCUMENTS = 10
const MAX_SEEN = 200
const FIRST_POLL_MS = 2 * 365 * 24 * 60 * 60_000

type SecRequest = PollRequest & {
  origin: string
  searchOrigin: string
  /** "Name address": the SEC refuses requests without an email address. */
  userAgent: string
}

/** By CIK where known, else by name. */
export async function pollSec(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: SecRequest,
): Promise<SourceResult> {
  try {
    const answer = await request.fetch({
      url: secSearchRequest(trackedCompany, request),
      accept: 'application/json',
      userAgent: request.userAgent,
    })
    const refused = refusedBySec(answer, memory, request.now)
    if (refused) return refused
    const filings = parseSecSearch(answer.bytes, request.now)
    if (!filings) return unreadableResult(memory)
    const names = new Set(namesOf(trackedCompany))
    const cik = cikOf(trackedCompany)
    // A full-text search also finds filings that merely mention the company.
    const own = filings.filter((filing) => (cik ? filing.cik === cik : names.has(nameKey(filing.issuer))))
    return await readDocuments(own, memory, { ...request, isFundMeant: cik !== null })
  } catch (error) {
    return errorResult(error, memory)
  }
}

export async function pollCurrentSec(
  memory: Memory,
  request: Omit<SecRequest, 'searchOrigin'> & { isTracked: (name: string) => boolean },
): Promise<SourceResult> {
  try {
    const answer = await request.fetch({
      url: secCurrentRequest(request.origin),
      accept: 'application/atom+xml',
      userAgent: request.userAgent,
    })
    const refused = refusedBySec(answer, memory, request.now)
    if (refused) return refused
    const filings = parseSecCurrent(answer.bytes, answer.headers['content-type'], request.now)
    if (!filings) return unreadableResult(memory)
    return await readDocuments(
      filings.filter(({ issuer }) => request.isTracked(issuer)),
      memory,
      { ...request, isFundMeant: false },
    )
  } catch (error) {
    return errorResult(error, memory)
  }
}

export const secCurrentRequest = (origin: string): string =>
  `${origin}/cgi-bin/browse-edgar?action=getcurrent&type=D&count=100&start=0&output=atom`

export function secSearchRequest(
  trackedCompany: TrackedCompany,
  { searchOrigin, now }: Pick<SecRequest, 'searchOrigin' | 'now'>,
): string {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const cik = cikOf(trackedCompany)
  return `${searchOrigin}/LATEST/search-index?${new URLSearchParams({
    ...(cik ? { ciks: cik.padStart(10, '0') } : { q: phrase(trackedCompany.name) }),
    forms: 'D',
    dateRange: 'custom',
    startdt: day(now.getTime() - FIRST_POLL_MS),
    enddt: day(now.getTime()),
  })}`
}

const cikOf = ({ facts }: TrackedCompany) =>
  /^0*([1-9]\d{0,9})$/.exec(facts.find(({ kind }) => kind === 'cik')?.value ?? '')?.[1] ?? null

/** The SEC answers 403 to clients above its limit, for a while. */
const refusedBySec = (answer: Fetched, memory: Memory, now: Date) =>
  refusedResult(answer.status === 403 ? { ...answer, status: 429 } : answer, memory, now)

/** A filing whose document cannot be read is returned without it, and read the next time. */
async function readDocuments(
  filings: Filing[],
  memory: Memory,
  { fetch, origin, now, userAgent, isFundMeant }: Omit<SecRequest, 'searchOrigin'> & { isFundMeant: boolean },
): Promise<SourceResult> {
  const seen = textsIn(memory.notes?.seen, MAX_SEEN)
  const fresh = filings.filter(({ accession }) => !seen.includes(accession)).slice(0, MAX_DOCUMENTS)
  const read: string[] = []
  const results: SourceResult[] = []
  for (const filing of fresh) {
    if (results.at(-1)?.state === 'throttled') break
    try {
      const answer = await fetch({
        url: documentAddress(filing, origin),
        accept: 'application/xml',
        userAgent,
      })
      const refused = refusedBySec(answer, memory, now)
      // Paper and old filings never get such a document.
      const isSettled = !refused || refused.state === 'never-found'
      const document = refused ? null : parseFormD(answer.bytes, answer.headers['content-type'])
      // Many funds are named after what they invest in.
      const isNamesake = document?.isFund === true && !isFundMeant
      const items = isNamesake ? [] : [filingItem(filing, document, origin)]
      if (isSettled) read.push(filing.accession)
      results.push(isSettled ? goodResult(items, memory) : { ...refused, items })
    } catch (error) {
      results.push({ ...errorResult(error, memory), items: [filingItem(filing, null, origin)] })
    }
  }
  const notes = { seen: [...read, ...seen].slice(0, MAX_SEEN) }
  const joined = mergedResult(results, { ...memory, notes })
  const hasFailed = joined.state !== 'ok' && joined.state !== 'empty'
  return hasFailed ? { ...joined, state: 'partial' } : joined
}

export function parseSecSearch(bytes: Buffer, now: Date): Filing[] | null {
  const answer = readJson(bytes)
  const hits = isRecord(answer) && isRecord(answer.hits) ? answer.hits.hits : undefined
  if (!Array.isArray(hits)) return null
  const filings = recordsIn(hits, 200).flatMap((hit) => toFiling(hit, now))
  return [...new Map(filings.map((filing) => [filing.accession, filing])).values()]
}

function toFiling({ _id, _source }: JsonRecord, now: Date): Filing[] {
  if (!isRecord(_source)) return []
  const accession = ACCESSION.exec(String(_source.adsh ?? _id))?.[0]
  const [shown = ''] = textsIn(_source.display_names, 1)
  const [, issuer, number] = /^(.*?)\s+\(CIK\s+(\d{1,10})\)/.exec(line(shown)) ?? []
  const cik = (textsIn(_source.ciks, 1)[0] ?? number ?? '').replace(/^0+/, '')
  const form = line(_source.form ?? _source.file_type, 10)
  if (!accession || !/^\d{1,10}$/.test(cik) || !issuer || !/^D(?:\/A)?$/.test(form)) return []
  return [{ issuer: withoutTicker(issuer), cik, accession, form, ...writtenDate(_source.file_date, now) }]
}

const ACCESSION = /\d{10}-\d{2}-\d{6}/

/** "Name (TICK, TICK-W)" */
const withoutTicker = (name: string) => name.replace(/\s+\([A-Z0-9., -]{1,60}\)$/, '')

export function parseSecCurrent(bytes: Buffer, contentType: string | undefined, now: Date): Filing[] | null {
  const feed = parseFeed(bytes, contentType ?? null, SEC)
  if (feed?.kind !== 'atom' || feed.isCut) return null
  return feed.items.flatMap((entry) => {
    const [, form, issuer = '', cik = ''] = TITLE.exec(entry.title) ?? []
    const accession = ACCESSION.exec(`${entry.url} ${entry.text}`)?.[0]
    if (!form || !accession) return []
    const { publishedAt, precision } = believable(entry, now)
    return [{ form, issuer, cik: cik.replace(/^0+/, ''), accession, publishedAt, precision }]
  })
}

/** "D/A - Name (0001234567) (Filer)" */
const TITLE = /^(D(?:\/A)?) - (.{1,300}) \((\d{10})\) \(/
