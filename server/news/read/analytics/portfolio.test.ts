import { beforeAll, expect, test } from 'vitest'
import { Analytics } from '#domain/news/analytics.ts'
import { articlesFixture } from '../../../testing/fixtures/articles-fixture.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
let add: ReturnType<typeof articlesFixture>['add']
let addArticle: ReturnType<typeof articlesFixture>['addArticle']

beforeAll(async () => {
  app = await testApp()
  ;({ add, addArticle } = articlesFixture(app))
})

const analytics = async (user: TestUser) => Analytics.parse(await (await user.get('/api/analytics')).json())

test('a source that no longer exists is counted like the others', async () => {
  const ada = await app.signUp()
  const id = await add(ada, 'Wired')
  const first = await addArticle(id, { title: 'Wired opens', at: '2026-02-10T10:00:00Z', source: 'old-wire' })
  await addArticle(id, { title: 'Wired opens, too', at: '2026-02-11T10:00:00Z', story: first })
  await addArticle(id, { title: 'Wired grows', at: '2026-02-12T10:00:00Z', source: 'old-wire' })
  await addArticle(id, { title: 'Wired grew', at: '2024-02-12T10:00:00Z', source: 'older-wire' })
  const answer = await analytics(ada)
  expect(answer.stories).toBe(2)
  expect(answer.sources).toEqual([
    { source: 'old-wire', stories: 2 },
    { source: 'press', stories: 1 },
  ])
})

test('a story has the section of its most material article, and counts once for two companies', async () => {
  const ada = await app.signUp()
  const [one, other] = [await add(ada, 'One'), await add(ada, 'Another')]
  const at = '2026-02-10T10:00:00Z'
  const first = await addArticle(one, { title: 'Light', at, section: 'Business', weight: 0.1 })
  await addArticle(one, { title: 'Weighty', at, section: 'Market Position', weight: 0.8, story: first })
  await addArticle(one, { title: 'Weightier, of no section', at, weight: 0.9, story: first })
  const shared = await addArticle(one, { title: 'Shared', at, section: 'Leadership & Team' })
  await addArticle(other, { title: 'Shared, too', at, section: 'Financial Updates', story: shared })
  const none = await addArticle(other, { title: 'Of no section', at })
  await addArticle(other, { title: 'Of no section, too', at, story: none })
  const answer = await analytics(ada)
  expect([answer.stories, answer.companies.map(({ stories }) => stories)]).toEqual([3, [2, 2]])
  expect(answer.sections).toEqual([
    { section: 'Financial Updates', stories: 1 },
    { section: 'Market Position', stories: 1 },
    { section: null, stories: 1 },
  ])
})

test('one article can belong to a different story for each company', async () => {
  const ada = await app.signUp()
  const [one, other] = [await add(ada, 'Left'), await add(ada, 'Right')]
  const at = '2026-02-10T10:00:00Z'
  const first = await addArticle(other, { title: 'Right merges', at: '2026-02-09T10:00:00Z' })
  const both = await addArticle(one, { title: 'Left and Right merge', at, section: 'Business', weight: 0.9 })
  await app.database.execute(
    `insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence, story_id, weight)
     select companies.tracked_company_id, articles.id, articles.published_at, 'press', 1, '[]', $3, 0.9 from articles, companies
     where companies.id = $1 and articles.id = $2`,
    [other, both, first],
  )
  const answer = await analytics(ada)
  expect(answer.stories).toBe(2)
  expect(answer.sections).toEqual([{ section: 'Business', stories: 2 }])
})
