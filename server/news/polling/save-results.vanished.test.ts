import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Coverage } from '#domain/news/coverage.ts'
import { CompanyWithNews } from '#domain/news/briefs.ts'
import { HOUR_MS } from '#domain/time.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { vanished } from './save-results.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)

describe('what counts as vanished', () => {
  const feed = {
    url: 'https://acme.example/feed',
    foundAt: hoursAgo(1),
    lostAt: null,
    failingSince: null,
  }
  const notFound = { state: 'never-found' } as const

  test('a feed that was never found, merely fails or has no URL has not vanished', () => {
    expect(vanished({ ...feed, foundAt: null }, notFound, NOW)).toBeNull()
    expect(vanished(feed, { state: 'failed' }, NOW)).toBeNull()
    expect(vanished({ ...feed, url: null }, notFound, NOW)).toBeNull()
  })

  test('the site is rediscovered when its feed vanishes, even after other failures, but only once', () => {
    expect(vanished(feed, notFound, NOW)).toMatchObject({ state: 'failed', lostAt: NOW, discoverAt: NOW })
    const unreachable = { ...feed, failingSince: hoursAgo(5) }
    expect(vanished(unreachable, notFound, NOW)?.discoverAt).toEqual(NOW)
    const stillGone = { ...feed, lostAt: hoursAgo(30), failingSince: hoursAgo(30) }
    expect(vanished(stillGone, notFound, NOW)).toMatchObject({ lostAt: hoursAgo(30), discoverAt: null })
  })

  test('a feed that comes and goes has its site rediscovered at most once a day', () => {
    expect(vanished({ ...feed, lostAt: hoursAgo(2) }, notFound, NOW)?.discoverAt).toEqual(
      new Date(NOW.getTime() + 24 * HOUR_MS),
    )
    expect(vanished({ ...feed, lostAt: hoursAgo(24) }, notFound, NOW)?.discoverAt).toEqual(NOW)
  })
})

describe('a feed that vanishes from a site', () => {
  let app: TestApp
  let ada: TestUser
  let site: Awaited<ReturnType<typeof loopbackSite>>
  let feedPath: string | null = '/feed.xml'
  let isMoved = false
  let titles = ['First product ships']

  const rss = () =>
    `<rss version="2.0"><channel><title>Acme</title>${titles.map((title) => `<item><title>${title}</title><link>/news/${encodeURIComponent(title)}</link><pubDate>Fri, 27 Feb 2026 10:00:00 GMT</pubDate></item>`).join('')}</channel></rss>`

  beforeAll(async () => {
    site = await loopbackSite((request, response) => {
      if (request.url === '/') {
        const link = feedPath && `<link rel="alternate" type="application/rss+xml" href="${feedPath}">`
        return response.setHeader('content-type', 'text/html').end(`<title>Acme</title>${link ?? ''}`)
      }
      if (request.url === feedPath) return response.setHeader('content-type', 'text/xml').end(rss())
      if (request.url === '/feed.xml' && isMoved)
        return response.setHeader('content-type', 'text/html').end('<title>Our new site</title>')
      return response.writeHead(404).end()
    })
    app = await testApp({ realFetch: true, environment: { FETCH_ALLOW: '127.0.0.0/8' } })
  })
  afterAll(() => site.close())

  beforeEach(async () => {
    feedPath = '/feed.xml'
    isMoved = false
    titles = ['First product ships']
    await app.database.query('delete from tracked_companies')
    await app.database.query('delete from articles')
    ada = await app.signUp()
    await ada.send('POST', '/api/companies', { name: 'Acme', website: site.url })
    site.requests.length = 0
  })

  const discoveries = () => site.requests.filter(({ url }) => url === '/').length
  /** The test spans hours, which is longer than a session's token lasts. */
  const get = async (path: string) => {
    const authorization = `Bearer ${await ada.tokenAt(app.time.now)}`
    return (await app.request(path, { headers: { authorization } })).json()
  }
  const company = async () => CompanyWithNews.array().parse(await get('/api/news/feed'))[0]
  const places = async () => {
    const coverage = await get(`/api/companies/${(await company())?.id}/coverage`)
    const { state, entries } = Coverage.parse(coverage)
    return {
      state,
      entries: entries.map((entry) => [entry.address?.replace(site.url, '') ?? null, entry.state]),
      feed: entries.find(({ address }) => address !== null),
    }
  }
  const pollFor = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      app.time.now = new Date(app.time.now.getTime() + HOUR_MS)
      await app.runJob('news.poll', {})
    }
  }

  test('is found at once at its new path, and the news continues', async () => {
    feedPath = '/blog/rss.xml'
    titles = [...titles, 'Second office opens']
    await pollFor(1)
    expect(discoveries()).toBe(1)
    expect(await places()).toMatchObject({
      state: 'active',
      entries: [
        [null, 'ok'],
        ['/blog/rss.xml', 'ok'],
      ],
    })
    expect((await company())?.latestNews?.content).toContain('Second office opens')
  })

  test('is shown as failed in coverage, counts as one failure of the watch, and causes one discovery', async () => {
    feedPath = null
    await pollFor(1)
    const { feed, state } = await places()
    expect(feed).toMatchObject({ state: 'failed', failingSince: app.time.now.toISOString() })
    expect(feed?.problem).toBe('It is gone from this address.')
    expect(new Date(feed?.goodAt ?? 0).getTime()).toBeLessThan(app.time.now.getTime())
    expect(state).toBe('broken')
    const [watch] = await app.database.query(`select failures from watches where url is not null`)
    expect(z.object({ failures: z.number() }).parse(watch).failures).toBe(1)
    await pollFor(18)
    expect(discoveries()).toBe(1)
  })

  test('is rediscovered after three answers with status 200 that are not a feed', async () => {
    isMoved = true
    feedPath = '/news.xml'
    await pollFor(7)
    expect(discoveries()).toBe(1)
    expect((await places()).entries).toEqual([
      [null, 'ok'],
      ['/news.xml', 'unchanged'],
    ])
  })
})
