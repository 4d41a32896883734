import { afterAll, beforeAll, expect, test } from 'vitest'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let ada: TestUser
let service: Awaited<ReturnType<typeof loopbackSite>>
let company: Awaited<ReturnType<typeof loopbackSite>>

const SENTENCE = 'Acme has raised five million dollars from investors, and will open a second workshop in spring.'
const STORY = Array.from({ length: 6 }, (_, i) => `<p>${i + 1}. ${SENTENCE} ${SENTENCE}</p>`).join('')

const PAGES: Record<string, string> = {
  '/': '<title>Acme</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">',
  '/feed.xml': `<rss version="2.0"><channel><title>Acme</title>
    <item><title>Acme raises</title><link>/news/1</link><pubDate>Fri, 27 Feb 2026 10:00:00 GMT</pubDate><description>Acme raises.</description></item>
    <item><title>Acme hides</title><link>/secret/2</link><pubDate>Fri, 27 Feb 2026 11:00:00 GMT</pubDate><description>Acme hides.</description></item></channel></rss>`,
  '/robots.txt': 'User-agent: *\nDisallow: /secret/',
  '/news/1': `<title>Acme raises</title><article>${STORY}</article>`,
  '/secret/2': `<title>Acme hides</title><article>${STORY}</article>`,
}

beforeAll(async () => {
  service = await loopbackSite((_, response) =>
    response.setHeader('content-type', 'application/json').end('{"articles":[]}'),
  )
  company = await loopbackSite((request, response) => {
    const page = PAGES[request.url ?? '']
    if (page === undefined) return response.writeHead(404).end()
    const type = request.url === '/robots.txt' ? 'text/plain' : page.startsWith('<rss') ? 'text/xml' : 'text/html'
    response.setHeader('content-type', type).end(page)
  })
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site,gdelt',
      GDELT_URL: service.url,
      OTHER_ORIGINS: 'GDELT_FILES=http://127.0.0.1:9',
    },
  })
  ada = await app.signUp()
})
afterAll(async () => {
  await service.close()
  await company.close()
})

const watches = () =>
  app.database
    .execute(
      `select state, problem, failures, claim, rank, next_at from watches where source = 'gdelt' and kind = 'search' order by checked_at nulls last, next_at`,
    )
    .then(({ rows }) => rows as { state: string | null; next_at: string }[])

test('a poll above the rate limit is deferred, which is not an error', async () => {
  for (const port of [1, 2, 3])
    await ada.send('POST', '/api/companies', { name: `Cedar ${port}`, website: `http://127.0.0.1:${port}` })
  expect(service.requests).toHaveLength(1)
  const [asked, ...others] = await watches()
  expect(asked).toMatchObject({ state: 'empty' })
  expect(others).toHaveLength(2)
  for (const other of others) {
    expect(other).toMatchObject({ state: null, problem: null, failures: 0, claim: null, rank: null })
    expect(new Date(other.next_at).getTime()).toBeGreaterThan(app.time.now.getTime())
  }
  // The deferred watches become due one after another.
  await app.database.execute(`update host_budgets set at = at - interval '6 seconds'`)
  app.time.now = new Date(others.at(-1)?.next_at ?? '')
  await app.runJob('news.poll', {})
  expect(service.requests).toHaveLength(2)
})

test('a story is read on its page when the feed gives only a stub, and robots.txt is respected', async () => {
  await ada.send('POST', '/api/companies', { name: 'Acme', website: company.url })
  await app.runJob('news.fetch-texts', {})
  const { rows } = await app.database.execute(
    `select title, text_state, length(text) > 1000 as whole from articles order by title`,
  )
  expect(rows).toEqual([
    { title: 'Acme hides', text_state: 'refused', whole: false },
    { title: 'Acme raises', text_state: 'read', whole: true },
  ])
  const asked = company.requests.map(({ url }) => url)
  expect(asked.filter((url) => url === '/news/1')).toHaveLength(1)
  expect(asked).not.toContain('/secret/2')
})
