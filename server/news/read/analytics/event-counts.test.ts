import { beforeAll, expect, test } from 'vitest'
import { EventCounts } from '#domain/news/analytics.ts'
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

const events = async (user: TestUser) => EventCounts.parse(await (await user.get('/api/analytics/events')).json())

test('responds 401 if not signed in, and without events if there are no companies', async () => {
  expect((await app.request('/api/analytics/events')).status).toBe(401)
  expect(await events(await app.signUp())).toEqual({
    months: ['2025-10-01', '2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'],
    events: [],
  })
})

test('each story of a company counts once, in the month it first appeared, as its most material event', async () => {
  const [ada, ben] = [await app.signUp(), await app.signUp()]
  const [id, other] = [await add(ada, 'Cedar'), await add(ada, 'Lumen')]
  await add(ben, 'Quarry')
  const raise = await addArticle(id, { title: 'Raises', at: '2025-12-31T23:59:59Z', eventType: 'raise', weight: 0.9 })
  await addArticle(id, {
    title: 'Launches',
    at: '2026-01-02T00:00:00Z',
    eventType: 'launch',
    weight: 0.4,
    story: raise,
  })
  await addArticle(id, { title: 'Hires', at: '2026-02-01T00:00:00Z', eventType: 'arrival' })
  await addArticle(id, { title: 'Loses', at: '2026-02-03T00:00:00Z', eventType: 'departure' })
  await addArticle(id, { title: 'Mentioned', at: '2026-02-03T00:00:00Z', eventType: 'mention' })
  await addArticle(id, { title: 'Not read yet', at: '2026-02-03T00:00:00Z' })
  await addArticle(id, { title: 'Tomorrow', at: '2026-03-02T00:00:00Z', eventType: 'raise' })
  const early = await addArticle(id, { title: 'Too early', at: '2025-09-30T23:59:59Z', eventType: 'layoffs' })
  await addArticle(id, { title: 'Told again', at: '2025-10-02T00:00:00Z', eventType: 'layoffs', story: early })
  const bought = await addArticle(id, { title: 'Bought', at: '2026-01-10T00:00:00Z', eventType: 'acquisition' })
  await addArticle(other, { title: 'Buys', at: '2026-01-10T00:00:00Z', eventType: 'purchase', story: bought })
  expect((await events(ada)).events).toEqual([
    { event: 'Exit', perMonth: [0, 0, 0, 1, 0, 0] },
    { event: 'Funding', perMonth: [0, 0, 1, 0, 0, 1] },
    { event: 'Leadership', perMonth: [0, 0, 0, 0, 2, 0] },
    { event: 'Acquisition', perMonth: [0, 0, 0, 1, 0, 0] },
  ])
  expect((await events(ben)).events).toEqual([])
})

test('an event denied by a newer article of the story is not counted', async () => {
  const ada = await app.signUp()
  const id = await add(ada, 'Wary')
  const story = await addArticle(id, { title: 'Closes', at: '2026-02-01T00:00:00Z', eventType: 'closure', weight: 1 })
  await addArticle(id, {
    title: 'Does not',
    at: '2026-02-02T00:00:00Z',
    eventType: 'mention',
    denied: ['closure'],
    story,
  })
  const again = await addArticle(id, { title: 'No sale', at: '2026-02-01T00:00:00Z', denied: ['acquisition'] })
  await addArticle(id, { title: 'Sold', at: '2026-02-04T00:00:00Z', eventType: 'acquisition', story: again })
  expect((await events(ada)).events).toEqual([{ event: 'Exit', perMonth: [0, 0, 0, 0, 1, 0] }])
})
