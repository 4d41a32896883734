import { attributesOf } from './markup.ts'

/** By the beginning of the namespace's address; the names of RSS and Atom go without a prefix. */
const NAMESPACES: [address: string, prefix: string][] = [
  ['http://www.w3.org/2005/atom', ''],
  ['http://purl.org/atom/ns#', ''],
  ['http://example.com/newformat#', ''],
  ['http://purl.org/rss/1.0/modules/content', 'content:'],
  ['http://purl.org/rss/1.0/modules/', 'other:'],
  ['http://purl.org/rss/1.0/', ''],
  ['http://my.netscape.com/rdf/simple/0.9', ''],
  ['http://channel.netscape.com/rdf/simple/0.9', ''],
  ['http://backend.userland.com/', ''],
  ['http://blogs.law.harvard.edu/tech/rss', ''],
  ['http://cyber.law.harvard.edu/rss', ''],
  ['http://purl.org/net/rss1.1', ''],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf:'],
  ['http://purl.org/dc/terms', 'dcterms:'],
  ['http://purl.org/dc/elements/', 'dc:'],
  ['http://search.yahoo.com/mrss', 'media:'],
  ['http://rssnamespace.org/feedburner', 'feedburner:'],
  ['http://www.w3.org/1999/xhtml', 'xhtml:'],
]
const UNDECLARED = new Map([
  ['atom', ''],
  ['atom10', ''],
  ['rss', ''],
  ['rdf', 'rdf:'],
  ['dc', 'dc:'],
  ['dcterms', 'dcterms:'],
  ['content', 'content:'],
  ['feedburner', 'feedburner:'],
  ['xhtml', 'xhtml:'],
  ['media', 'media:'],
])
const MAX_KNOWN = 1000

/** Names of elements by namespace instead of by the prefix that a feed happens to use, in lower case. */
export function createElementNames(text: string) {
  const prefixes = new Map(UNDECLARED)
  const known = new Map<string, string>()

  return {
    /** To be called with each tag's attributes before its name is asked for. */
    declare(from: number, to: number) {
      if (!text.slice(from, to).includes('xmlns:')) return
      for (const [name, value] of attributesOf(text, from, to)) {
        if (!name.startsWith('xmlns:') || prefixes.size > MAX_KNOWN) continue
        const address = value.trim().toLowerCase()
        const prefix = NAMESPACES.find(([start]) => address.startsWith(start))?.[1] ?? 'other:'
        prefixes.set(name.slice(6), prefix)
        known.clear()
      }
    },
    nameOf(written: string): string {
      const found = known.get(written)
      if (found !== undefined) return found
      const lower = written.toLowerCase()
      const colon = lower.indexOf(':')
      const name =
        colon < 0 ? lower : (prefixes.get(lower.slice(0, colon)) ?? 'other:') + lower.slice(colon + 1)
      if (known.size < MAX_KNOWN) known.set(written, name)
      return name
    },
  }
}
