import { expect, test, vi } from 'vitest'
import { LOGO_LIMIT_MS } from '#domain/company-logo.ts'
import { ADA, BEN, logoScene, page } from '../testing/logo-scene.ts'
import { png } from '../testing/pictures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const scene = logoScene()

test('the icon that the home page names is found, kept, and its own path stored in the company', async () => {
  scene.pages['/'] = page(
    '<link rel="apple-touch-icon" href="/touch.png"><link rel="icon" href="/small.png">',
  )
  scene.pages['/touch.png'] = { body: png(180), type: 'text/html' }
  const id = await scene.add({ website: `${scene.home}/deep/page?x=1` })
  const picture = await scene.logos().find(ADA, id)
  expect(picture).toMatchObject({ mediaType: 'image/png', bytes: png(180) })
  expect(scene.asked()).toEqual(['/', '/touch.png'])
  expect(await scene.logoUrl(id)).toBe(`/api/companies/${id}/logo?v=${picture?.hash}`)
  expect(await scene.record()).toMatchObject({
    state: 'found',
    next_at: new Date(scene.now.getTime() + 30 * DAY_MS),
  })

  await scene.logos().find(ADA, id)
  expect(scene.asked()).toHaveLength(2)
})

test("someone else's company, one that is removed and one that never was are the same refusal", async () => {
  const foreign = await scene.add()
  const removed = await scene.add({ userId: BEN, removedAt: scene.now })
  for (const id of [foreign, removed, 2_000_000_000])
    await expect(scene.logos().find(BEN, id)).rejects.toMatchObject({
      code: 'not-found',
      message: 'Company not found',
    })
  expect(scene.asked()).toEqual([])
})

test('ten at once are one search, also for different people', async () => {
  scene.pages['/'] = page('<link rel="icon" sizes="128x128" href="/icon.png">')
  scene.pages['/icon.png'] = { body: png(128) }
  const [own, other] = [await scene.add(), await scene.add({ userId: BEN })]
  const logos = scene.logos()
  const found = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 ? logos.find(ADA, own) : logos.find(BEN, other))),
  )
  expect(new Set(found.map((picture) => picture?.hash)).size).toBe(1)
  expect(found[0]).not.toBeNull()
  expect(scene.asked()).toEqual(['/', '/icon.png'])
})

test('what fails is asked again after an hour, then after two, and an old picture is kept', async () => {
  scene.pages['/'] = { status: 503 }
  const id = await scene.add()
  const hours = async () => {
    const row = await scene.record()
    return (Number(row?.next_at) - Number(row?.checked_at)) / HOUR_MS
  }
  expect(await scene.logos().find(ADA, id)).toBeNull()
  expect([(await scene.record())?.state, await hours()]).toEqual(['failed', 1])
  scene.pass(59 * 60_000)
  const before = scene.asked().length
  await scene.logos().find(ADA, id)
  expect(scene.asked()).toHaveLength(before)
  scene.pass(60_000)
  await scene.logos().find(ADA, id)
  expect(await hours()).toBe(2)

  scene.pages = {
    '/': page('<link rel="icon" sizes="128x128" href="/icon.png">'),
    '/icon.png': { body: png(128) },
  }
  scene.pass(2 * 3_600_000)
  const picture = await scene.logos().find(ADA, id)
  expect(picture?.bytes).toEqual(png(128))

  scene.pages = { '/': { status: 500 }, '/favicon.ico': { status: 500 } }
  scene.pass(31 * DAY_MS)
  expect((await scene.logos().find(ADA, id))?.hash).toBe(picture?.hash)
  await vi.waitFor(async () => expect(await scene.record()).toMatchObject({ state: 'failed' }))
  expect((await scene.logos().find(ADA, id))?.hash).toBe(picture?.hash)
  expect(await scene.logoUrl(id)).toBe(`/api/companies/${id}/logo?v=${picture?.hash}`)

  scene.pages = { '/': page('') }
  scene.pass(31 * DAY_MS)
  await scene.logos().find(ADA, id)
  await vi.waitFor(async () => expect(await scene.record()).toMatchObject({ state: 'none', bytes: null }))
  expect(await scene.logos().find(ADA, id)).toBeNull()
  expect(await scene.logoUrl(id)).toBeNull()
})

test('spec section 9: "logo time-out 3 s": nobody waits longer, and what is found later is there the next time', async () => {
  scene.pages['/'] = { ...page('<link rel="icon" sizes="128x128" href="/icon.png">'), afterMs: 1700 }
  scene.pages['/icon.png'] = { body: png(128), afterMs: 1700 }
  const logos = scene.logos()
  const id = await scene.add()
  expect(LOGO_LIMIT_MS).toBe(3000)
  expect(await logos.find(ADA, id)).toBeNull()
  expect(await scene.record()).toBeUndefined()
  await vi.waitFor(async () => expect(await scene.record()).toMatchObject({ state: 'found' }), 3000)
  expect((await logos.find(ADA, id))?.bytes).toEqual(png(128))
  expect(scene.asked()).toEqual(['/', '/icon.png'])
})

test('after an import each site is looked at once, and all its companies are told', async () => {
  scene.pages['/'] = page('<link rel="icon" sizes="128x128" href="/icon.png">')
  scene.pages['/icon.png'] = { body: png(128) }
  const ids = [
    await scene.add({ importId: 77 }),
    await scene.add({ importId: 77 }),
    await scene.add({ importId: 77, website: null }),
  ]
  const foreign = await scene.add({ importId: 77, userId: BEN })
  await scene.logos().findAhead({ userId: ADA, importId: 77 })
  const hash = (await scene.record())?.hash
  expect(scene.asked()).toEqual(['/', '/icon.png'])
  expect(await Promise.all([...ids, foreign].map(scene.logoUrl))).toEqual([
    `/api/companies/${ids[0]}/logo?v=${hash}`,
    `/api/companies/${ids[1]}/logo?v=${hash}`,
    null,
    null,
  ])
  await scene.logos().findAhead({ userId: ADA, importId: 77 })
  await scene.logos().findAhead({ userId: BEN, companyId: foreign })
  expect(scene.asked()).toHaveLength(2)
  expect(await scene.logoUrl(foreign)).toBe(`/api/companies/${foreign}/logo?v=${hash}`)
})
