import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { FetchError } from './fetch-error.ts'

export type Resolve = (hostname: string) => Promise<string[]>

const PATIENCE = { timeout: 3000, tries: 2 }

/** How long a name with IPv4 addresses waits for its IPv6 ones: some servers never answer that question. */
const SECOND_FAMILY_MS = 1000

/** The system's name servers and hosts file may change while we run (a laptop that moves, a container's network). */
const REREAD_AFTER_MS = 30_000

/**
 * Names to addresses, IPv4 first. Asks the name servers itself instead of getaddrinfo, which holds one of the
 * few threads that decoding and file access need too, cannot be bounded in time, and may ask again.
 */
export function createResolve(hostsFile = '/etc/hosts'): Resolve {
  const system = rereading(async () => ({
    resolver: new Resolver(PATIENCE),
    hosts: parseHosts(await readFile(hostsFile, 'utf8').catch(() => '')),
  }))

  return async (hostname) => {
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) return ['127.0.0.1', '::1']
    const { resolver, hosts } = await system()
    const known = hosts.get(hostname)
    if (known) return known
    const second = resolver.resolve6(hostname).catch(noneOr)
    const first = await resolver.resolve4(hostname).catch(noneOr)
    const late = Array.isArray(first) && first.length > 0 ? sleep(SECOND_FAMILY_MS, [], UNREFERENCED) : second
    const other = await Promise.race([second, late])
    const found = [first, other].flatMap((answer) => (Array.isArray(answer) ? answer : []))
    if (found.length === 0) {
      const cause = [first, other].find((answer) => answer instanceof Error)
      throw new FetchError('dns', { host: hostname, detail: cause?.message ?? 'no address', cause })
    }
    return found
  }
}

const UNREFERENCED = { ref: false }

/** "No such name" and "no address of this family" are answers; anything else is worth a line in the log. */
function noneOr(error: NodeJS.ErrnoException): string[] | Error {
  return error.code === 'ENOTFOUND' || error.code === 'ENODATA' ? [] : error
}

function rereading<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let current: { value: Promise<Value>; readAt: number } | undefined
  return () => {
    const now = performance.now()
    if (!current || now - current.readAt > REREAD_AFTER_MS) current = { value: read(), readAt: now }
    return current.value
  }
}

function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const name of names)
      hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), address])
  }
  return hosts
}
