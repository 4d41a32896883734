import { beforeAll, expect, test } from 'vitest'
import { CompanyHeadlines } from '#domain/news/analytics.ts'
import { articlesFixture } from '../../../testing/fixtures/articles-fixture.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

// The clock is set to March 1, 2026.
let app: TestApp
let add: ReturnType<typeof articlesFixture>['add']
let addArticle: ReturnType<typeof articlesFixture>['addArticle']

beforeAll(async () => {
  app = await testApp()
  ;({ add, addArticle } = articlesFixture(app))
})

const headlines = async (user: TestUser) =>
  CompanyHeadlines.array().parse(await (await user.get('/api/analytics/headlines')).json())
const titles = async (user: TestUser) =>
  (await headlines(user)).flatMap((company) => company.headlines.map(({ text }) => text))

test('lists the three most important events of each company, each once, with date and publisher', async () => {
  expect((await app.request('/api/analytics/headlines')).status).toBe(401)
  const [ada, ben] = [await app.signUp(), await app.signUp()]
  const [id, quiet] = [await add(ada, 'Cedar'), await add(ada, 'Quarry')]
  const report = (title: string, at: string, eventType: string, weight: number, story?: number) =>
    addArticle(id, { title, at, eventType, weight, ...(story && { story }) })
  await report('Cedar opens in Leeds', '2026-02-20T10:00:00Z', 'expansion', 0.5)
  const raise = await report('Cedar raises $5 million', '2026-01-10T10:00:00Z', 'raise', 0.95)
  await app.database.query(`update articles set publisher = 'The Wire' where id = $1`, [raise])
  await report('Cedar raises $5 million, says another', '2026-01-12T10:00:00Z', 'raise', 0.95, raise)
  await report('Cedar hires a chief', '2026-02-10T10:00:00Z', 'arrival', 0.55)
  await report('Cedar loses a chief', '2026-02-11T10:00:00Z', 'departure', 0.66)
  await report('Cedar closed once', '2025-11-01T10:00:00Z', 'closure', 1)
  await addArticle(quiet, {
    title: 'Quarry named in a list',
    at: '2026-02-20T10:00:00Z',
    eventType: 'mention',
    weight: 0.1,
  })
  expect(await headlines(ada)).toMatchObject([
    {
      companyId: id,
      name: 'Cedar',
      headlines: [
        {
          label: 'Funding',
          text: 'Cedar raises $5 million',
          publisher: 'The Wire',
          publishedAt: '2026-01-10T10:00:00.000Z',
        },
        { label: 'Leadership', text: 'Cedar loses a chief', publisher: null },
        { label: 'Leadership', text: 'Cedar hires a chief' },
      ],
    },
  ])
  expect(await headlines(ben)).toEqual([])
})

test('an event denied by a newer article is not a headline', async () => {
  const ada = await app.signUp()
  const id = await add(ada, 'Wary')
  const story = await addArticle(id, {
    title: 'Wary closes',
    at: '2026-02-01T00:00:00Z',
    eventType: 'closure',
    weight: 1,
  })
  expect(await titles(ada)).toEqual(['Wary closes'])
  const denial = { eventType: 'mention', weight: 0.1, denied: ['closure'], story }
  await addArticle(id, { title: 'Wary does not close', at: '2026-02-02T00:00:00Z', ...denial })
  expect(await titles(ada)).toEqual([])
})
