import {
  brotliCompressSync,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { constants, createBrotliCompress, createDeflate, createZstdCompress } from 'node:zlib'
import { Readable, type Transform } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loopbackDoor, loopbackSite } from '../testing/loopback-site.ts'
import { decode } from './decode.ts'
import type { FetchError } from './fetch-error.ts'

const MB = 1024 * 1024
const kindOf = (promise: Promise<unknown>) =>
  promise.then(() => 'fetched').catch((error: FetchError) => error.kind)

describe('one layer is decoded', () => {
  const text = Buffer.from('Tidings '.repeat(1000))
  test.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['gzip', Buffer.concat([gzipSync(text.subarray(0, 99)), gzipSync(text.subarray(99))])],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    [' br ', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', text],
    ['', text],
  ])('%s', async (encoding, bytes) => {
    expect(await decode(bytes, encoding, text.length)).toEqual(text)
  })

  test('and none where nothing came', async () => {
    expect(await decode(Buffer.alloc(0), 'gzip', 10)).toHaveLength(0)
  })
})

test('unknown, nested and broken encodings are refused', async () => {
  const bytes = gzipSync(gzipSync('x'))
  for (const encoding of [
    'gzip, gzip',
    'gzip,br',
    'compress',
    'exi',
    'constructor',
    'identity, gzip',
    'aws-chunked',
  ])
    expect(await kindOf(decode(bytes, encoding, 100)), encoding).toBe('bad-encoding')
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd'])
    expect(await kindOf(decode(Buffer.from('<rss></rss>'), encoding, 100)), encoding).toBe('bad-encoding')
  expect(await kindOf(decode(gzipSync('x'.repeat(999)).subarray(0, -12), 'gzip', 9999))).toBe('bad-encoding')
})

test('a frame that demands more memory than the web allows is refused', async () => {
  const { ZSTD_c_windowLog, ZSTD_c_compressionLevel } = constants
  const zeros = Readable.from(pieces(40), { objectMode: false })
  const params = { [ZSTD_c_windowLog]: 25, [ZSTD_c_compressionLevel]: 1 }
  const wide = await collect(zeros.pipe(createZstdCompress({ params })))
  expect(await kindOf(decode(wide, 'zstd', 100 * MB))).toBe('bad-encoding')
})

describe('SF-10: bombs of 200 MiB', () => {
  const bombs = new Map<string, Buffer>()
  let site: Awaited<ReturnType<typeof loopbackSite>>
  const door = loopbackDoor()

  beforeAll(async () => {
    const { BROTLI_PARAM_QUALITY } = constants
    const makers: [string, Transform][] = [
      ['gzip', createGzip()],
      ['deflate', createDeflate()],
      ['br', createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 1 } })],
      ['zstd', createZstdCompress()],
    ]
    for (const [encoding, maker] of makers)
      bombs.set(encoding, await collect(Readable.from(pieces(200), { objectMode: false }).pipe(maker)))
    site = await loopbackSite((request, response) => {
      const encoding = request.url?.slice(1) ?? ''
      response.writeHead(200, { 'content-encoding': encoding }).end(bombs.get(encoding))
    })
  })

  afterAll(async () => {
    await door.close()
    await site.close()
  })

  test.each(['gzip', 'deflate', 'br', 'zstd'])(
    '%s stops at the cap, without memory or lag',
    async (encoding) => {
      expect(bombs.get(encoding)?.length).toBeLessThan(400 * 1024)
      await kindOf(door.fetch({ url: `${site.url}/${encoding}` }))
      const before = process.memoryUsage.rss()
      for (let round = 0; round < 4; round += 1) {
        const began = process.threadCpuUsage()
        expect(await kindOf(door.fetch({ url: `${site.url}/${encoding}` }))).toBe('too-large')
        // The work of this thread, which bounds the lag of its loop, however busy the machine is otherwise.
        const { user, system } = process.threadCpuUsage(began)
        expect((user + system) / 1000).toBeLessThan(100)
      }
      expect((process.memoryUsage.rss() - before) / MB).toBeLessThan(50)
    },
  )
})

function* pieces(megabytes: number): Generator<Buffer> {
  const zeros = Buffer.alloc(MB)
  for (let i = 0; i < megabytes; i += 1) yield zeros
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
