import { BlockList, isIP, isIPv6 } from 'node:net'

/** What an operator exempts from the private-address and port rules. */
export type FetchAllow = {
  /** Whether this host was named, for this port or for all. */
  hasHost: (hostname: string, port: number) => boolean
  hasAddress: (address: string) => boolean
  hasNetworks: boolean
}

/** Reads the comma list of `host`, `host:port` and CIDR ranges once; its faults are worded for an operator and quote no value. */
export function parseFetchAllow(list: string): FetchAllow {
  const hosts = new Set<string>()
  const networks = new BlockList()
  const entries = list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean)
  for (const [index, entry] of entries.entries()) {
    const isKnown = entry.includes('/') ? addNetwork(networks, entry) : addHost(hosts, entry)
    if (!isKnown) throw new Error(`entry ${index + 1} is no host, host:port or CIDR range`)
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

/** The host as a parsed URL would write it, so that both sides of the comparison are in one form. */
function canonical(written: string): string | null {
  const host = isIPv6(written) ? `[${written}]` : written
  if (!/^[^\s/?#@\\:]+$/.test(written) && !isIPv6(written)) return null
  if (!URL.canParse(`http://${host}/`)) return null
  return new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') || null
}

const isPort = (port: number) => port >= 1 && port <= 65_535
