import type { IncomingHttpHeaders } from 'node:http'
import { loopbackDoor, loopbackSite } from './loopback-site.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }

/** A company's site on loopback, in a table of path and answer that may change, and the real door to it. */
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
  const door = loopbackDoor()
  const close = async () => {
    await door.close()
    await site.close()
  }
  return {
    url: site.url,
    asked,
    pages,
    door: door.fetch,
    /** From here on nobody answers there. */
    goDown: site.close,
    close,
  }
}

export const rssOf = (...titles: string[]): string =>
  `<rss version="2.0"><channel><title>Acme</title>${titles.map((title) => `<item><title>${title}</title><link>/news/${title.toLowerCase()}</link></item>`).join('')}</channel></rss>`
