import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { Problem } from '#domain/errors.ts'
import { NewsSummary } from '#domain/news/new-stories.ts'
import { CompanyStory } from '#domain/news/stories.ts'
import { HOUR_MS } from '#domain/time.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { newsCandidates } from './unread-stories.ts'

let app: TestApp
let ada: TestUser
let join: ReturnType<typeof articlesFixture>['join']
let cedar: number
let number = 0

beforeAll(async () => {
  app = await testApp()
  ;({ join } = articlesFixture(app))
})

beforeEach(async () => {
  ada = await app.signUp()
  cedar = await add('Cedar Robotics')
})

async function add(name: string, user = ada): Promise<number> {
  const website = `https://c${++number}.example`
  return z.object({ id: z.number() }).parse(await (await user.send('POST', '/api/companies', { name, website })).json())
    .id
}

type Found = {
  title?: string
  hoursAgo?: number
  event?: string
  weight?: number
  story?: number
  denied?: string[]
  isClassified?: boolean
  isPrimary?: boolean
}

/** Adds an article that is found now, and returns its id. */
async function find(companyId: number, found: Found = {}): Promise<number> {
  const {
    title = 'Cedar Robotics raises $18M',
    hoursAgo = 1,
    event = 'raise',
    weight = 0.95,
    isClassified = true,
  } = found
  const { rows } = await app.database.execute(
    `with article as (
       insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
       values ($1, $1, $2, '', $3, 'second', 'press', '{}', $4) returning id)
     insert into tracked_company_articles
       (tracked_company_id, article_id, published_at, linked_at, source, score, evidence, event_type, weight, extracted_facts, story_id, denied, is_primary)
     select tracked_company_id, article.id, $3, $4, 'press', 1, '[]', $5, $6, $10, $7, $8, $11 from article, companies
     where companies.id = $9 returning article_id`,
    [
      `https://press.example/${++number}`,
      title,
      new Date(app.time.now.getTime() - hoursAgo * HOUR_MS),
      app.time.now,
      isClassified ? event : null,
      weight,
      found.story ?? null,
      JSON.stringify(found.denied ?? []),
      companyId,
      isClassified ? '[]' : null,
      found.isPrimary ?? true,
    ],
  )
  app.time.now = new Date(app.time.now.getTime() + 60_000)
  return Number((rows as { article_id: string }[])[0]?.article_id)
}

const summary = async (user = ada) => NewsSummary.parse(await (await user.get('/api/news/summary')).json())
const lines = async (user = ada) => (await summary(user)).stories.map(({ line }) => line)
const problem = async (response: Response) => ({ ...Problem.parse(await response.json()), requestId: '' })
const read = (companyId: number, ...roots: number[]) =>
  ada.send('POST', '/api/news/read', { stories: [{ companyId, roots }] })

test('a story continues from an article whose discovery date is unknown', async () => {
  const first = await find(cedar, { title: 'Cedar Robotics is said to raise' })
  await find(cedar, { story: first })
  await app.database.execute(`update tracked_company_articles set linked_at = '-infinity' where article_id = $1`, [
    first,
  ])
  expect(await summary()).toMatchObject({ newStories: 1, since: new Date(0).toISOString() })
})

test('a story has the date of its first report, wherever it is listed', async () => {
  const first = await find(cedar, { hoursAgo: 30 })
  const reported = new Date(app.time.now.getTime() - 60_000 - 30 * HOUR_MS).toISOString()
  await find(cedar, { story: first, hoursAgo: 2 })
  expect(await summary()).toMatchObject({ stories: [{ publishedAt: reported, precision: 'second' }] })
})

test('the summary lists new stories by importance, with company counts and a start date', async () => {
  const alder = await add('Alder')
  await add('Quince')
  const found = app.time.now
  await find(cedar, { title: 'Cedar Robotics opens an office', event: 'expansion', weight: 0.5 })
  await find(alder, { title: 'Alder shuts down', event: 'closure', weight: 1 })
  await find(cedar)
  expect(await summary()).toMatchObject({
    since: found.toISOString(),
    companies: 3,
    newStories: 3,
    newCompanies: 2,
    stories: [
      { companyId: alder, label: 'Shutdown', line: 'Alder shuts down' },
      { companyId: cedar, label: 'Funding' },
      { label: 'Expansion' },
    ],
  })
})

test('a story read by any of its articles stays read when articles or clusters join it', async () => {
  const first = await find(cedar, { event: 'raise' })
  const roots = (await summary()).newRoots
  expect(roots).toEqual([first])
  expect((await read(cedar, ...roots)).status).toBe(204)
  expect(await lines()).toEqual([])
  await find(cedar, { title: 'More about the Cedar round', story: first })
  await find(cedar, { title: 'Cedar Robotics closes its round' })
  await join()
  expect(await lines()).toEqual([])
  await find(cedar, { title: 'Cedar Robotics hires a CFO', event: 'arrival' })
  expect(await lines()).toEqual(['Cedar Robotics hires a CFO'])
})

test('new stories are counted up to a limit, and all of them can be marked as read at once', async () => {
  await app.database.query(
    `with found as (insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
       select 'https://press.example/many/' || n, 'press.example/many/' || n, 'Cedar Robotics in the news ' || n, '',
         $1::timestamptz - n * interval '1 minute', 'second', 'story', '{}', $1 from generate_series(1, 201) n
       returning id, published_at)
     insert into tracked_company_articles
       (tracked_company_id, article_id, published_at, linked_at, source, score, evidence, event_type, weight, denied, is_primary, extracted_facts)
     select tracked_company_id, found.id, published_at, $1, 'press', 1, '[]', 'expansion', 0.5, '[]', true, '[]'
     from found, companies where companies.id = $2`,
    [app.time.now, cedar],
  )
  expect(await summary()).toMatchObject({ newStories: 200, hasMore: true })
  await ada.send('POST', '/api/news/read-all', { until: app.time.now.toISOString() })
  expect(await summary()).toMatchObject({ newStories: 0, hasMore: false })
  await find(cedar, { title: 'Cedar Robotics hires a CFO', event: 'arrival' })
  expect(await summary()).toMatchObject({ newStories: 1, hasMore: false })
})

test('the summary names the latest event, after which the stream resumes', async () => {
  const latest = async () => Number((await summary()).eventId?.split('-')[0])
  const before = await latest()
  await app.database.query(
    `insert into briefs (tracked_company_id, status, body, published_at, created_at)
     select tracked_company_id, 'extractive', '[]', $1, $1 from companies where id = $2`,
    [app.time.now, cedar],
  )
  expect(await latest()).toBeGreaterThan(before)
})

test('a story that was read stays read when its cluster joins an older unread one', async () => {
  const older = await find(cedar, { title: 'Cedar Robotics to cut jobs in Porto', event: 'layoffs' })
  const own = await find(cedar, { title: 'Staff leave Cedar Robotics', event: 'layoffs' })
  await read(cedar, own)
  await app.database.execute('update tracked_company_articles set story_id = $1 where article_id = $2', [older, own])
  expect(await lines()).toEqual([])
})

test('everything shown can be marked as read at once; what came since stays new', async () => {
  await find(cedar)
  const { asOf } = await summary()
  app.time.now = new Date(app.time.now.getTime() + 1000)
  await find(cedar, { title: 'Cedar Robotics hires a CFO', event: 'arrival' })
  expect((await ada.send('POST', '/api/news/read-all', { until: asOf })).status).toBe(204)
  expect(await lines()).toEqual(['Cedar Robotics hires a CFO'])
})

test('old stories, and those from long before the company was added, are not new', async () => {
  await find(cedar, { hoursAgo: 31 * 24 })
  await find(cedar, { title: 'Cedar Robotics closes', event: 'closure', hoursAgo: 9 * 24 })
  expect(await lines()).toEqual([])
  await find(cedar, { title: 'Cedar Robotics opens in Lyon', event: 'expansion', hoursAgo: 3 * 24 })
  expect(await lines()).toEqual(['Cedar Robotics opens in Lyon'])
})

test('a muted company is not counted until the mute ends', async () => {
  await find(cedar)
  expect((await ada.send('PUT', `/api/companies/${cedar}/mute`, { for: 'week' })).status).toBe(204)
  const muted = await summary()
  expect(muted.newStories).toBe(0)
  expect(muted.muted).toMatchObject([{ companyId: cedar }])
  await app.database.execute('update muted_companies set until = $1', [app.time.now])
  expect((await summary()).newStories).toBe(1)
  await ada.send('PUT', `/api/companies/${cedar}/mute`, { for: 'always' })
  expect((await summary()).muted).toEqual([{ companyId: cedar, until: null }])
  await ada.send('PUT', `/api/companies/${cedar}/mute`, { for: null })
  expect((await summary()).newStories).toBe(1)
})

test('the company page shows each event once, marks what is new, and shows what was denied', async () => {
  await find(cedar, { title: 'Halvard about to buy Cedar Robotics', event: 'acquisition', hoursAgo: 30 })
  await find(cedar, { title: 'Cedar Robotics is not for sale', event: 'mention', weight: 0.5, denied: ['acquisition'] })
  await join()
  const stories = z.array(CompanyStory).parse(await (await ada.get(`/api/companies/${cedar}/stories`)).json())
  expect(stories).toMatchObject([
    { title: 'Cedar Robotics is not for sale', eventType: 'mention', denied: ['acquisition'], isNew: true },
  ])
  expect((await summary()).stories).toMatchObject([{ label: 'Correction', line: 'Cedar Robotics is not for sale' }])
})

test('a denied event weighs no more than its denial', async () => {
  const rumor = await find(cedar, {
    title: 'Halvard buys Cedar Robotics',
    event: 'acquisition',
    weight: 1,
    hoursAgo: 9,
  })
  await find(cedar, { event: 'mention', weight: 0.5, denied: ['acquisition'], story: rumor })
  await find(cedar, { title: 'Cedar Robotics opens in Lyon', event: 'expansion', weight: 0.7 })
  expect((await summary()).stories.map(({ eventType }) => eventType)).toEqual(['expansion', 'mention'])
})

test('an article that only mentions the company is not news, but can belong to its story', async () => {
  await find(cedar, { title: 'Ten robots to watch', isPrimary: false })
  expect((await summary()).newStories).toBe(0)
  const story = await find(cedar)
  const mention = await find(cedar, { title: 'The week in rounds', isPrimary: false, story })
  expect((await summary()).newStories).toBe(1)
  await read(cedar, mention)
  expect((await summary()).newStories).toBe(0)
})

test('considers the newest articles of a company, and lists the most important of these', async () => {
  await app.database.query(
    `with found as (
       insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
       select url, url, n, '', $1::timestamptz - n * interval '1 minute', 'second', 'press', '{}', $1
       from generate_series(1, 210) as n, concat('https://press.example/many/', $2::text, '/', n) as url
       returning id, title, published_at)
     insert into tracked_company_articles
       (tracked_company_id, article_id, published_at, linked_at, source, score, evidence, event_type, weight)
     select tracked_company_id, found.id, found.published_at, $1, 'press', 1, '[]', 'launch', title::real / 1000 from found, companies
     where companies.id = $2::int`,
    [app.time.now, String(cedar)],
  )
  expect((await summary()).newStories).toBe(200)
  expect(await lines()).toEqual(Array.from({ length: 50 }, (_, at) => String(200 - at)))
})

test('nobody can mark stories as read or mute companies for another user', async () => {
  const ben = await app.signUp()
  const bens = await add('Cedar Robotics', ben)
  const story = await find(bens)
  await read(bens, story)
  expect((await summary(ben)).newStories).toBe(1)
  expect((await app.request('/api/news/summary')).status).toBe(401)
  expect((await app.request('/api/news/read', { method: 'POST' })).status).toBe(401)
  const [others, absent] = [
    await ada.send('PUT', `/api/companies/${bens}/mute`, { for: 'week' }),
    await ada.send('PUT', '/api/companies/999999/mute', { for: 'week' }),
  ]
  expect([others.status, await problem(others)]).toEqual([404, await problem(absent)])
  expect((await ada.send('PUT', `/api/companies/${cedar}/mute`, { for: 'year' })).status).toBe(422)
  expect((await ada.send('POST', '/api/news/read', { stories: [] })).status).toBe(422)
  expect((await ada.send('POST', '/api/news/read-all', { until: 'now' })).status).toBe(422)
})

test('a story becomes new once it is classified, and after an hour in any case', async () => {
  await find(cedar, { isClassified: false, title: 'Cedar Robotics in the news' })
  expect((await summary()).newStories).toBe(0)
  await app.database.query(`update tracked_company_articles set linked_at = linked_at - interval '1 hour'`)
  expect(await lines()).toEqual(['Cedar Robotics in the news'])
})

test('companies whose stories are all read are not loaded from the database again', async () => {
  const other = await add('Fernway')
  await find(cedar)
  await find(other, { title: 'Fernway hires' })
  const unread = async () => {
    const stories = await app.database.readAsUser(ada.id, (queries) => newsCandidates(queries, ada.id, app.time.now))
    return new Set(stories.map(({ companyId }) => companyId))
  }
  expect(await unread()).toEqual(new Set([cedar, other]))
  await ada.send('POST', '/api/news/read-all', { until: app.time.now.toISOString() })
  expect(await unread()).toEqual(new Set())
  await find(other, { title: 'Fernway expands', event: 'expansion' })
  expect(await unread()).toEqual(new Set([other]))
})
