import { createGzip } from 'node:zlib'
import type { RequestListener } from 'node:http'

export async function makeBomb(megabytes: number): Promise<Buffer> {
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

export async function safeFetchSites(): Promise<RequestListener> {
  const bomb = await makeBomb(200)
  return (request, response) => {
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
}
