import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Coverage } from '#domain/coverage.ts'
import { Problem } from '#domain/errors.ts'
import { IdentityCard, MAX_ALIASES, MAX_FEEDS } from '#domain/identity-card.ts'
import { CompanyWithNews } from '#domain/news.ts'
import { Story } from '#domain/stories.ts'
import { loopbackSite } from '../../testing/loopback-site.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const MINUTE_MS = 60_000

let app: TestApp
let ada: TestUser
let ben: TestUser
let site: Awaited<ReturnType<typeof loopbackSite>>
let press: Awaited<ReturnType<typeof loopbackSite>>
let adas: number
let bens: number
const pressItems: [path: string, title: string][] = [['/p/0', 'Nobody does anything']]
const alertItems: [path: string, title: string][] = []

const rss = (origin: string, items: [path: string, title: string][]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title><link>${origin}/</link>${items
    .map(
      ([path, title]) =>
        `<item><title>${title}</title><link>${origin}${path}</link><description>${title}.</description></item>`,
    )
    .join('')}</channel></rss>`

beforeAll(async () => {
  site = await loopbackSite((request, response) => {
    const pages: Record<string, string> = {
      '/': '<html><head><title>Robots</title><meta property="og:site_name" content="Cedar Robotics"><meta name="description" content="Robots for orchards."><link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="alternate" type="application/rss+xml" href="/other.xml"></head><body>Robots</body></html>',
      '/feed.xml': rss(site.url, [['/a', 'First product ships']]),
      '/other.xml': rss(site.url, [['/b', 'Other people write here']]),
    }
    const page = pages[request.url ?? '']
    response.setHeader('content-type', request.url === '/' ? 'text/html' : 'application/rss+xml')
    response.writeHead(page ? 200 : 404).end(page)
  })
  press = await loopbackSite((request, response) => {
    const items = { '/press.xml': pressItems, '/alert.xml': alertItems }[request.url ?? '']
    response.setHeader('content-type', 'application/rss+xml')
    response.writeHead(items ? 200 : 404).end(items && rss(press.url, items))
  })
  app = await testApp({
    realDoor: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site,press',
      PRESS_FEEDS: `${press.url}/press.xml`,
    },
  })
  ada = await app.signUp()
  ben = await app.signUp()
  adas = await added(ada)
  bens = await added(ben)
  pressItems.push(['/p/1', 'Cedar Robotics opens in Oslo'])
  await later()
})
afterAll(async () => {
  await site.close()
  await press.close()
})

async function added(user: TestUser): Promise<number> {
  const response = await user.send('POST', '/api/companies', { name: 'Cedar Robotics', website: site.url })
  return z.object({ id: z.number() }).parse(await response.json()).id
}

/** Everything is due again. */
async function later() {
  app.time.now = new Date(app.time.now.getTime() + 2 * MINUTE_MS)
  await app.database.execute('update watches set next_at = $1', [app.time.now])
  await app.runJob('gather.run', {})
}

const titlesOf = async (user: TestUser, id: number) =>
  z
    .array(Story)
    .parse(await (await user.get(`/api/companies/${id}/stories`)).json())
    .map(({ title }) => title)
    .toSorted()

const briefOf = async (user: TestUser) => {
  const [row] = CompanyWithNews.array().parse(await (await user.get('/api/news/feed')).json())
  return row?.latestNews?.content ?? ''
}

const cardOf = async (response: Response | Promise<Response>) =>
  IdentityCard.parse(await (await response).json())

const ALL = ['Cedar Robotics opens in Oslo', 'First product ships', 'Other people write here']

test('a card: each fact with where it was found', async () => {
  const card = await cardOf(ada.get(`/api/companies/${adas}/identity`))
  expect(card).toMatchObject({ aliases: [], feeds: [] })
  expect(card.facts.map(({ kind, value, foundAt }) => [kind, value, foundAt])).toEqual(
    expect.arrayContaining([
      ['title', 'Robots', `${site.url}/`],
      ['name', 'Cedar Robotics', `${site.url}/`],
      ['description', 'Robots for orchards.', `${site.url}/`],
      ['feed', `${site.url}/feed.xml`, expect.any(String)],
    ]),
  )
  expect(card.facts.every(({ foundOn, isRejected }) => foundOn !== null && !isRejected)).toBe(true)
})

const DEEDS: [method: string, path: string, good: object, bad: [body: unknown, message: string][]][] = [
  [
    'POST',
    'aliases',
    { alias: 'CR' },
    [
      [{ alias: ' ! ' }, 'A name needs at least 2 letters or digits'],
      [{}, 'A name needs at least 2 letters or digits'],
      [{ alias: 'a'.repeat(101) }, 'A name must be at most 100 characters'],
    ],
  ],
  ['DELETE', 'aliases', { alias: 'CR' }, [[{ alias: 7 }, 'A name needs at least 2 letters or digits']]],
  [
    'POST',
    'feeds',
    { url: 'https://alerts.example/1' },
    [
      [{ url: 'ftp://alerts.example' }, 'Must be the web address of a feed'],
      [{ url: 'https://me:secret@alerts.example/' }, 'Must be the web address of a feed'],
      [{}, 'Must be the web address of a feed'],
    ],
  ],
  [
    'DELETE',
    'feeds',
    { url: 'https://alerts.example/1' },
    [[{ url: '' }, 'Must be the web address of a feed']],
  ],
  [
    'POST',
    'rejections',
    { kind: 'name', value: 'Cedar' },
    [
      [{ kind: 'name' }, 'Must be a fact of the card'],
      [{ kind: 'name', value: 'a\u0000' }, 'Must be a fact of the card'],
    ],
  ],
  [
    'DELETE',
    'rejections',
    { kind: 'name', value: 'Cedar' },
    [[{ kind: '', value: 'x' }, 'Must be a fact of the card']],
  ],
]

test('who is not signed in, whose it is not and what cannot be is refused, each in its words', async () => {
  const problemOf = async (response: Response) => {
    const { status, message } = Problem.parse(await response.json())
    return `${status} ${message}`
  }
  expect((await app.request(`/api/companies/${adas}/identity`)).status).toBe(401)
  expect(await problemOf(await ben.get(`/api/companies/${adas}/identity`))).toBe('404 Company not found')
  for (const [method, path, good, bad] of DEEDS) {
    const address = `/api/companies/${adas}/${path}`
    expect((await app.request(address, { method })).status).toBe(401)
    for (const id of [adas, 2_000_000_000, 'x'])
      expect(await problemOf(await ben.send(method, `/api/companies/${id}/${path}`, good))).toBe(
        '404 Company not found',
      )
    for (const [body, message] of bad)
      expect(await problemOf(await ada.send(method, address, body))).toBe(`422 ${message}`)
  }
  expect(
    await problemOf(
      await ada.send('POST', `/api/companies/${adas}/rejections`, { kind: 'name', value: 'Else' }),
    ),
  ).toBe('409 This is not on the card any more')
})

test('a rejected feed: what it brought is gone from the stories and the brief of its owner alone, until Undo', async () => {
  expect(await titlesOf(ada, adas)).toEqual(ALL)
  const fact = { kind: 'feed', value: `${site.url}/other.xml` }
  for (const _twice of [1, 2]) {
    const card = await cardOf(ada.send('POST', `/api/companies/${adas}/rejections`, fact))
    expect(card.facts.filter(({ isRejected }) => isRejected)).toEqual([expect.objectContaining(fact)])
  }
  expect(await titlesOf(ada, adas)).toEqual(ALL.slice(0, 2))
  expect(await briefOf(ada)).not.toContain('Other people write here')
  expect(await briefOf(ada)).toContain('First product ships')
  expect(await titlesOf(ben, bens)).toEqual(ALL)
  expect(await briefOf(ben)).toContain('Other people write here')
  expect(
    (await cardOf(ben.get(`/api/companies/${bens}/identity`))).facts.some(({ isRejected }) => isRejected),
  ).toBe(false)
  for (const _twice of [1, 2])
    expect(
      (await cardOf(ada.send('DELETE', `/api/companies/${adas}/rejections`, fact))).facts.some(
        ({ isRejected }) => isRejected,
      ),
    ).toBe(false)
  expect(await titlesOf(ada, adas)).toEqual(ALL)
  expect(await briefOf(ada)).toBe(await briefOf(ben))
})

test('a rejected name: what was found by it alone is gone, and stays gone while more is gathered', async () => {
  const fact = { kind: 'name', value: 'Cedar Robotics' }
  await ada.send('POST', `/api/companies/${adas}/rejections`, fact)
  pressItems.push(['/p/2', 'Cedar Robotics opens in Bergen'])
  await later()
  expect(await titlesOf(ada, adas)).toEqual(ALL.slice(1))
  expect(await briefOf(ada)).not.toContain('Bergen')
  expect(await briefOf(ben)).toContain('Bergen')
  await ada.send('DELETE', `/api/companies/${adas}/rejections`, fact)
  expect(await briefOf(ada)).toContain('Bergen')
})

test('an alias is matched for its owner alone, and what it found goes with it', async () => {
  const added = await ada.send('POST', `/api/companies/${adas}/aliases`, { alias: ' CR  Labs ' })
  expect(added.status).toBe(201)
  expect((await cardOf(added)).aliases).toEqual(['CR Labs'])
  const again = await ada.send('POST', `/api/companies/${adas}/aliases`, { alias: 'CR Labs' })
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { message: 'CR Labs is already in the list' },
  ])
  pressItems.push(['/p/3', 'CR Labs hires'], ['/p/4', 'Cr labs is nobody'])
  await later()
  expect(await titlesOf(ada, adas)).toContain('CR Labs hires')
  expect(await titlesOf(ada, adas)).not.toContain('Cr labs is nobody')
  expect(await briefOf(ada)).toContain('CR Labs hires')
  expect(await titlesOf(ben, bens)).not.toContain('CR Labs hires')
  expect(await briefOf(ben)).not.toContain('CR Labs hires')
  for (const _twice of [1, 2])
    await ada.send('DELETE', `/api/companies/${adas}/aliases`, { alias: 'CR Labs' })
  expect(await titlesOf(ada, adas)).not.toContain('CR Labs hires')
  expect(await briefOf(ada)).toBe(await briefOf(ben))
})

test('a pasted feed is gathered for its owner alone, and says nothing to others of an address', async () => {
  const url = `${press.url}/alert.xml`
  alertItems.push(['/q/1', 'Alert about an orchard'], ['/p/5', 'My own words for a story'])
  const pasted = await ada.send('POST', `/api/companies/${adas}/feeds`, { url })
  expect([pasted.status, (await cardOf(pasted)).feeds]).toEqual([
    201,
    [{ url, state: null, problem: null, checkedAt: null }],
  ])
  expect((await ada.send('POST', `/api/companies/${adas}/feeds`, { url })).status).toBe(409)
  expect((await cardOf(ada.get(`/api/companies/${adas}/identity`))).feeds).toMatchObject([
    { url, state: 'ok' },
  ])
  expect(await titlesOf(ada, adas)).toEqual(
    expect.arrayContaining(['Alert about an orchard', 'My own words for a story']),
  )
  expect(await briefOf(ada)).toContain('Alert about an orchard')
  const coverage = Coverage.parse(await (await ada.get(`/api/companies/${adas}/coverage`)).json())
  expect(coverage.entries).toContainEqual(
    expect.objectContaining({ label: 'Your feed', address: url, state: 'ok' }),
  )

  pressItems.push(['/p/5', 'Cedar Robotics moves to Bodø'])
  await later()
  expect(await titlesOf(ben, bens)).toContain('Cedar Robotics moves to Bodø')
  expect((await titlesOf(ben, bens)).join()).not.toMatch(/Alert about|My own words/)
  expect(await titlesOf(ada, adas)).toContain('Cedar Robotics moves to Bodø')
  expect(await titlesOf(ada, adas)).not.toContain('My own words for a story')

  for (const _twice of [1, 2])
    expect((await cardOf(ada.send('DELETE', `/api/companies/${adas}/feeds`, { url }))).feeds).toEqual([])
  expect(await titlesOf(ada, adas)).toEqual(await titlesOf(ben, bens))
  const { rows } = await app.database.execute(
    `select (select count(*)::int from watches where company_id is not null) as watches,
      (select count(*)::int from company_articles) as links,
      (select count(*)::int from articles where key like 'own %') as articles,
      (select count(*)::int from companies where has_own_view) as views`,
  )
  expect(rows).toEqual([{ watches: 0, links: 0, articles: 0, views: 0 }])
})

test('so many names and feeds for a company, and no more', async () => {
  const refused = async (path: string, bodyOf: (at: number) => object, most: number) => {
    for (let at = 0; at < most; at += 1)
      expect((await ben.send('POST', `/api/companies/${bens}/${path}`, bodyOf(at))).status).toBe(201)
    const response = await ben.send('POST', `/api/companies/${bens}/${path}`, bodyOf(most))
    return Problem.parse(await response.json())
  }
  expect(await refused('aliases', (at) => ({ alias: `Alias ${at}` }), MAX_ALIASES)).toMatchObject({
    status: 422,
    message: 'At most 20 other names can be kept for a company',
  })
  expect(await refused('feeds', (at) => ({ url: `http://127.0.0.1:1/${at}` }), MAX_FEEDS)).toMatchObject({
    status: 422,
    message: 'At most 10 feeds can be kept for a company',
  })
})
