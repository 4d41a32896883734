import { afterAll, describe, expect, test } from 'vitest'
import { logoPath } from '#domain/companies/logo.ts'
import { BARE_SITES, DRIPPING, GOOD_SITES } from './sites/company-sites.ts'
import { openNamespace } from './namespace.ts'
import { expectNothingElse, logosOf, refusalsIn, unique, companiesOf, SINKS, websiteOf } from './observations.ts'
import { openPortfolioSandbox } from './portfolio-sandbox.ts'

const SECURE = ['birch.lab', 'downgrade.lab', 'logos.example.net']

const namespace = openNamespace()

async function openSandboxWith(settings: Record<string, string>) {
  return openPortfolioSandbox(namespace, { names: SECURE, settings })
}

afterAll(() => namespace.remove())

describe('with operator settings', { timeout: 60_000 }, () => {
  test('logo services receive only a domain, and only if configured', async () => {
    const sandbox = await openSandboxWith({
      LOGO_SERVICE_URL: 'https://logos.example.net/{domain}/{size}',
      FAVICON_SERVICE_URL: 'http://icons.example.net/?of={domain}&px={size}',
    })
    const person = await sandbox.nextAct()
    const sites = [...GOOD_SITES, ...BARE_SITES]
    await SINKS['a list'](person, sites)
    const logoOf = await logosOf(person)
    const seen = await sandbox.observe()
    await sandbox.close()
    expectNothingElse(seen)

    const lookups = seen.requests.filter(({ host }) => /^(logos|icons)\./.test(host))
    const domains = sites.filter(({ asks }) => asks?.length !== 0).map(({ host }) => host)
    expect(unique(lookups.filter(({ host }) => host.startsWith('logos')).map(({ url }) => url))).toEqual(
      unique(domains.map((domain) => `/${domain}/100`)),
    )
    for (const { headers } of lookups) expect(Object.keys(headers)).toHaveLength(5)
    const sideOf = (host: string) => logoOf(sites.find((site) => site.host === host)!).bytes.readUInt32BE(16)
    expect([sideOf('elm.lab'), sideOf('cedar.lab'), sideOf('bare.lab')]).toEqual([100, 180, 72])
    expect(refusalsIn(seen)).toContainEqual(
      expect.objectContaining({ host: '169.254.169.254', from: 'logos.example.net' }),
    )
  })

  test('"logo time-out 3 s": a slow site does not block the server', async () => {
    const sandbox = await openSandboxWith({ SOURCES: 'sample' })
    const person = await sandbox.nextAct()
    await person.send('POST', '/api/companies/bulk', [{ name: 'Dripping' }])
    const [company] = await companiesOf(person)
    await person.send('PATCH', `/api/companies/${company!.id}`, { website: websiteOf(DRIPPING) })
    const { status, ms } = await person.get(logoPath(company!.id))
    expect(status).toBe(204)
    // The whole search takes six seconds, so a limit of five leaves room for a busy machine.
    expect(ms).toBeLessThan(5000)
    expect((await person.get('/readyz')).status).toBe(200)
    const { hits } = await sandbox.observe()
    await sandbox.close()
    expect(hits).toEqual([])
  })

  test('canaries are reachable if the operator allows their addresses', async () => {
    const sandbox = await openSandboxWith({ FETCH_ALLOW: '10.0.0.0/8' })
    const person = await sandbox.nextAct()
    await SINKS['the form'](
      person,
      BARE_SITES.filter(({ host }) => host === 'private.lab'),
    )
    const { hits, syns, visits } = await sandbox.observe()
    await sandbox.close()
    expect(unique(hits.map(({ address, port }) => `${address}:${port}`))).toEqual(['10.0.0.7:443', '10.0.0.7:80'])
    expect([syns, visits]).toEqual([hits.length, []])
  })
})
