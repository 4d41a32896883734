import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSafeFetchSandbox, type Report } from './safe-fetch-sandbox.ts'
import { PUBLIC } from './internet/internet.ts'
import { openNamespace } from './namespace.ts'
import type { Zone } from './internet/scripted-dns.ts'

const [SITE = '', OTHER = '', SITE_V6 = ''] = PUBLIC
const METADATA = '169.254.169.254'
const UNREACHABLE = 'This address could not be reached.'

const INNER: Record<string, string[]> = {
  'loopback.example.com': ['127.0.0.1'],
  'private.example.com': ['10.0.0.7'],
  'office.example.com': ['192.168.1.1'],
  'carrier.example.com': ['100.64.0.1'],
  'metadata.example.com': [METADATA],
  'zero.example.com': ['0.0.0.0'],
}
const INNER_V6: Record<string, string[]> = {
  'loopback6.example.com': ['::1'],
  'local6.example.com': ['fd00::7'],
  'link6.example.com': ['fe80::1'],
  'mapped6.example.com': ['::ffff:127.0.0.1'],
  'nat64.example.com': ['64:ff9b::a9fe:a9fe'],
}
const MIXED: Zone = {
  'both.example.com': { a: [SITE, '10.0.0.7'] },
  'both-turned.example.com': { a: ['10.0.0.7', SITE] },
  'metadata-last.example.com': { a: [SITE, OTHER, METADATA] },
  'families.example.com': { a: [SITE], aaaa: ['fd00::7'] },
  'loopback-family.example.com': { a: [SITE], aaaa: ['::1'] },
  'mapped-family.example.com': { a: [SITE], aaaa: ['::ffff:169.254.169.254'] },
  'inner-first-family.example.com': { a: ['127.0.0.1'], aaaa: [SITE_V6] },
  'alias.example.com': { cname: 'alias-two.example.com' },
  'alias-two.example.com': { cname: 'alias-three.example.com' },
  'alias-three.example.com': { a: ['10.0.0.7'] },
  'alias-metadata.example.com': { cname: 'metadata.google.internal' },
  'metadata.google.internal': { a: [METADATA] },
}
const turning = { a: [[SITE], ['127.0.0.1']] }
const ZONE: Zone = {
  ...Object.fromEntries(Object.entries(INNER).map(([name, a]) => [name, { a }])),
  ...Object.fromEntries(Object.entries(INNER_V6).map(([name, aaaa]) => [name, { aaaa }])),
  ...MIXED,
  'site.example.com': { a: [SITE] },
  'other.example.com': { a: [OTHER] },
  'twofold.example.com': { a: [SITE, OTHER], aaaa: [SITE_V6] },
  'half-silent.example.com': { a: [SITE], silentAbout: 'AAAA' },
  'public-alias.example.com': { cname: 'site.example.com' },
  'turning-once.example.com': turning,
  'turning-between.example.com': turning,
  'turning-hop.example.com': turning,
  'turning-retry.example.com': turning,
}
const PROXY = 'http://127.0.0.1:3128'
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']

const namespace = openNamespace()

let sandbox: Awaited<ReturnType<typeof openSafeFetchSandbox>>
let connections = 0
let outsideSafeFetch = 0

async function visit(url: string): Promise<Report> {
  const report = await sandbox.fetch(url)
  connections += report.syns
  outsideSafeFetch += report.outsideSafeFetch
  expect(report.hits, url).toEqual([])
  return report
}

async function refused(url: string) {
  const { outcome, syns } = await visit(url)
  expect({ url, outcome, syns }).toEqual({
    url,
    outcome: { kind: 'refused-address', message: UNREACHABLE },
    syns: 0,
  })
}

const site = 'http://site.example.com'
const leadingTo = (to: string, from = site) => `${from}/go?to=${encodeURIComponent(to)}`

describe('safe fetch in the network sandbox', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    const environment = {
      NODE_USE_ENV_PROXY: '1',
      ...Object.fromEntries(PROXIES.map((name) => [name, PROXY])),
    }
    sandbox = await openSafeFetchSandbox(namespace, { zone: ZONE, names: ['site.example.com'], environment })
  })

  afterAll(async () => {
    await sandbox?.close()
    namespace.remove()
  })

  test('canaries see connections and the hook sees dials', async () => {
    for (const address of ['127.0.0.1', '10.0.0.7', METADATA]) {
      const report = await sandbox.dialDirectly(address)
      expect(report).toMatchObject({ hits: [{ address, port: 80 }], syns: 1, outsideSafeFetch: 1 })
    }
  })

  test('a public site is fetched by name, alias and address, and over both address families', async () => {
    for (const host of ['site', 'public-alias', 'twofold'].map((name) => `${name}.example.com`).concat(SITE)) {
      const { outcome, requests } = await visit(`http://${host}/page`)
      expect(outcome).toEqual({ status: 200, text: 'hello', url: `http://${host}/page` })
      expect(requests[0]!.headers.host).toBe(host)
    }
    expect((await visit('https://site.example.com/')).outcome.status).toBe(200)
    expect((await visit('https://other.example.com/')).outcome).toEqual({ kind: 'tls', message: UNREACHABLE })
  })

  test('a name server that ignores one address family causes no delay', async () => {
    const { outcome, ms } = await visit('http://half-silent.example.com/')
    expect(outcome.status).toBe(200)
    expect(ms).toBeLessThan(2500)
  })

  test('no private address is dialed, however it is written', async () => {
    for (const name of [...Object.keys(INNER), ...Object.keys(INNER_V6)]) {
      await refused(`http://${name}/`)
      await refused(`https://${name}/`)
    }
    const literals = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0',
      '10.0.0.7',
      METADATA,
      '[::1]',
      '[::ffff:a9fe:a9fe]',
      '[fd00::7]',
    ]
    for (const host of [...literals, 'localhost', 'metadata.google.internal', 'db']) await refused(`http://${host}/`)
  })

  test('an unknown name gives the same error message', async () => {
    const { outcome, syns } = await visit('http://nowhere.example.com/')
    expect(outcome).toEqual({ kind: 'dns', message: UNREACHABLE })
    expect(syns).toBe(0)
  })

  test('the socket connects to the validated address, resolved once', async () => {
    const { outcome, queries, syns } = await visit('http://turning-once.example.com/?close')
    expect(outcome).toMatchObject({ status: 200, text: 'hello' })
    expect(queries.map(({ type }) => type).sort()).toEqual(['A', 'AAAA'])
    expect(syns).toBe(1)
  })

  test('a name that rebinds to a private address is refused at the next fetch, redirect and retry', async () => {
    expect((await visit('http://turning-between.example.com/?close')).outcome.status).toBe(200)
    await refused('http://turning-between.example.com/')
    for (const path of ['go?close&to=/', 'reset']) {
      const host = path === 'reset' ? 'turning-retry' : 'turning-hop'
      const { outcome, syns, queries } = await visit(`http://${host}.example.com/${path}`)
      expect(outcome).toEqual({ kind: 'refused-address', message: UNREACHABLE })
      expect(queries.filter(({ type }) => type === 'A')).toHaveLength(2)
      expect(syns).toBe(1)
    }
  })

  test('one private address in the answer rejects the whole set', async () => {
    for (const name of Object.keys(MIXED)) await refused(`http://${name}/`)
  })

  test('redirects are validated like addresses', async () => {
    const inner = [`http://${METADATA}/`, 'http://private.example.com/', 'http://[::1]/', 'http://both.example.com/']
    const forbidden = ['http://site.example.com:22/', 'http://u:p@other.example.com/', '//localhost/']
    for (const to of [...inner, ...forbidden]) {
      const { outcome } = await visit(leadingTo(to))
      expect({ to, outcome }).toEqual({ to, outcome: { kind: 'refused-address', message: UNREACHABLE } })
    }
    for (const to of [
      'file:///etc/passwd',
      'gopher://site.example.com/',
      'data:text/plain,hi',
      'ftp://site.example.com/',
    ])
      expect((await visit(leadingTo(to))).outcome.kind).toBe('bad-address')
  })

  test('redirects from http to https are followed, but not the reverse', async () => {
    expect((await visit(leadingTo('https://site.example.com/'))).outcome.url).toBe('https://site.example.com/')
    const back = await visit(leadingTo('http://other.example.com/', 'https://site.example.com'))
    expect(back.outcome.kind).toBe('refused-address')
    expect(back.requests).toHaveLength(1)
  })

  test('at most five redirects are followed, without credentials', async () => {
    expect((await visit(`${site}/hops?to=5`)).outcome.text).toBe('arrived')
    expect((await visit(`${site}/hops?to=6`)).outcome.kind).toBe('too-many-redirects')
    const loop = await visit(`${site}/loop`)
    expect(loop.outcome.kind).toBe('too-many-redirects')
    expect(loop.requests).toHaveLength(6)
    const { requests } = await visit(leadingTo('http://other.example.com/'))
    expect(Object.keys(requests[1]!.headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })

  test('only web ports are allowed, and no credentials in the URL', async () => {
    for (const port of [22, 25, 3000, 5432, 6379, 8080, 9200]) await refused(`http://site.example.com:${port}/`)
    for (const user of ['u:p@', 'u@', ':p@']) await refused(`http://${user}site.example.com/`)
  })

  test('a proxy in the environment is ignored', async () => {
    const { outcome, hits } = await visit('http://other.example.com/')
    expect({ outcome, hits }).toMatchObject({ outcome: { status: 200 }, hits: [] })
  })

  test('a decompression bomb is stopped at the size cap', async () => {
    const { outcome, riseMb, busyMs } = await visit(`${site}/bomb?to=gzip`)
    expect(outcome.kind).toBe('too-large')
    expect(riseMb).toBeLessThan(50)
    expect(busyMs).toBeLessThan(100)
    expect((await visit(`${site}/bomb?to=gzip,gzip`)).outcome.kind).toBe('bad-encoding')
    expect((await visit(`${site}/liar`)).outcome.kind).toMatch(/bad-encoding|bad-response/)
  })

  test('every connection was made by safe fetch', () => {
    expect(connections).toBeGreaterThan(20)
    expect(outsideSafeFetch).toBe(0)
  })
})
