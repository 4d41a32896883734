// @vitest-environment happy-dom
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CompanyWithNews } from '#domain/news/briefs.ts'
import { sampleRow } from '../../testing/sample-data.ts'
import { createLive } from './live.ts'
import { feedPages } from './queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Answers = Record<string, unknown>

/** A page with these queries; `fetches` lists the requests made since it was rendered. */
async function page(...addresses: string[]) {
  const fetches: string[] = []
  const answers: Answers = {}
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, queryFn: ({ queryKey }) => load(String(queryKey[0])) } },
  })
  const load = async (path: string) => {
    fetches.push(path)
    const answer = answers[path] ?? []
    if (answer instanceof Error) throw answer
    return answer
  }
  const api: Parameters<typeof feedPages>[0] = {
    page: async (_endpoint, url) => ({ items: (await load(url)) as never, next: null, total: null }),
  }
  const showFeed = () =>
    new InfiniteQueryObserver(client, { ...feedPages(api, 'newest'), staleTime: Infinity }).subscribe(() => {})
  for (const address of addresses)
    if (address === FEED) showFeed()
    else new QueryObserver(client, { queryKey: [address] }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  fetches.length = 0
  const live = createLive(client)
  return { client, live, fetches, answers, showFeed }
}

const FEED = '/api/news/feed?limit=100'
const KEY = ['/api/news/feed', FEED]
const rowsOf = (...ids: number[]) => `/api/news/feed?company=${ids.join(',')}`
const SHORT = '/api/news/coverage'
const of = (id: number, part: string) => `/api/companies/${id}/${part}`
const news = (companyId: number) => ({ name: 'news', data: JSON.stringify({ companyId }) })
const gather = (done: number, total: number) => ({ name: 'gather', data: JSON.stringify({ done, total }) })

test('news about a company refetches only its feed row, its own queries and the coverage summary', async () => {
  const { live, fetches } = await page(
    FEED,
    SHORT,
    of(7, 'news'),
    of(7, 'stories'),
    of(7, 'coverage'),
    of(8, 'news'),
    of(7, 'logo'),
  )
  live.handle(news(7))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches.toSorted()).toEqual([of(7, 'coverage'), of(7, 'news'), of(7, 'stories'), SHORT, rowsOf(7)])
})

test('"many events → at most one refetch per second"', async () => {
  const { live, fetches } = await page(FEED)
  for (let at = 0; at < 295; at += 1) {
    live.handle(news(at))
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(fetches.length).toBeLessThanOrEqual(3)
  await vi.advanceTimersByTimeAsync(1000)
  const upToDate = fetches.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetches).toHaveLength(upToDate)
  expect(upToDate).toBeGreaterThanOrEqual(3)
})

test('a hidden page fetches nothing until it is visible', async () => {
  const { live, fetches } = await page(FEED)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  live.handle(news(7))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetches).toEqual([])
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toEqual([rowsOf(7)])
})

test('gather events update the progress, and the last one refetches everything once', async () => {
  const { client, live, fetches } = await page(FEED, of(7, 'coverage'))
  live.handle(gather(12, 30))
  expect(client.getQueryData(['/api/refresh'])).toEqual({ done: 12, total: 30 })
  expect(fetches).toEqual([])
  live.handle(gather(30, 30))
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryData(['/api/refresh'])).toBeNull()
  expect(fetches.toSorted()).toEqual([of(7, 'coverage'), FEED])
})

test('a gap refetches all news queries; an entitlement event refetches the profile', async () => {
  const { live, fetches } = await page(FEED, of(7, 'stories'), '/api/auth/user', '/api/companies/facets')
  live.handle({ name: 'missed', data: '{}' })
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches.toSorted()).toEqual([of(7, 'stories'), FEED])
  live.handle({ name: 'entitlement', data: '{}' })
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toContain('/api/auth/user')
})

test.each([
  { name: 'news', data: 'not json' },
  { name: 'news', data: '{"companyId":"7"}' },
  { name: 'gather', data: '{"done":"1"}' },
  { name: 'gather', data: 'null' },
  { name: 'ready', data: '{}' },
  { name: '__proto__', data: '{}' },
])('an unknown or malformed event changes nothing: $name $data', async (event) => {
  const { client, live, fetches } = await page(FEED)
  live.handle(event)
  await vi.advanceTimersByTimeAsync(5000)
  expect(fetches).toEqual([])
  expect(client.getQueryData(['/api/refresh'])).toBeUndefined()
})

/** A page that shows a feed of these companies. */
async function pageWithFeed(...ids: number[]) {
  const opened = await page()
  const rows = ids.map((id) => sampleRow({ id }))
  opened.answers[FEED] = rows
  opened.showFeed()
  await vi.advanceTimersByTimeAsync(0)
  opened.fetches.length = 0
  const feed = () => opened.client.getQueryData<{ pages: { items: CompanyWithNews[] }[] }>(KEY)?.pages[0]?.items
  return { ...opened, rows, feed }
}

const named = (rows: CompanyWithNews[] | undefined) => rows?.map(({ id, name }) => `${id} ${name}`).toSorted()

test('only the rows that changed are fetched, in one request, and merged into the feed', async () => {
  const { live, fetches, answers, feed, rows } = await pageWithFeed(1, 2, 3)
  answers[rowsOf(2, 3, 4)] = [sampleRow({ id: 2, name: 'Renamed' }), sampleRow({ id: 4, name: 'Added' })]
  for (const id of [2, 3, 4, 2]) live.handle(news(id))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toEqual([rowsOf(2, 3, 4)])
  expect(named(feed())).toEqual([`1 ${rows[0]?.name}`, '2 Renamed', '4 Added'])
})

test('events during a request wait for the next one', async () => {
  const { live, fetches } = await pageWithFeed(1, 2, 3)
  live.handle(news(1))
  await vi.advanceTimersByTimeAsync(0)
  live.handle(news(2))
  live.handle(news(3))
  await vi.advanceTimersByTimeAsync(999)
  expect(fetches).toEqual([rowsOf(1)])
  await vi.advanceTimersByTimeAsync(1)
  expect(fetches).toEqual([rowsOf(1), rowsOf(2, 3)])
})

test('the whole feed is fetched when the rows cannot be, or when there are too many', async () => {
  const { live, fetches, answers } = await pageWithFeed(1, 2)
  answers[rowsOf(1)] = new Error('down')
  live.handle(news(1))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toEqual([rowsOf(1), FEED])
  await vi.advanceTimersByTimeAsync(5000)
  fetches.length = 0
  for (let id = 1; id <= 201; id += 1) live.handle(news(id))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toEqual([FEED])
})

test('a full fetch that began before the event does not bring back older rows', async () => {
  const { client, live, fetches, answers, feed } = await pageWithFeed(1, 2)
  let respond = (_rows: CompanyWithNews[]) => {}
  answers[FEED] = new Promise<CompanyWithNews[]>((resolve) => (respond = resolve))
  void client.invalidateQueries({ queryKey: KEY })
  await vi.advanceTimersByTimeAsync(0)
  const fresh = [sampleRow({ id: 1, name: 'Fresh' })]
  answers[FEED] = fresh
  live.handle(news(1))
  await vi.advanceTimersByTimeAsync(0)
  respond([sampleRow({ id: 1, name: 'Stale' })])
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toEqual([FEED, FEED])
  expect(feed()).toEqual(fresh)
})

test('only the feed order that is shown is merged; the other one is invalidated', async () => {
  const { client, live, answers, feed } = await pageWithFeed(1)
  const other = ['/api/news/feed', `${FEED}&sort=oldest`]
  client.setQueryData(other, { pages: [], pageParams: [] })
  answers[rowsOf(1)] = [sampleRow({ id: 1, name: 'Renamed' })]
  live.handle(news(1))
  await vi.advanceTimersByTimeAsync(0)
  expect(named(feed())).toEqual(['1 Renamed'])
  expect(client.getQueryState(other)?.isInvalidated).toBe(true)
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(false)
})

test('a feed that is not shown is fetched only when it is shown again', async () => {
  const { client, live, fetches, showFeed } = await page()
  client.setQueryData(KEY, { pages: [{ items: [sampleRow({ id: 1 })], next: null, total: null }], pageParams: [FEED] })
  live.handle(news(1))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toEqual([])
  showFeed()
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toEqual([FEED])
})
