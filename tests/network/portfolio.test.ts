import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Company } from '#domain/companies/company.ts'
import { logoPath } from '#domain/companies/logo.ts'
import { repetitions } from '../../server/testing/repetitions.ts'
import { BARE_SITES, GOOD_SITES, LEADING_PAGES, SECRET, type CompanySite } from './sites/company-sites.ts'
import { POLLED_SITES } from './sites/polled-sites.ts'
import { openNamespace } from './namespace.ts'
import {
  asksOf,
  expectNothingElse,
  logosOf,
  namesIn,
  plainName,
  refusalsIn,
  unique,
  companiesOf,
  nameOf,
  SINKS,
  websiteOf,
} from './observations.ts'
import { openPortfolioSandbox } from './portfolio-sandbox.ts'

const SECURE = ['birch.lab', 'downgrade.lab']
/** Websites are fetched the same way however they are entered, so only one way of entering them tries all sites. */
const SOME_SITES = BARE_SITES.filter((_, at) => at % repetitions({ sample: 4, all: 1 }) === 0)

const namespace = openNamespace()

type Sandbox = Awaited<ReturnType<typeof openPortfolioSandbox>>

afterAll(() => namespace.remove())

describe('a portfolio in the network sandbox', { timeout: 60_000 }, () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openPortfolioSandbox(namespace, { names: SECURE })
  })
  afterAll(() => sandbox?.close())

  async function expectNoWayIn(sink: keyof typeof SINKS, bare: CompanySite[], polls = 1) {
    const person = await sandbox.nextAct()
    await SINKS[sink](person, [...GOOD_SITES, ...bare])
    const logoOf = await logosOf(person)

    for (const site of GOOD_SITES) {
      const { status, body } = logoOf(site)
      const picture = site.picture.toString('base64')
      expect({ host: site.host, status, body }).toEqual({ host: site.host, status: 200, body: picture })
    }
    // All responses are identical, so that comparing them doesn't reveal our network.
    const plain = bare.map((site) => {
      const { status, headers, body } = logoOf(site)
      return { site: websiteOf(site), status, body, headers: { ...headers, 'x-request-id': '' } }
    })
    const { headers } = plain[0]!
    expect(plain).toEqual(plain.map(({ site }) => ({ site, status: 204, body: '', headers })))
    const withLogo = (await companiesOf(person)).filter(({ logoUrl }) => logoUrl !== null)
    expect(unique(withLogo.map(({ name }) => name))).toEqual(unique(GOOD_SITES.map(nameOf)))

    for (let poll = 1; poll < polls; poll += 1) await sandbox.pollAgain()
    const seen = await sandbox.observe()
    expectNothingElse(seen)
    expect(namesIn(seen)).toEqual(asksOf([...GOOD_SITES, ...bare]))
    const refusals = refusalsIn(seen)
    expect(unique(refusals.map(({ host = '' }) => plainName(host)))).toEqual(
      unique(bare.flatMap(({ refused = [] }) => refused)),
    )
    expect(JSON.stringify(refusals)).not.toMatch(/[?]|token/)
    expect(seen.logged.join('')).not.toContain(SECRET)
    expect((await person.get('/readyz')).status).toBe(200)
  }

  test.each(Object.keys(SINKS) as (keyof typeof SINKS)[])('no website leads to a private address through %s', (sink) =>
    expectNoWayIn(sink, sink === 'a list' ? BARE_SITES : SOME_SITES),
  )

  test('icons, manifests, base URLs and their redirects do not lead to a private address', () =>
    expectNoWayIn('a list', LEADING_PAGES))

  test('polling feeds, newsrooms, careers, robots, sitemaps and stories reaches no private address', async () => {
    await expectNoWayIn('a list', POLLED_SITES, 3)
    const { requests } = await sandbox.observe()
    const read = new Set(requests.map(({ host, url }) => host + url))
    const leading = POLLED_SITES.filter(({ host }) => !host.startsWith('turning-'))
    const paths = leading.flatMap(({ host, pages = {} }) => Object.keys(pages).map((path) => host + path))
    expect(paths.filter((path) => !read.has(path))).toEqual([])
  })

  test('a name that rebinds to a private address is fetched once and never again', async () => {
    const person = await sandbox.nextAct()
    const turning = BARE_SITES.filter(({ host }) => host.startsWith('turning-'))
    await SINKS['a list'](person, turning)
    const { requests } = await sandbox.observe()
    expect(requests.map(({ host, url }) => host + url).sort()).toEqual(
      [0, 1, 2].map((index) => `turning-${index}.lab/robots.txt`),
    )
  })

  test('an impossible website is rejected: "Must be a valid URL"', async () => {
    const person = await sandbox.nextAct()
    const added = await person.send('POST', '/api/companies', { name: 'Bare', website: 'bare.lab' })
    const { id } = added.json() as Company
    for (const website of [
      'http://localhost/',
      'http://db:5432/',
      'file:///etc/passwd',
      'gopher://cedar.lab/',
      'http://u:p@cedar.lab/',
      'http://127.0.0.1\\@cedar.lab/',
    ]) {
      for (const answer of [
        await person.send('POST', '/api/companies', { name: 'Other', website }),
        await person.send('PATCH', `/api/companies/${id}`, { website }),
      ]) {
        expect({ website, status: answer.status }).toEqual({ website, status: 422 })
        expect(answer.bytes.toString()).toContain('Must be a valid URL')
      }
    }
    const seen = await sandbox.observe()
    expectNothingElse(seen)
    expect(namesIn(seen)).toEqual(asksOf([{ host: 'bare.lab' }]))
  })

  test('a logo can only be requested by company id and is inert', async () => {
    const person = await sandbox.nextAct()
    await SINKS['a list'](person, [GOOD_SITES[0]!])
    const [company] = await companiesOf(person)
    const before = await sandbox.observe()
    const path = logoPath(company!.id)
    for (const name of ['url', 'src', 'website', 'domain', 'host', 'u']) {
      const answer = await person.get(`${path}?${name}=http%3A%2F%2Fbirch.lab%2Fapp%2Flarge.png`)
      expect(answer.bytes).toEqual(GOOD_SITES[0]!.picture)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=86400',
        vary: 'authorization',
      })
    }
    expect((await person.get('/api/companies/http%3A%2F%2Fbirch.lab%2F/logo')).status).toBe(404)
    expect((await sandbox.observe()).queries).toEqual(before.queries)
  })

  test('viewing and exporting a portfolio sends no requests; adding companies contacts only their sites', async () => {
    const person = await sandbox.nextAct()
    await SINKS['a list'](person, GOOD_SITES)
    const added = await sandbox.observe()
    expectNothingElse(added)
    expect(unique(added.requests.map(({ host }) => host))).toEqual(asksOf(GOOD_SITES))
    for (const { headers, url } of added.requests) {
      expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
      expect(headers['user-agent']).toBe('Tidings/0.1 (+http://localhost:3000/contact)')
      expect(url).not.toContain(SECRET)
    }

    const [company] = await companiesOf(person)
    const views = ['', '?limit=2', '/facets', `/${company!.id}`, '/imports', '/removed']
    const files = ['csv', 'xlsx', 'json'].map((format) => `/export?format=${format}`)
    for (const view of [...views, ...files, `/${company!.id}/logo`])
      expect({ view, status: (await person.get(`/api/companies${view}`)).status }).toEqual({
        view,
        status: 200,
      })
    for (const { id, logoUrl } of await companiesOf(person)) expect(logoUrl).toContain(logoPath(id))
    await person.send('POST', '/api/companies/sample', {})
    for (const { id } of await companiesOf(person)) await person.get(logoPath(id))
    const later = await sandbox.observe()
    expect([later.syns, later.datagrams]).toEqual([added.syns, added.datagrams])
  })
})
