// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive } from './live.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A page that shows these addresses; `fetches` are the ones asked for since it was drawn. */
async function page(...addresses: string[]) {
  const fetches: string[] = []
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        queryFn: async ({ queryKey }) => {
          fetches.push(String(queryKey[0]))
          return null
        },
      },
    },
  })
  for (const address of addresses) new QueryObserver(client, { queryKey: [address] }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  fetches.length = 0
  const live = createLive(client)
  return { client, live, fetches }
}

const FEED = '/api/news/feed'
const SHORT = '/api/news/coverage'
const of = (id: number, part: string) => `/api/companies/${id}/${part}`
const news = (companyId: number) => ({ name: 'news', data: JSON.stringify({ companyId }) })
const gather = (done: number, total: number) => ({ name: 'gather', data: JSON.stringify({ done, total }) })

test('news of a company: the feed and what is shown of this company are fetched again, and nothing else', async () => {
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
  expect(fetches.toSorted()).toEqual([of(7, 'coverage'), of(7, 'news'), of(7, 'stories'), SHORT, FEED])
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

test('a page that is not seen fetches nothing until it is', async () => {
  const { live, fetches } = await page(FEED)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  live.handle(news(7))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetches).toEqual([])
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toEqual([FEED])
})

test('gather: how far it is, then everything once', async () => {
  const { client, live, fetches } = await page(FEED, of(7, 'coverage'))
  live.handle(gather(12, 30))
  expect(client.getQueryData(['/api/refresh'])).toEqual({ done: 12, total: 30 })
  expect(fetches).toEqual([])
  live.handle(gather(30, 30))
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryData(['/api/refresh'])).toBeNull()
  expect(fetches.toSorted()).toEqual([of(7, 'coverage'), FEED])
})

test('after a gap everything about news is fetched again; an entitlement asks for the profile', async () => {
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
])('what it does not understand changes nothing: $name $data', async (event) => {
  const { client, live, fetches } = await page(FEED)
  live.handle(event)
  await vi.advanceTimersByTimeAsync(5000)
  expect(fetches).toEqual([])
  expect(client.getQueryData(['/api/refresh'])).toBeUndefined()
})
