import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CompanyWithNews } from '#domain/news/briefs.ts'
import { Story } from '#domain/news/stories.ts'
import { mailingsFixture } from '../../testing/fixtures/mailings-fixture.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const SITES = [
  { path: '/', siteName: 'petalworks', post: 'Petalworks opens a second greenhouse' },
  { path: '/', siteName: 'PETALWORKS', post: 'Petalworks hires Dana Osei to run sales' },
  { path: '/', siteName: 'Petal Works', post: 'Petalworks raises $12 million Series A' },
  { path: '/', siteName: 'acme robotics', post: 'Acme Robotics opens a plant in Delft' },
  { path: '/', siteName: 'HubSpark', post: 'Hubspark launches a planner for cafés' },
  { path: '/', siteName: 'Cafe Ferment', post: 'Caffermenti launches a cellar planner' },
  { path: '/alpha/', siteName: 'Alpha', post: 'Lumen Orchard raises $4 million seed round' },
  { path: '/beta/', siteName: 'Host of Many', post: 'Quillfeather opens an office in Oslo' },
]

const sites: Awaited<ReturnType<typeof loopbackSite>>[] = []
let app: TestApp
let ada: TestUser

beforeAll(async () => {
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site',
      MAIL_POSTAL_ADDRESS: '1 Main Street, Springfield',
    },
  })
  ada = await app.signUp()
  await app.runJob('mailings.run', {})
})
afterAll(() => Promise.all(sites.map((site) => site.close())))

async function companyOf({ path, siteName, post }: (typeof SITES)[number]) {
  const site = await loopbackSite((request, response) => {
    const pages: Record<string, string> = {
      [path]: `<html><head><title>Welcome</title><meta property="og:site_name" content="${siteName}">
        <link rel="alternate" type="application/rss+xml" href="${path}feed.xml"></head><body>Hello</body></html>`,
      [`${path}feed.xml`]: `<rss version="2.0"><channel><title>News</title><link>${site.url}${path}</link><item>
        <title>${post}</title><link>${site.url}${path}news/1</link><pubDate>Fri, 27 Feb 2026 10:00:00 GMT</pubDate></item></channel></rss>`,
    }
    const page = pages[request.url ?? ''] ?? pages[`${request.url}/`]
    response.setHeader('content-type', request.url?.endsWith('.xml') ? 'application/rss+xml' : 'text/html')
    response.writeHead(page ? 200 : 404).end(page)
  })
  sites.push(site)
  const added = await ada.send('POST', '/api/companies', { name: `Typed ${sites.length}`, website: site.url + path })
  return z.object({ id: z.number() }).parse(await added.json()).id
}

const read = async (path: string): Promise<unknown> => (await ada.get(path)).json()

test('a company with a story has a card, a page and a digest, however its site spells its name', async () => {
  const ids: number[] = []
  for (const each of SITES) ids.push(await companyOf(each))
  await app.runJob('news.classify', {})
  const feed = CompanyWithNews.array().parse(await read('/api/news/feed'))
  for (const [at, { post }] of SITES.entries()) {
    const id = ids[at]
    const stories = z.array(Story).parse(await read(`/api/companies/${id}/stories`))
    expect(stories.map(({ title, isPrimary }) => [title, isPrimary])).toEqual([[post, true]])
    const card = feed.find((company) => company.id === id)
    expect([post, card?.hasNews]).toEqual([post, true])
    expect(card?.latestNews).toMatchObject({ status: 'extractive' })
    expect(card?.latestNews?.content).toContain(post)
    expect(JSON.stringify(await read(`/api/companies/${id}/news`))).toContain(post)
  }
  const mailings = mailingsFixture(app)
  await mailings.runAt('2026-03-02T08:00:00Z')
  const [digest] = await mailings.emails(ada, 'digest')
  expect(digest?.text).toContain(`${SITES.length} of your ${SITES.length} companies have news.`)
  // A line shortens the amount.
  const isIn = (post: string) =>
    [post, post.replace(' million', 'M')].some((text) => String(digest?.text).includes(text))
  expect(SITES.filter(({ post }) => !isIn(post))).toEqual([])
})
