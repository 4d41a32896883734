import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { MINUTE_MS } from '#domain/time.ts'
import { PossibleArticle } from '#domain/news/possible-articles.ts'
import { titlesOf } from '../../testing/fixtures/overrides-fixture.ts'
import { companySite } from '../../testing/network/company-site.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

const YOGURT = 'Cedar Robotics opens its 40th frozen yogurt shop'
const BALLET = 'Cedar Robotics cancels its ballet season after the fire at the theater'
const ROUND = 'Cedar Robotics raises $4 million for robots in orchards'

const titles: string[] = []

let app: TestApp
let press: Awaited<ReturnType<typeof loopbackSite>>
let site: Awaited<ReturnType<typeof companySite>>
let ada: Tracker
let ben: Tracker
type Tracker = Awaited<ReturnType<typeof tracker>>

beforeAll(async () => {
  press = await loopbackSite((_, response) => {
    response.setHeader('content-type', 'application/rss+xml')
    // On a host of its own, because the company's site is on the loopback address too.
    const items = titles.map(
      (title, at) =>
        `<item><title>${title}</title><link>https://paper.example/${at}</link><pubDate>${app.time.now.toUTCString()}</pubDate><description>${title}.</description></item>`,
    )
    response.end(`<rss version="2.0"><channel><title>Paper</title>${items.join('')}</channel></rss>`)
  })
  site = await companySite({
    '/': '<html><head><title>Robots</title><meta property="og:site_name" content="Cedar Robotics"><meta name="description" content="Robots for orchards."></head><body>Robots</body></html>',
  })
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site,press',
      PRESS_FEEDS: `${press.url}/press.xml`,
    },
  })
  ;[ada, ben] = [await tracker(), await tracker()]
  await poll()
  // Before its site was read, nobody knows what the company does.
  titles.push(YOGURT, BALLET, ROUND)
  await poll()
  await app.runJob('news.classify', {})
})

async function poll() {
  app.time.now = new Date(app.time.now.getTime() + 2 * MINUTE_MS)
  await app.database.execute('update watches set next_at = $1', [app.time.now])
  await app.runJob('news.poll', {})
}
afterAll(async () => {
  await press.close()
  await site.close()
})

async function tracker() {
  const user = await app.signUp()
  const response = await user.send('POST', '/api/companies', { name: 'Cedar Robotics', website: site.url })
  const { id } = z.object({ id: z.number() }).parse(await response.json())
  return { ...user, companyId: id, path: `/api/companies/${id}` }
}

const listOf = async (user: Tracker) =>
  PossibleArticle.array().parse(await (await user.get(`${user.path}/possible-articles`)).json())
const answer = (user: Tracker, body: unknown) => user.send('POST', `${user.path}/possible-articles`, body)
const idOf = async (user: Tracker, wanted: string) => (await listOf(user)).find(({ title }) => title === wanted)?.id

test('a namesake in another trade is a question on the company’s page, and nowhere else', async () => {
  expect((await listOf(ada)).map(({ title }) => title).toSorted()).toEqual([BALLET, YOGURT])
  expect(await titlesOf(ada)).toEqual([ROUND])
  for (const path of [
    '/api/news/feed',
    '/api/news?limit=100',
    '/api/news/summary',
    '/api/morning?timeZone=UTC',
    '/api/search?q=yogurt',
    '/api/analytics',
    '/api/discover',
    '/api/account/export',
    `${ada.path}/news`,
    `${ada.path}/coverage`,
  ]) {
    const text = await (await ada.get(path)).text()
    expect(`${path} ${text.replace('"q":"yogurt"', '')}`).not.toMatch(/frozen yogurt|ballet/)
  }
  const links = await app.database.execute(`select from articles where title = $1`, [YOGURT])
  expect(links.rows).toEqual([])
})

test('no: the question is gone for this user alone', async () => {
  const id = await idOf(ada, BALLET)
  const response = await answer(ada, { id, isAbout: false })
  expect(
    PossibleArticle.array()
      .parse(await response.json())
      .map(({ title }) => title),
  ).toEqual([YOGURT])
  expect((await listOf(ben)).map(({ title }) => title).toSorted()).toEqual([BALLET, YOGURT])
  expect(await titlesOf(ada)).not.toContain(BALLET)
  const { facts } = (await (await ada.get(`${ada.path}/identity`)).json()) as { facts: { kind: string }[] }
  expect(facts.filter(({ kind }) => kind === 'press-item')).toEqual([])
})

test('yes: it becomes news of this user’s company, and stays when names and sources change', async () => {
  expect((await answer(ada, { id: await idOf(ada, YOGURT), isAbout: true })).status).toBe(200)
  expect(await listOf(ada)).toEqual([])
  expect(await titlesOf(ada)).toContain(YOGURT)
  expect(await titlesOf(ben)).not.toContain(YOGURT)
  await ada.send('POST', `${ada.path}/aliases`, { alias: 'Cedar Bots' })
  expect(await titlesOf(ada)).toContain(YOGURT)
})

test('answers are refused without a question, from others, and in another form', async () => {
  const id = await idOf(ben, YOGURT)
  expect((await answer(ben, { id: 2_000_000_000, isAbout: true })).status).toBe(404)
  const foreign = await ben.send('POST', `${ada.path}/possible-articles`, { id, isAbout: true })
  const absent = await ben.send('POST', '/api/companies/2000000000/possible-articles', { id, isAbout: true })
  expect([foreign.status, absent.status]).toEqual([404, 404])
  expect((await ben.get(`${ada.path}/possible-articles`)).status).toBe(404)
  const unsigned = await app.request(`${ben.path}/possible-articles`)
  expect(unsigned.status).toBe(401)
  for (const body of [{ id: 'x', isAbout: true }, { id, isAbout: 'yes' }, {}]) {
    const response = await answer(ben, body)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Must be a story in the list and your answer')
  }
})
