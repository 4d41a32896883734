import type { IncomingMessage, ServerResponse } from 'node:http'
import { loopbackSite } from '../../../server/testing/network/loopback-site.ts'
import { freePort } from '../../../server/testing/network/free-port.ts'
import type { Answer, Post } from './answers.ts'
import { SERVICES } from './public-sources.ts'
import { SITES, type FakeSite } from './sites.ts'

type Running = {
  site: FakeSite
  url: string
  posts: Post[]
  isUp: boolean
  /** Responses wait for this. */
  released: Promise<void>
  paths: () => string[]
}

export type CompanyInternet = Awaited<ReturnType<typeof openInternet>>

/** Settings that contain more than an origin. */
const WRITTEN: Record<string, (url: string) => string> = {
  PRESS_FEEDS: (url) => `${url}/press.xml`,
  OTHER_ORIGINS: (url) => `SEC_DATA=${url}`,
}

export async function openInternet() {
  const opened: { close: () => Promise<void> }[] = []
  const running = new Map<string, Running>()
  const elsewhere = await loopbackSite((request, response) => answer(named('Xenon Bakery'), request, response))
  opened.push(elsewhere)
  for (const site of SITES) running.set(site.name, await open(site))

  const settings: Record<string, string> = { FETCH_ALLOW: '127.0.0.0/8' }
  for (const [setting, service] of Object.entries(SERVICES)) {
    const server = await loopbackSite((request, response) => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
      say(response, service(url) ?? { status: 404 })
    })
    opened.push(server)
    settings[setting] = WRITTEN[setting]?.(server.url) ?? server.url
  }

  async function open(site: FakeSite): Promise<Running> {
    const posts = [...(site.posts ?? [])]
    const released = Promise.resolve()
    if (site.behavior === 'nobody there')
      return { site, posts, isUp: false, released, paths: () => [], url: `http://127.0.0.1:${await freePort()}` }
    const server = await loopbackSite((request, response) => answer(one, request, response))
    opened.push(server)
    const paths = () => server.requests.map(({ url = '' }) => url)
    const one: Running = { site, posts, isUp: site.behavior === undefined, released, paths, url: server.url }
    return one
  }

  function answer({ site, posts, isUp, released, url }: Running, request: IncomingMessage, response: ServerResponse) {
    if (!isUp && site.behavior === 'says nothing') return
    if (!isUp) return void request.socket.destroy()
    const pages = site.pages?.({ name: site.name, origin: url, posts, elsewhere: elsewhere.url }) ?? {}
    const page = pages[request.url ?? ''] ?? pages['*']
    const respond = () => say(response, page?.() ?? { status: 404 })
    void released.then(() => setTimeout(respond, site.afterMs ?? 0))
  }

  const named = (name: string) => {
    const found = running.get(name)
    if (!found) throw new Error(`no fake site is called ${name}`)
    return found
  }

  return {
    settings,
    csv: () => ['Company,Website', ...SITES.map(({ name }) => `${name},${named(name).url}`)],
    url: (name: string) => named(name).url,
    asked: (name: string) => named(name).paths(),
    publish: (name: string, post: Post) => void named(name).posts.unshift(post),
    /** These sites don't respond until the returned function is called. */
    hold: (names: string[]) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      for (const name of names) named(name).released = promise
      return resolve
    },
    restore: (name: string) => {
      named(name).isUp = true
    },
    close: () => Promise.all(opened.map((server) => server.close())),
  }
}

function say(response: ServerResponse, { status = 200, type = 'text/html', headers, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}
