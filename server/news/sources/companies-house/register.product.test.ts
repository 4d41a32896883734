import { afterAll, beforeAll, expect, test } from 'vitest'
import { Health } from '#domain/admin/health.ts'
import { PollingHealth } from '#domain/admin/operations.ts'
import { Coverage } from '#domain/news/coverage.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { START, testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

type Site = Awaited<ReturnType<typeof loopbackSite>>

let app: TestApp
let [ada, admin]: TestUser[] = []
let [site, register]: Site[] = []
let id = 0
let refuses = false

const ANSWERS: Record<string, object> = {
  '/search/companies': {
    items: [
      { title: 'ZORVEXA LTD', company_number: '01234567', company_status: 'active', address: { locality: 'Leeds' } },
      { title: 'ZORVEXA LTD', company_number: '07654321', company_status: 'active', address: { locality: 'York' } },
    ],
  },
  '/company/01234567': { company_name: 'ZORVEXA LTD', company_number: '01234567', has_insolvency_history: true },
  '/company/01234567/officers': {
    items: [
      {
        name: 'REYES, Dana',
        officer_role: 'director',
        appointed_on: '2020-01-01',
        resigned_on: '2026-02-20',
        links: { self: '/company/01234567/appointments/a1' },
      },
    ],
  },
  '/company/01234567/filing-history': {
    items: [{ type: 'SH01', date: '2026-02-24', transaction_id: 'MzQ1', description: 'capital-allotment-shares' }],
  },
  '/company/01234567/insolvency': {
    cases: [
      { type: 'in-administration', number: 1, dates: [{ type: 'administration-started-on', date: '2026-02-26' }] },
    ],
  },
}

beforeAll(async () => {
  site = await loopbackSite((request, response) =>
    request.url === '/'
      ? response.setHeader('content-type', 'text/html').end('<title>Zorvexa</title><p>Zorvexa makes freight robots.')
      : response.writeHead(404).end(),
  )
  register = await loopbackSite((request, response) => {
    const answer = ANSWERS[(request.url ?? '').split('?')[0] ?? '']
    response.writeHead(refuses ? 401 : answer ? 200 : 404).end(JSON.stringify(answer ?? {}))
  })
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site',
      COMPANIES_HOUSE_KEY: 'key-1',
      COMPANIES_HOUSE_URL: register.url,
      ADMIN_EMAILS: 'boss@example.com',
    },
  })
  ada = await app.signUp()
  admin = await app.signUp('boss@example.com')
  const added = await ada.send('POST', '/api/companies', { name: 'Zorvexa', website: site.url })
  id = ((await added.json()) as { id: number }).id
  await app.database.query(`update users set trial_ends_at = '2027-01-01'`)
})
afterAll(() => Promise.all([site?.close(), register?.close()]))

const send = async (method: string, path: string, body?: unknown, user = ada) => {
  const authorization = `Bearer ${await user!.tokenAt(app.time.now)}`
  const headers = { authorization, 'content-type': 'application/json' }
  return app.request(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}
const entryOf = async (source: string) =>
  Coverage.parse(await (await send('GET', `/api/companies/${id}/coverage`)).json()).entries.find(
    (entry) => entry.source === source,
  )
const pollAfter = async (ms: number) => {
  app.time.now = new Date(START.getTime() + ms)
  await app.runJob('news.poll', {})
}

test('an entry that may be another company’s is a question, and nothing is read', async () => {
  await pollAfter(HOUR_MS)
  expect(register?.requests.map(({ url }) => url?.split('?')[0])).toEqual(['/search/companies'])
  const entry = await entryOf('companies-house')
  expect(entry?.problem).toMatch(/^Is this your company\?.*company\/01234567/)
  const { sources } = PollingHealth.parse(await (await send('GET', '/api/admin/sources', undefined, admin)).json())
  expect(sources.find(({ name }) => name === 'companies-house')?.isOn).toBe(true)
})

test('the owner answers by adding the page, and what the register says becomes typed events, each once', async () => {
  const [page = ''] = /https:\S+company\/01234567/.exec((await entryOf('companies-house'))?.problem ?? '') ?? []
  expect((await send('POST', `/api/companies/${id}/feeds`, { url: page })).status).toBeLessThan(300)
  await pollAfter(2 * HOUR_MS)
  await pollAfter(2 * DAY_MS)
  await app.runJob('news.classify', {})
  const stories = (await (await send('GET', `/api/companies/${id}/stories`)).json()) as {
    title: string
    eventType: string
  }[]
  expect(new Map(stories.map(({ title, eventType }) => [title, eventType]))).toEqual(
    new Map([
      ['Zorvexa goes into administration', 'closure'],
      ['Zorvexa issues new shares', 'raise'],
      ['Dana Reyes is no longer director of Zorvexa', 'departure'],
    ]),
  )
})

test('a revoked key is one notice, and nothing is asked until a restart', async () => {
  refuses = true
  await pollAfter(4 * DAY_MS)
  const asked = register?.requests.length
  await pollAfter(6 * DAY_MS)
  expect(register?.requests).toHaveLength(asked ?? 0)
  expect(app.logged.filter((line) => line.includes('refuses our key'))).toHaveLength(1)
  const health = Health.parse(await (await send('GET', '/api/admin/health', undefined, admin)).json())
  expect(health.checks.find(({ name }) => name === 'Companies House')).toMatchObject({ state: 'warn' })
  refuses = false
  await app.restartJobs()
  await pollAfter(8 * DAY_MS)
  expect(register?.requests.length).toBeGreaterThan(asked ?? 0)
})
