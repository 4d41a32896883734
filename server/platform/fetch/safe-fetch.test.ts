import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import { FetchError } from './fetch-error.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let site: Awaited<ReturnType<typeof loopbackSite>>
let other: Awaited<ReturnType<typeof loopbackSite>>
let answer: Answer
const lines: Record<string, unknown>[] = []
const log = openLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
const safeFetch = loopbackFetch({}, { log })

beforeAll(async () => {
  site = await loopbackSite((request, response) => answer(request, response))
  other = await loopbackSite((_, response) => response.end('other'))
})

beforeEach(() => {
  lines.length = 0
  site.requests.length = 0
  other.requests.length = 0
  answer = (_, response) => response.end('fine')
})

afterAll(async () => {
  await safeFetch.close()
  await site.close()
  await other.close()
})

const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(() => null).catch((reason: unknown) => reason)
  if (!(error instanceof FetchError)) throw new Error(`ended otherwise: ${String(error)}`)
  return error
}
const redirectTo = (location: string, status = 302): Answer => {
  return (_, response) => response.writeHead(status, { location, 'set-cookie': 'a=b' }).end('moved')
}

describe('a response', () => {
  test('comes with its status, headers and bytes, whatever the status', async () => {
    answer = (_, response) => {
      response.writeHead(404, { 'x-two': ['a', 'b'], etag: '"1"', 'set-cookie': 'a=b' }).end('not here')
    }
    const fetched = await safeFetch.fetch({ url: `${site.url}/feed?x=1#part` })
    expect(fetched).toMatchObject({ url: `${site.url}/feed?x=1`, status: 404, notModified: false })
    expect(fetched.headers).toMatchObject({ etag: '"1"', 'x-two': 'a, b' })
    expect(fetched.headers).not.toHaveProperty('set-cookie')
    expect(fetched.bytes.toString()).toBe('not here')
  })

  test('is requested with our own user agent and no extra headers', async () => {
    await safeFetch.fetch({ url: site.url, accept: 'text/html' })
    expect(site.requests[0]?.method).toBe('GET')
    expect(site.requests[0]?.headers).toEqual({
      host: `127.0.0.1:${site.port}`,
      connection: 'keep-alive',
      'user-agent': 'Tidings/0.1 (+https://tidings.example/contact)',
      accept: 'text/html',
      'accept-encoding': 'gzip, deflate, br, zstd',
    })
  })

  test('reuses a kept-alive connection', async () => {
    const own = loopbackFetch()
    const before = site.connections()
    for (let i = 0; i < 5; i += 1) await own.fetch({ url: site.url })
    expect(site.connections() - before).toBe(1)
    await own.close()
  })

  test('is requested once more if a kept-alive connection was just closed', async () => {
    await safeFetch.fetch({ url: site.url })
    let cut = 0
    answer = (request, response) => {
      if (cut++ === 0) request.socket.destroy()
      else response.end('second')
    }
    expect((await safeFetch.fetch({ url: site.url })).bytes.toString()).toBe('second')
    answer = (request) => request.socket.destroy()
    expect((await failure(safeFetch.fetch({ url: site.url }))).kind).toBe('connect')
    expect(site.requests).toHaveLength(5)
  })
})

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('are followed: %i', async (status) => {
    answer = redirectTo(`${other.url}/there`, status)
    const fetched = await safeFetch.fetch({ url: site.url, etag: '"e"' })
    expect(fetched).toMatchObject({ url: `${other.url}/there`, status: 200 })
    expect(other.requests[0]?.method).toBe('GET')
    for (const name of ['cookie', 'authorization', 'referer'])
      expect(other.requests[0]?.headers).not.toHaveProperty(name)
  })

  test('without a location, or with status 300, are returned as responses', async () => {
    answer = (_, response) => response.writeHead(302).end('where?')
    expect(await safeFetch.fetch({ url: site.url })).toMatchObject({ status: 302 })
    answer = redirectTo(other.url, 300)
    expect(await safeFetch.fetch({ url: site.url })).toMatchObject({ status: 300 })
  })

  test('stop after five', async () => {
    answer = ({ url = '' }, response) => {
      const hop = Number(url.slice(1))
      if (hop === 5) response.end('arrived')
      else response.writeHead(302, { location: `/${hop + 1}` }).end()
    }
    expect((await safeFetch.fetch({ url: `${site.url}/0` })).bytes.toString()).toBe('arrived')
    expect((await failure(safeFetch.fetch({ url: `${site.url}/-1` }))).kind).toBe('too-many-redirects')
    answer = redirectTo('/')
    site.requests.length = 0
    expect((await failure(safeFetch.fetch({ url: site.url }))).kind).toBe('too-many-redirects')
    expect(site.requests).toHaveLength(6)
  })

  test('to forbidden or invalid addresses are refused', async () => {
    for (const inner of ['http://10.0.0.1/', 'http://localhost/', 'http://u:p@127.0.0.1/', 'http://[::1]/']) {
      answer = redirectTo(inner)
      expect((await failure(safeFetch.fetch({ url: site.url }))).kind).toBe('refused-address')
    }
    for (const bad of ['file:///etc/passwd', 'gopher://127.0.0.1/', 'data:,x', 'http://[x]/', '\\\\127.0.0.1\\']) {
      answer = redirectTo(bad)
      expect((await failure(safeFetch.fetch({ url: site.url }))).kind).toBe('bad-address')
    }
  })

  test('with an endless body do not block the request', async () => {
    answer = (_, response) => {
      response.writeHead(302, { location: other.url })
      response.write('x'.repeat(100_000))
    }
    expect((await safeFetch.fetch({ url: site.url, timeoutMs: 2000 })).bytes.toString()).toBe('other')
    await expect.poll(site.open, { timeout: 500 }).toBeLessThanOrEqual(1)
  })
})

describe('a refusal', () => {
  test('reads the same as a name that does not exist or a closed port', async () => {
    const resolve = async (name: string) => {
      if (name === 'inner.example.com') return ['10.0.0.1']
      throw new FetchError('dns')
    }
    const guarded = loopbackFetch({ allow: '' }, { log, resolve })
    const urls = ['http://inner.example.com/', 'http://none.example.com/', 'http://127.0.0.1/', 'http://db/']
    const errors = await Promise.all(urls.map((url) => failure(guarded.fetch({ url }))))
    expect(new Set(errors.map(({ message }) => message))).toEqual(new Set(['This address could not be reached.']))
    expect(errors.map(({ kind }) => kind)).toEqual(['refused-address', 'dns', 'refused-address', 'refused-address'])
    await guarded.close()
    const gone = await loopbackSite(() => {})
    await gone.close()
    const { kind, message } = await failure(safeFetch.fetch({ url: gone.url }))
    expect([kind, message]).toEqual(['connect', errors[0]?.message])
  })

  test('is logged for the operator without the query string', async () => {
    await failure(safeFetch.fetch({ url: 'http://10.1.2.3/path?token=secret' }))
    answer = redirectTo('http://inner.lan/?token=secret')
    await failure(safeFetch.fetch({ url: site.url }))
    expect(lines).toMatchObject([
      { event: 'fetch.refused', host: '10.1.2.3', because: 'address 10.1.2.3' },
      { event: 'fetch.refused', host: 'inner.lan', because: 'inner name', from: '127.0.0.1' },
    ])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  test('applies if any address of a name is forbidden', async () => {
    const sets: Record<string, string[]> = {
      'mixed.example.com': ['93.184.216.34', '10.0.0.1'],
      'families.example.com': ['93.184.216.34', 'fd00::1'],
      'mapped.example.com': ['::ffff:169.254.169.254'],
    }
    const guarded = loopbackFetch({ allow: '' }, { log, resolve: async (name) => sets[name] ?? [] })
    for (const name of Object.keys(sets))
      expect((await failure(guarded.fetch({ url: `http://${name}/` }))).kind).toBe('refused-address')
    await guarded.close()
  })
})
