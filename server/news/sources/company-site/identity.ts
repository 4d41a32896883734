import { oneLine } from '../../formats/html/plain-text.ts'
import { isRecord } from '../../formats/fields.ts'
import { isOwnAddress, type Site } from '../../site/site.ts'
import { BOARDS, type Board } from '../job-boards/board-formats.ts'
import type { FactKind, TrackedCompany } from '../source.ts'
import type { FoundFact } from './discovery.ts'

export type StructuredData = {
  names: string[]
  descriptions: string[]
  people: string[]
  places: string[]
  profiles: string[]
  blogs: string[]
  siteName: string | null
}

const MAX_NODES = 5000
const MAX_DEPTH = 20
const MAX_EACH = 20
const ORGANIZATION = /(?:^|\/)(?:\w{0,40}Organization|Corporation|\w{0,40}Business|Brand|OnlineStore)$/

/** Reads JSON-LD, leaving out other organizations that it mentions, which have sites of their own. */
export function readStructuredData(scripts: string[], pageUrl: string, site: Site | null): StructuredData {
  const names = new Set<string>()
  const descriptions = new Set<string>()
  const people = new Set<string>()
  const places = new Set<string>()
  const profiles = new Set<string>()
  const blogs = new Set<string>()
  let siteName: string | null = null
  let nodes = 0

  const readOrganization = (node: Record<string, unknown>) => {
    for (const key of ['name', 'legalName', 'alternateName']) keep(names, node[key])
    keep(descriptions, node.description)
    for (const key of ['founder', 'founders', 'employee', 'member']) keep(people, personNames(node[key]))
    for (const key of ['address', 'location', 'foundingLocation']) keep(places, list(node[key]).map(placeOf))
    keep(profiles, node.sameAs)
  }

  const walk = (value: unknown, depth: number) => {
    nodes += 1
    if (nodes > MAX_NODES || depth > MAX_DEPTH) return
    if (Array.isArray(value)) {
      for (const each of value) walk(each, depth + 1)
      return
    }
    if (!isRecord(value)) return
    const types = list(value['@type']).filter((type) => typeof type === 'string')
    if (types.some((type) => ORGANIZATION.test(type)) && isOwn(value, pageUrl, site)) readOrganization(value)
    if (types.includes('WebSite') && typeof value.name === 'string') siteName ??= oneLine(value.name, 200) || null
    if (types.includes('Blog')) keep(blogs, value.url ?? value['@id'])
    for (const key of Object.keys(value)) if (!FOREIGN.has(key)) walk(value[key], depth + 1)
  }

  for (const script of scripts) walk(parsed(script), 0)
  return {
    names: [...names],
    descriptions: [...descriptions],
    people: [...people],
    places: [...places],
    profiles: [...profiles],
    blogs: [...blogs],
    siteName,
  }
}

const FOREIGN = new Set([
  'review',
  'reviews',
  'memberOf',
  'worksFor',
  'sponsor',
  'funder',
  'parentOrganization',
  'subOrganization',
  'itemReviewed',
  'hiringOrganization',
  'mentions',
  'affiliation',
  'alumniOf',
  'brand',
  'customer',
  'citation',
])

/** On a path of a shared host, an organization without a URL may be the host itself. */
function isOwn({ url }: Record<string, unknown>, pageUrl: string, site: Site | null): boolean {
  const own = typeof url === 'string' ? URL.parse(url, pageUrl)?.href : undefined
  if (site === null) return own === undefined
  return own === undefined ? site.scope === '' : isOwnAddress(site, own)
}

function keep(kept: Set<string>, value: unknown) {
  for (const each of list(value)) {
    const text = typeof each === 'string' ? oneLine(each, 300) : ''
    if (text !== '' && kept.size < MAX_EACH) kept.add(text)
  }
}

const personNames = (value: unknown): unknown[] =>
  list(value).map((person) => (isRecord(person) ? person.name : person))

function placeOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (!isRecord(value)) return ''
  const address = isRecord(value.address) ? value.address : value
  const country = isRecord(address.addressCountry) ? address.addressCountry.name : address.addressCountry
  return [address.addressLocality, address.addressRegion, country]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ')
}

function parsed(script: string): unknown {
  try {
    return JSON.parse(script)
  } catch {
    return null
  }
}

const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

type CardEntry = { value: string; foundAt: string[] }

export type IdentityCard = {
  title: CardEntry | null
  description: CardEntry | null
  names: CardEntry[]
  people: CardEntry[]
  places: CardEntry[]
  feeds: CardEntry[]
  newsrooms: CardEntry[]
  careers: CardEntry[]
  boards: (CardEntry & { kind: Board })[]
  github: CardEntry | null
  cik: CardEntry | null
}

const MAX_CARD_ENTRIES = 20
/** Separators in a title that says more than the name: "Acme · Payments for everybody". */
const TITLE_PARTS = /\s+[|·•–—-]\s+|:\s+/

export function identityCard(
  trackedCompany: Pick<TrackedCompany, 'name' | 'domain'>,
  facts: FoundFact[],
): IdentityCard {
  const of = (kind: FactKind) => merged(facts.filter((fact) => fact.kind === kind))
  const boards = BOARDS.flatMap((kind) => of(kind).map((entry) => ({ ...entry, kind })))
  const [title = null] = of('title')
  return {
    title,
    description: of('description')[0] ?? null,
    names: merged([...facts.filter(({ kind }) => kind === 'name'), ...nameInTitle(trackedCompany, title)]).filter(
      ({ value }) => isName(value),
    ),
    people: of('person'),
    places: of('place'),
    feeds: of('feed'),
    newsrooms: of('newsroom'),
    careers: of('careers'),
    boards,
    github: of('github')[0] ?? null,
    cik: of('cik')[0] ?? null,
  }
}

/** Case-insensitive; keeps the first spelling. */
function merged(facts: FoundFact[]): CardEntry[] {
  const entries = new Map<string, CardEntry>()
  for (const { value, foundAt } of facts) {
    const key = value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
    const entry = entries.get(key)
    if (!entry) entries.set(key, { value, foundAt: [foundAt] })
    else if (!entry.foundAt.includes(foundAt)) entry.foundAt.push(foundAt)
  }
  return [...entries.values()].slice(0, MAX_CARD_ENTRIES)
}

/** The part of the title that equals the known name or the domain, ignoring case and punctuation. */
function nameInTitle({ name, domain }: Pick<TrackedCompany, 'name' | 'domain'>, title: CardEntry | null): FoundFact[] {
  const known = [letters(name), letters(domain?.split('.')[0] ?? '')].filter((text) => text.length > 2)
  const part = title?.value.split(TITLE_PARTS).find((each) => known.includes(letters(each)))
  return part === undefined || !title
    ? []
    : title.foundAt.map((foundAt) => ({ kind: 'name' as const, value: part.trim(), foundAt }))
}

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Sites put slogans and URLs where their name should be. */
const isName = (value: string) =>
  value.length <= 80 && value.split(' ').length <= 8 && !/^https?:|^home(?:page)?$/i.test(value)
