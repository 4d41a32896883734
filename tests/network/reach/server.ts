import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '#domain/time.ts'
import { FetchError } from '../../../server/platform/fetch/fetch-error.ts'
import { createRobots } from '../../../server/news/sources/robots.ts'
import { FEED_ACCEPT } from '../../../server/news/sources/feed.ts'
import type { Fetch } from '../../../server/platform/fetch/fetch.ts'
import type { LIMITS } from '../../../server/platform/fetch/safe-fetch.ts'
import { loopbackFetch, loopbackSite } from '../../../server/testing/network/loopback-site.ts'
import type { Pages, Reply } from './markup.ts'
import type { ReachSite } from './site.ts'

type Options = { clock: Clock; limits?: Partial<typeof LIMITS> }

const SERVED = '127.0.0.1'
/** Also a loopback address, but nothing listens on it. */
const NOBODY = '127.0.0.2'
const DRIP_MS = 400

export type AskedPage = { host: string; path: string; at: Date }

export type ReachServer = Awaited<ReturnType<typeof openReachServer>>

/**
 * Serves all sites from one loopback port, distinguished by host name. Uses the product's HTTP client with a different
 * resolver and port. Names that don't belong to a site don't resolve.
 */
export async function openReachServer(sites: ReachSite[], { clock, limits }: Options) {
  const hosts = mergedHosts(sites)
  const asked: AskedPage[] = []
  const server = await loopbackSite((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const path = decodeURI(request.url ?? '/')
    asked.push({ host, path, at: clock() })
    const pages = hosts.get(host)
    answer(pages === undefined || pages === 'nobody' ? {} : pages, path, request, response)
  })

  const outward = (address: string, from?: string) => {
    const url = new URL(address, from)
    if (/^https?:$/.test(url.protocol) && url.port === '') {
      url.protocol = 'http:'
      url.port = String(server.port)
    }
    return url.href
  }
  const inward = (address: string) => address.replace(/^http:\/\/([^/:]+):\d+/, 'https://$1')

  function answer(pages: Pages, path: string, request: IncomingMessage, response: ServerResponse) {
    const reply = pages[path] ?? pages['*'] ?? { status: 404, body: '<html><title>Page not found</title></html>' }
    const {
      status = 200,
      type = 'text/html; charset=utf-8',
      headers = {},
      body = '',
      afterMs = 0,
      way,
    } = partsOf(reply)
    if (way === 'reset') return void request.socket.destroy()
    if (way === 'silence') return
    const location =
      headers.location && outward(headers.location, `https://${request.headers.host?.split(':')[0]}${path}`)
    setTimeout(() => {
      response.writeHead(status, { 'content-type': type, ...headers, ...(location && { location }) })
      if (way === 'drip') return drip(response)
      response.end(body)
    }, afterMs)
  }

  const real = loopbackFetch(
    { limits },
    {
      clock,
      resolve: async (hostname) => {
        const pages = hosts.get(hostname)
        if (pages === undefined) throw new FetchError('dns', { host: hostname })
        return [pages === 'nobody' ? NOBODY : SERVED]
      },
    },
  )
  const opened: string[] = []
  const fetch: Fetch = async (request) => {
    // Feeds are meant for programs. Requests with their own timeout, such as logos, aren't part of the search for news.
    if (request.accept !== FEED_ACCEPT && request.timeoutMs === undefined) opened.push(request.url)
    const fetched = await real.fetch({ ...request, url: outward(request.url) })
    return { ...fetched, url: inward(fetched.url) }
  }

  return {
    safeFetch: { fetch, close: real.close },
    /** All requests, in order. */
    asked,
    /** The requests to one site, in order. */
    askedOf: ({ hosts: own }: ReachSite) =>
      asked.filter(({ host, path }) => {
        const pages = own[host]
        return pages !== undefined && (isShared(host, sites) ? pages !== 'nobody' && path in pages : true)
      }),
    /** Pages that were fetched although robots.txt disallows them. */
    disobeyedOf: async ({ hosts: own }: ReachSite): Promise<string[]> => {
      const rules = createRobots({ clock, fetch })
      const closed = Object.entries(own).flatMap(([host, pages]) =>
        pages !== 'nobody' && '/robots.txt' in pages ? [host] : [],
      )
      const ofSite = opened.filter((url) => closed.includes(new URL(url).host) && !url.endsWith('/robots.txt'))
      const answers = await Promise.all(ofSite.map(async (url) => ({ url, ...(await rules.mayFetch(url)) })))
      return answers.filter(({ answer: given }) => given === 'no').map(({ url }) => url)
    },
    close: server.close,
  }
}

function mergedHosts(sites: ReachSite[]): Map<string, Pages | 'nobody'> {
  const merged = new Map<string, Pages | 'nobody'>()
  for (const [host, pages] of sites.flatMap(({ hosts }) => Object.entries(hosts))) {
    const known = merged.get(host)
    merged.set(host, typeof pages === 'object' && typeof known === 'object' ? { ...known, ...pages } : pages)
  }
  return merged
}

const isShared = (host: string, sites: ReachSite[]) => sites.filter(({ hosts }) => host in hosts).length > 1

const partsOf = (reply: Reply): Exclude<Reply, string> => (typeof reply === 'string' ? { body: reply } : reply)

function drip(response: ServerResponse) {
  const timer = setInterval(() => response.write('.'), DRIP_MS)
  response.once('close', () => clearInterval(timer))
}
