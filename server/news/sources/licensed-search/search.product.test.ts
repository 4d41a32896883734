import { afterAll, beforeAll, expect, test } from 'vitest'
import { PollingHealth } from '#domain/admin/operations.ts'
import { Health } from '#domain/admin/health.ts'
import { Coverage } from '#domain/news/coverage.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { START, testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

type Site = Awaited<ReturnType<typeof loopbackSite>>

let app: TestApp
let [ada, bob, admin]: TestUser[] = []
let site: Site
let brave: Site
let id: number
let refuses = false

const story = (title: string, path: string, name?: string) => ({
  title,
  url: `https://paper.example/${path}`,
  description: `${title}. The round was led by Cedar Ventures.`,
  page_age: '2026-02-27T10:00:00',
  ...(name && { source: { name } }),
})

const ENVIRONMENT = { FETCH_ALLOW: '127.0.0.0/8', SOURCES: 'company-site', BRAVE_API_KEY: 'sk-1' }

beforeAll(async () => {
  site = await loopbackSite((request, response) =>
    request.url === '/'
      ? response.setHeader('content-type', 'text/html').end('<title>Zorvexa</title><p>Zorvexa makes freight robots.')
      : response.writeHead(404).end(),
  )
  brave = await loopbackSite((_, response) => {
    if (refuses) return void response.writeHead(401).end()
    response.end(
      JSON.stringify({
        results: [
          story('Zorvexa raises $5 million for freight robots', 'one', 'The Paper'),
          story('Zorvexa opens an office in Berlin', 'two'),
          story('Ten robots to watch', 'three', 'The Paper'),
        ],
      }),
    )
  })
  app = await testApp({
    realFetch: true,
    environment: { ...ENVIRONMENT, BRAVE_URL: brave.url, SEARCH_BUDGET: '0.01', ADMIN_EMAILS: 'boss@example.com' },
  })
  ada = await app.signUp()
  bob = await app.signUp()
  admin = await app.signUp('boss@example.com')
  for (const user of [ada, bob]) {
    const added = await user.send('POST', '/api/companies', { name: 'Zorvexa', website: site.url })
    await app.database.query(`update users set trial_ends_at = '2027-01-01'`)
    id = user === ada ? ((await added.json()) as { id: number }).id : id
  }
})
afterAll(() => Promise.all([site.close(), brave.close()]))

const send = async (method: string, path: string, body?: unknown, user = ada) => {
  const authorization = `Bearer ${await user!.tokenAt(app.time.now)}`
  const headers = { authorization, 'content-type': 'application/json' }
  return app.request(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

const stories = async () =>
  (await (await send('GET', `/api/companies/${id}/stories`)).json()) as {
    title: string
    articles: { publisher: string | null }[]
  }[]

const coverage = async () => {
  const { state, entries } = Coverage.parse(await (await send('GET', `/api/companies/${id}/coverage`)).json())
  return { state, entry: entries.find(({ source }) => source === 'brave') }
}

const pollAfter = async (ms: number) => {
  app.time.now = new Date(START.getTime() + ms)
  await app.runJob('news.poll', {})
}

test('one search serves everybody who tracks the company, and finds stories of their true publisher', async () => {
  await pollAfter(HOUR_MS)
  expect(brave.requests).toHaveLength(1)
  expect(brave.requests[0]?.headers['x-subscription-token']).toBe('sk-1')
  expect(new URL(`http://x${brave.requests[0]?.url}`).searchParams.get('q')).toBe('"Zorvexa"')
  const found = await stories()
  expect(new Map(found.map(({ title, articles }) => [title, articles[0]?.publisher]))).toEqual(
    new Map([
      ['Zorvexa raises $5 million for freight robots', 'The Paper'],
      ['Zorvexa opens an office in Berlin', 'paper.example'],
    ]),
  )
  expect((await coverage()).entry).toMatchObject({ state: 'ok', label: 'Brave News Search' })
})

test('the administration shows what was spent and the stories that nothing else had found', async () => {
  const health = async () =>
    PollingHealth.parse(await (await send('GET', '/api/admin/sources', undefined, admin)).json())
  // Links of the simulated past count as this month's.
  await app.database.query(`update tracked_company_articles set linked_at = now()`)
  expect((await health()).search).toEqual({
    budget: 0.01,
    budgetPerCompany: 1,
    spent: 0.005,
    services: [
      {
        name: 'brave',
        label: 'Brave News Search',
        requests: 1,
        dollars: 0.005,
        candidates: 3,
        stories: 2,
        isRefused: false,
      },
    ],
  })
  expect((await health()).sources.find(({ name }) => name === 'brave')?.isOn).toBe(true)
  await app.database.query(
    `insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, evidence, story_id, score)
     select tracked_company_id, articles.id, now(), 'press', '[]', link.article_id, 1
     from articles, tracked_company_articles link where articles.id <> link.article_id limit 1
     on conflict (tracked_company_id, article_id) do update set source = 'press', story_id = excluded.story_id`,
  )
  expect((await health()).search?.services[0]?.stories).toBe(0)
  await app.database.query(`update tracked_company_articles set source = 'brave', story_id = null`)
})

test('a refresh does not cause a search', async () => {
  app.time.now = new Date(START.getTime() + 2 * HOUR_MS)
  expect((await send('POST', '/api/refresh-all-company-news-structured', { companies: [{ id }] })).status).toBe(200)
  await pollAfter(3 * HOUR_MS)
  expect(brave.requests).toHaveLength(1)
})

test('when the budget ends, nothing is asked and coverage says so', async () => {
  await pollAfter(8 * DAY_MS)
  expect(brave.requests).toHaveLength(2)
  await pollAfter(24 * DAY_MS)
  await pollAfter(25 * DAY_MS)
  expect(brave.requests).toHaveLength(2)
  const { state, entry } = await coverage()
  expect(entry).toMatchObject({
    state: 'paused',
    problem: 'This month’s search budget is used up. Searches continue next month.',
  })
  expect(['quiet', 'active']).toContain(state)
  const [summary] = (await (await send('GET', '/api/news/coverage')).json()) as { sources: number; failing: number }[]
  const watches = await app.database.query(`select from watches where tracked_company_id is not null`)
  expect(summary).toMatchObject({ sources: watches.length - 1, failing: 0 })
})

test('with a budget of zero or without a key, no watch exists', async () => {
  const watches = (on: TestApp) => on.database.query(`select from watches where source = 'brave'`)
  const unpaid = await testApp({ environment: { ...ENVIRONMENT, SEARCH_BUDGET: '0' }, database: app.database })
  expect(unpaid.logged.some((line) => line.includes('SEARCH_BUDGET is 0'))).toBe(true)
  expect(await watches(unpaid)).toEqual([])
})

test('a refused key is one notice, and the next start tries again', async () => {
  await app.database.query('truncate search_spending')
  refuses = true
  await app.restartJobs()
  await pollAfter(40 * DAY_MS)
  const asked = brave.requests.length
  expect((await coverage()).entry).toMatchObject({ state: 'failed', problem: 'The search service refused our key.' })
  await pollAfter(43 * DAY_MS)
  expect(brave.requests).toHaveLength(asked)
  expect(app.logged.filter((line) => line.includes('refuses our key'))).toHaveLength(1)
  const health = Health.parse(await (await send('GET', '/api/admin/health', undefined, admin)).json())
  expect(health.checks.find(({ name }) => name === 'Brave News Search')).toMatchObject({ state: 'warn' })
  refuses = false
  await app.restartJobs()
  await pollAfter(44 * DAY_MS)
  expect(brave.requests).toHaveLength(asked + 1)
  expect((await coverage()).entry?.state).toBe('ok')
})
