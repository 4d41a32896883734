import { expect, test } from 'vitest'
import { ADA, logoScene, page, type SitePage } from '../testing/logo-scene.ts'
import { loopbackSite } from '../testing/loopback-site.ts'
import { jpeg, png } from '../testing/pictures.ts'

const DAY_MS = 86_400_000
const scene = logoScene()

test('without named icons the manifest, then the usual places are asked, at most 5 of them', async () => {
  scene.pages['/'] = page(
    '<link rel="manifest" href="/m.json"><link rel="icon" href="/1.png"><link rel="icon" href="/2.png"><link rel="icon" href="/3.png">',
  )
  scene.pages['/m.json'] = { body: JSON.stringify({ icons: [{ src: '/app.png', sizes: '192x192' }] }) }
  scene.pages['/favicon.ico'] = { body: jpeg }
  const picture = await scene.logos().find(ADA, await scene.add())
  expect(picture?.mediaType).toBe('image/jpeg')
  expect(scene.asked()).toEqual([
    '/',
    '/m.json',
    '/app.png',
    '/1.png',
    '/apple-touch-icon.png',
    '/favicon.ico',
  ])
})

test.each<[string, SitePage]>([
  ['SVG with a script', { body: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>' }],
  ['HTML that says it is a PNG', { body: '<html><script>alert(1)</script></html>', type: 'image/png' }],
  ['1 MB and a byte', { body: Buffer.concat([png(16), Buffer.alloc(1024 * 1024 + 1 - png(16).length)]) }],
  ['too many pixels', { body: png(4097, 8) }],
  ['nothing', { body: '' }],
])('SF-12: %s is not taken for a logo', async (_name, icon) => {
  scene.pages['/'] = page('<link rel="icon" sizes="128x128" href="/icon.png">')
  scene.pages['/icon.png'] = icon
  const id = await scene.add()
  expect(await scene.logos().find(ADA, id)).toBeNull()
  expect(scene.asked()).toContain('/icon.png')
  expect(await scene.logoUrl(id)).toBeNull()
  expect(await scene.record()).toMatchObject({
    state: 'none',
    next_at: new Date(scene.now.getTime() + 7 * DAY_MS),
  })
})

test('PR-03: no website and sample companies ask nobody', async () => {
  const logos = scene.logos({ logo: `${scene.home}/service/{domain}` })
  expect(await logos.find(ADA, await scene.add({ website: null }))).toBeNull()
  expect(await logos.find(ADA, await scene.add({ isSample: true }))).toBeNull()
  expect(scene.asked()).toEqual([])
})

test('spec section 5: the order is logo service, own site, favicon service; sizes 100 and 64', async () => {
  const services = {
    logo: `${scene.home}/logo/{domain}?size={size}`,
    favicon: `${scene.home}/icon/{domain}?s={size}`,
  }
  const website = `http://localhost:${scene.port}`
  const id = await scene.add({ website })
  await scene.logos(services).find(ADA, id)
  expect(scene.asked()[0]).toBe('/logo/localhost?size=100')
  expect(scene.asked().at(-1)).toBe('/icon/localhost?s=64')

  scene.forget()
  scene.pages['/logo/localhost?size=100'] = { body: png(100) }
  scene.pass(8 * DAY_MS)
  expect((await scene.logos(services).find(ADA, id))?.bytes).toEqual(png(100))
  expect(scene.asked()).toEqual(['/logo/localhost?size=100'])
})

test('SF-02: an icon on an address that is not allowed is not asked for', async () => {
  const canary = await loopbackSite((_request, response) => response.end(png(128)))
  scene.pages['/'] = page(`<link rel="icon" sizes="128x128" href="${canary.url}/i.png">`)
  await scene.openDoor(`127.0.0.1:${scene.port}`)
  const id = await scene.add()
  expect(await scene.logos().find(ADA, id)).toBeNull()
  expect(scene.asked()).toEqual(['/', '/apple-touch-icon.png', '/favicon.ico'])
  expect(canary.connections()).toBe(0)

  // The same with that address allowed: the canary does sing.
  await scene.openDoor('127.0.0.0/8')
  scene.pass(DAY_MS)
  expect((await scene.logos().find(ADA, id))?.bytes).toEqual(png(128))
  expect(canary.connections()).toBe(1)
  await canary.close()
})
