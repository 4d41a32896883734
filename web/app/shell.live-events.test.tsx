// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { NewsSummary } from '#domain/news/new-stories.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { memoryAuth, sampleSession } from '../testing/memory-auth.ts'
import { renderPage } from '../testing/render-page.tsx'
import { summaryQuery } from '../features/news/queries.ts'
import { sampleProfile, sampleSummary } from '../testing/sample-data.ts'
import { LiveEvents } from './shell.tsx'

afterEach(() => void vi.unstubAllGlobals())

const later = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))

function open(hasAccess: boolean, summary?: NewsSummary) {
  const streams: { path: unknown; bearer: string | null; after: string | null; signal?: AbortSignal | null }[] = []
  vi.stubGlobal('fetch', (path: unknown, { headers, signal }: RequestInit = {}) => {
    const sent = new Headers(headers)
    streams.push({ path, bearer: sent.get('authorization'), after: sent.get('last-event-id'), signal })
    return Promise.resolve(new Response(new ReadableStream()))
  })
  const entitlement = { hasAccess, reason: 'trial' as const, endsAt: '2030-01-01T00:00:00Z', renewsAt: null }
  const server = fakeServer({ 'GET /api/auth/user': sampleProfile({ entitlement }) })
  const auth = memoryAuth({ session: sampleSession() })
  const { queryClient, ...page } = renderPage(<LiveEvents />, { server, auth })
  if (summary) queryClient.setQueryData(summaryQuery.queryKey, summary)
  return { ...page, streams, auth, server }
}

test('live events run while a user with access is signed in', async () => {
  const { streams, auth } = open(true)
  await expect.poll(() => streams, { timeout: 10_000 }).toHaveLength(1)
  expect(streams[0]).toMatchObject({ path: '/api/events', bearer: 'Bearer token-of-user-1' })
  act(() => auth.emit('SIGNED_OUT', null))
  await expect.poll(() => streams[0]?.signal?.aborted).toBe(true)
})

test('live events resume where the summary on the page ends', async () => {
  const { streams } = open(true, sampleSummary({ eventId: '12-34' }))
  await expect.poll(() => streams, { timeout: 10_000 }).toHaveLength(1)
  expect(streams[0]).toMatchObject({ path: '/api/events', after: '12-34' })
})

test('live events do not start without access', async () => {
  const { streams, server } = open(false)
  await expect.poll(() => server.calls.length).toBe(1)
  await later(2000)
  expect(streams).toEqual([])
})
