import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { SAMPLE_PORTFOLIO } from '#domain/companies/sample-portfolio.ts'
import { companySite } from '../../testing/network/company-site.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import type { SourceName } from '#domain/news/source-registry.ts'
import { DAY_MS } from '#domain/time.ts'
import { openSources } from '../sources/registry.ts'
import { createAttach } from './attach.ts'

const JOBS = JSON.stringify({
  jobs: [
    {
      id: 1,
      title: 'Robot tamer',
      absolute_url: 'https://boards.greenhouse.io/cedar/jobs/1',
      first_published: '2026-02-20T10:00:00-05:00',
      location: { name: 'Rotterdam' },
    },
  ],
})

let site: Awaited<ReturnType<typeof companySite>>
let app: TestApp
let ada: TestUser

beforeAll(async () => {
  site = await companySite({
    '/': '<title>Cedar Robotics</title><a href="https://boards.greenhouse.io/cedar">Careers</a>',
    '/v1/boards/cedar/jobs?content=true': { headers: { 'content-type': 'application/json' }, body: JOBS },
  })
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site,job-boards',
      GREENHOUSE_URL: site.url,
      LEVER_URL: site.url,
      ASHBY_URL: site.url,
    },
  })
  ada = await app.signUp()
})
afterAll(() => site.close())

const searches = async () =>
  z
    .array(z.object({ source: z.string(), state: z.string().nullable() }))
    .parse((await app.database.execute(`select source, state from watches where url is null order by source`)).rows)

const attachWith = (pressFeeds: string[], names: SourceName[]) =>
  createAttach({
    database: app.database,
    clock: () => app.time.now,
    briefs: { rewriteOverrides: async () => {} },
    matchStored: async () => {},
    sources: openSources(names, { contact: 'support@tidings.example', pressFeeds }),
    slowestSeconds: 3600,
  })

test('searches immediately use what the scan of the site found', async () => {
  await ada.send('POST', '/api/companies', { name: 'Cedar Robotics', website: site.url })
  expect(site.asked).toContain('/v1/boards/cedar/jobs?content=true')
  expect(await searches()).toEqual([
    { source: 'company-site', state: 'never-found' },
    { source: 'job-boards', state: expect.stringMatching(/^(ok|empty)$/) },
  ])
})

test('watches match the enabled sources, for every tracked company', async () => {
  await attachWith(['https://press.example.com/feed'], ['company-site', 'press']).agreeWithSettings()
  expect((await searches()).map(({ source }) => source)).toEqual(['company-site'])
  const press = await app.database.execute(`select url from watches where source = 'press'`)
  expect(press.rows).toEqual([{ url: 'https://press.example.com/feed' }])
  await attachWith([], []).agreeWithSettings()
  expect((await app.database.execute('select * from watches')).rows).toEqual([])
  await attachWith([], ['company-site']).agreeWithSettings()
  expect(await searches()).toEqual([{ source: 'company-site', state: null }])
})

test('an enabled account source is watched only if an account is known', async () => {
  await app.database.execute(
    `insert into tracked_company_facts select id, 'npm', 'cedar', '', $1 from tracked_companies`,
    [app.time.now],
  )
  await attachWith([], ['company-site', 'packages', 'social']).agreeWithSettings()
  expect((await searches()).map(({ source }) => source)).toEqual(['company-site', 'packages'])
  await attachWith([], ['company-site']).agreeWithSettings()
  expect((await searches()).map(({ source }) => source)).toEqual(['company-site'])
})

test('facts from Wikidata are removed when it is disabled', async () => {
  const facts = async () =>
    (await app.database.execute(`select value from tracked_company_facts where found_at like '%wikidata%'`)).rows
  await app.database.execute(
    `insert into tracked_company_facts select id, 'name', 'Cedar Inc', 'https://www.wikidata.org/wiki/Q7', $1 from tracked_companies`,
    [app.time.now],
  )
  await attachWith([], ['company-site', 'wikidata']).agreeWithSettings()
  expect(await facts()).toHaveLength(1)
  await attachWith([], ['company-site']).agreeWithSettings()
  expect(await facts()).toEqual([])
})

test('a company that nobody tracks is no longer polled, and is deleted once it is gone for good', async () => {
  const attach = attachWith([], ['company-site'])
  const count = async (table: string) =>
    z
      .array(z.object({ n: z.number() }))
      .parse((await app.database.execute(`select count(*)::int as n from ${table}`)).rows)[0]?.n
  const [company] = z.array(z.object({ id: z.number() })).parse(await (await ada.get('/api/companies')).json())
  await attach.cleanUp()
  expect([await count('watches'), await count('tracked_companies')]).toEqual([1, 1])
  await ada.send('DELETE', `/api/companies/${company?.id}`)
  await attach.cleanUp()
  expect([await count('watches'), await count('tracked_companies')]).toEqual([1, 1])
  app.time.now = new Date(app.time.now.getTime() + 2 * DAY_MS)
  await attach.cleanUp()
  expect([await count('watches'), await count('tracked_companies')]).toEqual([0, 1])
  await app.request('/api/companies/restore', {
    method: 'POST',
    headers: { authorization: `Bearer ${await ada.tokenAt(app.time.now)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [company?.id] }),
  })
  expect(await count('watches')).toBeGreaterThan(0)
  await app.database.execute('delete from companies')
  await attach.cleanUp()
  expect([await count('tracked_companies'), await count('articles'), await count('briefs')]).toEqual([0, 0, 0])
})

test('the clean-up goes through all articles and companies, and keeps what is linked or new', async () => {
  const ben = await app.signUp()
  const { id } = z.object({ id: z.number() }).parse(await (await ben.send('POST', '/api/companies', BIRCH)).json())
  const [now, old] = [app.time.now, new Date(app.time.now.getTime() - 2 * DAY_MS)]
  await app.database.query(
    `insert into tracked_companies (site, name, created_at)
     select 'many-' || n || '.example', 'Many', $1 from generate_series(1, 1001) n`,
    [now],
  )
  await app.database.query(
    `insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
     select 'https://press.example/' || n, n::text, 'Many', '', $1::timestamptz, 'second', 'press', '{}',
       case when n = 20002 then $2::timestamptz else $1::timestamptz end from generate_series(1, 20003) n`,
    [old, now],
  )
  await app.database.query(
    `insert into company_articles (user_id, company_id, article_id, published_at, linked_at, source, via_kind, evidence)
     select $1, $2, id, published_at, published_at, 'press', 'alias', '[]' from articles where key = '20001'`,
    [ben.id, id],
  )
  await attachWith([], ['company-site']).cleanUp()
  const names = await app.database.query('select distinct name from tracked_companies')
  expect(names).toEqual([{ name: 'Birch' }])
  const left = await app.database.query(`select key from articles where title = 'Many' order by id`)
  expect(left).toEqual([{ key: '20001' }, { key: '20002' }])
})

const BIRCH = { name: 'Birch', website: 'birch.example' }

test('what a stream published before a company was tracked is found once it is tracked', async () => {
  const early = await testApp({ environment: { SOURCES: 'sample' } })
  await early.runJob('news.poll', {})
  const [watch] = await early.database.query(`select state from watches where source = 'sample'`)
  expect(watch).toEqual({ state: expect.stringMatching(/^(ok|empty)$/) })
  const user = await early.signUp()
  for (const company of SAMPLE_PORTFOLIO.slice(0, 3))
    expect((await user.send('POST', '/api/companies', company)).status).toBe(201)
  const linked = await early.database.query('select distinct tracked_company_id from tracked_company_articles')
  expect(linked).toHaveLength(3)
})
