import type { Fact } from '#domain/news/facts.ts'
import { beforeAll, expect, test } from 'vitest'
import { Analytics, Timeline } from '#domain/news/analytics.ts'
import { PortfolioExport } from '#domain/companies/export.ts'
import { Story } from '#domain/news/stories.ts'
import { articlesFixture } from '../../../testing/fixtures/articles-fixture.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

// The clock is set to Sunday, March 1, 2026, noon: the last week began on Monday, February 23.
let app: TestApp
let add: ReturnType<typeof articlesFixture>['add']
let addArticle: ReturnType<typeof articlesFixture>['addArticle']

beforeAll(async () => {
  app = await testApp()
  ;({ add, addArticle } = articlesFixture(app))
})

const analytics = async (user: TestUser) => Analytics.parse(await (await user.get('/api/analytics')).json())
const timeline = async (user: TestUser, id: number) =>
  Timeline.parse(await (await user.get(`/api/companies/${id}/timeline`)).json())
const exported = async (user: TestUser) =>
  PortfolioExport.parse(await (await user.get('/api/companies/export?format=json')).json()).companies

test.each(['/api/analytics', '/api/companies/1/timeline'])('%s: responds 401 if not signed in', async (path) => {
  expect((await app.request(path)).status).toBe(401)
})

test("another user's company looks nonexistent", async () => {
  const [ada, ben] = [await app.signUp(), await app.signUp()]
  const id = await add(ada, 'Private')
  await addArticle(id, { title: 'Private raises', at: '2026-02-20T10:00:00Z' })
  const [theirs, none] = [
    await ben.get(`/api/companies/${id}/timeline`),
    await ben.get('/api/companies/999999/timeline'),
  ]
  expect([theirs.status, none.status]).toEqual([404, 404])
  expect(await theirs.json()).toMatchObject({ message: 'Company not found' })
  expect(await analytics(ben)).toMatchObject({ stories: 0, companies: [], quiet: [], without: 0 })
})

test('"counts of stories": copies count once, in the week of the first article; weeks begin on Monday in UTC', async () => {
  const ada = await app.signUp()
  const [borders, other] = [await add(ada, 'Borders'), await add(ada, 'Other')]
  await add(ada, 'Nothing')
  const first = await addArticle(borders, {
    title: 'Borders raises',
    at: '2026-02-22T23:59:59.999Z',
    section: 'Financial Updates',
    weight: 0.9,
  })
  await addArticle(borders, {
    title: 'Borders raises, says another',
    at: '2026-02-23T00:00:00Z',
    source: 'hacker-news',
    section: 'Business',
    story: first,
  })
  await addArticle(borders, { title: 'Monday', at: '2026-02-23T00:00:00Z', section: 'Business' })
  await addArticle(borders, { title: 'The first moment', at: '2025-09-01T00:00:00Z' })
  const before = await addArticle(borders, { title: 'Too early', at: '2025-08-31T23:59:59.999Z' })
  await addArticle(borders, { title: 'Too early, repeated', at: '2025-09-02T00:00:00Z', story: before })
  await addArticle(borders, { title: 'From tomorrow', at: '2026-03-02T12:00:00Z', section: 'Business' })
  await addArticle(other, { title: 'Other launches', at: '2026-02-24T00:00:00Z', source: 'press' })
  await app.database.execute(
    `insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
     select companies.tracked_company_id, articles.id, articles.published_at, 'press', 1, '[]' from articles, companies
     where companies.id = $1 and articles.id = $2`,
    [other, first],
  )

  const answer = await analytics(ada)
  expect(answer.weeks).toHaveLength(26)
  expect([answer.weeks[0], answer.weeks.at(-1)]).toEqual(['2025-09-01', '2026-02-23'])
  expect(answer.perWeek).toEqual([1, ...Array.from({ length: 23 }, () => 0), 1, 3])
  expect(answer.stories).toBe(5)
  expect(answer.sections).toEqual([
    { section: 'Business', stories: 2 },
    { section: null, stories: 2 },
    { section: 'Financial Updates', stories: 1 },
  ])
  expect(answer.sources).toEqual([
    { source: 'press', stories: 5 },
    { source: 'hacker-news', stories: 1 },
  ])
  expect(answer.companies.map(({ name, stories, weeks }) => [name, stories, weeks.slice(-2)])).toEqual([
    ['Borders', 4, [1, 2]],
    ['Other', 2, [1, 1]],
  ])
  expect(answer.without).toBe(1)
  expect((await timeline(ada, borders)).perWeek).toEqual(answer.companies[0]?.weeks)
})

test('"own views respected": rejections and own finds affect only their owner’s counts', async () => {
  const [ada, ben] = [await app.signUp(), await app.signUp()]
  const [mine, theirs] = [await add(ada, 'Shared'), await add(ben, 'Shared')]
  await addArticle(mine, { title: 'Shared opens', at: '2026-02-10T10:00:00Z' })
  await app.database.execute(
    `update tracked_company_articles set via_kind = 'feed', via = 'https://shared.example/other.xml' from companies
     where companies.id = $1 and tracked_company_articles.tracked_company_id = companies.tracked_company_id`,
    [mine],
  )
  await app.database.execute(
    `insert into tracked_company_facts (tracked_company_id, kind, value, found_at, found_on)
     select tracked_company_id, 'feed', 'https://shared.example/other.xml', 'https://shared.example/', now() from companies where id = $1`,
    [mine],
  )
  const rejection = { kind: 'feed', value: 'https://shared.example/other.xml' }
  expect((await ada.send('POST', `/api/companies/${mine}/rejections`, rejection)).ok).toBe(true)
  await addArticle(mine, { title: 'For Ada alone', at: '2026-02-17T10:00:00Z', source: 'own-feed' }, true)

  const sourcesOf = async (user: TestUser) => (await analytics(user)).sources.map(({ source }) => source)
  expect([await sourcesOf(ada), await sourcesOf(ben)]).toEqual([['own-feed'], ['press']])
  const titlesOf = async (user: TestUser, id: number) => (await timeline(user, id)).events.map(({ title }) => title)
  expect([await titlesOf(ada, mine), await titlesOf(ben, theirs)]).toEqual([['For Ada alone'], ['Shared opens']])
  expect((await exported(ada))[0]?.stories).toMatchObject({ last30Days: 1, lastTitle: 'For Ada alone' })
  expect((await exported(ben))[0]?.stories).toMatchObject({ last30Days: 1, lastTitle: 'Shared opens' })
})

test('"gone quiet with sign of life facts": news once, none for 60 days; jobs, releases and filings are not news', async () => {
  const ada = await app.signUp()
  const [quiet, lively, never] = [await add(ada, 'Quiet'), await add(ada, 'Lively'), await add(ada, 'Never')]
  await addArticle(quiet, { title: 'Quiet spoke last', at: '2025-12-31T11:59:59Z' })
  await addArticle(quiet, {
    title: 'Two roles',
    at: '2026-02-20T00:00:00Z',
    kind: 'jobs',
    source: 'job-boards',
  })
  await addArticle(quiet, { title: 'v1', at: '2026-01-20T00:00:00Z', kind: 'release', source: 'github' })
  await addArticle(lively, { title: 'Exactly 60 days ago', at: '2025-12-31T12:00:00Z' })
  await addArticle(never, { title: 'A notice', at: '2025-11-01T00:00:00Z', kind: 'filing', source: 'sec' })
  await app.database.execute(
    `insert into watches (tracked_company_id, source, kind, every_seconds, next_at, state, checked_at, good_at, failing_since)
     select tracked_company_id, 'company-site', 'discover', 3600, '2026-03-01T13:00:00Z', 'failed', '2026-03-01T00:00:00Z', '2026-02-28T00:00:00Z',
       '2026-02-28T06:00:00Z' from companies where id = $1`,
    [quiet],
  )
  const answer = await analytics(ada)
  expect(answer.quietAfterDays).toBe(60)
  expect(answer.quietTotal).toBe(1)
  expect(answer.quiet).toEqual([
    {
      companyId: quiet,
      name: 'Quiet',
      lastNewsAt: '2025-12-31T11:59:59.000Z',
      lastNewsTitle: 'Quiet spoke last',
      hiringAt: '2026-02-20T00:00:00.000Z',
      releaseAt: '2026-01-20T00:00:00.000Z',
      filingAt: null,
      siteGoodAt: '2026-02-28T00:00:00.000Z',
      siteFailingSince: '2026-02-28T06:00:00.000Z',
      checkedAt: '2026-03-01T00:00:00.000Z',
    },
  ])
  await ada.send('DELETE', `/api/companies/${quiet}`)
  expect(await analytics(ada)).toMatchObject({ quiet: [], quietTotal: 0 })
})

test('the timeline lists typed events newest first, with their facts', async () => {
  const ada = await app.signUp()
  const id = await add(ada, 'Timely')
  const extractedFacts: Fact[] = [
    { kind: 'raised', amount: { currency: 'USD', value: 18_000_000 }, certainty: 'stated' },
    { kind: 'round', name: 'Series A', certainty: 'stated' },
  ]
  const filing = await addArticle(id, { title: 'A notice', at: '2026-02-01T00:00:00Z', kind: 'filing' })
  await addArticle(id, {
    title: 'Timely raises $18M',
    at: '2026-02-03T00:00:00Z',
    eventType: 'raise',
    weight: 0.9,
    story: filing,
    extractedFacts,
  })
  await addArticle(id, { title: 'A chief leaves', at: '2026-02-02T00:00:00Z', eventType: 'departure' })
  await addArticle(id, { title: 'Nobody has judged this', at: '2026-01-02T00:00:00Z' })
  const { events, weeks } = await timeline(ada, id)
  expect(weeks).toHaveLength(26)
  expect(
    events.map(({ type, title, publishedAt, articleCount }) => [type, title, publishedAt.slice(0, 10), articleCount]),
  ).toEqual([
    ['leadership', 'A chief leaves', '2026-02-02', 1],
    ['funding', 'Timely raises $18M', '2026-02-01', 2],
    ['press', 'Nobody has judged this', '2026-01-02', 1],
  ])
  expect(events[1]).toMatchObject({ storyId: filing, facts: extractedFacts })
})

test('a story has the title of the article that reported it first', async () => {
  const ada = await app.signUp()
  const id = await add(ada, 'Called')
  const raise = { eventType: 'raise', weight: 0.95 }
  const story = await addArticle(id, { title: 'Called raises $18M', at: '2026-02-25T08:00:00Z', ...raise })
  await addArticle(id, { title: 'Why Called went north', at: '2026-02-25T20:00:00Z', ...raise, story })
  const page = Story.array().parse(await (await ada.get(`/api/companies/${id}/stories`)).json())
  expect(page.map(({ title }) => title)).toEqual(['Called raises $18M'])
})

test('a passing mention counts as a story, but it is not the latest news and does not end a quiet period', async () => {
  const ada = await app.signUp()
  const id = await add(ada, 'Mentioned')
  await addArticle(id, { title: 'Mentioned opens', at: '2025-11-01T00:00:00Z' })
  const mention = await addArticle(id, { title: 'Ten companies to watch', at: '2026-02-20T00:00:00Z' })
  await app.database.execute('update tracked_company_articles set is_primary = false where article_id = $1', [mention])
  const answer = await analytics(ada)
  expect([answer.stories, answer.quietTotal]).toEqual([2, 1])
  expect((await exported(ada))[0]?.stories).toMatchObject({
    last30Days: 1,
    lastTitle: 'Mentioned opens',
    quietSince: '2025-11-01T00:00:00.000Z',
  })
})
