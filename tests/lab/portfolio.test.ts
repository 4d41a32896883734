import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Company } from '#domain/companies.ts'
import { logoPath } from '#domain/company-logo.ts'
import { BARE_SITES, DRIPPING, GOOD_SITES, LEADING_PAGES, SECRET, type CompanySite } from './company-sites.ts'
import { openNamespace } from './namespace.ts'
import { openPortfolioLab, type Observation, type Person } from './portfolio-lab.ts'
import { companiesOf, nameOf, SINKS, websiteOf } from './sinks.ts'

const SECURE = ['birch.example.com', 'downgrade.example.com', 'logos.example.net']

/** The answer to "what is its logo?" for each company, by its site. */
async function logosOf(person: Person) {
  const companies = await companiesOf(person)
  const answers = new Map<string, Awaited<ReturnType<Person['get']>>>()
  for (const { id, name } of companies) answers.set(name, await person.get(logoPath(id)))
  return (site: CompanySite) => answers.get(nameOf(site))!
}

const unique = (words: string[]) => [...new Set(words)].sort()
const asksOf = (sites: CompanySite[]) => unique(sites.flatMap(({ host, asks = [host] }) => asks))
const refusalsIn = ({ logged }: Observation) =>
  logged
    .map((line) => JSON.parse(line) as { event?: string; host?: string })
    .filter(({ event }) => event === 'fetch.refused')

/** Every connection went to a public site, every datagram to our name server or back. */
function expectNothingElse({ hits, visits, syns, queries, datagrams }: Observation) {
  expect(hits).toEqual([])
  expect(syns).toBe(visits.length)
  expect(datagrams).toBe(2 * queries.length)
}

const namespace = openNamespace()
const missing = 'missing' in namespace ? namespace.missing : ''
if (missing) process.stderr.write(`${missing}\nThe rows SF-02, SF-12 and PR-03 of the lab are skipped.\n`)

type Lab = Awaited<ReturnType<typeof openPortfolioLab>>

async function openLab(settings: Record<string, string> = {}): Promise<Lab> {
  if ('missing' in namespace) throw new Error(namespace.missing)
  return openPortfolioLab(namespace, { names: SECURE, settings })
}

afterAll(() => {
  if (!('missing' in namespace)) namespace.remove()
})

describe.skipIf(missing)('a portfolio in the lab', { timeout: 60_000 }, () => {
  let lab: Lab
  beforeAll(async () => {
    lab = await openLab()
  })
  afterAll(() => lab?.close())

  /** No picture for those who have none to give, and on the wire and in the log nothing but what may be there. */
  async function expectNoWayIn(sink: keyof typeof SINKS, bare: CompanySite[]) {
    const person = await lab.nextAct()
    await SINKS[sink](person, [...GOOD_SITES, ...bare])
    const logoOf = await logosOf(person)

    for (const site of GOOD_SITES) {
      const { status, body } = logoOf(site)
      const picture = site.picture.toString('base64')
      expect({ host: site.host, status, body }).toEqual({ host: site.host, status: 200, body: picture })
    }
    // One answer for all of them: nobody can feel out our network by comparing.
    const plain = bare.map((site) => {
      const { status, headers, body } = logoOf(site)
      return { site: websiteOf(site), status, body, headers: { ...headers, 'x-request-id': '' } }
    })
    const { headers } = plain[0]!
    expect(plain).toEqual(plain.map(({ site }) => ({ site, status: 204, body: '', headers })))
    const withLogo = (await companiesOf(person)).filter(({ logoUrl }) => logoUrl !== null)
    expect(unique(withLogo.map(({ name }) => name))).toEqual(unique(GOOD_SITES.map(nameOf)))

    const seen = await lab.observe()
    expectNothingElse(seen)
    expect(unique(seen.queries.map(({ name }) => name))).toEqual(asksOf([...GOOD_SITES, ...bare]))
    const refusals = refusalsIn(seen)
    expect(unique(refusals.map(({ host = '' }) => host))).toEqual(
      unique(bare.flatMap(({ refused = [] }) => refused)),
    )
    expect(JSON.stringify(refusals)).not.toMatch(/[?]|token/)
    expect(seen.logged.join('')).not.toContain(SECRET)
    expect((await person.get('/readyz')).status).toBe(200)
  }

  test.each(Object.keys(SINKS) as (keyof typeof SINKS)[])(
    'SF-02, SF-03, SF-05, SF-12: no website leads inward, by %s',
    (sink) => expectNoWayIn(sink, BARE_SITES),
  )

  test('SF-02, SF-05: nor does what its page names: icons, manifests, bases, and where they lead', () =>
    expectNoWayIn('a list', LEADING_PAGES))

  test('SF-03: a name that turns inward is asked for its page and never again', async () => {
    const person = await lab.nextAct()
    const turning = BARE_SITES.filter(({ host }) => host.startsWith('turning-'))
    await SINKS['a list'](person, turning)
    const { requests } = await lab.observe()
    expect(requests.map(({ host, url }) => host + url).sort()).toEqual(
      [0, 1, 2].map((index) => `turning-${index}.example.com/`),
    )
  })

  test('what cannot be a website is not taken for one: "Must be a valid URL"', async () => {
    const person = await lab.nextAct()
    const added = await person.send('POST', '/api/companies', { name: 'Bare', website: 'bare.example.com' })
    const { id } = added.json() as Company
    for (const website of [
      'http://localhost/',
      'http://db:5432/',
      'file:///etc/passwd',
      'gopher://cedar.example.com/',
      'http://u:p@cedar.example.com/',
      'http://127.0.0.1\\@cedar.example.com/',
    ]) {
      for (const answer of [
        await person.send('POST', '/api/companies', { name: 'Other', website }),
        await person.send('PATCH', `/api/companies/${id}`, { website }),
      ]) {
        expect({ website, status: answer.status }).toEqual({ website, status: 422 })
        expect(answer.bytes.toString()).toContain('Must be a valid URL')
      }
    }
    const seen = await lab.observe()
    expectNothingElse(seen)
    expect(asksOf([{ host: 'bare.example.com' }])).toEqual(unique(seen.queries.map(({ name }) => name)))
  })

  test('SF-12: a logo is asked for by company only, and is inert', async () => {
    const person = await lab.nextAct()
    await SINKS['a list'](person, [GOOD_SITES[0]!])
    const [company] = await companiesOf(person)
    const before = await lab.observe()
    const path = logoPath(company!.id)
    for (const name of ['url', 'src', 'website', 'domain', 'host', 'u']) {
      const answer = await person.get(`${path}?${name}=http%3A%2F%2Fbirch.example.com%2Fapp%2Flarge.png`)
      expect(answer.bytes).toEqual(GOOD_SITES[0]!.picture)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=86400',
        vary: 'authorization',
      })
    }
    expect((await person.get('/api/companies/http%3A%2F%2Fbirch.example.com%2F/logo')).status).toBe(404)
    expect((await lab.observe()).queries).toEqual(before.queries)
  })

  test('PR-03: looking at a portfolio and taking it along asks nobody; adding asks its own sites only', async () => {
    const person = await lab.nextAct()
    await SINKS['a list'](person, GOOD_SITES)
    const added = await lab.observe()
    expectNothingElse(added)
    expect(unique(added.requests.map(({ host }) => host))).toEqual(asksOf(GOOD_SITES))
    for (const { headers, url } of added.requests) {
      expect(Object.keys(headers).sort()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ])
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
    const later = await lab.observe()
    expect([later.syns, later.datagrams]).toEqual([added.syns, added.datagrams])
  })

  test('spec section 9: "logo time-out 3 s": a site that drips holds nobody up', async () => {
    const person = await lab.nextAct()
    await person.send('POST', '/api/companies/bulk', [{ name: 'Dripping' }])
    const [company] = await companiesOf(person)
    await person.send('PATCH', `/api/companies/${company!.id}`, { website: websiteOf(DRIPPING) })
    const { status, ms } = await person.get(logoPath(company!.id))
    expect(status).toBe(204)
    // Its search goes on for six, so there is room for a busy machine.
    expect(ms).toBeLessThan(5000)
    expect((await person.get('/readyz')).status).toBe(200)
    expect((await lab.observe()).hits).toEqual([])
  })
})

describe.skipIf(missing)('with settings of the operator', { timeout: 60_000 }, () => {
  test('PR-03: services are told a domain, and only when they are set', async () => {
    const lab = await openLab({
      LOGO_SERVICE_URL: 'https://logos.example.net/{domain}/{size}',
      FAVICON_SERVICE_URL: 'http://icons.example.net/?of={domain}&px={size}',
    })
    const person = await lab.nextAct()
    const sites = [...GOOD_SITES, ...BARE_SITES]
    await SINKS['a list'](person, sites)
    const logoOf = await logosOf(person)
    const seen = await lab.observe()
    await lab.close()
    expectNothingElse(seen)

    const told = seen.requests.filter(({ host }) => /^(logos|icons)\./.test(host))
    const domains = sites.filter(({ asks }) => asks?.length !== 0).map(({ host }) => host)
    expect(unique(told.filter(({ host }) => host.startsWith('logos')).map(({ url }) => url))).toEqual(
      unique(domains.map((domain) => `/${domain}/100`)),
    )
    for (const { headers } of told) expect(Object.keys(headers)).toHaveLength(5)
    const sideOf = (host: string) => logoOf(sites.find((site) => site.host === host)!).bytes.readUInt32BE(16)
    expect([sideOf('elm.example.com'), sideOf('cedar.example.com'), sideOf('bare.example.com')]).toEqual([
      100, 180, 72,
    ])
    expect(refusalsIn(seen)).toContainEqual(
      expect.objectContaining({ host: '169.254.169.254', from: 'logos.example.net' }),
    )
  })

  test('the canaries are there: whom the operator lets in reaches them', async () => {
    const lab = await openLab({ FETCH_ALLOW: '10.0.0.0/8' })
    const person = await lab.nextAct()
    await SINKS['the form'](
      person,
      BARE_SITES.filter(({ host }) => host === 'private.example.com'),
    )
    const { hits, syns, visits } = await lab.observe()
    await lab.close()
    expect(unique(hits.map(({ address, port }) => `${address}:${port}`))).toEqual(['10.0.0.7:80'])
    expect([syns, visits]).toEqual([hits.length, []])
  })
})
