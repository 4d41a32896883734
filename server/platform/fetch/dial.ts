import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP, connect as connectTcp, type LookupFunction, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { FetchError } from './fetch-error.ts'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { type FetchAllow, checkAddresses, ruleFor } from './target.ts'

export type Resolve = (hostname: string) => Promise<string[]>

const PATIENCE = { timeout: 3000, tries: 2 }

/** How long a name with IPv4 addresses waits for IPv6 ones; some servers never answer that query. */
const SECOND_FAMILY_MS = 1000

/** Name servers and the hosts file may change while the process is running. */
const REREAD_AFTER_MS = 30_000

/**
 * IPv4 first. Queries the name servers itself, because getaddrinfo blocks one of the few libuv threads and cannot be
 * timed out.
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

/** "No such name" and "no address of this family" are answers; other errors explain why no address was found. */
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
    for (const name of names) hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), address])
  }
  return hosts
}

type Needs = { allow: FetchAllow; resolve: Resolve; connectMs: number }

const MAX_ADDRESSES = 6
const NEXT_ADDRESS_AFTER_MS = 250

/**
 * Resolves once, checks every address and connects only to those. `giveUp` aborts attempts for an origin that nobody is
 * waiting for.
 */
export function createDialer({ allow, resolve, connectMs }: Needs) {
  const attempts = new Map<string, Set<AbortController>>()

  const dial = async (origin: string, { hostname, protocol, port: written }: buildConnector.Options) => {
    const port = Number(written || (protocol === 'https:' ? 443 : 80))
    const attempt = new AbortController()
    const group = attempts.get(origin) ?? new Set()
    attempts.set(origin, group.add(attempt))
    const timer = setTimeout(() => attempt.abort(tooSlow(hostname)), connectMs)
    try {
      const addresses = await Promise.race([
        judge(hostname, port),
        new Promise<never>((_, reject) => {
          attempt.signal.addEventListener('abort', () => reject(reasonOf(attempt.signal)), { once: true })
        }),
      ])
      return await open({
        hostname,
        port,
        isSecure: protocol === 'https:',
        addresses,
        signal: attempt.signal,
      })
    } finally {
      clearTimeout(timer)
      group.delete(attempt)
      if (group.size === 0 && attempts.get(origin) === group) attempts.delete(origin)
    }
  }

  const judge = async (hostname: string, port: number) => {
    // Checked again, because this is the last step before the network.
    const rule = ruleFor(hostname, port, allow)
    const addresses = isIP(hostname) ? [hostname] : await resolve(hostname)
    checkAddresses(hostname, addresses, rule, allow)
    return addresses.slice(0, MAX_ADDRESSES)
  }

  const connect: buildConnector.connector = (options, callback) => {
    dial(originOf(options), options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }

  return {
    connect,
    giveUp: (origin: string) => {
      for (const attempt of attempts.get(origin) ?? []) attempt.abort(new FetchError('aborted'))
    },
  }
}

const originOf = ({ protocol, host = '' }: buildConnector.Options) => `${protocol}//${host}`

type Opening = { hostname: string; port: number; isSecure: boolean; addresses: string[]; signal: AbortSignal }

function open({ hostname, port, isSecure, addresses, signal }: Opening): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const to = {
      host: hostname,
      port,
      lookup: only(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    }
    let isConnected = false
    const servername = isIP(hostname) ? undefined : hostname
    // `rejectUnauthorized` is explicit, because an environment variable can disable it for the whole process.
    const socket = isSecure
      ? connectTls({ ...to, servername, ALPNProtocols: ['http/1.1'], rejectUnauthorized: true })
      : connectTcp(to)
    const onAbort = () => socket.destroy(reasonOf(signal))
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    const onError = (error: Error) => {
      signal.removeEventListener('abort', onAbort)
      reject(error instanceof FetchError ? error : failure(isConnected ? 'tls' : 'connect', hostname, error))
    }
    socket.once('connect', () => (isConnected = true))
    socket.once('error', onError)
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError)
      resolve(socket)
    })
  })
}

/** Returns the checked addresses, so that no name is resolved twice. */
function only(addresses: string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, callback) => {
    const [first] = answers
    if (all) callback(null, answers)
    else callback(null, first?.address ?? '', first?.family ?? 4)
  }
}

function failure(kind: 'connect' | 'tls', hostname: string, cause: NodeJS.ErrnoException) {
  return new FetchError(kind, { host: hostname, detail: cause.code ?? cause.message, cause })
}

const tooSlow = (hostname: string) => new FetchError('timeout', { host: hostname, detail: 'connecting' })

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new FetchError('aborted')
