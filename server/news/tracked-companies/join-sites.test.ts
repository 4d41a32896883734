import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Coverage } from '#domain/news/coverage.ts'
import { companySite, rssOf } from '../../testing/network/company-site.ts'
import { cardOf, titlesOf } from '../../testing/fixtures/overrides-fixture.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

type Site = Awaited<ReturnType<typeof companySite>>

const declares = (href: string) => `<link rel="alternate" type="application/rss+xml" href="${href}">`

let app: TestApp
let host: Site
let moved: Site
const MOVED: Record<string, string | { status: number; headers: Record<string, string> }> = {}

beforeAll(async () => {
  host = await companySite({
    '/': `<title>Host</title>${declares('/feed.xml')}`,
    '/feed.xml': rssOf('Host-news'),
    '/solarfarm/': `<title>Solarfarm</title>${declares('/solarfarm/feed.xml')}`,
    '/solarfarm': `<title>Solarfarm</title>${declares('/solarfarm/feed.xml')}`,
    '/solarfarm/feed.xml': rssOf('Sun'),
    '/petfood': `<title>Petfood</title>${declares('/petfood/feed.xml')}${declares('/solarfarm/feed.xml')}`,
    '/petfood/feed.xml': rssOf('Kibble'),
    '/en': `<title>Host</title>${declares('/feed.xml')}`,
  })
  MOVED['/'] = { status: 301, headers: { location: `${host.url}/` } }
  moved = await companySite(MOVED)
  app = await testApp({
    realFetch: true,
    environment: { FETCH_ALLOW: '127.0.0.0/8', SOURCES: 'company-site' },
  })
})
afterAll(async () => {
  await host.close()
  await moved.close()
})

async function tracker(website: string, name = 'Some company') {
  const user = await app.signUp()
  const response = await user.send('POST', '/api/companies', { name, website })
  const { id } = z.object({ id: z.number() }).parse(await response.json())
  return { ...user, companyId: id, path: `/api/companies/${id}` }
}

type Someone = Awaited<ReturnType<typeof tracker>>

const recordsOf = async (user: Someone) =>
  z
    .array(z.object({ tracked_company_id: z.number(), site_tracked_company_id: z.number() }))
    .parse(
      await app.database.query('select tracked_company_id, site_tracked_company_id from companies where id = $1', [
        user.companyId,
      ]),
    )[0]!

const addressesOf = async (user: Someone) => {
  const coverage = Coverage.parse(await (await user.get(`${user.path}/coverage`)).json())
  return coverage.entries.flatMap(({ address }) => address?.replace(host.url, '') ?? [])
}

const factsOf = async (user: Someone) =>
  (await cardOf(user.get(`${user.path}/identity`))).facts.map(({ value }) => value.replace(host.url, ''))

/** Scans the sites again. */
async function later() {
  app.time.now = new Date(app.time.now.getTime() + 120_000)
  await app.database.execute('update watches set next_at = $1', [app.time.now])
  await app.runJob('news.poll', {})
}

test('two companies on one host each have their own stories, coverage and facts', async () => {
  const solarfarm = await tracker(`${host.url}/solarfarm/`)
  const petfood = await tracker(`${host.url}/petfood`)
  expect([await titlesOf(solarfarm), await titlesOf(petfood)]).toEqual([['Sun'], ['Kibble']])
  expect(await addressesOf(solarfarm)).toEqual(['/solarfarm/feed.xml'])
  expect(await addressesOf(petfood)).toEqual(['/petfood/feed.xml'])
  expect(new Set(await factsOf(solarfarm))).toEqual(new Set(['/solarfarm/feed.xml', 'Solarfarm']))
  expect(new Set(await factsOf(petfood))).toEqual(new Set(['/petfood/feed.xml', 'Petfood']))
})

test('spellings of one site share a record, and nobody sees how another user typed it', async () => {
  const ada = await tracker(`${host.url}/solarfarm/?utm_source=canary`, 'Canary Solar')
  const ben = await tracker(`${host.url}/solarfarm`)
  expect(await recordsOf(ada)).toEqual(await recordsOf(ben))
  const seen = JSON.stringify([await factsOf(ben), await addressesOf(ben)])
  expect(seen).not.toMatch(/canary/i)
})

test('a site that redirects to another shares its record until it stops redirecting', async () => {
  const [real, old] = [await tracker(host.url), await tracker(moved.url)]
  expect((await recordsOf(old)).tracked_company_id).toBe((await recordsOf(real)).tracked_company_id)
  expect(await titlesOf(old)).toEqual(['Host-news'])
  expect(JSON.stringify([await factsOf(real), await addressesOf(real)])).not.toContain(moved.url)
  const third = await tracker(moved.url)
  expect(await recordsOf(third)).toEqual(await recordsOf(old))
  await later()
  expect(await titlesOf(old)).toEqual(['Host-news'])

  MOVED['/'] = `<title>Moved</title>${declares('/feed.xml')}`
  MOVED['/feed.xml'] = rssOf('On-its-own')
  await later()
  expect(await titlesOf(old)).toEqual(['On-its-own'])
  expect(await titlesOf(real)).toEqual(['Host-news'])
})

test('a landing page is joined to the site that has the same feed', async () => {
  const [real, landing] = [await tracker(host.url), await tracker(`${host.url}/en/`)]
  expect((await recordsOf(landing)).tracked_company_id).toBe((await recordsOf(real)).tracked_company_id)
  expect((await recordsOf(landing)).site_tracked_company_id).not.toBe((await recordsOf(real)).site_tracked_company_id)
  expect(await titlesOf(landing)).toEqual(['Host-news'])
  const joined = await app.database.query('select join_evidence from tracked_companies where joined_to is not null')
  expect(joined).toEqual([{ join_evidence: 'feed' }])
})

test('a joined record stays as long as a company uses its address, and is deleted after the last one', async () => {
  const count = async () =>
    z
      .array(z.object({ n: z.number() }))
      .parse(await app.database.query(`select count(*)::int as n from tracked_companies where site like '%/en'`))[0]?.n
  await app.runJob('news.clean-up', {})
  expect(await count()).toBe(1)
  await app.database.execute(`delete from companies where website like '%/en/'`)
  await app.runJob('news.clean-up', {})
  expect(await count()).toBe(0)
})

test("changing the path of a company's website switches it to another site at once", async () => {
  const user = await tracker(`${host.url}/solarfarm`)
  expect(await titlesOf(user)).toEqual(['Sun'])
  await user.send('PATCH', user.path, { website: `${host.url}/petfood` })
  expect(await titlesOf(user)).toEqual(['Kibble'])
})

test('articles of a site that now redirects elsewhere stay with its trackers and reach nobody else', async () => {
  MOVED['/'] = `<title>Moved</title>${declares('/feed.xml')}`
  MOVED['/feed.xml'] = rssOf('On-its-own')
  const [real, former, removed] = [await tracker(host.url), await tracker(moved.url), await tracker(moved.url)]
  await later()
  await app.database.query(
    `insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
     select $1, id, published_at, 'press', 1, '[]' from articles where title = 'Kibble'`,
    [(await recordsOf(former)).tracked_company_id],
  )
  expect((await titlesOf(former)).toSorted()).toEqual(['Kibble', 'On-its-own'])
  await removed.send('DELETE', removed.path)
  MOVED['/'] = { status: 301, headers: { location: `${host.url}/` } }
  await later()
  expect((await titlesOf(former)).toSorted()).toEqual(['Host-news', 'Kibble', 'On-its-own'])
  await removed.send('POST', '/api/companies/restore', { ids: [removed.companyId] })
  expect((await titlesOf(removed)).toSorted()).toEqual(['Host-news', 'Kibble', 'On-its-own'])
  expect(await titlesOf(real)).toEqual(['Host-news'])
  await former.send('POST', `${former.path}/aliases`, { alias: 'Moved Works' })
  await former.send('DELETE', `${former.path}/aliases`, { alias: 'Moved Works' })
  expect((await titlesOf(former)).toSorted()).toEqual(['Host-news', 'Kibble', 'On-its-own'])
})
