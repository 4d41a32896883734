import { beforeEach, expect, test } from 'vitest'
import { NewsAttention } from '#domain/news/new-stories.ts'
import { DAY_MS } from '#domain/time.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { testApp, type TestUser } from '../../testing/test-app.ts'

const app = await testApp()
const { add, addArticle } = articlesFixture(app)
let ada: TestUser
beforeEach(async () => {
  ada = await app.signUp()
})

const attention = async () => NewsAttention.parse(await (await ada.get('/api/news/attention')).json())
const watch = (id: number, ...states: string[]) =>
  app.database.execute(
    `insert into watches (source, kind, url, tracked_company_id, every_seconds, next_at, state, checked_at, failing_since)
     select 'feed', 'feed', 'https://' || id || '.example/' || state, tracked_company_id, 3600, $2, state, $2, $2
     from companies, unnest($3::text[]) as state where id = $1`,
    [id, app.time.now, states],
  )
const mute = (id: number) => ada.send('PUT', `/api/companies/${id}/mute`, { for: 'week' })

test('companies without news for 60 days need attention, most recent first, unless they are muted', async () => {
  const news = async (name: string, daysAgo: number) => {
    const id = await add(ada, name)
    await addArticle(id, { title: name, at: new Date(app.time.now.getTime() - daysAgo * DAY_MS).toISOString() })
    return id
  }
  await add(ada, 'Unnoticed')
  const older = await news('Fernway', 90)
  const quiet = await news('Cedar', 61)
  await mute(await news('Lumen', 70))
  await news('Busy', 59)
  expect((await attention()).quiet.map(({ companyId, name }) => [companyId, name])).toEqual([
    [quiet, 'Cedar'],
    [older, 'Fernway'],
  ])
})

test('companies whose sources all fail need attention, unless they are muted', async () => {
  const [cedar, fernway, lumen] = [await add(ada, 'Cedar'), await add(ada, 'Fernway'), await add(ada, 'Lumen')]
  await watch(cedar, 'failed', 'throttled')
  await watch(fernway, 'failed', 'ok')
  await watch(lumen, 'failed')
  await mute(lumen)
  expect((await attention()).notResponding).toEqual([
    { companyId: cedar, name: 'Cedar', failing: 2, sources: expect.any(Number) },
  ])
})

test('all companies that need attention are counted, although only some are listed', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
    const id = await add(ada, name)
    await addArticle(id, { title: name, at: new Date(app.time.now.getTime() - 90 * DAY_MS).toISOString() })
  }
  await watch(await add(ada, 'H'), 'failed')
  const { quiet, notResponding, total } = await attention()
  expect([quiet.length, notResponding.length, total]).toEqual([5, 1, 8])
})

test('a signed-out user is told nothing', async () => {
  expect((await app.request('/api/news/attention')).status).toBe(401)
})
