import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Coverage } from '#domain/news/coverage.ts'
import { CompanyWithNews, Refreshed } from '#domain/news/briefs.ts'
import { testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let app: TestApp
let ada: TestUser
let server: Server
let origin: string
const asked: string[] = []
let items = ['First product ships', 'Second office opens']

const feed =
  () => `<?xml version="1.0"?><rss version="2.0"><channel><title>Cedar Robotics</title><link>${origin}/</link>
${items.map((title, at) => `<item><title>${title}</title><link>${origin}/news/${at}?utm_source=rss</link><pubDate>Fri, 27 Feb 2026 1${at}:00:00 GMT</pubDate><description>${title} in Rotterdam.</description></item>`).join('')}</channel></rss>`

const PAGES: Record<string, () => [type: string, body: string]> = {
  '/': () => [
    'text/html',
    `<html><head><title>Cedar Robotics</title><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>Robots</body></html>`,
  ],
  '/feed.xml': () => ['application/rss+xml', feed()],
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const page = PAGES[request.url ?? '']?.()
    if (!page) return response.writeHead(404).end()
    response.setHeader('content-type', page[0]).end(page[1])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = await testApp({
    realFetch: true,
    environment: { FETCH_ALLOW: '127.0.0.0/8', SOURCES: 'company-site' },
  })
  ada = await app.signUp()
})
afterAll(() => server.close())

const feedOf = async (user: TestUser) => CompanyWithNews.array().parse(await (await user.get('/api/news/feed')).json())

test('a name and a website lead to a brief, coverage and stories', async () => {
  const added = await ada.send('POST', '/api/companies', { name: 'Cedar Robotics', website: origin })
  expect(added.status).toBe(201)
  const [company] = await feedOf(ada)
  expect(company).toMatchObject({ name: 'Cedar Robotics', hasNews: true })
  expect(company?.latestNews?.content).toContain('- Second office opens')
  expect(company?.latestNews?.sources.map(({ url }) => url)).toEqual([`${origin}/news/1`, `${origin}/news/0`])
  const coverage = Coverage.parse(await (await ada.get(`/api/companies/${company?.id}/coverage`)).json())
  expect(coverage.state).toBe('active')
  expect(coverage.entries.map(({ address, state }) => [address, state])).toEqual([
    [null, 'ok'],
    [`${origin}/feed.xml`, 'ok'],
  ])
  const stories = z
    .array(z.object({ title: z.string() }))
    .parse(await (await ada.get(`/api/companies/${company?.id}/stories`)).json())
  expect(stories.map(({ title }) => title)).toEqual(['Second office opens', 'First product ships'])
})

test('everyone who tracks a company shares its news, without another request for the feed', async () => {
  const before = asked.length
  const ben = await app.signUp()
  await ben.send('POST', '/api/companies', { name: 'Cedar', website: `${origin}/` })
  expect((await feedOf(ben))[0]).toMatchObject({ name: 'Cedar', hasNews: true })
  expect(asked.slice(before).filter((path) => path !== '/' && !path.includes('icon'))).toEqual([])
})

test('a refresh adds new stories once, and reports companies that could not be checked', async () => {
  app.time.now = new Date(app.time.now.getTime() + 1_200_000)
  items = [...items, 'Third round closes']
  const dead = await ada.send('POST', '/api/companies', { name: 'Dead', website: 'http://127.0.0.1:1' })
  const { id: deadId } = z.object({ id: z.number() }).parse(await dead.json())
  const mine = await feedOf(ada)
  app.time.now = new Date(app.time.now.getTime() + 1_200_000)
  const answer = Refreshed.parse(
    await (
      await ada.send('POST', '/api/refresh-all-company-news-structured', {
        companies: [
          ...mine.map(({ id }) => ({ id, name: 'x', website: 'http://169.254.169.254' })),
          { id: 2_000_000_000 },
        ],
      })
    ).json(),
  )
  expect(answer.news.map(({ content }) => content.includes('Third round closes'))).toEqual([true])
  expect(answer.failed).toEqual([
    { companyId: deadId, reason: expect.any(String) },
    { companyId: 2_000_000_000, reason: 'Company not found' },
  ])
  const { rows } = await app.database.execute(
    'select count(*)::int as n, count(distinct key)::int as keys from articles',
    [],
  )
  expect(rows).toEqual([{ n: 3, keys: 3 }])
})
