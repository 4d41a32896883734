import { DAY_MS } from '#domain/time.ts'
import { expect, test } from 'vitest'
import { ADA, logoFixture, page, type SitePage } from '../../testing/fixtures/logo-fixture.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { jpeg, png } from '../../testing/files/pictures.ts'

const fixture = logoFixture()

test('after the home page, at most 5 requests try the manifest, its icons, page icons and the usual places', async () => {
  fixture.pages['/'] = page(
    '<link rel="manifest" href="/m.json"><link rel="icon" href="/1.png"><link rel="icon" href="/2.png"><link rel="icon" href="/3.png">',
  )
  fixture.pages['/m.json'] = { body: JSON.stringify({ icons: [{ src: '/app.png', sizes: '192x192' }] }) }
  fixture.pages['/favicon.ico'] = { body: jpeg }
  const picture = await fixture.logos().find(ADA, await fixture.add())
  expect(picture?.mediaType).toBe('image/jpeg')
  expect(fixture.asked()).toEqual(['/', '/m.json', '/app.png', '/1.png', '/apple-touch-icon.png', '/favicon.ico'])
})

test.each<[string, SitePage]>([
  ['SVG with a script', { body: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>' }],
  ['HTML that says it is a PNG', { body: '<html><script>alert(1)</script></html>', type: 'image/png' }],
  ['1 MB and a byte', { body: Buffer.concat([png(16), Buffer.alloc(1024 * 1024 + 1 - png(16).length)]) }],
  ['too many pixels', { body: png(4097, 8) }],
  ['nothing', { body: '' }],
])('%s is not accepted as a logo', async (_name, icon) => {
  fixture.pages['/'] = page('<link rel="icon" sizes="128x128" href="/icon.png">')
  fixture.pages['/icon.png'] = icon
  const id = await fixture.add()
  expect(await fixture.logos().find(ADA, id)).toBeNull()
  expect(fixture.asked()).toContain('/icon.png')
  expect(await fixture.logoUrl(id)).toBeNull()
  expect(await fixture.record()).toMatchObject({
    state: 'none',
    next_at: new Date(fixture.now.getTime() + 7 * DAY_MS),
  })
})

test('paths that robots.txt disallows are not fetched; the rest of the site is', async () => {
  fixture.pages['/'] = page('<link rel="icon" sizes="128x128" href="/icon.png">')
  fixture.pages['/favicon.ico'] = { body: png(32) }
  fixture.disallowed = (url) => new URL(url).pathname === '/'
  expect((await fixture.logos().find(ADA, await fixture.add()))?.bytes).toEqual(png(32))
  expect(fixture.asked()).toEqual(['/apple-touch-icon.png', '/favicon.ico'])
})

test('a site that robots.txt closes is not fetched at all', async () => {
  fixture.pages['/favicon.ico'] = { body: png(32) }
  fixture.disallowed = () => true
  expect(await fixture.logos().find(ADA, await fixture.add())).toBeNull()
  expect(fixture.asked()).toEqual([])
})

test('companies without a website and sample companies cause no requests', async () => {
  const logos = fixture.logos({ logo: `${fixture.home}/service/{domain}` })
  expect(await logos.find(ADA, await fixture.add({ website: null }))).toBeNull()
  expect(await logos.find(ADA, await fixture.add({ isSample: true }))).toBeNull()
  expect(fixture.asked()).toEqual([])
})

test('the order is logo service (size 100), company site, favicon service (size 64)', async () => {
  const services = {
    logo: `${fixture.home}/logo/{domain}?size={size}`,
    favicon: `${fixture.home}/icon/{domain}?s={size}`,
  }
  const website = `http://localhost:${fixture.port}`
  const id = await fixture.add({ website })
  await fixture.logos(services).find(ADA, id)
  expect(fixture.asked()[0]).toBe('/logo/localhost?size=100')
  expect(fixture.asked().at(-1)).toBe('/icon/localhost?s=64')

  fixture.forget()
  fixture.pages['/logo/localhost?size=100'] = { body: png(100) }
  fixture.pass(8 * DAY_MS)
  expect((await fixture.logos(services).find(ADA, id))?.bytes).toEqual(png(100))
  expect(fixture.asked()).toEqual(['/logo/localhost?size=100'])
})

test('an icon at a forbidden address is not fetched', async () => {
  const canary = await loopbackSite((_request, response) => response.end(png(128)))
  fixture.pages['/'] = page(`<link rel="icon" sizes="128x128" href="${canary.url}/i.png">`)
  await fixture.openNetwork(`127.0.0.1:${fixture.port}`)
  const id = await fixture.add()
  expect(await fixture.logos().find(ADA, id)).toBeNull()
  expect(fixture.asked()).toEqual(['/', '/apple-touch-icon.png', '/favicon.ico'])
  expect(canary.connections()).toBe(0)

  // Once the address is allowed, the request does reach the canary.
  await fixture.openNetwork('127.0.0.0/8')
  fixture.pass(DAY_MS)
  expect((await fixture.logos().find(ADA, id))?.bytes).toEqual(png(128))
  expect(canary.connections()).toBe(1)
  await canary.close()
})
