import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Company } from '#domain/companies/company.ts'
import { briefText } from '#domain/news/brief-text.ts'
import { Refreshed, RefreshProgress } from '#domain/news/briefs.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const PATH = '/api/refresh-all-company-news-structured'

let app: TestApp
const servers: Server[] = []

/** A site with a feed. `hold` delays its responses until the function it returns is called. */
async function site(name: string) {
  const asked: string[] = []
  let held: Promise<void> | null = null
  let more = ''
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const isFeed = request.url === '/feed.xml'
    const body = isFeed
      ? `<rss version="2.0"><channel><title>${name}</title>${more}<item><title>${name} ships</title><link>${origin}/1</link><pubDate>Fri, 27 Feb 2026 10:00:00 GMT</pubDate></item></channel></rss>`
      : `<title>${name}</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">`
    const answer = () => response.setHeader('content-type', isFeed ? 'application/rss+xml' : 'text/html').end(body)
    void (held ?? Promise.resolve()).then(answer)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const hold = () => {
    let letGo = () => {}
    held = new Promise((resolve) => (letGo = resolve))
    return () => {
      held = null
      letGo()
    }
  }
  const publish = (title: string, path: string) => {
    more = `<item><title>${title}</title><link>${origin}/${path}</link><pubDate>Sat, 28 Feb 2026 10:00:00 GMT</pubDate></item>`
  }
  return { origin, asked, hold, publish, feedAsked: () => asked.filter((path) => path === '/feed.xml').length }
}

beforeAll(async () => {
  app = await testApp({
    realFetch: true,
    poolSize: 8,
    environment: { FETCH_ALLOW: '127.0.0.0/8', SOURCES: 'company-site' },
  })
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const Id = z.object({ id: z.number() })
const add = async (user: TestUser, name: string, website: string) =>
  Id.parse(await (await user.send('POST', '/api/companies', { name, website })).json()).id

const press = (user: TestUser, ids: number[]) =>
  user.send('POST', PATH, { companies: ids.map((id) => ({ id, name: 'x', website: 'http://10.0.0.1' })) })
const refresh = async (user: TestUser, ids: number[]) => Refreshed.parse(await (await press(user, ids)).json())
const current = async (user: TestUser) =>
  RefreshProgress.nullable().parse(await (await user.get('/api/refresh')).json())
/** Doesn't run pending jobs, which would wait for responses that a test holds back. */
const meanwhile = (user: TestUser, method: string, path: string) =>
  app.app.request(
    new URL(path, app.config.http.publicUrl),
    { method, headers: { authorization: `Bearer ${user.token}` } },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
const later = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * MINUTE_MS)
}

test('parallel refreshes of a company by one or two users cause a single fetch', async () => {
  const { origin, feedAsked, hold, asked } = await site('Shared')
  const [ada, ben] = [await app.signUp(), await app.signUp()]
  const ids = [await add(ada, 'Shared', origin), await add(ben, 'Shared too', `${origin}/`)]
  later(20)
  const before = { feeds: feedAsked(), all: asked.length }
  const letGo = hold()
  const pressed = [press(ada, [ids[0]!]), press(ada, [ids[0]!]), press(ben, [ids[1]!])]
  await expect.poll(() => asked.length).toBeGreaterThan(before.all)
  await expect.poll(async () => (await meanwhile(ben, 'GET', '/api/refresh')).json()).toEqual({ done: 0, total: 1 })
  letGo()
  const answers = await Promise.all(pressed.map(async (one) => Refreshed.parse(await (await one).json())))
  expect(feedAsked() - before.feeds).toBe(1)
  for (const [at, { news, failed, waiting }] of answers.entries()) {
    expect(news.map(({ companyId, content }) => [companyId, content.includes('Shared ships')])).toEqual([
      [at === 2 ? ids[1] : ids[0], true],
    ])
    for (const { content, sections } of news) expect(briefText(sections)).toBe(content)
    expect([failed, waiting]).toEqual([[], []])
  }
  expect(await current(ada)).toBeNull()
  expect(await refresh(ben, [ids[1]!])).toMatchObject({ failed: [] })
  expect(feedAsked() - before.feeds).toBe(1)
})

test('a company is not polled again within five minutes, but it is afterward', async () => {
  const { origin, feedAsked } = await site('Fresh')
  const ada = await app.signUp()
  const id = await add(ada, 'Fresh', origin)
  later(20)
  await refresh(ada, [id])
  const polled = feedAsked()
  later(4)
  expect(await refresh(ada, [id])).toMatchObject({ failed: [], waiting: [] })
  expect(feedAsked()).toBe(polled)
  later(2)
  await refresh(ada, [id])
  expect(feedAsked()).toBe(polled + 1)
})

test('a refresh reports how many stories are new and when the companies were checked', async () => {
  const { origin, publish } = await site('Honest')
  const ada = await app.signUp()
  const id = await add(ada, 'Honest', origin)
  later(20)
  const first = app.time.now.toISOString()
  expect(await refresh(ada, [id])).toMatchObject({ newStories: 0, checkedAt: first })
  later(3)
  publish('Honest raises $5 million', 'raise')
  expect(await refresh(ada, [id])).toMatchObject({ newStories: 0, checkedAt: first })
  later(3)
  expect(await refresh(ada, [id])).toMatchObject({ newStories: 1, checkedAt: app.time.now.toISOString() })
  later(6)
  expect(await refresh(ada, [id])).toMatchObject({ newStories: 0 })
  const dead = await add(ada, 'Silent', 'http://127.0.0.1:1')
  expect(await refresh(ada, [dead])).toMatchObject({ newStories: 0, checkedAt: null })
})

test('a refresh that fetches nothing does not count toward the limit, and is never refused', async () => {
  const sites = [await site('Calm'), await site('Quiet')]
  const ada = await app.signUp()
  const ids = [await add(ada, 'Calm', sites[0]!.origin), await add(ada, 'Quiet', sites[1]!.origin)]
  later(20)
  for (let at = 0; at < 8; at += 1) expect((await press(ada, ids)).status).toBe(200)
  const [row] = await app.database.query('select count(*)::int as count from refreshes where user_id = $1', [ada.id])
  expect(row?.count).toBe(1)
})

test('a company removed during the fetch stays removed, and the others are reported as usual', async () => {
  const [kept, gone] = [await site('Kept'), await site('Gone')]
  const ada = await app.signUp()
  const ids = [await add(ada, 'Kept', kept.origin), await add(ada, 'Gone', gone.origin)]
  later(20)
  const letGo = gone.hold()
  const before = gone.asked.length
  const pressed = press(ada, ids)
  await expect.poll(() => gone.asked.length).toBeGreaterThan(before)
  expect((await meanwhile(ada, 'DELETE', `/api/companies/${ids[1]}`)).status).toBe(204)
  letGo()
  const response = await pressed
  expect(response.status).toBe(200)
  const { news, failed, waiting } = Refreshed.parse(await response.json())
  expect(news.map(({ companyId }) => companyId)).toEqual([ids[0]])
  expect([failed, waiting]).toEqual([[], []])
  const list = z.array(Id).parse(await (await ada.get('/api/companies')).json())
  expect(list.map(({ id }) => id)).toEqual([ids[0]])
  expect(await current(ada)).toBeNull()
})

test("partial failures are reported with their reasons; another user's company is not found", async () => {
  const { origin } = await site('Alive')
  const [ada, ben] = [await app.signUp(), await app.signUp()]
  const alive = await add(ada, 'Alive', origin)
  const dead = await add(ada, 'Dead', 'http://127.0.0.1:1')
  const nowhere = await add(ada, 'Nowhere', 'https://nowhere.example')
  const [siteless] = Company.array().parse(
    await (await ada.send('POST', '/api/companies/bulk', [{ name: 'Siteless' }])).json(),
  )
  const foreign = await add(ben, 'Alive', origin)
  later(20)
  const polledAt = () =>
    app.database.query(
      'select watches.checked_at from companies join watches using (tracked_company_id) where companies.id = $1',
      [dead],
    )
  const { news, failed, waiting } = await refresh(ada, [alive, dead, nowhere, siteless!.id, foreign, 2_000_000_000])
  expect(await polledAt()).toEqual([{ checked_at: app.time.now }])
  expect(news.map(({ companyId }) => companyId)).toEqual([alive])
  expect(waiting).toEqual([])
  expect(failed).toEqual([
    { companyId: dead, reason: expect.stringMatching(/^[A-Z].*\.$/) },
    { companyId: foreign, reason: 'Company not found' },
    { companyId: 2_000_000_000, reason: 'Company not found' },
  ])
  expect((await press(ada, [])).status).toBe(422)
})

test('allows six full refreshes an hour, then says when the next one is possible', async () => {
  const [often, other] = [await site('Often'), await site('Other')]
  const ada = await app.signUp()
  const ids = [await add(ada, 'Often', often.origin), await add(ada, 'Other', other.origin)]
  later(7)
  for (let at = 0; at < 6; at += 1) {
    expect((await press(ada, ids)).status).toBe(200)
    later(7)
  }
  const refused = await press(ada, ids)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe(String((60 - 42) * 60))
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('in 18 minutes.') })
  expect((await press(ada, [ids[0]!])).status).toBe(200)
  later(18)
  const authorization = `Bearer ${await ada.tokenAt(app.time.now)}`
  const headers = { authorization, 'content-type': 'application/json' }
  const body = JSON.stringify({ companies: ids.map((id) => ({ id })) })
  expect((await app.request(PATH, { method: 'POST', headers, body })).status).toBe(200)
})
