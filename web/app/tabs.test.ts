// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { createTabChanges } from './tab-changes.ts'
import { connectTabs } from './tabs.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A tab that shows the given URLs and counts how often each one is loaded. */
async function tab(...urls: string[]) {
  const loads: Record<string, number> = Object.fromEntries(urls.map((url) => [url, 0]))
  const queryFn = ({ queryKey: [url] }: { queryKey: readonly unknown[] }) => (
    (loads[String(url)] ??= 0),
    (loads[String(url)]! += 1)
  )
  const queryClient = new QueryClient({ defaultOptions: { queries: { queryFn, staleTime: Infinity } } })
  for (const url of urls) closers.push(new QueryObserver(queryClient, { queryKey: [url] }).subscribe(() => {}))
  await expect.poll(() => Object.values(loads).every((count) => count === 1)).toBe(true)
  return { queryClient, loads }
}

const PROFILE = '/api/auth/user'
const LIST = '/api/companies'
const FEED = '/api/news/feed'

test('a change saved in one tab makes other tabs reload', async () => {
  const [here, there] = [connectTabs(), connectTabs()]
  closers.push(here.close, there.close)
  const { queryClient, loads } = await tab(PROFILE, LIST, FEED)
  there.follow(queryClient)
  here.announce('/api/companies/7')
  await expect.poll(() => loads, { timeout: 10_000 }).toEqual({ [PROFILE]: 2, [LIST]: 2, [FEED]: 2 })
})

test('a change that does not affect companies does not reload the company list', async () => {
  const { queryClient, loads } = await tab(PROFILE, LIST)
  createTabChanges(queryClient).apply('/api/profile')
  await expect.poll(() => loads[PROFILE]).toBe(2)
  expect(loads[LIST]).toBe(1)
})

test('a burst of changes causes one reload', async () => {
  const { queryClient, loads } = await tab(PROFILE)
  const { apply } = createTabChanges(queryClient)
  for (let id = 1; id <= 20; id += 1) apply(`/api/companies/${id}`)
  await expect.poll(() => loads[PROFILE]).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(loads[PROFILE]).toBe(2)
})

test('read marks and refreshes are left to live events', async () => {
  const { queryClient, loads } = await tab(PROFILE)
  const { apply } = createTabChanges(queryClient)
  for (const url of ['/api/news/read', '/api/news/read-all', '/api/refresh-all-company-news-structured']) apply(url)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(loads[PROFILE]).toBe(1)
})

test('a hidden tab does not reload until it is visible', async () => {
  const { queryClient, loads } = await tab(PROFILE)
  const show = (isHidden: boolean) => Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  show(true)
  createTabChanges(queryClient).apply('/api/profile')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(loads[PROFILE]).toBe(1)
  show(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => loads[PROFILE]).toBe(2)
})
