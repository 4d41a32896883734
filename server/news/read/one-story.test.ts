import { parseAtomFeed } from 'feedsmith'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { PortfolioExport } from '#domain/companies/export.ts'
import { PrivateFeed } from '#domain/integrations/feeds.ts'
import { Analytics, CompanyHeadlines, EventCounts } from '#domain/news/analytics.ts'
import type { Fact } from '#domain/news/facts.ts'
import { NewsSummary } from '#domain/news/new-stories.ts'
import { RulePreview } from '#domain/news/overrides.ts'
import { SearchPage } from '#domain/news/search.ts'
import { CompanyStory } from '#domain/news/stories.ts'
import { DAY_MS } from '#domain/time.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let fixture: ReturnType<typeof articlesFixture>
let ada: TestUser
let cedar: number

beforeAll(async () => {
  app = await testApp()
  fixture = articlesFixture(app)
})

beforeEach(async () => {
  app.time.now = START
  await app.database.query('delete from users; delete from tracked_companies; delete from articles')
  ada = await app.signUp()
  cedar = await fixture.add(ada, 'Cedar')
})

const raised = (value: number): Fact => ({ kind: 'raised', amount: { currency: 'USD', value }, certainty: 'stated' })
const round = (name: string): Fact => ({ kind: 'round', name, certainty: 'stated' })
const buyer = (name: string): Fact => ({ kind: 'buyer', name, certainty: 'reported' })

type Reported = {
  title: string
  daysAgo: number
  eventType?: string
  facts?: Fact[]
  denied?: string[]
  story?: number
}

function report({ title, daysAgo, eventType = 'raise', facts = [], denied = [], story }: Reported): Promise<number> {
  const at = new Date(START.getTime() - daysAgo * DAY_MS).toISOString()
  return fixture.addArticle(cedar, {
    title,
    at,
    linkedAt: at,
    eventType,
    extractedFacts: facts,
    denied,
    weight: eventType === 'mention' ? 0.3 : 0.95,
    section: 'Financial Updates',
    ...(story !== undefined && { story }),
  })
}

const get = async (path: string): Promise<unknown> => (await ada.get(path)).json()
const pageTitles = async (companyId = cedar) =>
  z
    .array(CompanyStory)
    .parse(await get(`/api/companies/${companyId}/stories`))
    .map(({ title }) => title)

/** How many stories each view counts. */
async function counts(query = 'q=cedar') {
  const feed = PrivateFeed.parse(await (await ada.send('POST', '/api/integrations/feeds', {})).json())
  const entries = parseAtomFeed(await (await app.request(feed.urls!.atom)).text()).entries ?? []
  const analytics = Analytics.parse(await get('/api/analytics'))
  const { events } = EventCounts.parse(await get('/api/analytics/events'))
  const [headlines] = z.array(CompanyHeadlines).parse(await get('/api/analytics/headlines'))
  const { companies } = PortfolioExport.parse(await get('/api/companies/export?format=json'))
  return {
    page: (await pageTitles()).length,
    analytics: analytics.stories,
    sections: analytics.sections.map(({ stories }) => stories),
    events: events.map(({ perMonth }) => perMonth.reduce((sum, stories) => sum + stories, 0)),
    report: headlines?.headlines.length,
    export: companies[0]?.stories?.last30Days,
    summary: NewsSummary.parse(await get('/api/news/summary')).newStories,
    feed: entries.length,
    search: SearchPage.parse(await get(`/api/search?${query}`)).hits.length,
  }
}

const each = (stories: number) => ({
  page: stories,
  analytics: stories,
  sections: [stories],
  events: [stories],
  report: stories,
  export: stories,
  summary: stories,
  feed: stories,
  search: stories,
})

test('one round in two clusters is one story everywhere', async () => {
  await report({ title: 'Cedar raises $18 million', daysAgo: 4, facts: [raised(18e6)] })
  const second = await report({ title: 'Investors back Cedar', daysAgo: 3, facts: [raised(18e6), round('Series B')] })
  await report({ title: 'More about the backers of Cedar', daysAgo: 2, story: second })
  expect(await counts()).toEqual(each(2))
  await fixture.join()
  expect(await counts()).toEqual(each(1))
})

test.each<[string, Reported, Reported]>([
  [
    'two rounds of other sizes',
    { title: 'Cedar raises $5 million', daysAgo: 6, facts: [raised(5e6)] },
    { title: 'Investors back Cedar', daysAgo: 2, facts: [raised(18e6)] },
  ],
  [
    'two named rounds',
    { title: 'Cedar closes its Series A', daysAgo: 6, facts: [round('Series A')] },
    { title: 'Investors back Cedar', daysAgo: 2, facts: [round('Series B')] },
  ],
])('%s stay two stories everywhere', async (_, one, other) => {
  await report(one)
  await report(other)
  await fixture.join()
  expect(await counts()).toEqual(each(2))
})

test.each<[string, Reported, Reported]>([
  [
    'two rounds of a year',
    { title: 'Cedar raises $18 million', daysAgo: 200, facts: [raised(18e6)] },
    { title: 'Investors back Cedar', daysAgo: 2, facts: [raised(18e6)] },
  ],
  [
    'the round of a rival',
    { title: 'Cedar raises $18 million', daysAgo: 4, facts: [raised(18e6)] },
    { title: 'Alder, a rival of Cedar, raises $18 million', daysAgo: 3, eventType: 'mention' },
  ],
  [
    'a sale after another one was denied',
    { title: 'Cedar is not for sale', daysAgo: 20, eventType: 'mention', denied: ['acquisition'] },
    { title: 'Norrland buys Cedar', daysAgo: 2, eventType: 'acquisition', facts: [buyer('Norrland')] },
  ],
])('two reports stay separate stories: %s', async (_, one, other) => {
  await report(one)
  await report(other)
  await fixture.join()
  expect(await pageTitles()).toEqual([other.title, one.title])
})

test('a denial joins the story it denies, which then no longer counts as an event', async () => {
  await report({ title: 'Halvard to buy Cedar', daysAgo: 5, eventType: 'acquisition', facts: [buyer('Halvard')] })
  await report({ title: 'Cedar is not for sale', daysAgo: 3, eventType: 'mention', denied: ['acquisition'] })
  await fixture.join()
  expect(await pageTitles()).toEqual(['Cedar is not for sale'])
  expect(EventCounts.parse(await get('/api/analytics/events')).events).toEqual([])
})

test('clusters split again when a correction shows that they report two events', async () => {
  await report({ title: 'Cedar raises $18 million', daysAgo: 4, facts: [raised(18e6)] })
  const other = await report({ title: 'Investors back Cedar', daysAgo: 3, facts: [raised(18e6)] })
  await report({ title: 'More about the backers of Cedar', daysAgo: 2, story: other })
  await fixture.join()
  expect(await pageTitles()).toEqual(['Cedar raises $18 million'])
  await app.database.execute('update tracked_company_articles set extracted_facts = $1 where article_id = $2', [
    JSON.stringify([raised(80e6)]),
    other,
  ])
  await fixture.join()
  expect(await pageTitles()).toEqual(['Investors back Cedar', 'Cedar raises $18 million'])
  const links = await app.database.query(
    'select story_id, cluster_id from tracked_company_articles order by article_id',
  )
  expect(links.map(({ story_id: story, cluster_id: cluster }) => [story, cluster])).toEqual([
    [null, null],
    [null, null],
    [String(other), null],
  ])
})

test('a story that was read stays read when its clusters join and split', async () => {
  await report({ title: 'Cedar raises $18 million', daysAgo: 4, facts: [raised(18e6)] })
  const other = await report({ title: 'Investors back Cedar', daysAgo: 3, facts: [raised(18e6)] })
  const news = async () => NewsSummary.parse(await get('/api/news/summary')).stories.map(({ line }) => line)
  await ada.send('POST', '/api/news/read', { stories: [{ companyId: cedar, roots: [other] }] })
  await fixture.join()
  expect(await news()).toEqual([])
  const stories = z.array(CompanyStory).parse(await get(`/api/companies/${cedar}/stories`))
  await ada.send('POST', '/api/news/read', { stories: stories.map(({ roots }) => ({ companyId: cedar, roots })) })
  await app.database.query('update tracked_company_articles set story_id = null, cluster_id = null')
  expect(await news()).toEqual([])
})

test('“Not my company” hides every cluster of the story, but no later report and no other company’s', async () => {
  const wrong = await report({ title: 'Cedar raises $18 million', daysAgo: 4, facts: [raised(18e6)] })
  const also = await report({ title: 'Investors back Cedar', daysAgo: 3, facts: [raised(18e6)] })
  await fixture.join()
  const alder = await fixture.add(ada, 'Alder')
  // The rules of a company are evaluated only if it has overrides.
  await ada.send('POST', `/api/companies/${alder}/aliases`, { alias: 'Alder Labs' })
  await app.database.query(
    `insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
     select companies.tracked_company_id, articles.id, articles.published_at, 'press', 1, '[]' from articles, companies
     where companies.id = $1 and articles.id = $2`,
    [alder, wrong],
  )
  const preview = await ada.send('POST', `/api/companies/${cedar}/rejections/preview`, { storyId: wrong })
  const [rule] = z.array(RulePreview).parse(await preview.json())
  expect(rule).toMatchObject({ kind: 'story', count: 1, thinned: 0 })
  expect(new Set([Number(rule?.value), ...(rule?.alsoIds ?? [])])).toEqual(new Set([wrong, also]))
  for (const value of [rule?.value, ...(rule?.alsoIds ?? [])].map(String))
    expect((await ada.send('POST', `/api/companies/${cedar}/rejections`, { kind: 'story', value })).status).toBe(200)
  expect(await pageTitles()).toEqual([])
  expect(await pageTitles(alder)).toEqual(['Cedar raises $18 million'])
  await report({ title: 'Cedar closes its round', daysAgo: 1 })
  await fixture.join()
  expect(await pageTitles()).toEqual(['Cedar closes its round'])
  const { rows } = await app.database.execute(
    `select count(distinct coalesce(story_id, article_id))::int as stories
     from tracked_company_articles join companies using (tracked_company_id) where companies.id = $1`,
    [cedar],
  )
  expect(rows).toEqual([{ stories: 1 }])
})
