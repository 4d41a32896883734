import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpEnvironment } from './session.ts'
import { budgetHolder, isTrusted, normal, proxyList } from './peer.ts'

/** In milliseconds; 0 would mean no limit. */
export const LIMITS = {
  /** Also applies to a connection that sends nothing at all. */
  headers: 10_000,
  request: 60_000,
  /** Longer than most proxies keep idle connections. */
  keepAlive: 65_000,
  checkEvery: 2000,
  /** For requests in progress at shutdown. */
  drain: 7000,
  /** For what is left of a body that was answered early. */
  rest: 10_000,
}

export type Listening = { port: number; close: () => Promise<void> }

type Where = { host: string; port: number; trustProxy?: string[]; connectionsPerAddress?: number }

export async function listen(
  app: Pick<OpenAPIHono<HttpEnvironment>, 'fetch'>,
  { host, port, trustProxy = [], connectionsPerAddress = Number.POSITIVE_INFINITY }: Where,
  limits: Partial<typeof LIMITS> = {},
): Promise<Listening> {
  const { headers, request, keepAlive, checkEvery, drain, rest } = { ...LIMITS, ...limits }
  const answer = getRequestListener(app.fetch, { autoCleanupIncoming: false })
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: keepAlive,
      connectionsCheckingInterval: checkEvery,
    },
    (incoming, outgoing) => {
      outgoing.once('finish', () => dropRest(incoming, rest))
      if (hostsOf(incoming) === 1) return void answer(incoming, outgoing)
      outgoing.writeHead(400, { connection: 'close' }).end()
    },
  )
  limitConnections(server, connectionsPerAddress, trustProxy)
  server.maxRequestsPerSocket = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return { port: actual, close: () => close(server, drain) }
}

/** Many clients read a response only after sending everything; hanging up earlier would lose it. */
function dropRest(incoming: IncomingMessage, patienceMs: number): void {
  if (incoming.complete || incoming.destroyed) return
  const patience = setTimeout(() => incoming.socket.destroy(), patienceMs)
  incoming.once('close', () => clearTimeout(patience))
  // The reader that gave up would pause the stream.
  incoming.removeAllListeners('data').resume()
}

/** With two Host headers, a proxy may have checked the one that the app doesn't see. */
const hostsOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length

/** A single client must not hold every socket. Trusted proxies are not counted. */
function limitConnections(server: Server, most: number, trustProxy: string[]): void {
  const proxies = proxyList(trustProxy)
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = normal(socket.remoteAddress ?? '')
    if (isTrusted(proxies, address)) return
    const holder = budgetHolder(address)
    const count = (open.get(holder) ?? 0) + 1
    open.set(holder, count)
    socket.once('close', () => {
      const left = (open.get(holder) ?? 1) - 1
      if (left > 0) open.set(holder, left)
      else open.delete(holder)
    })
    if (count > most) socket.destroy()
  })
}

async function close(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const last = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(last)
}
