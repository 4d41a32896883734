import { getDomainWithoutSuffix } from 'tldts'
import { publisherDomain } from '../site/site.ts'
import type { FoundItem } from './found-item.ts'
import { line } from './fields.ts'

type Published = {
  /** The domain if no name is known. */
  publisher: string | null
  /** A subdomain of a shared host, such as a blog's, counts as a domain of its own. */
  domain: string | null
  /** Without the publisher's name at the end. */
  title: string
}

export function publisherOf(
  { url, title, publisher }: Pick<FoundItem, 'url' | 'title' | 'publisher'>,
  feedTitle: string | null = null,
): Published {
  const domain = registrableDomain(url)
  const named = nameIn(publisher) ?? nameIn(feedTitle)
  const names = [named, publisher, feedTitle, domain, siteName(url)].map((name) => plain(name ?? ''))
  return {
    publisher: named ?? domain,
    domain,
    title: withoutPublisher(title, new Set(names.filter(Boolean))),
  }
}

export const registrableDomain = publisherDomain

const SHARED_HOSTS = { allowPrivateDomains: true }

const siteName = (url: string) => getDomainWithoutSuffix(url, SHARED_HOSTS)

/** "Outlet on MSN" and "Outlet » Startups" are Outlet; a URL is not a name. */
function nameIn(name: string | null): string | null {
  const text = line(name ?? '', 120)
    .replace(/ (?:on|via|through) (?:MSN|Yahoo(?: \w+)?|AOL|Apple News|Google News)$/i, '')
    .replace(/\s+(?:»|›|>|\||::|—|–|-)\s.*$/, '')
    .replace(/\s+(?:RSS|Atom)(?:\s+feed)?$/i, '')
  return text === '' || /^https?:/i.test(text) || /^(?:rss|feed|news|blog|home|latest)$/i.test(text) ? null : text
}

const MAX_CUTS = 2

/** Cuts the end only if it names the publisher: "Acme - Beta deal" stays whole. */
function withoutPublisher(title: string, names: Set<string>): string {
  let rest = title
  for (let cuts = 0; cuts < MAX_CUTS; cuts += 1) {
    const at = lastSeparator(rest)
    if (!at || at.start === 0 || !names.has(plain(rest.slice(at.end)))) break
    rest = rest.slice(0, at.start).trimEnd()
  }
  return rest
}

const SEPARATORS = [' - ', ' – ', ' — ', ' | ', ' · ', ' • ', ' » ', ' :: ']

function lastSeparator(title: string): { start: number; end: number } | null {
  const found = SEPARATORS.map((mark) => ({
    start: title.lastIndexOf(mark),
    end: title.lastIndexOf(mark) + mark.length,
  }))
  const last = found.reduce((a, b) => (b.start > a.start ? b : a))
  return last.start < 0 ? null : last
}

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .replace(/^the\s+/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
