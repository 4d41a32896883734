import type { Fetched } from '../../platform/fetch/fetch.ts'
import { attributesOf } from '../formats/html/markup.ts'
import { decodeXml } from '../formats/html/plain-text.ts'

export type HubLinks = { hub: string; topic: string }

const MAX_HEAD = 20_000
const MAX_URL = 2000
const FIRST_ENTRY = /<(?:[\w-]{1,20}:)?(?:item|entry)[\s>]/i
const LINK = /<(?:[\w-]{1,20}:)?link\s[^<>]{1,4000}>/gi
const HEADER_LINK = /<([^<>]{1,2000})>\s{0,10};\s{0,10}rel\s{0,5}=\s{0,5}(?:"([^"]{1,100})"|([\w-]{1,100}))/gi

/** The hub that a feed names, in a header or before its first entry, and what the hub calls the feed; null if none. */
export function hubLinksOf({ url, headers, bytes }: Pick<Fetched, 'url' | 'headers' | 'bytes'>): HubLinks | null {
  const named = [...headerLinks(headers.link ?? ''), ...feedLinks(bytes)]
  const find = (rel: string) =>
    named.flatMap((link) => (link.rels.includes(rel) ? (webAddress(link.href, url) ?? []) : []))[0]
  const hub = find('hub')
  return hub === undefined ? null : { hub, topic: find('self') ?? url }
}

type Link = { href: string; rels: string[] }

const relsOf = (text: string) => text.toLowerCase().split(/\s+/)

const headerLinks = (header: string): Link[] =>
  [...header.slice(0, MAX_HEAD).matchAll(HEADER_LINK)].map(([, href = '', quoted, bare = '']) => ({
    href,
    rels: relsOf(quoted ?? bare),
  }))

function feedLinks(bytes: Buffer): Link[] {
  const start = bytes.toString('utf8', 0, MAX_HEAD)
  const head = start.slice(0, start.search(FIRST_ENTRY) >>> 0)
  return [...head.matchAll(LINK)].map(([link]) => {
    const attributes = attributesOf(link, link.search(/\s/), link.length - 1)
    return { href: decodeXml(attributes.get('href') ?? ''), rels: relsOf(attributes.get('rel') ?? '') }
  })
}

function webAddress(href: string, base: string): string | null {
  const url = href.trim() === '' ? null : URL.parse(href.trim(), base)
  return url && /^https?:$/.test(url.protocol) && url.href.length <= MAX_URL ? url.href : null
}
