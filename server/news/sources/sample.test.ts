import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Company } from '#domain/companies/company.ts'
import { CompanyCoverage, Coverage } from '#domain/news/coverage.ts'
import { CompanyWithNews, Refreshed } from '#domain/news/briefs.ts'
import { SAMPLE_PORTFOLIO } from '#domain/companies/sample-portfolio.ts'
import { articleHref } from '#domain/news/sample-article.ts'
import { sampleWire } from '#domain/news/sample-wire.ts'
import { Story } from '#domain/news/stories.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const REFRESH = '/api/refresh-all-company-news-structured'
const feedOf = async (user: TestUser) => z.array(CompanyWithNews).parse(await (await user.get('/api/news/feed')).json())
const newsIdsOf = async (user: TestUser) =>
  new Map((await feedOf(user)).map(({ id, latestNews }) => [id, latestNews?.id]))
const loadSample = async (user: TestUser) =>
  Company.array().parse(await (await user.send('POST', '/api/companies/sample')).json())
const refresh = async (user: TestUser, companies: { id: number }[]) =>
  Refreshed.parse(await (await user.send('POST', REFRESH, { companies })).json())
const coverageOf = async (user: TestUser, id: number) =>
  Coverage.parse(await (await user.get(`/api/companies/${id}/coverage`)).json())

let app: TestApp
let ada: TestUser
let companies: Company[]
const QUIET = 'Meadow and Mast'

beforeAll(async () => {
  app = await testApp({
    environment: {
      SOURCES: 'company-site,press,hacker-news,sec,job-boards,github',
      PRESS_FEEDS: 'https://press.example.com/feed',
    },
  })
  await app.runJob('news.poll', {})
  ada = await app.signUp()
  // Waits for the response only, not for any job after it.
  const answer = await app.app.request(
    new URL('/api/companies/sample', app.config.http.publicUrl),
    { method: 'POST', headers: { authorization: `Bearer ${ada.token}` } },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  companies = Company.array().parse(await answer.json())
})

test('once the sample portfolio is loaded, every company has a brief of sentences and stories with sources', async () => {
  expect(companies).toHaveLength(SAMPLE_PORTFOLIO.length)
  const feed = await feedOf(ada)
  expect(feed.map(({ name, hasNews }) => ({ name, hasNews }))).toEqual(
    feed.map(({ name }) => ({ name, hasNews: true })),
  )
  for (const { latestNews } of feed) {
    expect(latestNews?.sentences).toBeGreaterThan(0)
    expect(latestNews?.sources.length).toBeGreaterThan(0)
  }
  for (const { id } of companies) {
    const stories = Story.array().parse(await (await ada.get(`/api/companies/${id}/stories`)).json())
    expect(stories.length).toBeGreaterThan(0)
  }
})

test('sample companies leave out the stories of their namesakes', async () => {
  const { rows } = await app.database.execute('select title from articles')
  const titles = z
    .array(z.object({ title: z.string() }))
    .parse(rows)
    .map(({ title }) => title)
  expect(titles).toContain('Northfield Bio reports first patients dosed in enzyme trial')
  expect(titles).not.toContain('Organic growers of Northfield open a bio market on Saturdays')
  expect(titles).not.toContain('Solstice foods: five dishes for the longest night')
  expect(titles).not.toContain('Granite ledger stone found under chapel floor')
})

test("a sample company's only source is the sample wire, which counts as checked", async () => {
  const { state, goodAt, entries } = await coverageOf(ada, companies[0]!.id)
  expect(state).toBe('active')
  expect(goodAt).toBe(app.time.now.toISOString())
  expect(entries.map(({ label }) => label)).toEqual(['Sample wire'])
  const short = CompanyCoverage.array().parse(await (await ada.get('/api/news/coverage')).json())
  expect(short.filter(({ state: each }) => each !== 'active')).toEqual([])
})

test('the first refresh succeeds at once and brings every company something new; the next one brings nothing', async () => {
  const before = await newsIdsOf(ada)
  const first = await refresh(ada, companies)
  expect([first.failed, first.waiting]).toEqual([[], []])
  expect(first.news).toHaveLength(companies.length)
  await app.runJob('news.poll', {})
  const after = await newsIdsOf(ada)
  for (const { id, name } of companies)
    expect({ name, isNew: after.get(id) !== before.get(id) }).toEqual({ name, isNew: name !== QUIET })
  const fresh = sampleWire(app.time.now, app.time.now).filter(
    ({ publishedAt }) => publishedAt.getTime() === app.time.now.getTime(),
  )
  const cited = (await feedOf(ada)).flatMap(({ latestNews }) => latestNews!.sources.map(({ url }) => url))
  expect(fresh.filter(({ url }) => !cited.includes(url)).map(({ title }) => title)).toEqual([])
  const second = await refresh(ada, companies)
  expect([second.failed, second.waiting]).toEqual([[], []])
  await app.runJob('news.poll', {})
  expect(await newsIdsOf(ada)).toEqual(after)
})

test('a user who loads the sample later gets recent news and their own first refresh', async () => {
  app.time.now = new Date(app.time.now.getTime() + 30 * DAY_MS)
  const ben = await app.signUp()
  const loaded = await loadSample(ben)
  const dayAgo = app.time.now.getTime() - DAY_MS
  const newest = (await feedOf(ben)).map(({ latestNews }) => Date.parse(latestNews!.publishedAt))
  expect(Math.max(...newest)).toBeGreaterThan(dayAgo)
  const before = await newsIdsOf(ben)
  await refresh(ben, loaded)
  await app.runJob('news.poll', {})
  const after = await newsIdsOf(ben)
  expect(loaded.filter(({ id }) => after.get(id) === before.get(id)).map(({ name }) => name)).toEqual([QUIET])
})

test('a company added by hand with the same name and website does not read the sample wire', async () => {
  const eve = await app.signUp()
  const [{ name, website }] = SAMPLE_PORTFOLIO as [{ name: string; website: string }]
  const typed = Company.parse(await (await eve.send('POST', '/api/companies', { name, website })).json())
  await refresh(eve, [typed])
  expect((await feedOf(eve)).map(({ hasNews }) => hasNews)).toEqual([false])
  expect((await coverageOf(eve, typed.id)).entries.map(({ label }) => label)).not.toContain('Sample wire')
})

test('a sample company whose website is replaced becomes a regular company', async () => {
  const eve = await app.signUp()
  const [company] = await loadSample(eve)
  const website = 'https://replaced.example.com'
  await eve.send('PATCH', `/api/companies/${company!.id}`, { website })
  const changed = Company.parse(await (await eve.get(`/api/companies/${company!.id}`)).json())
  expect(changed).toMatchObject({ website, sample: false })
  expect((await coverageOf(eve, company!.id)).entries.map(({ label }) => label)).not.toContain('Sample wire')
})

test('a sample company never causes a request, whatever is polled, read or refreshed', async () => {
  const quiet = await testApp({
    environment: { SOURCES: 'company-site,hacker-news,sec,job-boards,github,google-news,gdelt' },
  })
  const user = await quiet.signUp()
  const loaded = await loadSample(user)
  // Shared watches are polled even without sample companies, so their requests don't count.
  await quiet.database.execute(`delete from watches where tracked_company_id is null`)
  await refresh(user, loaded)
  for (const job of ['news.poll', 'news.fetch-texts', 'news.classify'] as const) await quiet.runJob(job, {})
  for (const { id } of loaded) await user.get(`/api/companies/${id}/logo`)
  expect((await feedOf(user)).every(({ hasNews }) => hasNews)).toBe(true)
  quiet.time.now = new Date(quiet.time.now.getTime() + 2 * HOUR_MS)
  for (const job of ['news.poll', 'news.fetch-texts'] as const) await quiet.runJob(job, {})
  expect(quiet.asked).toEqual([])
})

test('the sample portfolio also works if SOURCES enables the sample wire for every company', async () => {
  const other = await testApp({ environment: { SOURCES: 'sample' } })
  const user = await other.signUp()
  const loaded = await loadSample(user)
  expect((await feedOf(user)).filter(({ hasNews }) => hasNews)).toHaveLength(loaded.length)
  expect((await refresh(user, loaded)).failed).toEqual([])
})

test('the links of sample stories lead to a page that says it is fictional', async () => {
  const [item] = sampleWire(app.time.now, null)
  const page = await app.request(articleHref(new URL(item!.url)))
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain(item!.publisher)
  expect(html).toContain('Sample article. The company, the outlet and everything in it are fictional.')
  expect((await app.request('/sample-articles/venture-ledger/%3Cscript%3E')).status).toBe(404)
})
