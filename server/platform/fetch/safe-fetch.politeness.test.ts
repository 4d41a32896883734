import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import type { FetchError } from './fetch-error.ts'
import { retryAtOf } from './retry-memory.ts'

const opened: { close: () => Promise<unknown> }[] = []
const keep = <Thing extends { close: () => Promise<unknown> }>(thing: Thing): Thing => {
  opened.push(thing)
  return thing
}

afterEach(async () => {
  for (const thing of opened.splice(0).toReversed()) await thing.close()
})

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: FetchError) => error,
  )

/** A slow site that counts how many requests it serves at once. */
async function slowSite(most: { now: number; ever: number }, ms = 60) {
  return keep(
    await loopbackSite((_, response) => {
      most.now += 1
      most.ever = Math.max(most.ever, most.now)
      setTimeout(() => {
        most.now -= 1
        response.end('slow')
      }, ms)
    }),
  )
}

describe('concurrent requests', () => {
  test('a host gets two requests at once, and waiting does not count against the time limit', async () => {
    const most = { now: 0, ever: 0 }
    const site = await slowSite(most)
    const safeFetch = keep(loopbackFetch({ limits: { totalMs: 400 } }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => safeFetch.fetch({ url: site.url })))
    expect(answers).toHaveLength(20)
    expect(most.ever).toBe(2)
  })

  test('different hosts do not wait for each other, up to the overall limit', async () => {
    const most = { now: 0, ever: 0 }
    const sites = await Promise.all(Array.from({ length: 6 }, () => slowSite(most)))
    const safeFetch = keep(loopbackFetch({ limits: { overall: 8 } }))
    const all = () => sites.flatMap(({ url }) => [safeFetch.fetch({ url }), safeFetch.fetch({ url })])
    await Promise.all(all())
    expect(most.ever).toBe(8)
  })

  test('an aborted waiter gives its place to the next', async () => {
    const site = await slowSite({ now: 0, ever: 0 }, 200)
    const safeFetch = keep(loopbackFetch())
    const first = [safeFetch.fetch({ url: site.url }), safeFetch.fetch({ url: site.url })]
    const impatient = failure(safeFetch.fetch({ url: site.url, signal: AbortSignal.timeout(20) }))
    const last = safeFetch.fetch({ url: site.url })
    expect((await impatient)?.kind).toBe('aborted')
    expect(await Promise.all([...first, last])).toHaveLength(3)
    expect(site.requests).toHaveLength(3)
  })

  test('two hosts that redirect to each other do not deadlock', async () => {
    const bounce = (to: () => string) => (request: IncomingMessage, response: ServerResponse) => {
      setTimeout(() => {
        if (request.url?.includes('end')) response.end('done')
        else response.writeHead(302, { location: `${to()}/end`, 'content-length': 0 }).end()
      }, 20)
    }
    let there = ''
    const left = keep(await loopbackSite(bounce(() => there)))
    const right = keep(await loopbackSite(bounce(() => left.url)))
    there = right.url
    const safeFetch = keep(loopbackFetch({ limits: { perHost: 1 } }))
    const answers = await Promise.all([left, right, left, right].map(({ url }) => safeFetch.fetch({ url })))
    expect(answers.map(({ bytes }) => bytes.toString())).toEqual(['done', 'done', 'done', 'done'])
  })
})

describe('conditional requests', () => {
  test('send the known validators and report an unchanged response', async () => {
    const modified = 'Sat, 14 Nov 2026 00:00:00 GMT'
    const site = keep(
      await loopbackSite((request, response) => {
        const isKnown = request.headers['if-none-match'] === '"v1"'
        response.writeHead(isKnown ? 304 : 200, { etag: '"v1"', 'last-modified': modified })
        response.end(isKnown ? undefined : 'feed')
      }),
    )
    const safeFetch = keep(loopbackFetch())
    const { headers } = await safeFetch.fetch({ url: site.url })
    const again = await safeFetch.fetch({
      url: site.url,
      etag: headers.etag,
      lastModified: headers['last-modified'],
    })
    expect(again).toMatchObject({ status: 304, notModified: true })
    expect(again.bytes).toHaveLength(0)
    expect(site.requests[1]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': modified,
    })
    expect(site.connections()).toBe(1)
    await safeFetch.fetch({ url: site.url, etag: '"a"\r\nX-Bad: 1', lastModified: null })
    expect(site.requests[2]?.headers).not.toHaveProperty('if-none-match')
  })
})

describe('Retry-After', () => {
  test.each([429, 503])('after %i, the host is left alone until the given time', async (status) => {
    let now = new Date('2026-11-15T10:00:00Z')
    const site = keep(
      await loopbackSite((_, response) => response.writeHead(status, { 'retry-after': '120' }).end('later')),
    )
    const neighbor = keep(await loopbackSite((_, response) => response.end('fine')))
    const safeFetch = keep(loopbackFetch({}, { clock: () => now }))
    const retryAt = new Date('2026-11-15T10:02:00Z')
    expect(await safeFetch.fetch({ url: site.url })).toMatchObject({ status, retryAt })
    now = new Date('2026-11-15T10:01:59Z')
    expect(await failure(safeFetch.fetch({ url: `${site.url}/other` }))).toMatchObject({
      kind: 'throttled',
      status,
      retryAt,
    })
    expect(site.requests).toHaveLength(1)
    expect(await safeFetch.fetch({ url: neighbor.url })).toMatchObject({ status: 200 })
    now = retryAt
    expect(await safeFetch.fetch({ url: site.url })).toMatchObject({ status })
    expect(site.requests).toHaveLength(2)
  })

  async function throttledSite() {
    const site = keep(
      await loopbackSite((request, response) => {
        if (request.url === '/closed') response.writeHead(429, { 'retry-after': '86400' })
        response.end()
      }),
    )
    const { fetch } = keep(loopbackFetch())
    const post = (path: string, owner: string) =>
      fetch({ url: `${site.url}${path}`, owner, post: { body: '{}', headers: {} } })
    const get = (path: string, owner?: string) => fetch({ url: `${site.url}${path}`, ...(owner && { owner }) })
    return { post, get }
  }

  test('to a POST closes only this address and only to its owner', async () => {
    const { post, get } = await throttledSite()
    expect(await post('/closed', 'ada')).toMatchObject({ status: 429 })
    expect(await failure(post('/closed', 'ada'))).toMatchObject({ kind: 'throttled', status: 429 })
    expect(await post('/open', 'ada')).toMatchObject({ status: 200 })
    expect(await post('/open', 'bob')).toMatchObject({ status: 200 })
    expect(await post('/closed', 'bob')).toMatchObject({ status: 429 })
    expect(await get('/open')).toMatchObject({ status: 200 })
    expect(await get('/closed', 'ada')).toMatchObject({ status: 429 })
  })

  test('at an address that one owner gave closes it to this owner, not the host to others', async () => {
    const { post, get } = await throttledSite()
    expect(await get('/closed', 'ada')).toMatchObject({ status: 429 })
    expect(await failure(get('/closed', 'ada'))).toMatchObject({ kind: 'throttled' })
    expect(await get('/open', 'ada')).toMatchObject({ status: 200 })
    expect(await get('/open')).toMatchObject({ status: 200 })
    expect(await post('/closed', 'ada')).toMatchObject({ status: 429 })
  })

  test('to a poll closes the host to all polls, but not to webhooks', async () => {
    const { post, get } = await throttledSite()
    expect(await get('/closed')).toMatchObject({ status: 429 })
    expect(await failure(get('/open'))).toMatchObject({ kind: 'throttled' })
    expect(await failure(get('/open', 'ada'))).toMatchObject({ kind: 'throttled' })
    expect(await post('/open', 'ada')).toMatchObject({ status: 200 })
  })

  test('also stops requests already waiting for their turn', async () => {
    const site = keep(
      await loopbackSite((_, response) => {
        void sleep(30).then(() => response.writeHead(429, { 'retry-after': '60' }).end())
      }),
    )
    const safeFetch = keep(loopbackFetch())
    const all = await Promise.all(Array.from({ length: 10 }, () => failure(safeFetch.fetch({ url: site.url }))))
    expect(all.filter((error) => error?.kind === 'throttled')).toHaveLength(8)
    expect(site.requests).toHaveLength(2)
  })

  test('is read as seconds or a date and capped at one day', () => {
    const now = new Date('2026-11-15T10:00:00Z')
    const at = (header: string | undefined, status = 429) => retryAtOf(status, header, now)?.toISOString()
    expect(at('30')).toBe('2026-11-15T10:00:30.000Z')
    expect(at('Sun, 15 Nov 2026 11:00:00 GMT')).toBe('2026-11-15T11:00:00.000Z')
    expect(at('999999999')).toBe('2026-11-16T10:00:00.000Z')
    expect(at('Fri, 01 Jan 2100 00:00:00 GMT')).toBe('2026-11-16T10:00:00.000Z')
    for (const nothing of ['0', '-5', 'soon', '', 'Sat, 14 Nov 2026 00:00:00 GMT', undefined])
      expect(at(nothing)).toBeUndefined()
    expect(at('30', 200)).toBeUndefined()
  })
})
