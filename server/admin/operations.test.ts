import { expect, test } from 'vitest'
import { PollingHealth, ModelCost } from '#domain/admin/operations.ts'
import { adminFixture, BOSS } from '../testing/fixtures/admin-fixture.ts'
import { START, testApp } from '../testing/test-app.ts'
import { DAY_MS } from '#domain/time.ts'

const app = await adminFixture()

const health = async () => PollingHealth.parse(await (await app.boss.get('/api/admin/sources')).json())

test('every source is listed with its terms and whether it is enabled', async () => {
  const { sources, failing } = await health()
  expect(sources.filter(({ isOn }) => isOn).map(({ name }) => name)).toEqual(['company-site'])
  expect(sources.find(({ name }) => name === 'google-news')).toMatchObject({
    allowsCommercialUse: false,
    isOn: false,
    termsUrl: expect.stringContaining('https://'),
    addresses: 0,
    checkedAt: null,
  })
  expect(failing).toEqual([])
})

test('polling health lists sources, coverage and the longest failures first', async () => {
  const ada = await app.signUp()
  for (const name of ['Good', 'Broken', 'Fresh'])
    await ada.send('POST', '/api/companies', { name, website: `${name.toLowerCase()}.example` })
  const at = (days: number) => new Date(START.getTime() - days * DAY_MS).toISOString()
  await app.database.query('delete from watches')
  const poll = (site: string, columns: string, values: string) =>
    app.database.query(
      `insert into watches (tracked_company_id, source, kind, url, every_seconds, next_at${columns})
       select id, 'company-site', 'feed', 'https://' || site, 3600, now()${values} from tracked_companies where site = '${site}'`,
    )
  await poll('fresh.example', '', '')
  await poll('good.example', ', state, checked_at, good_at', `, 'ok', '${at(1)}', '${at(1)}'`)
  await poll(
    'broken.example',
    ', state, checked_at, failing_since, failures, problem',
    `, 'failed', '${at(0)}', '${at(9)}', 7, 'It did not answer'`,
  )
  await app.database.query(
    `insert into watches (company_id, source, kind, url, state, problem, failures, failing_since, every_seconds, next_at)
     select id, 'own-feed', 'feed', 'https://private.example/token', 'failed', 'It is gone', 1, $1, 3600, now() from companies where name = 'Good'`,
    [at(2)],
  )
  // Scans and searches have no address of their own.
  await app.database.query(
    `insert into watches (tracked_company_id, source, kind, state, failures, failing_since, every_seconds, next_at)
     select id, 'hacker-news', 'search', 'failed', 1, $1, 3600, now() from tracked_companies where site = 'broken.example'`,
    [at(1)],
  )
  const { sources, coverage, failing } = await health()
  const site = sources.find(({ name }) => name === 'company-site')
  expect(site).toMatchObject({ addresses: 3, good: 1, failing: 1, parked: 1, unchecked: 1 })
  expect(site).toMatchObject({ problem: 'It did not answer', goodAt: at(1), checkedAt: at(0) })
  expect(coverage).toMatchObject({ quiet: 1, broken: 1, checking: 1, partial: 0, active: 0 })
  expect(failing).toMatchObject([
    { address: 'https://broken.example', failures: 7, failingSince: at(9), problem: 'It did not answer' },
    { source: 'own-feed', address: null, failures: 1 },
    { source: 'hacker-news', address: 'https://broken.example/', failures: 1 },
  ])
  expect(JSON.stringify({ sources, failing })).not.toContain('private.example')
})

test('a company without its own source is covered by the shared ones', async () => {
  await app.database.query(
    `insert into watches (source, kind, url, state, checked_at, good_at, every_seconds, next_at) values ('press', 'feed', 'https://press.example', 'ok', now(), now(), 3600, now())`,
  )
  await app.database.query(
    `delete from watches where tracked_company_id = (select id from tracked_companies where site = 'fresh.example')`,
  )
  expect((await health()).coverage).toMatchObject({ quiet: 2, broken: 1, checking: 0, 'not-found': 0 })
})

test('language model usage is listed per day, with the cost if a price is set', async () => {
  expect(ModelCost.parse(await (await app.boss.get('/api/admin/ai')).json())).toEqual({
    model: null,
    tokensADay: null,
    days: [],
  })
  const priced = await testApp({
    environment: {
      ADMIN_EMAILS: BOSS,
      AI: 'openai-compatible',
      AI_MODEL: 'small',
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
      AI_PRICE: '3/15',
      AI_DAILY_TOKENS: '5000',
    },
  })
  const boss = await priced.signUp(BOSS)
  const use = `insert into model_use (day, model, calls, failures, input_tokens, output_tokens, sentences, dropped) values `
  await priced.database.query(
    `${use} ('2026-03-01', 'small', 4, 1, 200000, 10000, 30, 2), ('2026-02-28', 'older', 1, 0, 5, 5, 1, 0), ('2026-01-01', 'small', 9, 9, 9, 9, 9, 9)`,
  )
  expect(ModelCost.parse(await (await boss.get('/api/admin/ai')).json())).toEqual({
    model: 'small',
    tokensADay: 5000,
    days: [
      {
        day: '2026-03-01',
        model: 'small',
        calls: 4,
        failures: 1,
        inputTokens: 200_000,
        outputTokens: 10_000,
        sentences: 30,
        dropped: 2,
        dollars: 0.75,
      },
      expect.objectContaining({ day: '2026-02-28', model: 'older', dollars: null }),
    ],
  })
})
