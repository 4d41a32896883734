import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

const feed = Buffer.from(randomBytes(2500).toString('hex').replaceAll(/(.)/g, '$1<b>'))
const packed = gzipSync(feed)

const open = () =>
  new Promise<number>((resolve) => {
    const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
      const isPacked = request.url === '/gzip'
      const body = isPacked ? packed : feed
      response.writeHead(200, {
        'content-type': 'application/rss+xml',
        'content-length': body.length,
        ...(isPacked && { 'content-encoding': 'gzip' }),
      })
      response.end(body)
    })
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

process.send?.(await Promise.all(Array.from({ length: Number(process.argv[2]) }, open)))
