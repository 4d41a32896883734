import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const CHECK_MS = 50

export type Balancer = { url: string; close: () => Promise<void> }

/** Round robin over the servers that are ready. Streams in both directions and forwards the Host header. */
export async function startBalancer(urls: () => string[], checkMs = CHECK_MS): Promise<Balancer> {
  const isReady = new Map<string, boolean>()
  const check = async () => {
    await Promise.all(
      urls().map(async (url) => {
        const ready = await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
        isReady.set(url, ready)
      }),
    )
  }
  await check()
  const checking = setInterval(() => void check(), checkMs)
  let turn = 0
  const server: Server = createServer((incoming, outgoing) => {
    const ready = urls().filter((url) => isReady.get(url))
    const chosen = ready[(turn += 1) % ready.length]
    if (!chosen) return void outgoing.writeHead(503, { 'retry-after': '1' }).end()
    const { method, headers } = incoming
    const onward = request(`${chosen}${incoming.url}`, { agent: false, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    })
    onward.once('error', () => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    })
    outgoing.once('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(checking)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
