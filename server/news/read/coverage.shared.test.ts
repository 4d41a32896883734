import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createCoverageReader, sharedSources } from './coverage.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  for (const table of ['watches', 'tracked_companies', 'articles', 'users'])
    await database.execute(`delete from ${table}`)
  await database.execute(`insert into users (id, email, trial_ends_at) values ($1, 'ada@example.com', now())`, [USER])
  await database.execute(
    `insert into companies (id, user_id, name, name_key, host_key, tracked_company_id)
     overriding system value values ($1, $2, 'Cedar', 'cedar', '', $3)`,
    [COMPANY, USER, TRACKED_COMPANY],
  )
})

const USER = '11111111-1111-4111-8111-111111111111'
const COMPANY = 7
const TRACKED_COMPANY = 1

const press = (address: string, state: string | null) =>
  database.execute(
    `insert into watches (source, kind, url, every_seconds, next_at, state, checked_at, good_at, failing_since)
     values ('press', 'feed', $1, 3600, '2026-03-01T13:00:00Z', $2, $3, $4, $5)`,
    [
      address,
      state,
      state && '2026-03-01T12:00:00Z',
      state === 'ok' || state === 'unchanged' ? '2026-03-01T12:00:00Z' : null,
      state === 'failed' ? '2026-02-27T12:00:00Z' : null,
    ],
  )

const shared = () => database.asUser(USER, (queries) => sharedSources(queries, COMPANY))
const pressEntry = async () => (await shared())[0]

test('the feeds of a shared source are one entry: unchecked, unchanged or partial', async () => {
  expect(await shared()).toEqual([])
  await press('https://one.example/feed', null)
  expect(await pressEntry()).toMatchObject({ label: 'Startup and business press', state: null, goodAt: null })
  await press('https://two.example/feed', 'ok')
  expect(await pressEntry()).toMatchObject({ state: 'unchanged', problem: null, address: null })
  await press('https://three.example/feed', 'failed')
  expect(await pressEntry()).toMatchObject({
    state: 'partial',
    problem: '1 of 3 could not be read.',
    goodAt: '2026-03-01T12:00:00.000Z',
    failingSince: null,
  })
})

test('a failing shared source says since when; only an article about the company makes its state ok', async () => {
  await press('https://one.example/feed', 'failed')
  expect(await pressEntry()).toMatchObject({ state: 'failed', failingSince: '2026-02-27T12:00:00.000Z' })
  await database.execute(`update watches set state = 'unchanged', failing_since = null`)
  const reportOn = (trackedCompanyId: number) =>
    database.query(`
      with known as (insert into tracked_companies (id, site, name, created_at) overriding system value
        values (${trackedCompanyId}, 'site ${trackedCompanyId}', 'Cedar', now()) returning id),
      one as (insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
        select 'https://one.example/' || id, id, 'One', '', now(), 'day', 'press', '{}', now() from known returning id)
      insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
      select known.id, one.id, now(), 'press', 1, '[]' from known, one`)
  await reportOn(TRACKED_COMPANY + 1)
  expect(await pressEntry()).toMatchObject({ state: 'unchanged' })
  await reportOn(TRACKED_COMPANY)
  expect(await pressEntry()).toMatchObject({ state: 'ok' })
})

test('a company without a source of its own has no answer only when every shared source fails', async () => {
  const clock = () => new Date('2026-03-01T12:30:00Z')
  const failing = async () =>
    (await createCoverageReader({ database, clock }).failing(USER)).map(({ name, state }) => ({ name, state }))
  await press('https://one.example/feed', 'failed')
  expect(await failing()).toEqual([{ name: 'Cedar', state: 'broken' }])
  await press('https://two.example/feed', 'unchanged')
  expect(await failing()).toEqual([])
})
