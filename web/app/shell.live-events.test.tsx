// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { memoryAuth, sampleSession } from '../testing/memory-auth.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleProfile } from '../testing/sample-data.ts'
import { LiveEvents } from './shell.tsx'

afterEach(() => void vi.unstubAllGlobals())

const later = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))

function open(hasAccess: boolean) {
  const streams: { path: unknown; bearer: string | null; signal?: AbortSignal | null }[] = []
  vi.stubGlobal('fetch', (path: unknown, { headers, signal }: RequestInit = {}) => {
    streams.push({ path, bearer: new Headers(headers).get('authorization'), signal })
    return Promise.resolve(new Response(new ReadableStream()))
  })
  const entitlement = { hasAccess, reason: 'trial' as const, endsAt: '2030-01-01T00:00:00Z', renewsAt: null }
  const server = fakeServer({ 'GET /api/auth/user': sampleProfile({ entitlement }) })
  const auth = memoryAuth({ session: sampleSession() })
  return { ...renderPage(<LiveEvents />, { server, auth }), streams, auth, server }
}

test('live events run while a user with access is signed in', async () => {
  const { streams, auth } = open(true)
  await expect.poll(() => streams, { timeout: 10_000 }).toHaveLength(1)
  expect(streams[0]).toMatchObject({ path: '/api/events', bearer: 'Bearer token-of-user-1' })
  act(() => auth.emit('SIGNED_OUT', null))
  await expect.poll(() => streams[0]?.signal?.aborted).toBe(true)
})

test('live events do not start without access', async () => {
  const { streams, server } = open(false)
  await expect.poll(() => server.calls.length).toBe(1)
  await later(2000)
  expect(streams).toEqual([])
})
