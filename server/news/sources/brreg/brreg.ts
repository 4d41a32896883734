import { nameKey } from '#domain/companies/company-key.ts'
import { DAY_MS } from '#domain/time.ts'
import { isRecord, line, readJson, recordsIn, writtenDate, type JsonRecord } from '../../formats/fields.ts'
import { questionOf, unambiguous, type Candidate } from '../companies-house/register-entry.ts'
import { badResult, errorResult, goodResult, refusedResult, unreadableResult } from '../poll-result.ts'
import { foundNames, searchedNames, spokenName } from '../search-names.ts'
import { isTheirs } from '../accounts/ownership.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, PollRequest, PollResult, TrackedCompany } from '../source.ts'
import { changedPeople, endsIn, peopleIn, type People } from './entry-items.ts'

export const BRREG = 'https://data.brreg.no'
const PAGES = 'https://virksomhet.brreg.no/nb/oppslag/enheter'
const ENTRIES = '/enhetsregisteret/api/enheter'

const DAY_S = DAY_MS / 1000
const SEARCH_AGAIN_MS = 30 * DAY_MS
const MAX_FOUND = 20
const NUMBER = /^\d{9}$/

type Asking = PollRequest & { origin: string; memory: Memory }
type Answer = { read: JsonRecord } | { result: PollResult }

/** Norway's register of companies: bankruptcies, dissolutions, and who leads a company. */
export async function pollBrreg(company: TrackedCompany, memory: Memory, request: PollRequest & { origin: string }) {
  const asking = { ...request, memory }
  const known = numberIn(memory.notes?.number)
  const number = known ?? (await findEntry(company, asking))
  return typeof number === 'string' ? readEntry(number, company.name, asking) : number
}

async function findEntry(company: TrackedCompany, asking: Asking): Promise<string | PollResult> {
  const { memory, now } = asking
  const [name = ''] = searchedNames(company)
  if (name === '') return badResult('unsupported', null, memory)
  const parameters = new URLSearchParams({ navn: spokenName(name), size: String(MAX_FOUND) })
  const found = await ask(`${ENTRIES}?${parameters}`, asking)
  if ('result' in found) return found.result
  const embedded = isRecord(found.read._embedded) ? found.read._embedded : {}
  const entries = recordsIn(embedded.enheter, MAX_FOUND).flatMap((entry) => candidateIn(entry, company))
  const own = entries.filter(({ isOwnSite }) => isOwnSite)
  const number = own.length === 1 ? own[0]?.number : unambiguous(entries, company)
  if (number) return number
  const again = new Date(now.getTime() + SEARCH_AGAIN_MS)
  return entries.length === 0
    ? badResult('never-found', NOT_LISTED, memory, again)
    : badResult('unsupported', questionOf(entries, PAGES), memory, again)
}

function candidateIn(entry: JsonRecord, company: TrackedCompany): (Candidate & { isOwnSite: boolean })[] {
  const number = numberIn(entry.organisasjonsnummer)
  const name = line(entry.navn, 160)
  if (number === null || !foundNames(company).includes(nameKey(name))) return []
  const { forretningsadresse: address, hjemmeside: site } = entry
  const place = isRecord(address) ? line(address.poststed, 80) : ''
  return [{ number, name, place, isOwnSite: isTheirs(company, [withScheme(line(site, 200))]) }]
}

const withScheme = (site: string) => (site === '' || /^https?:/i.test(site) ? site : `https://${site}`)

/** The entry that an owner named for their company. */
export const brregNumberOfPage = (url: string): string | null =>
  url.startsWith(`${PAGES}/`) ? numberIn(url.slice(PAGES.length + 1).replace(/[/?#].*$/, '')) : null

export async function readEntry(number: string, name: string | null, asking: Asking): Promise<PollResult> {
  const { memory, now } = asking
  const found = await ask(`${ENTRIES}/${number}`, asking)
  if ('result' in found) return found.result
  // Somebody else's entry must not become this company's news, whatever the service answers.
  if (numberIn(found.read.organisasjonsnummer) !== number) return unreadableResult(memory)
  const roles = await ask(`${ENTRIES}/${number}/roller`, asking)
  if ('result' in roles && roles.result.state !== 'never-found') return roles.result
  const people = 'read' in roles ? peopleIn(roles.read) : []
  const company = name ?? line(found.read.navn, 160)
  const day = now.toISOString().slice(0, 10)
  const said = [
    ...endsIn(found.read, company),
    ...changedPeople(knownPeople(memory), people, company).map((each) => ({ ...each, day })),
  ]
  const items = said.flatMap(({ page, title, facts, day: on }): FoundItem[] => {
    const dated = writtenDate(on, now)
    if (dated.publishedAt === null || now.getTime() - dated.publishedAt.getTime() > RECENT_MS) return []
    const text = `${title}, according to the register of companies of Norway.`
    const url = `${PAGES}/${number}#${encodeURIComponent(`${page}-${on}`)}`
    const fixed = { publisher: 'Brønnøysund Register Centre', language: 'en', kind: 'filing' as const }
    return [{ url, title, text, ...dated, ...fixed, facts: { ...facts, number }, isWhole: true, isAnchored: true }]
  })
  const notes = { ...memory.notes, number, people }
  const retryAt = new Date(now.getTime() + DAY_MS)
  return { ...goodResult(items, { ...memory, notes }), everySeconds: DAY_S, retryAt }
}

const RECENT_MS = 180 * DAY_MS

const numberIn = (value: unknown): string | null => (NUMBER.test(line(value, 9)) ? line(value, 9) : null)

/** Null before the first look, when nobody is new. */
const knownPeople = ({ notes }: Memory): People[] | null =>
  Array.isArray(notes?.people)
    ? recordsIn(notes.people, 50).map(({ name, role }) => ({ name: line(name, 120), role: line(role, 60) }))
    : null

async function ask(path: string, { fetch, origin, now, memory }: Asking): Promise<Answer> {
  try {
    const response = await fetch({ url: `${origin}${path}`, accept: 'application/json' })
    const refused = refusedResult(response, memory, now, NOT_LISTED)
    if (refused) return { result: refused }
    const read = readJson(response.bytes)
    return isRecord(read) ? { read } : { result: unreadableResult(memory) }
  } catch (error) {
    return { result: errorResult(error, memory) }
  }
}

const NOT_LISTED = 'The register of Norway lists no such company.'
