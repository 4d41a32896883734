import type { FactKind } from '../source.ts'
import { ownOrganization } from './known-sites.ts'

export type AccountFact = { kind: FactKind; value: string }

const MAX_EACH = 3
const NOT_AN_ACCOUNT =
  /^(?:about|blog|chat|datasets|docs|enterprise|join|learn|login|models|papers|posts|pricing|search|settings|spaces|tasks|topics)$/i
const MASTODON =
  /^(?:mastodon\.[a-z]+|mstdn\.[a-z]+|mas\.to|social\.[a-z0-9-]+\.[a-z]+|fosstodon\.org|hachyderm\.io|techhub\.social|indieweb\.social|infosec\.exchange|toot\.[a-z]+|[a-z0-9-]+\.masto\.host)$/i

/** Where the account name appears in each service's URLs. */
const READERS: { host: RegExp; kind: FactKind; account: RegExp }[] = [
  { host: /^(?:apps|itunes)\.apple\.com$/, kind: 'app-store', account: /\/app\/(?:[^/]+\/)?(id\d{6,12})$/ },
  { host: /^(?:www\.)?npmjs\.com$/, kind: 'npm', account: /^\/package\/((?:@[\w.-]+\/)?[\w.-]+)/ },
  { host: /^pypi\.org$/, kind: 'pypi', account: /^\/project\/([\w.-]+)/ },
  { host: /^crates\.io$/, kind: 'crates', account: /^\/crates\/([\w-]+)/ },
  { host: /^huggingface\.co$/, kind: 'huggingface', account: /^\/(?:spaces\/|datasets\/)?([\w.-]+)/ },
  { host: /^bsky\.app$/, kind: 'bluesky', account: /^\/profile\/([a-z0-9][a-z0-9.-]*\.[a-z]{2,})\/?$/i },
  { host: MASTODON, kind: 'mastodon', account: /^\/@(\w{1,60})\/?$/ },
]
const LIKELY = /\.apple\.com\/|npmjs\.com\/|pypi\.org\/|crates\.io\/|huggingface\.co\/|bsky\.app\/|\/@/
/** A company has a single account on each of these; on the others it may have several. */
const SINGLE = new Set<FactKind>(['huggingface', 'bluesky', 'mastodon'])

/** Accounts on other services that a page links to. */
export function linkedAccounts(addresses: string[], siteName: string, mayBeTheOnly: boolean): AccountFact[] {
  const found = new Map<FactKind, Map<string, string>>()
  for (const address of addresses.filter((each) => LIKELY.test(each))) {
    const url = URL.parse(address)
    const reader = url && READERS.find(({ host }) => host.test(url.hostname))
    const account = reader?.account.exec(url?.pathname ?? '')?.[1]
    if (!url || !reader || !account || NOT_AN_ACCOUNT.test(account)) continue
    const value = reader.kind === 'mastodon' ? `${url.hostname}/@${account}` : account
    const known = found.get(reader.kind) ?? new Map<string, string>()
    found.set(reader.kind, known.set(account, value))
  }
  return [...found].flatMap(([kind, values]) => {
    const own = SINGLE.has(kind) ? ownOrganization([...values.keys()], siteName, mayBeTheOnly) : null
    const chosen = SINGLE.has(kind) ? (own === null ? [] : [own]) : [...values.keys()].slice(0, MAX_EACH)
    return chosen.flatMap((name) => values.get(name) ?? []).map((value) => ({ kind, value }))
  })
}
