import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { webhookStore } from './store.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof loopbackSite>>
let fixture: ReturnType<typeof articlesFixture>
let cedar: number

beforeAll(async () => {
  site = await loopbackSite((_, response) => response.end())
  app = await testApp({ environment: { FETCH_ALLOW: '127.0.0.0/8' }, safeFetch: loopbackFetch() })
  fixture = articlesFixture(app)
  const ada = await app.signUp()
  cedar = await fixture.add(ada, 'Cedar')
  await ada.send('POST', '/api/integrations/webhooks', { url: `${site.url}/hook`, format: 'standard' })
})
afterAll(() => site.close())

const addStory = (title: string, more: object = {}) => {
  const at = (app.time.now = new Date(app.time.now.getTime() + 1000)).toISOString()
  return fixture.addArticle(cedar, { title, at, linkedAt: at, eventType: 'raise', extractedFacts: [], ...more })
}
const checkedAt = async () => (await app.database.query('select checked_at from webhook_endpoints'))[0]?.checked_at
/** Runs the job every minute. Returns how often the stories of the portfolio were read, and what was sent. */
async function runFor(minutes: number) {
  const before = site.requests.length
  let reads = 0
  for (let at = 0; at < minutes; at += 1) {
    app.time.now = new Date(app.time.now.getTime() + MINUTE_MS)
    const last = await checkedAt()
    await app.runJob('integrations.webhooks', {})
    if (String(await checkedAt()) !== String(last)) reads += 1
  }
  return { reads, sent: site.requests.length - before }
}

test('a story is sent within a minute, and then its portfolio is seldom read again', async () => {
  await addStory('Cedar raises $18 million')
  expect(await runFor(1)).toEqual({ reads: 1, sent: 1 })
  const { reads, sent } = await runFor(120)
  expect(reads).toBeLessThanOrEqual(6)
  expect(sent).toBe(0)
})

test('a story that is classified late is sent as soon as it is', async () => {
  const id = await addStory('Cedar opens in Oslo', { eventType: undefined, extractedFacts: undefined })
  expect((await runFor(20)).sent).toBe(0)
  await app.database.query(
    `update tracked_company_articles set event_type = 'expansion', extracted_facts = '[]' where article_id = $1`,
    [id],
  )
  expect((await runFor(1)).sent).toBe(1)
})

test('a denial that is only found in the full text is sent later', async () => {
  const story = await addStory('Cedar hires a chief', { eventType: 'arrival' })
  const id = await addStory('About that chief at Cedar', { story, eventType: 'mention' })
  expect((await runFor(10)).sent).toBe(1)
  await app.database.query(`update tracked_company_articles set denied = '["arrival"]' where article_id = $1`, [id])
  expect((await runFor(30)).sent).toBe(1)
})

test('an article that joins a story after its deliveries were deleted sends nothing again', async () => {
  const story = await addStory('Cedar is acquired by Birch', { eventType: 'acquisition' })
  await addStory('Cedar denies the sale', { story, eventType: 'mention', denied: ['acquisition'] })
  expect((await runFor(1)).sent).toBe(2)
  app.time.now = new Date(app.time.now.getTime() + 40 * DAY_MS)
  await app.database.query('update users set trial_ends_at = $1', [new Date(app.time.now.getTime() + DAY_MS)])
  await app.runJob('integrations.clean-up', {})
  expect(await app.database.query('select * from webhook_deliveries')).toEqual([])
  await addStory('Cedar and Birch close the deal', { story, eventType: 'acquisition' })
  expect(await runFor(1)).toEqual({ reads: 1, sent: 0 })
})

test('the news of thousands of companies is stored for every webhook', async () => {
  const [endpoint] = await app.database.query('select id, user_id from webhook_endpoints')
  const userId = String(endpoint?.user_id)
  const stories = Array.from({ length: 8000 }, (_, index) => ({
    endpointId: Number(endpoint?.id),
    messageId: `msg_${index}`,
    event: 'story.created' as const,
    storyKey: `${cedar}-many-${index}`,
    storyTitle: 'Cedar "opens" in {Oslo}',
    payload: { title: 'Cedar "opens" in {Oslo}', facts: ['a\\b'] },
  }))
  await app.database.asUser(userId, (queries) => webhookStore(queries, userId).store(stories, app.time.now))
  const stored = await app.database.query(
    `select count(*)::int as count, min(payload::text)::jsonb as payload, min(story_title) as title, min(next_attempt_at) as at
     from webhook_deliveries where story_key like '%-many-%'`,
  )
  const [{ storyTitle: title, payload } = {}] = stories
  expect(stored).toEqual([{ count: 8000, payload, title, at: app.time.now }])
})
