import {
  brotliCompressSync,
  constants,
  createZstdCompress,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compressed } from '../../testing/files/documents.ts'
import { decode } from './exchange.ts'
import type { FetchError } from './fetch-error.ts'

const MB = 1024 * 1024
const kindOf = (promise: Promise<unknown>) => promise.then(() => 'fetched').catch((error: FetchError) => error.kind)

describe('decodes one layer', () => {
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

  test('an empty body stays empty', async () => {
    expect(await decode(Buffer.alloc(0), 'gzip', 10)).toHaveLength(0)
  })
})

test('unknown, nested and broken encodings are refused', async () => {
  const bytes = gzipSync(gzipSync('x'))
  for (const encoding of ['gzip, gzip', 'gzip,br', 'compress', 'exi', 'constructor', 'identity, gzip', 'aws-chunked'])
    expect(await kindOf(decode(bytes, encoding, 100)), encoding).toBe('bad-encoding')
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd'])
    expect(await kindOf(decode(Buffer.from('<rss></rss>'), encoding, 100)), encoding).toBe('bad-encoding')
  expect(await kindOf(decode(gzipSync('x'.repeat(999)).subarray(0, -12), 'gzip', 9999))).toBe('bad-encoding')
})

test('a zstd frame with a larger window than the web allows is refused', async () => {
  const { ZSTD_c_windowLog, ZSTD_c_compressionLevel } = constants
  const params = { [ZSTD_c_windowLog]: 25, [ZSTD_c_compressionLevel]: 1 }
  const wide = await compressed(40, createZstdCompress({ params }))
  expect(await kindOf(decode(wide, 'zstd', 100 * MB))).toBe('bad-encoding')
})
