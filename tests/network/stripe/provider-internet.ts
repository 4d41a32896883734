import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { PUBLIC } from '../internet/internet.ts'
import type { Zone } from '../internet/scripted-dns.ts'
import type { createProvider } from './provider.ts'
import { BANK_PAGE, CARD_PAGE } from './stand-in-frames.ts'
import { standInScript } from './stand-in-script.ts'
import { connect, createServer } from 'node:net'

export const PROVIDER_HOSTS = ['js.stripe.com', 'm.js.stripe.com', 'api.stripe.com', 'hooks.stripe.com']

export const PROVIDER_ZONE: Zone = Object.fromEntries(PROVIDER_HOSTS.map((host) => [host, { a: PUBLIC.slice(0, 1) }]))

export type ProviderCall = { host: string; method: string; url: string; origin: string; body: string }

export function providerInternet({ answerBrowser }: ReturnType<typeof createProvider>) {
  const calls: ProviderCall[] = []
  const listener: RequestListener = (request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request
      const { host = '', origin = '' } = headers
      const body = await text(request)
      calls.push({ host, method, url, origin, body })
      const address = new URL(url, `https://${host}`)
      const answer = await answerTo(address, () => answerBrowser(method, address, body))
      if (origin) answer.headers.set('access-control-allow-origin', origin)
      response
        .writeHead(answer.status, { ...Object.fromEntries(answer.headers), connection: 'close' })
        .end(await answer.text())
    })()
  }
  return { listener, calls }
}

async function answerTo({ host, pathname }: URL, askApi: () => Promise<Response>): Promise<Response> {
  if (host === 'api.stripe.com') return askApi()
  if (host === 'hooks.stripe.com') return respond('text/html', BANK_PAGE)
  if (pathname === '/endive/card.html') return respond('text/html', CARD_PAGE)
  if (pathname === '/endive/stripe.js') return respond('text/javascript', `(${standInScript.toString()})()`)
  if (pathname === '/endive/further.js') return respond('text/javascript', 'Stripe.hasFurther = true')
  return new Response('', { status: 404 })
}

const respond = (type: string, body: string) => new Response(body, { headers: { 'content-type': type } })

export async function openWire(port: number, to: number) {
  const sent: string[] = []
  const server = createServer((socket) => {
    const onward = connect(to, '127.0.0.1')
    for (const end of [socket, onward]) end.on('error', () => end.destroy())
    socket.on('data', (chunk: Buffer) => void sent.push(chunk.toString('latin1')))
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { sent }
}
