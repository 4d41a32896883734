import { nameKey } from '#domain/companies/company-key.ts'
import { isNamedAfter, isProfile } from '#domain/companies/import/values.ts'

/** Kept low, because each request goes to a site that may have nothing to do with the company. */
const MOST_ASKED = 6
const ENDINGS = ['com', 'io', 'ai', 'co']
/** Shorter domains usually belong to somebody else. */
const MIN_LABEL = 4
const MAX_LABEL = 40

/** Likely websites of a company with this name, best first. Empty for names that can't be spelled as a host. */
export function nameDomains(name: string): string[] {
  const words = nameKey(name).split(' ')
  const joined = words.join('')
  if (!/^[a-z0-9]+$/.test(joined) || joined.length < MIN_LABEL || joined.length > MAX_LABEL) return []
  const hyphenated = words.length > 1 ? [`${words.join('-')}.com`] : []
  const hosts = [...ENDINGS.map((ending) => `${joined}.${ending}`), ...hyphenated, `get${joined}.com`]
  return hosts.slice(0, MOST_ASKED).map((host) => `https://${host}/`)
}

const ADDRESS = /\b(?:https?:\/\/)?((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,3}[a-z]{2,12})\b/gi
const MAX_READ = 20_000

/** Websites in the text that are named after the company, without duplicates. */
export function sitesIn(text: string, name: string): string[] {
  const key = nameKey(name)
  const hosts = [...text.slice(0, MAX_READ).matchAll(ADDRESS)].map(([, host = '']) =>
    host.toLowerCase().replace(/^www\./, ''),
  )
  return [...new Set(hosts)]
    .map((host) => `https://${host}/`)
    .filter((website) => isNamedAfter(website, key) && !isProfile(website))
    .slice(0, 3)
}
