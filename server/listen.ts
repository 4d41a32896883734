import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { App } from './app.ts'

const DRAIN_MS = 8000

export type Listening = { port: number; close: () => Promise<void> }

/** Opens the door, with limits on how long and how large a request may be before it is one. */
export async function listen(app: App, { host, port }: { host: string; port: number }): Promise<Listening> {
  const answer = getRequestListener(app.fetch)
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2000,
    },
    (incoming, outgoing) => void answer(incoming, outgoing),
  )
  server.maxRequestsPerSocket = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return { port: actual, close: () => drain(server) }
}

/** Takes no new connections, lets requests under way finish, then hangs up. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const last = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(last)
}
