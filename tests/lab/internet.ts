import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { createCanaries, listenEverywhere } from './canaries.ts'

export const PUBLIC = ['93.184.216.34', '151.101.1.69', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']

/** Ports where databases, caches, mail, shells, proxies and the product itself would be. */
const INNER_PORTS = [22, 25, 3000, 3128, 5432, 6379, 8080, 9200]

type Secrets = { certificate: string; key: string }

/** Sites on the public addresses of the lab, canaries everywhere else. */
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
