import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { summarizeCoverage as shortened } from '#domain/news/coverage-state.ts'
import { CompanyCoverage, Coverage } from '#domain/news/coverage.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let ada: TestUser

beforeAll(async () => {
  app = await testApp()
  ada = await app.signUp()
})

const Id = z.object({ id: z.number() })
const summarizeCoverage = async (user: TestUser) =>
  CompanyCoverage.array().parse(await (await user.get('/api/news/coverage')).json())

/** Adds a company with one source per given state, which may have been failing for a while. */
async function company(name: string, looks: { state: string | null; problem?: string; since?: string }[]) {
  const website = `https://${name.toLowerCase()}.example`
  const { id } = Id.parse(await (await ada.send('POST', '/api/companies', { name, website })).json())
  for (const [at, { state, problem = null, since = null }] of looks.entries())
    await app.database.query(
      `insert into watches (tracked_company_id, source, kind, url, every_seconds, next_at, state, problem, checked_at, good_at, failing_since)
       select tracked_company_id, 'press', 'feed', $2, 3600, '2026-03-01T13:00:00Z', $3::text, $4, case when $3::text is null then null else now() end,
         case when $3 = 'ok' then '2026-03-01T11:00:00Z'::timestamptz end, $5::timestamptz
       from companies where id = $1`,
      [id, `place ${at}`, state, problem, since],
    )
  return id
}

const article = (id: number, publishedAt: string) =>
  app.database.query(
    `with article as (insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
       values ('https://press.example/' || $1, 'press.example/' || $1, 'x', '', $2, 'second', 'story', '{}', now()) returning id, published_at)
     insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
     select companies.tracked_company_id, article.id, article.published_at, 'press', 1, '[]' from article, companies where companies.id = $1::int`,
    [String(id), publishedAt],
  )

test("returns only the requested companies, and only the user's own", async () => {
  const [first, second, third] = [
    await company('One', []),
    await company('Two', [{ state: 'ok' }]),
    await company('Three', []),
  ]
  const bea = await app.signUp()
  const asked = async (user: TestUser, ids: string) => {
    const answer = await user.get(`/api/news/coverage?company=${ids}`)
    return CompanyCoverage.array().parse(await answer.json())
  }
  const all = await summarizeCoverage(ada)
  expect(await asked(ada, `${third},${second}`)).toEqual(
    all.filter(({ companyId }) => companyId === second || companyId === third),
  )
  expect(await asked(bea, `${first},${second}`)).toEqual([])
  expect((await ada.get('/api/news/coverage?company=1;2')).status).toBe(422)
  for (const id of [first, second, third]) await ada.send('DELETE', `/api/companies/${id}`)
})

test('one response distinguishes quiet, broken, missing, unchecked, partial and active companies', async () => {
  const since = '2026-02-27T00:00:00.000Z'
  const quiet = await company('Quiet', [{ state: 'ok' }, { state: 'ok' }])
  const broken = await company('Broken', [
    { state: 'failed', problem: 'The site did not answer.', since },
    { state: 'never-found', since: '2026-01-01T00:00:00Z' },
  ])
  const nowhere = await company('Nowhere', [])
  const checking = await company('Checking', [{ state: null }])
  const partial = await company('Partial', [{ state: 'ok' }, { state: 'throttled', since }])
  const active = await company('Active', [{ state: 'ok' }])
  const removed = await company('Removed', [{ state: 'failed', since }])
  const history = await company('History', [{ state: 'ok' }])
  await article(active, '2026-02-20T00:00:00Z')
  await article(history, '2025-11-20T00:00:00Z')
  await ada.send('DELETE', `/api/companies/${removed}`)

  const summaries = await summarizeCoverage(ada)
  expect(summaries.map(({ companyId, state }) => [companyId, state])).toEqual([
    [quiet, 'quiet'],
    [broken, 'broken'],
    [nowhere, 'not-found'],
    [checking, 'checking'],
    [partial, 'partial'],
    [active, 'active'],
    [history, 'quiet'],
  ])
  expect(summaries[0]).toMatchObject({ sources: 2, failing: 0, goodAt: '2026-03-01T11:00:00.000Z', problem: null })
  expect(summaries[1]).toEqual({
    companyId: broken,
    state: 'broken',
    sources: 2,
    unchecked: 0,
    failing: 1,
    goodAt: null,
    nextAt: '2026-03-01T13:00:00.000Z',
    failingSince: since,
    problem: 'The site did not answer.',
  })
  for (const { companyId, state } of summaries) {
    const response = await ada.get(`/api/companies/${companyId}/coverage`)
    expect(Coverage.parse(await response.json()).state).toBe(state)
  }
})

test("a broken company's next check is that of the failing source, not of another one", async () => {
  const id = await company('Retried', [{ state: 'failed', problem: 'x' }, { state: 'never-found' }])
  await app.database.query(
    `update watches set next_at = '2026-03-02T12:00:00Z' from companies
     where companies.id = $1 and watches.tracked_company_id = companies.tracked_company_id and state = 'failed'`,
    [id],
  )
  const summary = (await summarizeCoverage(ada)).find(({ companyId }) => companyId === id)
  expect(summary?.nextAt).toBe('2026-03-02T12:00:00.000Z')
  const full = Coverage.parse(await (await ada.get(`/api/companies/${id}/coverage`)).json())
  expect(full.nextAt).toBe('2026-03-02T12:00:00.000Z')
})

test('coverage is visible only to its owner and requires a session', async () => {
  expect(await summarizeCoverage(await app.signUp())).toEqual([])
  expect((await app.request('/api/news/coverage')).status).toBe(401)
})

test("a feed that one owner pasted appears only in that owner's coverage", async () => {
  const ben = await app.signUp()
  const website = 'https://pasted.example'
  const [mine, theirs] = [
    await company('Pasted', []),
    Id.parse(await (await ben.send('POST', '/api/companies', { name: 'Pasted', website })).json()).id,
  ]
  await app.database.query(
    `insert into watches (company_id, source, kind, url, every_seconds, next_at) values ($1, 'own-feed', 'feed', 'https://alerts.example/1', 3600, now())`,
    [mine],
  )
  const entries = async (user: TestUser, id: number) =>
    Coverage.parse(await (await user.get(`/api/companies/${id}/coverage`)).json()).entries.length
  expect([await entries(ada, mine), await entries(ben, theirs)]).toEqual([1, 0])
})

test('the summary agrees with the full coverage; shared watches count in both', async () => {
  const [alone, quiet, broken, fed] = [
    await company('Alone', []),
    await company('Still', [{ state: 'ok' }]),
    await company('Stuck', [{ state: 'failed', problem: 'It did not answer.', since: '2026-02-20T00:00:00Z' }]),
    await company('Fed', []),
  ]
  await app.database.query(
    `insert into watches (company_id, source, kind, url, every_seconds, next_at, state, checked_at, good_at)
     values ($1, 'own-feed', 'feed', 'https://alerts.example/2', 3600, '2026-03-01T15:00:00Z', 'ok', now(), now())`,
    [fed],
  )
  const readForAll = (source: string, state: string, at: string) =>
    app.database.query(
      `insert into watches (source, kind, url, every_seconds, next_at, state, checked_at, good_at, failing_since)
       values ($1, 'feed', 'for all', 3600, '2026-03-01T12:30:00Z', $2::text, $3, case when $2 = 'ok' then $3::timestamptz end,
         case when $2 = 'failed' then $3::timestamptz end)`,
      [source, state, at],
    )
  const statesOf = async (...ids: number[]) => {
    const summaries = await summarizeCoverage(ada)
    for (const { companyId, ...short } of summaries) {
      const response = await ada.get(`/api/companies/${companyId}/coverage`)
      expect(short).toEqual(shortened(Coverage.parse(await response.json())))
    }
    return ids.map((id) => summaries.find(({ companyId }) => companyId === id)?.state)
  }
  expect(await statesOf(alone, quiet, broken, fed)).toEqual(['not-found', 'quiet', 'broken', 'quiet'])
  await readForAll('hacker-news', 'ok', '2026-03-01T11:30:00Z')
  expect(await statesOf(alone, quiet, broken, fed)).toEqual(['quiet', 'quiet', 'broken', 'quiet'])
  await readForAll('gdelt', 'failed', '2026-02-10T00:00:00Z')
  // Shared sources don't count for a company that has its own.
  expect(await statesOf(alone, quiet, broken, fed)).toEqual(['partial', 'quiet', 'broken', 'quiet'])
})
