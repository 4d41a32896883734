import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

export type FindPeer = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

/**
 * The rightmost hop that is not a trusted proxy. Forwarded headers count only from a trusted proxy, because anyone can
 * forge them.
 */
export function createFindPeer(trusted: string[]): FindPeer {
  const proxies = proxyList(trusted)
  return (socketAddress, forwardedFor) => {
    let peer = normal(socketAddress ?? '')
    if (!forwardedFor || !isTrusted(proxies, peer)) return peer
    const hops = forwardedFor.split(',').map((hop) => normal(hop.trim()))
    while (hops.length > 0 && isTrusted(proxies, peer)) {
      const next = hops.pop() ?? ''
      if (!isIP(next)) break
      peer = next
    }
    return peer
  }
}

/** One IPv4 address or one IPv6 /64, which is what a subscriber gets. */
export function budgetHolder(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = address.includes('::')
    ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
    : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Checks for an IP address, because `127.0.0.1.example.com` is a host name. */
export const isLoopback = (address: string): boolean =>
  (isIPv4(address) && address.startsWith('127.')) || address === '::1'

export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name)
}

const FORWARDED = /^(?:x-forwarded-.+|x-real-ip|forwarded|via)$/i

/** Behind a local proxy, every request comes from loopback, and only the proxy's headers reveal that. */
export const isForwarded = (headers: Headers): boolean => [...headers.keys()].some((name) => FORWARDED.test(name))

export function proxyList(entries: string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

export function isTrusted(proxies: BlockList, address: string): boolean {
  return isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

export const normal = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
