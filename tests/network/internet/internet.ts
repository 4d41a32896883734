import { readFileSync } from 'node:fs'
import { type Server, Socket, createServer as createTcpServer } from 'node:net'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

export type Hit = { address: string; port: number }

/** A connection to a private address or an unexpected port is a hit; any other connection is a visit. */
function createCanaries(publicAddresses: string[]) {
  const hits: Hit[] = []
  const visits: Hit[] = []

  const watch = (server: Server, { isOpenToPublic }: { isOpenToPublic: boolean }) => {
    server.prependListener('connection', (socket: Socket) => {
      const address = (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
      const isVisit = isOpenToPublic && publicAddresses.includes(address)
      const arrived = isVisit ? visits : hits
      arrived.push({ address, port: socket.localPort ?? 0 })
      if (!isVisit) socket.destroy()
    })
  }

  return { hits, visits, watch }
}

async function listenEverywhere(server: Server, port: number): Promise<void> {
  const on = (host: string) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  await on('::').catch(() => on('0.0.0.0'))
}

/** SYNs sent, whether or not anything was listening. */
export const countSyns = () => kernelCount('Tcp', 'ActiveOpens')

export const countDatagrams = () => kernelCount('Udp', 'OutDatagrams')

function kernelCount(protocol: string, name: string): number {
  const [names = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${protocol}:`))
  return Number(values.split(' ')[names.split(' ').indexOf(name)])
}

export function watchConnects(): string[] {
  const stacks: string[] = []
  const original = Socket.prototype.connect
  function connect(this: Socket, ...words: Parameters<Socket['connect']>): Socket {
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 50
    stacks.push(new Error('connect').stack ?? '')
    Error.stackTraceLimit = limit
    return original.apply(this, words)
  }
  Object.defineProperty(Socket.prototype, 'connect', { value: connect, writable: true, configurable: true })
  return stacks
}

export const PUBLIC = ['93.184.216.34', '151.101.1.69', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']

const INNER_PORTS = [22, 25, 3000, 3128, 5432, 6379, 8080, 9200]

type Secrets = { certificate: string; key: string }

export async function openInternet({ certificate, key }: Secrets, sites: RequestListener) {
  const canaries = createCanaries(PUBLIC)
  const requests: IncomingMessage[] = []
  const answer: RequestListener = (request, response) => {
    requests.push(request)
    sites(request, response)
  }

  const plain = createServer(answer)
  const secure = createTlsServer({ cert: certificate, key }, answer)
  const inner = INNER_PORTS.map((port) => ({ port, server: createTcpServer() }))
  canaries.watch(plain, { isOpenToPublic: true })
  canaries.watch(secure, { isOpenToPublic: true })
  await listenEverywhere(plain, 80)
  await listenEverywhere(secure, 443)
  for (const { port, server } of inner) {
    canaries.watch(server, { isOpenToPublic: false })
    await listenEverywhere(server, port)
  }
  return { hits: canaries.hits, visits: canaries.visits, requests }
}
