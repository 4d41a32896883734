import { oneLine } from '../feed/plain-text.ts'
import { isRecord } from '../ingest/json-shape.ts'
import { isOwnAddress, type Site } from '../../curate/site/site.ts'

export type StructuredData = {
  names: string[]
  descriptions: string[]
  people: string[]
  places: string[]
  profiles: string[]
  siteName: string | null
}

const MAX_NODES = 5000
const MAX_DEPTH = 20
const MAX_EACH = 20
const ORGANISATION = /(?:^|\/)(?:\w{0,40}Organization|Corporation|\w{0,40}Business|Brand|OnlineStore)$/

/** What a site says of its company in JSON-LD. Other organisations that it mentions, on sites of their own, are left out. */
export function readStructuredData(scripts: string[], pageUrl: string, site: Site | null): StructuredData {
  const names = new Set<string>()
  const descriptions = new Set<string>()
  const people = new Set<string>()
  const places = new Set<string>()
  const profiles = new Set<string>()
  let siteName: string | null = null
  let nodes = 0

  const readOrganisation = (node: Record<string, unknown>) => {
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
    if (types.some((type) => ORGANISATION.test(type)) && isOwn(value, pageUrl, site)) readOrganisation(value)
    if (types.includes('WebSite') && typeof value.name === 'string')
      siteName ??= oneLine(value.name, 200) || null
    for (const key of Object.keys(value)) if (!FOREIGN.has(key)) walk(value[key], depth + 1)
  }

  for (const script of scripts) walk(parsed(script), 0)
  return {
    names: [...names],
    descriptions: [...descriptions],
    people: [...people],
    places: [...places],
    profiles: [...profiles],
    siteName,
  }
}

/** Where organisations stand that are not the one whose site this is. */
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

/** Below a path of somebody else's host, one that does not say where it is may be the host's. */
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
