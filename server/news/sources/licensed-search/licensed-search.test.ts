import type { RequestListener } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { LICENSED_SOURCES, type LicensedSource } from '#domain/news/source-registry.ts'
import { DAY_MS } from '#domain/time.ts'
import { freeBudget } from '../../../testing/network/free-budget.ts'
import { loopbackFetch, loopbackSite } from '../../../testing/network/loopback-site.ts'
import { Deferred } from '../host-limits.ts'
import { EMPTY_MEMORY, type Memory, type PollContext, type TrackedCompany } from '../source.ts'
import type { Signals } from './budget.ts'
import { askEvery, learn, licensedSource } from './licensed-search.ts'

const NOW = new Date('2026-11-19T12:00:00Z')
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const [HOUR_S, DAY_S] = [3600, 86_400]
const ZORVEXA: TrackedCompany = { name: 'Zorvexa', domain: null, website: null, aliases: [], facts: [] }
const BEACON: TrackedCompany = { ...ZORVEXA, name: 'Beacon' }

let answer: RequestListener
const service = await loopbackSite((request, response) => answer(request, response))
const elsewhere = await loopbackSite((_, response) => response.end('{"results":[]}'))
const safe = loopbackFetch({}, { clock: () => NOW })
afterAll(async () => {
  await safe.close()
  await service.close()
  await elsewhere.close()
})
beforeEach(() => {
  service.requests.length = 0
})

const says =
  (body: unknown, status = 200, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))

type Asked = {
  name?: LicensedSource
  company?: TrackedCompany
  memory?: Memory
  signals?: Partial<Signals>
  fetch?: PollContext['fetch']
  grant?: Awaited<ReturnType<ReturnType<typeof freeBudget>['budget']['reserve']>>
}

async function ask({ name = 'brave', company = ZORVEXA, memory = EMPTY_MEMORY, signals, fetch, grant }: Asked = {}) {
  const { budget, calls } = freeBudget(signals)
  if (grant) budget.reserve = async () => grant
  const source = licensedSource(name, { key: 'sk-1', origin: service.url, budget })
  const result = await source.poll(
    { kind: 'search', url: null, memory, trackedCompany: company, trackedCompanyId: 7 },
    {
      fetch: fetch ?? safe.fetch,
      now: NOW,
      isTracked: () => true,
      mayFetch: async () => true,
      permission: async () => ({ answer: 'yes', delayMs: 0 }),
      sitemapsOf: async () => [],
    },
  )
  return { result, calls }
}

const STORY = { title: 'Zorvexa raises $5 million', url: 'https://paper.example/z', page_age: '2026-11-18T10:00:00' }

describe('a service', () => {
  test.each(LICENSED_SOURCES)('%s is asked once, with its key, and its candidates are counted', async (name) => {
    answer = says({ results: [], articles: [] })
    const { result, calls } = await ask({ name })
    expect(result).toMatchObject({ state: 'empty', items: [], everySeconds: 7 * DAY_S, retryAt: after(7 * DAY_S) })
    expect(calls).toEqual([['answered', name, 0, '2026-03-01']])
    expect(service.requests).toHaveLength(1)
    expect(JSON.stringify(service.requests[0]?.headers)).toContain('sk-1')
  })

  test('that has more pages is not asked for them, because each is paid for', async () => {
    const results = Array.from({ length: 50 }, (_, at) => ({ ...STORY, url: `${STORY.url}/${at}` }))
    answer = says({ results, query: { more_results_available: true }, totalResults: 900 })
    const { result, calls } = await ask()
    expect([result.items.length, service.requests.length, calls[0]?.[2]]).toEqual([50, 1, 50])
  })

  test('that refuses the key is off, and says so once', async () => {
    for (const status of [401, 403]) {
      answer = says({ type: 'ErrorResponse' }, status)
      const { result, calls } = await ask()
      expect(result).toMatchObject({ state: 'failed', problem: 'The search service refused our key.' })
      expect(calls).toEqual([['refuse', 'brave']])
    }
  })

  test.each([
    [429, { 'retry-after': '90' }, 90],
    [429, {}, 900],
    [402, {}, DAY_S],
    [432, {}, DAY_S],
    [433, {}, DAY_S],
  ])('that answers %i with %o is left alone for %i seconds', async (status, headers, seconds) => {
    answer = says('', status, headers)
    // Another client, because safe fetch remembers who asked to wait.
    const { fetch, close } = loopbackFetch({}, { clock: () => NOW })
    const { result, calls } = await ask({ fetch })
    await close()
    expect(result).toMatchObject({ state: 'throttled', items: [], retryAt: after(seconds) })
    expect(calls).toEqual([['pause', 'brave', seconds]])
  })

  test.each([
    ['a page of HTML', says('<!doctype html><title>Just a moment…</title>', 200, { 'content-type': 'text/html' })],
    ['wrong types', says({ results: { title: 7 } })],
    ['an error in disguise', says({ error: 'quota' })],
    ['a server error', says('', 500)],
    ['a plan that is too small', says({ status: 'error', code: 'parameterInvalid' }, 426)],
    ['a broken connection', (request) => request.socket.destroy()],
  ] as [string, RequestListener][])('that answers with %s costs one request', async (_, said) => {
    answer = said
    const { result, calls } = await ask()
    expect(result).toMatchObject({ state: 'failed', items: [], memory: EMPTY_MEMORY, retryAt: after(7 * DAY_S) })
    expect([service.requests.length, calls]).toEqual([1, []])
  })

  test('that never answers costs one request', async () => {
    answer = () => {}
    const { fetch, close } = loopbackFetch({ limits: { totalMs: 300 } })
    const { result, calls } = await ask({ fetch })
    await close()
    expect(result).toMatchObject({ state: 'failed', problem: 'It took too long to answer.', retryAt: after(7 * DAY_S) })
    expect([service.requests.length, calls]).toEqual([1, []])
  })

  test.each(['brave', 'exa'] as const)(
    '%s that redirects gets no second request, and nobody else the key',
    async (name) => {
      answer = says('', 302, { location: elsewhere.url })
      expect((await ask({ name })).result.state).toBe('failed')
      expect([service.requests.length, elsewhere.requests.length]).toEqual([1, 0])
    },
  )

  test('a request that was never sent is not paid for', async () => {
    const fetch = () => Promise.reject(new Deferred(NOW))
    await expect(ask({ fetch })).rejects.toThrow(Deferred)
    const unresolved = Object.assign(new Error('dns'), { name: 'FetchError', kind: 'dns' })
    const { calls } = await ask({ fetch: () => Promise.reject(unresolved) })
    expect(calls).toEqual([['release', 'brave', 7, '2026-03-01']])
  })
})

test.each([
  [{ state: 'month-spent' as const, waitS: HOUR_S }, 'paused', /search budget is used up/],
  [{ state: 'company-spent' as const, waitS: HOUR_S }, 'paused', /searches for this company are used up/],
  [{ state: 'paused' as const, waitS: 60 }, 'throttled', /asked us to wait/],
  [{ state: 'refused' as const }, 'failed', /refused our key/],
  [{ state: 'untracked' as const }, 'unchanged', /^null$/],
])('without a grant nothing is requested, and coverage says why: %o', async (grant, state, problem) => {
  const { result } = await ask({ grant })
  expect([result.state, service.requests.length]).toEqual([state, 0])
  expect(String(result.problem)).toMatch(problem)
  if ('waitS' in grant) expect(result.retryAt!.getTime()).toBeGreaterThanOrEqual(after(grant.waitS).getTime())
})

test('a common word of which nothing else is known is not asked for', async () => {
  const { result } = await ask({ company: BEACON })
  expect(result).toMatchObject({ state: 'unsupported', problem: expect.stringContaining('common word') })
  expect(service.requests).toEqual([])
})

test('a query that found mostly namesakes is changed', async () => {
  answer = says({ results: Array.from({ length: 8 }, (_, at) => ({ ...STORY, url: `${STORY.url}/${at}` })) })
  const company = { ...ZORVEXA, domain: 'zorvexa.example' }
  const first = await ask({ company })
  const second = await ask({ company, memory: first.result.memory, signals: { linked: 1 } })
  const third = await ask({ company, memory: second.result.memory, signals: { linked: 6 } })
  await ask({ company, memory: third.result.memory, signals: { linked: 0 } })
  const queries = service.requests.map(({ url }) => new URL(`http://x${url}`).searchParams.get('q'))
  expect(queries).toEqual(['"Zorvexa"', '"Zorvexa" zorvexa.example', '"Zorvexa" zorvexa.example', '"Zorvexa"'])
})

test('searches look back to the last one, unless it was noted while the clock was ahead', async () => {
  answer = says({ results: [] })
  const asked = (askedAt: Date) => ask({ memory: { ...EMPTY_MEMORY, notes: { askedAt: askedAt.toISOString() } } })
  await asked(new Date(NOW.getTime() - 7 * DAY_MS))
  await asked(new Date('2031-01-01T00:00:00Z'))
  const spans = service.requests.map(({ url }) => new URL(`http://x${url}`).searchParams.get('freshness'))
  expect(spans).toEqual(['2026-11-10to2026-11-19', '2026-10-21to2026-11-19'])
})

test('notes of another shape are ignored', async () => {
  answer = says({ results: [] })
  const notes = { form: 'x', misses: -3, found: { a: 1 }, askedAt: 7 }
  expect((await ask({ memory: { ...EMPTY_MEMORY, notes } })).result.memory.notes).toMatchObject({ form: 0, misses: 0 })
})

const NONE = { hasRecentEvent: false, isNew: false, isQuiet: false, isPaidFor: false }

test('each reason to expect news halves the interval, and a company without any answer is asked for monthly', () => {
  expect(askEvery(NONE, 0) / DAY_S).toBe(7)
  for (const reason of Object.keys(NONE)) expect(askEvery({ ...NONE, [reason]: true }, 0) / DAY_S).toBe(3.5)
  expect(askEvery({ hasRecentEvent: true, isNew: true, isQuiet: true, isPaidFor: true }, 0) / DAY_S).toBe(1)
  expect(askEvery({ ...NONE, isPaidFor: true, isQuiet: true }, 3) / DAY_S).toBe(30)
  expect(askEvery({ ...NONE, isNew: true }, 3) / DAY_S).toBe(3.5)
})

test('answers that nobody could link are counted until one is linked', () => {
  const before = { form: 0, misses: 2, found: ['a'], askedAt: NOW }
  expect(learn(before, 0)).toEqual({ form: 0, misses: 3 })
  expect(learn(before, 1)).toEqual({ form: 0, misses: 0 })
  expect(learn({ ...before, askedAt: null }, 0)).toEqual({ form: 0, misses: 2 })
})

test('the pace is stretched until the budget lasts, but to no more than a month', async () => {
  answer = says({ results: [] })
  expect((await ask({ signals: { demand: 2 } })).result.retryAt).toEqual(after(14 * DAY_S))
  expect((await ask({ signals: { demand: 90 } })).result.retryAt).toEqual(after(30 * DAY_S))
})
