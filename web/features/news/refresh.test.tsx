import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage } from '../../testing/render-page.tsx'
import { sampleRow } from '../../testing/sample-data.ts'
import { readFeedView } from './feed/feed-view.ts'
import { NewsFeed } from './feed/news-feed.tsx'
import { createLive } from './live.ts'

// @vitest-environment happy-dom

const REFRESH = 'POST /api/refresh-all-company-news-structured'
const rows = [sampleRow({ name: 'Cedar Robotics' }), sampleRow({ id: 2, name: 'Lumen Harbor' })]

const open = (routes: Record<string, unknown>) =>
  renderPage(<NewsFeed view={readFeedView({})} onView={() => {}} />, {
    server: fakeServer({ 'GET /api/news/feed?limit=100': rows, ...routes }),
  })

const refreshAll = async () => {
  await screen.findByText('2 companies')
  press('Refresh All')
}

const failed = (...ids: number[]) => ids.map((companyId) => ({ companyId, reason: `Reason ${companyId}.` }))

test('companies that did not respond are counted and named with the reason', async () => {
  const nextAt = new Date(Date.now() + 30 * MINUTE_MS).toISOString()
  open({
    'GET /api/news/feed?limit=100': [...rows, sampleRow({ id: 3, name: 'Velvet', website: null })],
    'GET /api/news/coverage': [
      {
        companyId: 2,
        state: 'broken',
        sources: 1,
        unchecked: 0,
        failing: 1,
        goodAt: null,
        nextAt,
        failingSince: null,
        problem: null,
      },
    ],
    [REFRESH]: { news: [], failed: failed(2), waiting: [], newStories: 1, checkedAt: new Date().toISOString() },
  })
  await screen.findByText('3 companies')
  press('Refresh All')
  await screen.findByText('News refreshed successfully')
  screen.getByText('Your news feed has been updated with the latest information.')
  screen.getByText('1 could not be checked.')
  screen.getByText(/^Checked just now, 1 new event\./)
  screen.getByText('1 company did not respond; we will retry in 30 minutes.')
  const item = screen
    .getAllByText('Lumen Harbor')
    .find((element) => element.closest('details'))
    ?.closest('li')
  expect(item?.textContent).toBe('Lumen Harbor: Reason 2.')
})

test.each([
  [[2], 'Fetching latest news...', '1 still being checked; news appears as we find it.'],
  [[1, 2], 'Fetching latest news...', '2 still being checked; news appears as we find it.'],
])(
  'with %j still being checked when the response arrives, the toast says so and the count stays',
  async (waiting, title, detail) => {
    let current: unknown = null
    open({
      [REFRESH]: () => {
        current = { done: 2 - waiting.length, total: 2 }
        return { news: [], failed: [], waiting, newStories: 0, checkedAt: null }
      },
      'GET /api/refresh': () => current,
    })
    await refreshAll()
    await screen.findByText(detail)
    expect(screen.getAllByText(title).length).toBeGreaterThan(0)
    await screen.findByText(`Checking 2 companies: ${2 - waiting.length} done`)
    expect(screen.queryByText(/did not respond/)).toBeNull()
  },
)

test('when nothing is new, a neutral toast says when the companies were checked', async () => {
  const checkedAt = new Date(Date.now() - 3 * MINUTE_MS - 1000).toISOString()
  open({ [REFRESH]: { news: [{ companyId: 1 }], failed: failed(2), waiting: [], newStories: 0, checkedAt } })
  await refreshAll()
  const toast = (await screen.findByText('Checked 3 minutes ago, nothing new')).closest('.toast')
  expect(toast?.getAttribute('data-variant')).toBe('default')
  screen.getByText('1 could not be checked.')
  expect(screen.queryByText('News refreshed successfully')).toBeNull()
})

test('a check that has just finished is reported as just now', async () => {
  const checkedAt = new Date().toISOString()
  open({ [REFRESH]: { news: [], failed: [], waiting: [], newStories: 0, checkedAt } })
  await refreshAll()
  await screen.findByText('Checked just now, nothing new')
  await screen.findByText('Checked just now, nothing new.')
})

test('when nothing could be checked, the refresh fails with the reasons', async () => {
  open({ [REFRESH]: { news: [{ companyId: 1 }], failed: failed(1, 2), waiting: [] } })
  await refreshAll()
  await screen.findByText('Failed to refresh news')
  screen.getByText(/^2 companies did not respond; we will retry/)
})

test('the rate limit’s message is shown', async () => {
  const message = 'You’ve refreshed 6 times in the last hour.'
  open({ [REFRESH]: new Refusal(429, { code: 'too-many-requests', message }) })
  await refreshAll()
  await screen.findByText('Failed to refresh news')
  screen.getByText(message)
})

test('the count follows live events and ends with the response', async () => {
  let answer: (value: unknown) => void = () => {}
  let current: unknown = { done: 1, total: 2 }
  const { queryClient } = open({
    [REFRESH]: () => new Promise((resolve) => (answer = resolve)),
    'GET /api/refresh': () => current,
  })
  current = null
  await refreshAll()
  await screen.findByText('Checking 2 companies: 0 done')
  const live = createLive(queryClient)
  act(() => live.handle({ name: 'gather', data: '{"done":1,"total":2}' }))
  await screen.findByText('Checking 2 companies: 1 done')
  await act(async () => answer({ news: [], failed: [], waiting: [], newStories: 0 }))
  await waitFor(() => expect(screen.queryByText(/^Checking/)).toBeNull())
})

test('after a reload the count reappears, and a second refresh cannot be started', async () => {
  const { server } = open({ 'GET /api/refresh': { done: 12, total: 30 } })
  await screen.findByText('Checking 30 companies: 12 done')
  const button = screen.getByRole('button', { name: 'Refresh All' })
  expect(button.getAttribute('aria-busy')).toBe('true')
  button.click()
  expect(server.calls.some(({ method }) => method === 'POST')).toBe(false)
  press('Stop waiting')
  await waitFor(() => expect(screen.queryByText(/^Checking/)).toBeNull())
})

test('without live events the page polls for progress', async () => {
  let current: unknown = { done: 12, total: 30 }
  const { server } = open({ 'GET /api/refresh': () => current })
  await screen.findByText('Checking 30 companies: 12 done')
  current = null
  await waitFor(() => expect(screen.queryByText(/^Checking/)).toBeNull(), { timeout: 8000 })
  expect(server.calls.filter(({ path }) => path === '/api/refresh').length).toBeGreaterThan(1)
})
