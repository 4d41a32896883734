import { BlockList, isIP, isIPv6 } from 'node:net'
import { FetchError } from './fetch-error.ts'

/** The operator's exemptions from the private-address and port rules. */
export type FetchAllow = {
  /** Listed for this port or for all ports. */
  hasHost: (hostname: string, port: number) => boolean
  hasAddress: (address: string) => boolean
  hasNetworks: boolean
}

/** Errors are worded for the operator and don't quote any value. */
export function parseFetchAllow(list: string): FetchAllow {
  const hosts = new Set<string>()
  const networks = new BlockList()
  const entries = list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean)
  for (const [index, entry] of entries.entries()) {
    const isKnown = entry.includes('/') ? addNetwork(networks, entry) : addHost(hosts, entry)
    if (!isKnown) throw new Error(`entry ${index + 1} is not a host, host:port or CIDR range`)
  }
  return {
    hasHost: (hostname, port) => hosts.has(hostname) || hosts.has(`${hostname} ${port}`),
    hasAddress: (address) => networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
    hasNetworks: networks.rules.length > 0,
  }
}

function addNetwork(networks: BlockList, entry: string): boolean {
  const [address = '', bits = '', ...rest] = entry.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) return false
  networks.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  return true
}

function addHost(hosts: Set<string>, entry: string): boolean {
  const [, bracketed, plain = '', port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(entry) ?? []
  const written = isIPv6(entry) ? entry : (bracketed ?? plain)
  const hostname = canonical(written)
  if (hostname === null || (port !== undefined && !isPort(Number(port)))) return false
  hosts.add(port === undefined ? hostname : `${hostname} ${Number(port)}`)
  return true
}

/** Both sides of the comparison must have the form that the URL parser produces. */
function canonical(written: string): string | null {
  const host = isIPv6(written) ? `[${written}]` : written
  if (!/^[^\s/?#@\\:]+$/.test(written) && !isIPv6(written)) return null
  if (!URL.canParse(`http://${host}/`)) return null
  return new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') || null
}

const isPort = (port: number) => port >= 1 && port <= 65_535

/** Global unicast, and not in any special-purpose range. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  // A zone ID names a local interface.
  if (family === 0 || address.includes('%')) return false
  if (family === 4) return !SPECIAL_V4.check(address, 'ipv4')
  const embedded = translatedV4(address)
  if (embedded) return !SPECIAL_V4.check(embedded, 'ipv4')
  return GLOBAL_UNICAST_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6')
}

/** The IPv4 address inside a mapped or NAT64 address. */
function translatedV4(address: string): string | null {
  if (!TRANSLATED.check(address, 'ipv6')) return null
  // The URL parser writes IPv6 in hexadecimal groups; the last two are the IPv4 address.
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':').slice(-2)
  const [high = 0, low = 0] = groups.map((group) => (group === '' ? 0 : Number.parseInt(group, 16)))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The whole IANA special-purpose registry, even ranges it calls reachable: no website is hosted there. */
const SPECIAL_V4 = rangesOf('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, and metadata services of some clouds
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's host agent, although the address is not in the registry
  '169.254.0.0/16', // link-local, and metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
])

/** Excludes loopback, compatible, site-local, link-local, unique local, multicast and unassigned addresses. */
const GLOBAL_UNICAST_V6 = rangesOf('ipv6', ['2000::/3'])

const SPECIAL_V6 = rangesOf('ipv6', [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which a relay would deliver to any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
])

const TRANSLATED = rangesOf('ipv6', ['::ffff:0:0/96', '64:ff9b::/96'])

function rangesOf(family: 'ipv4' | 'ipv6', ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

export type Target = {
  /** Canonical, without a fragment. */
  url: URL
  /** Lowercase, without brackets or a trailing dot. */
  hostname: string
  port: number
  rule: AddressRule
}

/**
 * `listed` accepts any address, because the operator listed the host; `public` accepts public addresses and allowed
 * ranges; `range` accepts only allowed ranges.
 */
export type AddressRule = 'listed' | 'public' | 'range'

/** More than servers accept. */
const MAX_LENGTH = 8192

/** Names that resolve only inside a machine or a local network. */
const INNER_NAME = /(^|\.)(localhost|local|internal|intranet|localdomain|lan|home|corp|private|home\.arpa|onion)$/

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))+$/

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

export function ruleFor(hostname: string, port: number, allow: FetchAllow): AddressRule {
  if (allow.hasHost(hostname, port)) return 'listed'
  const isUsualPort = port === 80 || port === 443
  if (!isUsualPort && !allow.hasNetworks) throw refused(hostname, `port ${port}`)
  const rule = isUsualPort ? 'public' : 'range'
  if (isIP(hostname)) checkAddresses(hostname, [hostname], rule, allow)
  else if (INNER_NAME.test(hostname) || !NAME.test(hostname)) throw refused(hostname, 'inner name')
  return rule
}

/** Rejects the whole set if one address is not allowed: no legitimate name has one. */
export function checkAddresses(hostname: string, addresses: string[], rule: AddressRule, allow: FetchAllow) {
  if (rule === 'listed') return
  for (const address of addresses) {
    const isAllowed = (rule === 'public' && isPublicAddress(address)) || allow.hasAddress(address)
    if (!isAllowed) throw refused(hostname, `address ${address}`)
  }
}

function parse(written: string, base?: URL): URL {
  if (written.length > MAX_LENGTH) throw bad('too long')
  // The URL parser tolerates these, but other parsers see a different host.
  if (/[\0-\x1f\x7f]/.test(written.trim()) || /^[^?#]*\\/.test(written)) throw bad('ambiguous characters')
  const url = URL.parse(written, base?.href)
  if (url === null) throw bad('unreadable')
  return url
}

const bad = (detail: string) => new FetchError('bad-address', { detail })

const refused = (hostname: string, why: string) => new FetchError('refused-address', { host: hostname, detail: why })
