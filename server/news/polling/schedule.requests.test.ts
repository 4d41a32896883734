import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { START, testApp, type TestApp } from '../../testing/test-app.ts'

const HOURS_A_WEEK = 168

type Site = Awaited<ReturnType<typeof loopbackSite>>

let app: TestApp
let withFeed: Site
let withoutNews: Site
let polls = 0

const RSS = `<rss version="2.0"><channel><title>Acme</title><item><title>Acme opens</title><link>/news/1</link>
  <pubDate>Fri, 27 Feb 2026 10:00:00 GMT</pubDate></item></channel></rss>`

const page = (response: ServerResponse, type: string, body: string) =>
  response.setHeader('content-type', type).end(body)

beforeAll(async () => {
  withFeed = await loopbackSite((request, response) => {
    if (request.url === '/')
      return page(
        response,
        'text/html',
        '<title>Acme</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">',
      )
    if (request.url !== '/feed.xml') return response.writeHead(404).end()
    if (request.headers['if-none-match'] === '"one"') return response.writeHead(304).end()
    return page(response.setHeader('etag', '"one"'), 'application/rss+xml', RSS)
  })
  withoutNews = await loopbackSite((request, response) =>
    request.url === '/' ? page(response, 'text/html', '<title>Birch</title>') : response.writeHead(404).end(),
  )
  app = await testApp({
    realFetch: true,
    environment: { FETCH_ALLOW: '127.0.0.0/8', SOURCES: 'company-site' },
  })
  const ada = await app.signUp()
  await ada.send('POST', '/api/companies', { name: 'Acme', website: withFeed.url })
  await ada.send('POST', '/api/companies', { name: 'Birch', website: withoutNews.url })
  for (const site of [withFeed, withoutNews]) site.requests.length = 0
  // Every hour on the first day, then every six hours, so that the simulated week doesn't take too long.
  for (let hour = 1; hour <= HOURS_A_WEEK; hour += hour < 24 ? 1 : 6) {
    polls += 1
    app.time.now = new Date(START.getTime() + hour * HOUR_MS)
    await app.runJob('account.expire-trials', {})
    await app.runJob('news.pause', {})
    await app.runJob('news.poll', {})
  }
})
afterAll(() => Promise.all([withFeed.close(), withoutNews.close()]))

const countOf = ({ requests }: Site, path: string) => requests.filter(({ url }) => url === path).length

test('within a week, a site is discovered at most once more, and its feed is requested conditionally', () => {
  expect(countOf(withFeed, '/')).toBeLessThanOrEqual(1)
  const unconditional = withFeed.requests.filter(({ headers }) => headers['if-none-match'] === undefined)
  expect(unconditional.filter(({ url }) => url === '/feed.xml').length).toBeLessThanOrEqual(1)
  expect(countOf(withFeed, '/feed.xml')).toBeGreaterThanOrEqual(polls - 1)
})

test('a site without news is discovered again one to three times within a week', () => {
  expect(countOf(withoutNews, '/')).toBeGreaterThanOrEqual(1)
  expect(countOf(withoutNews, '/')).toBeLessThanOrEqual(3)
  // A discovery never takes more than 15 requests; in addition, robots.txt is read once a day.
  expect(withoutNews.requests.length).toBeLessThanOrEqual(3 * 15 + 7)
})
