import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fetch } from '../../ports.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }

/** A company's site on loopback, in a table of path and answer, and a plain door to it that counts. */
export async function testSite(
  pages: Record<string, string | Buffer | Answer | ((headers: IncomingHttpHeaders) => Answer)>,
) {
  const asked: string[] = []
  const server = createServer((request, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const door: Fetch = async ({ url: address, accept = '*/*', etag, lastModified }) => {
    const headers = {
      accept,
      ...(etag && { 'if-none-match': etag }),
      ...(lastModified && { 'if-modified-since': lastModified }),
    }
    const answer = await fetch(address, { headers }).catch((cause: unknown) => {
      throw Object.assign(new Error('This address could not be reached.', { cause }), {
        name: 'FetchError',
        kind: 'connect',
      })
    })
    return {
      url: answer.url,
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      bytes: Buffer.from(await answer.arrayBuffer()),
      notModified: answer.status === 304,
    }
  }
  return { url, asked, pages, door, close: () => new Promise((resolve) => server.close(resolve)) }
}

export const rssOf = (...titles: string[]): string =>
  `<rss version="2.0"><channel><title>Acme</title>${titles.map((title) => `<item><title>${title}</title><link>/news/${title.toLowerCase()}</link></item>`).join('')}</channel></rss>`
