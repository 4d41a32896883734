import { existsSync, readdirSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { loopbackFetch, loopbackSite, loopbackSocket } from '../../testing/network/loopback-site.ts'
import type { FetchError } from './fetch-error.ts'
import { LIMITS } from './safe-fetch.ts'

const opened: { close: () => Promise<unknown> }[] = []
const keep = <Thing extends { close: () => Promise<unknown> }>(thing: Thing): Thing => {
  opened.push(thing)
  return thing
}

afterEach(async () => {
  for (const thing of opened.splice(0).toReversed()) await thing.close()
})

const PATIENTLY = { timeout: 10_000 }
/** Longer than a test may take, so that only the limit under test can end a request. */
const LONG_MS = 120_000
const LONG = { connectMs: LONG_MS, headersMs: LONG_MS, totalMs: LONG_MS }

type Ending = { kind: string; detail?: string; limits?: Partial<typeof LONG> }
const CONNECTING: Ending = { kind: 'timeout', detail: 'connecting', limits: { connectMs: 300 } }
const HEADERS: Ending = { kind: 'timeout', detail: 'waiting for headers', limits: { headersMs: 300 } }
const ALTOGETHER: Ending = { kind: 'timeout', detail: 'altogether', limits: { totalMs: 600 } }

/** How a request ended, and which limit ended it. */
async function ending(promise: Promise<unknown>) {
  const error = await promise.then(
    () => null,
    (reason: FetchError) => reason,
  )
  return { kind: error?.kind, detail: error?.detail }
}

async function ends(site: { url: string; open: () => number }, { limits, ...expected }: Ending, scheme = 'http') {
  const safeFetch = keep(loopbackFetch({ limits: { ...LONG, ...limits } }))
  const result = await ending(safeFetch.fetch({ url: site.url.replace('http:', `${scheme}:`) }))
  expect(result).toMatchObject(expected)
  await expect.poll(site.open, PATIENTLY).toBe(0)
}

test('the limits are 5 redirects, 20 seconds in all, 5 MiB and two requests per host at once', () => {
  const times = { connectMs: 10_000, headersMs: 10_000, totalMs: 20_000 }
  expect(LIMITS).toMatchObject({ ...times, maxBytes: 5 * 1024 * 1024, redirects: 5, perHost: 2 })
})

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'

/** After the first data, writes to the bare socket again and again until it is closed. */
function dripping(first: string, next: string, everyMs: number) {
  return loopbackSocket((socket: Socket) => {
    socket.once('data', () => {
      socket.write(first)
      const timer = setInterval(() => socket.write(next), everyMs)
      socket.once('close', () => clearInterval(timer))
    })
  })
}

describe('ending a request', () => {
  test('a server that never answers hits the header time limit', async () => {
    await ends(keep(await loopbackSocket(() => {})), HEADERS)
  })

  test('a stalled TLS handshake hits the connect time limit', async () => {
    await ends(keep(await loopbackSocket(() => {})), CONNECTING, 'https')
  })

  test('headers that arrive byte by byte hit the header time limit', async () => {
    await ends(keep(await dripping('HTTP/1.1 200 OK\r\nX: ', 'x', 20)), HEADERS)
  })

  test('a body that arrives byte by byte hits the total time limit', async () => {
    await ends(keep(await dripping(`${OK}Content-Length: 90000\r\n\r\n`, 'x', 20)), ALTOGETHER)
  })

  test('endless chunks hit the total time limit', async () => {
    await ends(keep(await dripping(`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n', 20)), ALTOGETHER)
  })

  test('endless interim responses hit the header time limit', async () => {
    await ends(keep(await dripping('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 20)), HEADERS)
  })

  test('headers of 64 KB are refused, in one field or in many', async () => {
    for (const field of [`X: ${'x'.repeat(64 * 1024)}\r\n`, `X: ${'x'.repeat(50)}\r\n`.repeat(1300)])
      await ends(keep(await dripping(`${OK}${field}`, 'X: x\r\n', 20)), { kind: 'bad-response' })
  })

  test('redirects share one time limit', async () => {
    const site = keep(
      await loopbackSite((request, response) => {
        const next = () => response.writeHead(302, { location: `${request.url}x`, 'content-length': 0 }).end()
        setTimeout(next, 200)
      }),
    )
    const { limits, ...expected } = ALTOGETHER
    const safeFetch = keep(loopbackFetch({ limits: { ...LONG, ...limits } }))
    // If each redirect had its own timeout, the request would fail with too many redirects instead.
    expect(await ending(safeFetch.fetch({ url: site.url }))).toEqual(expected)
  })

  test('a request can shorten the time limit but not extend it', async () => {
    const site = keep(await loopbackSocket(() => {}))
    const { limits, ...expected } = ALTOGETHER
    const patient = keep(loopbackFetch({ limits: LONG }))
    expect(await ending(patient.fetch({ url: site.url, timeoutMs: 100 }))).toEqual(expected)
    const hasty = keep(loopbackFetch({ limits: { ...LONG, ...limits } }))
    expect(await ending(hasty.fetch({ url: site.url, timeoutMs: LONG_MS }))).toEqual(expected)
  })

  test('a caller can abort before the request, while connecting or while reading', async () => {
    const site = keep(await dripping(`${OK}Content-Length: 9\r\n\r\n`, 'x', 200))
    const silent = keep(await loopbackSocket(() => {}))
    const safeFetch = keep(loopbackFetch())
    for (const url of [site.url, silent.url.replace('http', 'https')]) {
      for (const afterMs of [0, 50]) {
        const signal = afterMs === 0 ? AbortSignal.abort() : AbortSignal.timeout(afterMs)
        expect((await ending(safeFetch.fetch({ url, signal }))).kind).toBe('aborted')
      }
    }
    await expect.poll(() => site.open() + silent.open(), PATIENTLY).toBe(0)
  })

  test('closing aborts requests in progress and rejects new ones', async () => {
    const silent = keep(await loopbackSocket(() => {}))
    const safeFetch = loopbackFetch()
    const waiting = [
      ending(safeFetch.fetch({ url: silent.url })),
      ending(safeFetch.fetch({ url: `${silent.url}/two` })),
    ]
    await expect.poll(silent.open).toBe(2)
    await safeFetch.close()
    for (const { kind } of await Promise.all([...waiting, ending(safeFetch.fetch({ url: silent.url }))]))
      expect(kind).toBe('aborted')
    await expect.poll(silent.open).toBe(0)
  })

  test('a response that is not HTTP or is cut off is reported as such', async () => {
    const answers: [string, string][] = [
      ['SSH-2.0-OpenSSH_9.9\r\n', 'bad-response'],
      [`${OK}Content-Length: 10\r\n\r\nabc`, 'bad-response'],
      [`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 'bad-response'],
      ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'bad-response'],
      ['', 'connect'],
    ]
    for (const [text, kind] of answers) {
      const site = keep(await loopbackSocket((socket) => socket.once('data', () => socket.end(text))))
      await ends(site, { kind })
    }
  })

  test('a hundred failures leave no file descriptor open', async () => {
    const silent = keep(await loopbackSocket(() => {}))
    const gone = await loopbackSocket(() => {})
    await gone.close()
    const safeFetch = keep(loopbackFetch({ limits: { connectMs: 300, headersMs: 300, totalMs: 600, perHost: 50 } }))
    const countFds = () => readdirSync(existsSync('/proc/self/fd') ? '/proc/self/fd' : '/dev/fd').length
    await ending(safeFetch.fetch({ url: silent.url }))
    await sleep(50)
    const before = countFds()
    const urls = [silent.url, silent.url.replace('http', 'https'), gone.url, `http://127.0.0.1:${gone.port}/x`]
    const kinds = await Promise.all(
      Array.from({ length: 100 }, (_, i) => ending(safeFetch.fetch({ url: `${urls[i % 4]}/?${i}` }))),
    )
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['timeout', 'connect']))
    await expect.poll(countFds, PATIENTLY).toBeLessThanOrEqual(before)
  })
})

describe('body size', () => {
  const sending = (body: string | Buffer, headers: Record<string, string | number> = {}): RequestListener => {
    return (_, response) => response.writeHead(200, headers).end(body)
  }

  test('a body over the limit is refused, whether or not its size is announced', async () => {
    const safeFetch = keep(loopbackFetch({ limits: { maxBytes: 1000 } }))
    const fits = keep(await loopbackSite(sending('x'.repeat(1000))))
    expect((await safeFetch.fetch({ url: fits.url })).bytes).toHaveLength(1000)
    expect((await ending(safeFetch.fetch({ url: fits.url, maxBytes: 999 }))).kind).toBe('too-large')
    expect((await ending(safeFetch.fetch({ url: fits.url, maxBytes: 99_999 }))).kind).toBeUndefined()
    const announced = keep(await loopbackSite(sending('x'.repeat(1001), { 'content-length': 1001 })))
    expect((await ending(safeFetch.fetch({ url: announced.url }))).kind).toBe('too-large')
    const chunked = keep(await loopbackSite(sending('x'.repeat(1001), { 'transfer-encoding': 'chunked' })))
    expect((await ending(safeFetch.fetch({ url: chunked.url }))).kind).toBe('too-large')
    await expect.poll(() => announced.open() + chunked.open()).toBe(0)
  })

  test('a false Content-Length does no harm', async () => {
    const endless = keep(await dripping(`${OK}Content-Length: 3\r\n\r\nabc`, 'more', 5))
    const safeFetch = keep(loopbackFetch({ limits: LONG }))
    expect((await safeFetch.fetch({ url: endless.url })).bytes.toString()).toBe('abc')
    await expect.poll(endless.open, PATIENTLY).toBe(0)
    const huge = keep(await loopbackSite(sending('', { 'content-length': '99999999999999999999' })))
    expect((await ending(safeFetch.fetch({ url: huge.url }))).kind).toMatch(/too-large|bad-response/)
  })
})
