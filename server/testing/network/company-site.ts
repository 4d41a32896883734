import type { IncomingHttpHeaders } from 'node:http'
import { loopbackFetch, loopbackSite } from './loopback-site.ts'
import { afterEach } from 'vitest'
import type { TrackedCompany } from '../../news/sources/source.ts'
import { createRobots } from '../../news/sources/robots.ts'
import { discover } from '../../news/sources/company-site/discovery.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }

export async function companySite(
  pages: Record<string, string | Buffer | Answer | ((headers: IncomingHttpHeaders) => Answer)>,
) {
  const asked: string[] = []
  const site = await loopbackSite((request, response) => {
    asked.push(request.url ?? '')
    const page = pages[request.url ?? ''] ?? { status: 404, body: '<html><title>Not found</title></html>' }
    const given = typeof page === 'function' ? page(request.headers) : page
    const {
      status = 200,
      headers = {},
      body = '',
    } = typeof given === 'string' || Buffer.isBuffer(given) ? { body: given } : given
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  })
  const safeFetch = loopbackFetch()
  const close = async () => {
    await safeFetch.close()
    await site.close()
  }
  return {
    url: site.url,
    asked,
    pages,
    safeFetch: safeFetch.fetch,
    goDown: site.close,
    close,
  }
}

export const rssOf = (...titles: string[]): string =>
  `<rss version="2.0"><channel><title>Acme</title>${titles.map((title) => `<item><title>${title}</title><link>/news/${title.toLowerCase()}</link></item>`).join('')}</channel></rss>`

export const mayFetch = async () => true
export const sitemapsOf = async () => []
export const now = new Date('2026-11-15T12:00:00Z')
const open: Awaited<ReturnType<typeof companySite>>[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((site) => site.close()))
})

export async function poll(pages: Parameters<typeof companySite>[0], path = '/') {
  const site = await companySite(pages)
  open.push(site)
  const trackedCompany: TrackedCompany = {
    name: 'Acme',
    domain: null,
    website: site.url + path,
    aliases: [],
    facts: [],
  }
  const robots = createRobots({ fetch: site.safeFetch, clock: () => now })
  const found = await discover(trackedCompany, { fetch: site.safeFetch, now, mayFetch, sitemapsOf: robots.sitemapsOf })
  const facts = found.facts.map(({ kind, value, foundAt }) => `${kind} ${value} @ ${foundAt}`.replaceAll(site.url, ''))
  return { ...found, facts, asked: site.asked, trackedCompany, site }
}
