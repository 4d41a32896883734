import { DAY_MS } from '#domain/time.ts'
import { isRecord, line, readJson, recordsIn, type JsonRecord } from '../formats/fields.ts'
import { isOwnAddress, siteOf } from '../site/site.ts'
import type { FoundFact } from './company-site/discovery.ts'
import { badResult, errorResult, goodResult, refusedResult, unreadableResult } from './poll-result.ts'
import { searchedNames, spokenName } from './search-names.ts'
import type { Memory, PollRequest, PollResult, TrackedCompany } from './source.ts'

export const WIKIDATA = 'https://www.wikidata.org'

const MAX_CANDIDATES = 7
const MAX_NAMES = 8
const MAX_PEOPLE = 5
/** Identities seldom change. */
const AGAIN_MS = 30 * DAY_MS
const ID = /^Q[1-9]\d{0,11}$/
const [WEBSITE, OFFICIAL_NAME, FOUNDER, CEO, CIK] = ['P856', 'P1448', 'P112', 'P169', 'P5531']

type WikidataRequest = PollRequest & { origin: string; userAgent: string }
type Answer = JsonRecord | PollResult

/** Returns names, people and the SEC number from the entry whose website is the company's, but no news. */
export async function pollWikidata(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: WikidataRequest,
): Promise<PollResult> {
  const again = new Date(request.now.getTime() + AGAIN_MS)
  const [name = ''] = searchedNames(trackedCompany)
  if (siteOf(trackedCompany.website ?? trackedCompany.domain ?? '') === null || name === '')
    return badResult('unsupported', 'A website is needed to tell the company from its namesakes.', memory, again)
  const ask = (parameters: Record<string, string>) => get(parameters, memory, request)
  const found = await ask({
    action: 'wbsearchentities',
    search: spokenName(name),
    type: 'item',
    language: 'en',
    limit: String(MAX_CANDIDATES),
  })
  if (isResult(found)) return found
  const ids = recordsIn(found.search, MAX_CANDIDATES).flatMap(({ id }) => idIn(id))
  if (!Array.isArray(found.search)) return unreadableResult(memory)
  if (ids.length === 0) return { ...goodResult([], memory), identity: [], retryAt: again }
  const read = await ask({ ...ENTITIES, ids: ids.join('|'), props: 'labels|aliases|claims' })
  if (isResult(read)) return read
  const entity = ids.map((id) => entityIn(read, id)).find((each) => each !== null && isOf(trackedCompany, each))
  if (!entity) return { ...goodResult([], memory), identity: [], retryAt: again }
  const personIds = [FOUNDER, CEO]
    .flatMap((property) => valuesOf(entity, property))
    .flatMap((value) => (isRecord(value) ? idIn(value.id) : []))
  const people =
    personIds.length > 0
      ? await ask({ ...ENTITIES, ids: [...new Set(personIds)].slice(0, MAX_PEOPLE).join('|'), props: 'labels' })
      : {}
  if (isResult(people)) return people
  const foundAt = `${WIKIDATA}/wiki/${String(entity.id)}`
  return { ...goodResult([], memory), identity: factsOf(entity, people, foundAt), retryAt: again }
}

const ENTITIES = { action: 'wbgetentities', languages: 'en' }

async function get(
  parameters: Record<string, string>,
  memory: Memory,
  { fetch, origin, userAgent, now }: WikidataRequest,
): Promise<Answer> {
  try {
    const url = `${origin}/w/api.php?${new URLSearchParams({ ...parameters, format: 'json', maxlag: '5' })}`
    const answer = await fetch({ url, accept: 'application/json', userAgent })
    const read = readJson(answer.bytes)
    return (
      refusedResult(answer, memory, now) ??
      (isRecord(read) && read.error === undefined ? read : unreadableResult(memory))
    )
  } catch (error) {
    return errorResult(error, memory)
  }
}

const isResult = (answer: Answer): answer is PollResult => Array.isArray(answer.items) && 'retryAt' in answer

const idIn = (value: unknown): string[] => (typeof value === 'string' && ID.test(value) ? [value] : [])

function entityIn({ entities }: JsonRecord, id: string): JsonRecord | null {
  const entity = isRecord(entities) ? entities[id] : null
  return isRecord(entity) ? { ...entity, id } : null
}

/** Only current websites count, because a former one may belong to somebody else now. */
const isOf = ({ website, domain }: TrackedCompany, entity: JsonRecord): boolean => {
  const own = siteOf(website ?? domain ?? '')
  return (
    own !== null && valuesOf(entity, WEBSITE).some((value) => typeof value === 'string' && isOwnAddress(own, value))
  )
}

/** Leaves out statements that are deprecated or have ended, but keeps former names and founders. */
function valuesOf({ claims }: JsonRecord, property: string): unknown[] {
  const statements = isRecord(claims) ? recordsIn(claims[property], 20) : []
  return statements.flatMap(({ mainsnak, rank, qualifiers }) => {
    const hasEnded = isRecord(qualifiers) && 'P582' in qualifiers && property !== OFFICIAL_NAME && property !== FOUNDER
    const value = isRecord(mainsnak) && isRecord(mainsnak.datavalue) ? mainsnak.datavalue.value : undefined
    return rank === 'deprecated' || hasEnded || value === undefined ? [] : [value]
  })
}

function factsOf(entity: JsonRecord, people: JsonRecord, foundAt: string): FoundFact[] {
  const { aliases } = entity
  const official = valuesOf(entity, OFFICIAL_NAME).map((value) => (isRecord(value) ? value.text : ''))
  const others = isRecord(aliases) ? recordsIn(aliases.en, MAX_NAMES).map(({ value }) => value) : []
  const names = [labelOf(entity), ...official, ...others].map((name) => line(name, 80)).filter(isSpecific)
  const persons = Object.values(isRecord(people.entities) ? people.entities : {}).flatMap((person) =>
    isRecord(person) ? [line(labelOf(person), 80)] : [],
  )
  const ciks = valuesOf(entity, CIK).flatMap((value) => (/^\d{1,10}$/.test(String(value)) ? [String(value)] : []))
  const facts = (kind: FoundFact['kind'], values: string[], max: number) =>
    [...new Set(values)]
      .filter(Boolean)
      .slice(0, max)
      .map((value) => ({ kind, value, foundAt }))
  return [...facts('name', names, MAX_NAMES), ...facts('person', persons, MAX_PEOPLE), ...facts('cik', ciks, 1)]
}

const labelOf = ({ labels }: JsonRecord) => (isRecord(labels) && isRecord(labels.en) ? labels.en.value : '')

/** Abbreviations and tickers also stand for other companies. */
const isSpecific = (name: string) => name.length >= 5 || name.includes(' ')
