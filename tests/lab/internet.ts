import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { createGzip } from 'node:zlib'
import { createCanaries, listenEverywhere } from './canaries.ts'

export const PUBLIC = ['93.184.216.34', '151.101.1.69', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']

/** Ports where databases, caches, mail, shells, proxies and the product itself would be. */
const INNER_PORTS = [22, 25, 3000, 3128, 5432, 6379, 8080, 9200]

type Secrets = { certificate: string; key: string }

/** Sites on the public addresses of the lab, canaries everywhere else. */
export async function openInternet({ certificate, key }: Secrets) {
  const canaries = createCanaries(PUBLIC)
  const requests: IncomingMessage[] = []
  const bomb = await makeBomb(200)
  const answer: RequestListener = (request, response) => {
    requests.push(request)
    const path = new URL(request.url ?? '/', 'http://site')
    const to = path.searchParams.get('to') ?? ''
    const close = path.searchParams.has('close') ? { connection: 'close' } : {}
    const pages: Record<string, () => void> = {
      '/go': () => response.writeHead(302, { ...close, location: to, 'set-cookie': 'session=1' }).end(),
      '/hops': () => {
        const left = Number(to)
        if (left === 0) response.end('arrived')
        else response.writeHead(302, { location: `/hops?to=${left - 1}` }).end()
      },
      '/loop': () => response.writeHead(302, { location: '/loop' }).end(),
      '/reset': () => request.socket.destroy(),
      '/bomb': () => response.writeHead(200, { 'content-encoding': to }).end(bomb),
      '/liar': () => response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 9 }).end(bomb),
    }
    const page = pages[path.pathname] ?? (() => response.writeHead(200, close).end('hello'))
    page()
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
  return { hits: canaries.hits, requests, bombBytes: bomb.length }
}

async function makeBomb(megabytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: 9 })
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  const zeros = Buffer.alloc(1024 * 1024)
  for (let i = 0; i < megabytes; i += 1) {
    if (!gzip.write(zeros)) await new Promise((resolve) => gzip.once('drain', resolve))
  }
  await new Promise((resolve) => gzip.once('end', resolve).end())
  return Buffer.concat(chunks)
}
