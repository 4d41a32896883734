import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { parseFetchAllow } from '../../platform/fetch/target.ts'
import { openFetch } from '../../platform/fetch/safe-fetch.ts'
import { openLog } from '../../platform/log.ts'

export async function loopbackSite(answer: RequestListener) {
  const requests: IncomingMessage[] = []
  const server = createHttpServer({ maxHeaderSize: 128 * 1024 }, (request, response) => {
    requests.push(request)
    answer(request, response)
  })
  return { requests, ...(await listening(server)) }
}

export async function loopbackSocket(answer: (socket: Socket) => void) {
  return listening(
    createServer((socket) => {
      answer(socket)
      // A socket that isn't read doesn't notice that the peer is gone.
      socket.resume()
    }),
  )
}

async function listening(server: Server) {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that is never closed must not keep its process alive.
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Settings = Parameters<typeof openFetch>[0]
type Needs = Parameters<typeof openFetch>[1]

export function loopbackFetch(
  settings: Partial<Omit<Settings, 'allow'>> & { allow?: string } = {},
  needs: Partial<Needs> = {},
) {
  return openFetch(
    {
      publicUrl: 'https://tidings.example',
      ...settings,
      allow: parseFetchAllow(settings.allow ?? '127.0.0.0/8'),
    },
    { log: openLog('silent'), clock: () => new Date(), ...needs },
  )
}
