import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import type { FetchAllow } from './allow.ts'
import { FetchError } from './fetch-error.ts'

export type Target = {
  /** As it is fetched: canonical, without fragment. */
  url: URL
  /** Lower case, without brackets and final dot. */
  hostname: string
  port: number
  /** Which addresses may be dialled for it. */
  rule: AddressRule
}

/** `listed`: the operator named the host, so any; `public`: those of the internet, or in a range the operator named; `range`: only the latter. */
export type AddressRule = 'listed' | 'public' | 'range'

/** Longer than what servers take, and what an honest link needs. */
const MAX_LENGTH = 8192

/** Names that mean something only inside a machine, a house or an office. */
const INNER_NAME =
  /(^|\.)(localhost|local|internal|intranet|localdomain|lan|home|corp|private|home\.arpa|onion)$/

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))+$/

/** An address as somebody wrote it, or as a redirect gave it, made into what may be fetched; throws otherwise. */
export function checkTarget(written: string, allow: FetchAllow, base?: URL): Target {
  const url = parse(written, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw bad(`scheme ${url.protocol}`)
  url.hash = ''
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (hostname === '') throw bad('no host')
  if (url.hostname.endsWith('.')) url.hostname = hostname
  if (url.username !== '' || url.password !== '') throw refused(hostname, 'userinfo')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return { url, hostname, port, rule: ruleFor(hostname, port, allow) }
}

/** Which addresses may be dialled for a host and port; throws when none may. */
export function ruleFor(hostname: string, port: number, allow: FetchAllow): AddressRule {
  if (allow.hasHost(hostname, port)) return 'listed'
  const isUsualPort = port === 80 || port === 443
  if (!isUsualPort && !allow.hasNetworks) throw refused(hostname, `port ${port}`)
  const rule = isUsualPort ? 'public' : 'range'
  if (isIP(hostname)) checkAddresses(hostname, [hostname], rule, allow)
  else if (INNER_NAME.test(hostname) || !NAME.test(hostname)) throw refused(hostname, 'inner name')
  return rule
}

/** Refuses the whole set when one of its addresses may not be dialled: an honest name has no such neighbour. */
export function checkAddresses(hostname: string, addresses: string[], rule: AddressRule, allow: FetchAllow) {
  if (rule === 'listed') return
  for (const address of addresses) {
    const isAllowed = (rule === 'public' && isPublicAddress(address)) || allow.hasAddress(address)
    if (!isAllowed) throw refused(hostname, `address ${address}`)
  }
}

function parse(written: string, base?: URL): URL {
  if (written.length > MAX_LENGTH) throw bad('too long')
  // The URL parser forgives these, but other readers of the same text see another host in it.
  if (/[\0-\x1f\x7f]/.test(written.trim()) || /^[^?#]*\\/.test(written)) throw bad('ambiguous characters')
  const url = URL.parse(written, base?.href)
  if (url === null) throw bad('unreadable')
  return url
}

const bad = (detail: string) => new FetchError('bad-address', { detail })

const refused = (hostname: string, why: string) =>
  new FetchError('refused-address', { host: hostname, detail: why })
