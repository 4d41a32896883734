import { oneLine } from '../../formats/html/plain-text.ts'
import { isRecord } from '../../formats/fields.ts'
import { isOwnAddress, type Site } from '../../site/site.ts'
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

/** Separators in a title that says more than the name: "Acme · Payments for everybody". */
const TITLE_PARTS = /\s+[|·•–—-]\s+|:\s+/

/** The name that the site states, or else the part of its title that says the domain or a name somebody typed. */
export function nameOnSite(
  { name, domain, typed = [] }: Pick<TrackedCompany, 'name' | 'domain' | 'typed'>,
  facts: FoundFact[],
): string | null {
  const valuesOf = (kind: FactKind) => facts.flatMap((fact) => (fact.kind === kind ? [fact.value] : []))
  const known = [name, domain?.split('.')[0] ?? '', ...typed].map(letters).filter((text) => text.length > 2)
  const parts = valuesOf('title')
    .slice(0, 1)
    .flatMap((title) => title.split(TITLE_PARTS))
  return (
    [...valuesOf('name'), ...parts.filter((part) => known.includes(letters(part)))]
      .map((value) => value.trim())
      .find(isName) ?? null
  )
}

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Sites put slogans and URLs where their name should be. */
const isName = (value: string) =>
  value.length <= 80 && value.split(' ').length <= 8 && !/^https?:|^home(?:page)?$/i.test(value)
