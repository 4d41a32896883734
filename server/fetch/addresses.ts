import { BlockList, isIP } from 'node:net'

/** Whether an address is one that anybody on the internet may reach: global unicast, and nothing with a special meaning. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  // A zone names an interface of this machine.
  if (family === 0 || address.includes('%')) return false
  if (family === 4) return !SPECIAL_V4.check(address, 'ipv4')
  const embedded = translatedV4(address)
  if (embedded) return !SPECIAL_V4.check(embedded, 'ipv4')
  return GLOBAL_UNICAST_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6')
}

/** The IPv4 destination of an IPv6 address that stands for one: mapped, or through the well-known NAT64 prefix. */
function translatedV4(address: string): string | null {
  if (!TRANSLATED.check(address, 'ipv6')) return null
  // The URL parser writes every IPv6 address in hexadecimal groups; its last two are the IPv4 address.
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':').slice(-2)
  const [high = 0, low = 0] = groups.map((group) => (group === '' ? 0 : Number.parseInt(group, 16)))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The special-purpose registry of IANA whole, also where it calls a range reachable: nobody's website lives there. */
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

/** Outside of it are loopback, compatible, site- and link-local, unique local and multicast addresses, and all that is unassigned. */
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
