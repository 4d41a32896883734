import { constants, createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib'
import type { Transform } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressed } from '../../testing/files/documents.ts'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import type { FetchError } from './fetch-error.ts'

const MB = 1024 * 1024
const ROUNDS = 4
const MAKERS: Record<string, () => Transform> = {
  gzip: createGzip,
  deflate: createDeflate,
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: createZstdCompress,
}
const bombs = new Map<string, Buffer>()
const safeFetch = loopbackFetch()
let site: Awaited<ReturnType<typeof loopbackSite>>

beforeAll(async () => {
  for (const [encoding, make] of Object.entries(MAKERS)) bombs.set(encoding, await compressed(200, make()))
  site = await loopbackSite((request, response) => {
    const encoding = request.url?.slice(1) ?? ''
    response.writeHead(200, { 'content-encoding': encoding }).end(bombs.get(encoding))
  })
})

afterAll(async () => {
  await safeFetch.close()
  await site.close()
})

test.each(Object.keys(MAKERS))('a 200 MiB %s bomb stops at the cap with little memory and CPU', async (encoding) => {
  const fetched = () =>
    safeFetch.fetch({ url: `${site.url}/${encoding}` }).then(
      () => 'fetched',
      (error: FetchError) => error.kind,
    )
  expect(bombs.get(encoding)?.length).toBeLessThan(400 * 1024)
  const [work, rises]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2)
    const began = process.threadCpuUsage()
    expect(await fetched()).toBe('too-large')
    const { user, system } = process.threadCpuUsage(began)
    clearInterval(watch)
    work.push((user + system) / 1000)
    rises.push((Math.max(peak, process.memoryUsage.rss()) - before) / MB)
  }
  // The minimum of several rounds, because the first ones include one-time setup. This thread's CPU time bounds the lag
  // of its event loop, however busy the machine is otherwise.
  expect(Math.min(...work)).toBeLessThan(100)
  expect(Math.min(...rises)).toBeLessThan(50)
})
