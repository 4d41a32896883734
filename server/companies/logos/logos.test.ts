import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { expect, test, vi } from 'vitest'
import { LOGO_LIMIT_MS } from '#domain/companies/logo.ts'
import { ADA, BEN, logoFixture, page } from '../../testing/fixtures/logo-fixture.ts'
import { png } from '../../testing/files/pictures.ts'

const fixture = logoFixture()

test('the icon that the home page names is found and stored, and the company gets its path', async () => {
  fixture.pages['/'] = page('<link rel="apple-touch-icon" href="/touch.png"><link rel="icon" href="/small.png">')
  fixture.pages['/touch.png'] = { body: png(180), type: 'text/html' }
  const id = await fixture.add({ website: `${fixture.home}/deep/page?x=1` })
  const picture = await fixture.logos().find(ADA, id)
  expect(picture).toMatchObject({ mediaType: 'image/png', bytes: png(180) })
  expect(fixture.asked()).toEqual(['/', '/touch.png'])
  expect(await fixture.logoUrl(id)).toBe(`/api/companies/${id}/logo?v=${picture?.hash}`)
  expect(await fixture.record()).toMatchObject({
    state: 'found',
    next_at: new Date(fixture.now.getTime() + 30 * DAY_MS),
  })

  await fixture.logos().find(ADA, id)
  expect(fixture.asked()).toHaveLength(2)
})

test("another user's, a removed and an absent company get the same error", async () => {
  const foreign = await fixture.add()
  const removed = await fixture.add({ userId: BEN, removedAt: fixture.now })
  for (const id of [foreign, removed, 2_000_000_000])
    await expect(fixture.logos().find(BEN, id)).rejects.toMatchObject({
      code: 'not-found',
      message: 'Company not found',
    })
  expect(fixture.asked()).toEqual([])
})

test('ten concurrent requests share one search, even from different users', async () => {
  fixture.pages['/'] = page('<link rel="icon" sizes="128x128" href="/icon.png">')
  fixture.pages['/icon.png'] = { body: png(128) }
  const [own, other] = [await fixture.add(), await fixture.add({ userId: BEN })]
  const logos = fixture.logos()
  const found = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 ? logos.find(ADA, own) : logos.find(BEN, other))),
  )
  expect(new Set(found.map((picture) => picture?.hash)).size).toBe(1)
  expect(found[0]).not.toBeNull()
  expect(fixture.asked()).toEqual(['/', '/icon.png'])
})

test('a logo that nobody has asked for in 90 days since it was due is deleted', async () => {
  fixture.pages['/'] = page('<link rel="icon" sizes="128x128" href="/icon.png">')
  fixture.pages['/icon.png'] = { body: png(128) }
  const logos = fixture.logos()
  await logos.find(ADA, await fixture.add())
  fixture.pass((30 + 90) * DAY_MS)
  await logos.cleanUp()
  expect((await fixture.record())?.state).toBe('found')
  fixture.pass(1)
  await logos.cleanUp()
  expect(await fixture.record()).toBeUndefined()
})

test('a failed search is repeated after one hour, then after two, and an old picture is kept', async () => {
  fixture.pages['/'] = { status: 503 }
  const id = await fixture.add()
  const hours = async () => {
    const row = await fixture.record()
    return (Number(row?.next_at) - Number(row?.checked_at)) / HOUR_MS
  }
  expect(await fixture.logos().find(ADA, id)).toBeNull()
  expect([(await fixture.record())?.state, await hours()]).toEqual(['failed', 1])
  fixture.pass(59 * MINUTE_MS)
  const before = fixture.asked().length
  await fixture.logos().find(ADA, id)
  expect(fixture.asked()).toHaveLength(before)
  fixture.pass(60_000)
  await fixture.logos().find(ADA, id)
  expect(await hours()).toBe(2)

  fixture.pages = {
    '/': page('<link rel="icon" sizes="128x128" href="/icon.png">'),
    '/icon.png': { body: png(128) },
  }
  fixture.pass(2 * HOUR_MS)
  const picture = await fixture.logos().find(ADA, id)
  expect(picture?.bytes).toEqual(png(128))

  fixture.pages = { '/': { status: 500 }, '/favicon.ico': { status: 500 } }
  fixture.pass(31 * DAY_MS)
  expect((await fixture.logos().find(ADA, id))?.hash).toBe(picture?.hash)
  await vi.waitFor(async () => expect(await fixture.record()).toMatchObject({ state: 'failed' }))
  expect((await fixture.logos().find(ADA, id))?.hash).toBe(picture?.hash)
  expect(await fixture.logoUrl(id)).toBe(`/api/companies/${id}/logo?v=${picture?.hash}`)

  fixture.pages = { '/': page('') }
  fixture.pass(31 * DAY_MS)
  await fixture.logos().find(ADA, id)
  await vi.waitFor(async () => expect(await fixture.record()).toMatchObject({ state: 'none', bytes: null }))
  expect(await fixture.logos().find(ADA, id)).toBeNull()
  expect(await fixture.logoUrl(id)).toBeNull()
})

test('"logo time-out 3 s": nobody waits longer, and a logo found later is there next time', async () => {
  fixture.pages['/'] = { ...page('<link rel="icon" sizes="128x128" href="/icon.png">'), afterMs: 1700 }
  fixture.pages['/icon.png'] = { body: png(128), afterMs: 1700 }
  const logos = fixture.logos()
  const id = await fixture.add()
  expect(LOGO_LIMIT_MS).toBe(3000)
  expect(await logos.find(ADA, id)).toBeNull()
  expect(await fixture.record()).toBeUndefined()
  await vi.waitFor(async () => expect(await fixture.record()).toMatchObject({ state: 'found' }), 3000)
  expect((await logos.find(ADA, id))?.bytes).toEqual(png(128))
  expect(fixture.asked()).toEqual(['/', '/icon.png'])
})

test('after an import each site is searched once, and all its imported companies get the logo', async () => {
  fixture.pages['/'] = page('<link rel="icon" sizes="128x128" href="/icon.png">')
  fixture.pages['/icon.png'] = { body: png(128) }
  const ids = [
    await fixture.add({ importId: 77 }),
    await fixture.add({ importId: 77 }),
    await fixture.add({ importId: 77, website: null }),
  ]
  const foreign = await fixture.add({ importId: 77, userId: BEN })
  await fixture.logos().findAhead({ userId: ADA, importId: 77 })
  const hash = (await fixture.record())?.hash
  expect(fixture.asked()).toEqual(['/', '/icon.png'])
  expect(await Promise.all([...ids, foreign].map(fixture.logoUrl))).toEqual([
    `/api/companies/${ids[0]}/logo?v=${hash}`,
    `/api/companies/${ids[1]}/logo?v=${hash}`,
    null,
    null,
  ])
  await fixture.logos().findAhead({ userId: ADA, importId: 77 })
  await fixture.logos().findAhead({ userId: BEN, companyId: foreign })
  expect(fixture.asked()).toHaveLength(2)
  expect(await fixture.logoUrl(foreign)).toBe(`/api/companies/${foreign}/logo?v=${hash}`)
})
