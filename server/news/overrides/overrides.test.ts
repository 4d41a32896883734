import { beforeAll, expect, test } from 'vitest'
import { Coverage } from '#domain/news/coverage.ts'
import {
  briefOf,
  cardOf,
  overridesFixture,
  titlesOf,
  type OverridesFixture,
  type Tracker,
} from '../../testing/fixtures/overrides-fixture.ts'

let fixture: OverridesFixture
let ada: Tracker
let ben: Tracker

beforeAll(async () => {
  fixture = await overridesFixture()
  ;({ ada, ben } = fixture)
})

const ALL = ['Cedar Robotics opens in Oslo', 'First product ships', 'Other people write here']

test('the identity card shows each fact with where it was found', async () => {
  const card = await cardOf(ada.get(`${ada.path}/identity`))
  expect(card).toMatchObject({ aliases: [], feeds: [] })
  expect(card.facts.map(({ kind, value, foundAt }) => [kind, value, foundAt])).toEqual(
    expect.arrayContaining([
      ['title', 'Robots', `${fixture.site.url}/`],
      ['name', 'Cedar Robotics', `${fixture.site.url}/`],
      ['description', 'Robots for orchards.', `${fixture.site.url}/`],
      ['feed', `${fixture.site.url}/feed.xml`, expect.any(String)],
    ]),
  )
  expect(card.facts.every(({ foundOn, isRejected }) => foundOn !== null && !isRejected)).toBe(true)
})

test("rejecting a feed removes its stories only from its owner's list and brief, until Undo", async () => {
  expect(await titlesOf(ada)).toEqual(ALL)
  const fact = { kind: 'feed', value: `${fixture.site.url}/other.xml` }
  for (const _twice of [1, 2]) {
    const card = await cardOf(ada.send('POST', `${ada.path}/rejections`, fact))
    expect(card.facts.filter(({ isRejected }) => isRejected)).toEqual([expect.objectContaining(fact)])
  }
  expect(await titlesOf(ada)).toEqual(ALL.slice(0, 2))
  expect(await briefOf(ada)).not.toContain('Other people write here')
  expect(await briefOf(ada)).toContain('First product ships')
  expect(await titlesOf(ben)).toEqual(ALL)
  expect(await briefOf(ben)).toContain('Other people write here')
  expect((await cardOf(ben.get(`${ben.path}/identity`))).facts.some(({ isRejected }) => isRejected)).toBe(false)
  for (const _twice of [1, 2])
    expect(
      (await cardOf(ada.send('DELETE', `${ada.path}/rejections`, fact))).facts.some(({ isRejected }) => isRejected),
    ).toBe(false)
  expect(await titlesOf(ada)).toEqual(ALL)
  expect(await briefOf(ada)).toBe(await briefOf(ben))
})

test('rejecting a name removes stories found by that name alone, including later ones', async () => {
  const fact = { kind: 'name', value: 'Cedar Robotics' }
  await ada.send('POST', `${ada.path}/rejections`, fact)
  fixture.pressItems.push(['/p/2', 'Cedar Robotics opens in Bergen'])
  await fixture.later()
  expect(await titlesOf(ada)).toEqual(ALL.slice(1))
  expect(await briefOf(ada)).not.toContain('Bergen')
  expect(await briefOf(ben)).toContain('Bergen')
  await ada.send('DELETE', `${ada.path}/rejections`, fact)
  expect(await briefOf(ada)).toContain('Bergen')
})

test('an alias is matched only for its owner, and removing it removes what it found', async () => {
  const added = await ada.send('POST', `${ada.path}/aliases`, { alias: ' CR  Labs ' })
  expect(added.status).toBe(201)
  expect((await cardOf(added)).aliases).toEqual(['CR Labs'])
  const again = await ada.send('POST', `${ada.path}/aliases`, { alias: 'CR Labs' })
  expect([again.status, await again.json()]).toMatchObject([409, { message: 'CR Labs is already in the list' }])
  fixture.pressItems.push(['/p/3', 'CR Labs hires'], ['/p/4', 'Cr labs is nobody'])
  await fixture.later()
  expect(await titlesOf(ada)).toContain('CR Labs hires')
  expect(await titlesOf(ada)).not.toContain('Cr labs is nobody')
  expect(await briefOf(ada)).toContain('CR Labs hires')
  expect(await titlesOf(ben)).not.toContain('CR Labs hires')
  expect(await briefOf(ben)).not.toContain('CR Labs hires')
  for (const _twice of [1, 2]) await ada.send('DELETE', `${ada.path}/aliases`, { alias: 'CR Labs' })
  expect(await titlesOf(ada)).not.toContain('CR Labs hires')
  expect(await briefOf(ada)).toBe(await briefOf(ben))
})

test('an alias is removed together with what it found, or not at all', async () => {
  await ada.send('POST', `${ada.path}/aliases`, { alias: 'Orchard Nine' })
  fixture.pressItems.push(['/p/9', 'Orchard Nine hires'])
  await fixture.later()
  expect(await titlesOf(ada)).toContain('Orchard Nine hires')
  const { query } = fixture.app.database
  await query(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end';
    create trigger refuse before delete on company_articles execute function refuse()`)
  expect((await ada.send('DELETE', `${ada.path}/aliases`, { alias: 'Orchard Nine' })).status).toBe(500)
  await query('drop function refuse cascade')
  expect((await cardOf(ada.get(`${ada.path}/identity`))).aliases).toEqual(['Orchard Nine'])
  await ada.send('DELETE', `${ada.path}/aliases`, { alias: 'Orchard Nine' })
  expect(await titlesOf(ada)).not.toContain('Orchard Nine hires')
})

test('restoring a company finds what its alias would have found while it was removed', async () => {
  const cleo = await fixture.tracker()
  await cleo.send('POST', `${cleo.path}/aliases`, { alias: 'Grove Works' })
  await cleo.send('DELETE', cleo.path)
  fixture.pressItems.push(['/p/10', 'Grove Works hires'])
  await fixture.later()
  await cleo.send('POST', '/api/companies/restore', { ids: [cleo.companyId] })
  expect(await titlesOf(cleo)).toContain('Grove Works hires')
  await cleo.send('DELETE', `${cleo.path}/aliases`, { alias: 'Grove Works' })
})

test('a pasted feed is read only for its owner, and others see nothing of it', async () => {
  const url = `${fixture.press.url}/alert.xml`
  fixture.alertItems.push(['/q/1', 'Alert about an orchard'], ['/p/5', 'My own words for a story'])
  const pasted = await ada.send('POST', `${ada.path}/feeds`, { url })
  expect([pasted.status, (await cardOf(pasted)).feeds]).toEqual([
    201,
    [{ url, state: null, problem: null, checkedAt: null }],
  ])
  expect((await ada.send('POST', `${ada.path}/feeds`, { url })).status).toBe(409)
  expect((await cardOf(ada.get(`${ada.path}/identity`))).feeds).toMatchObject([{ url, state: 'ok' }])
  expect(await titlesOf(ada)).toEqual(expect.arrayContaining(['Alert about an orchard', 'My own words for a story']))
  expect(await briefOf(ada)).toContain('Alert about an orchard')
  const coverage = Coverage.parse(await (await ada.get(`${ada.path}/coverage`)).json())
  expect(coverage.entries).toContainEqual(expect.objectContaining({ label: 'Your feed', address: url, state: 'ok' }))

  fixture.pressItems.push(['/p/5', 'Cedar Robotics opens in Bodø'])
  await fixture.later()
  expect(await titlesOf(ben)).toContain('Cedar Robotics opens in Bodø')
  expect((await titlesOf(ben)).join()).not.toMatch(/Alert about|My own words/)
  expect(await titlesOf(ada)).toContain('Cedar Robotics opens in Bodø')
  expect(await titlesOf(ada)).not.toContain('My own words for a story')

  for (const _twice of [1, 2])
    expect((await cardOf(ada.send('DELETE', `${ada.path}/feeds`, { url }))).feeds).toEqual([])
  expect(await titlesOf(ada)).toEqual(await titlesOf(ben))
  const { rows } = await fixture.app.database.execute(
    `select (select count(*)::int from watches where company_id is not null) as watches,
      (select count(*)::int from company_articles) as links,
      (select count(*)::int from articles where key like 'own %') as articles,
      (select count(*)::int from companies where has_overrides) as views`,
  )
  expect(rows).toEqual([{ watches: 0, links: 0, articles: 0, views: 0 }])
})
