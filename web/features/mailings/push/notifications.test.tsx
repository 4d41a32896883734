// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import type { NewPushDevice, PushDevice } from '#domain/mailings/devices.ts'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { NotifiedDevices, NotifyHere } from './notifications.tsx'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

type Permission = 'default' | 'granted' | 'denied'

/** A browser with a push service; `answer` is the user's response to the permission prompt. */
function browser({
  permission = 'default',
  answer = 'granted',
}: { permission?: Permission; answer?: Permission } = {}) {
  const state = { endpoint: '', made: 0, asked: 0 }
  const subscription = () => {
    const { endpoint } = state
    return {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        if (state.endpoint === endpoint) state.endpoint = ''
        return true
      },
    }
  }
  const pushManager = {
    getSubscription: async () => (state.endpoint ? subscription() : null),
    subscribe: async () => {
      // A browser returns the existing subscription, if any.
      state.endpoint ||= `https://push.example/${(state.made += 1)}`
      return subscription()
    },
  }
  const registration = { pushManager }
  const workers = { getRegistration: async () => registration, ready: Promise.resolve(registration) }
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', {
    permission,
    requestPermission: async () => {
      state.asked += 1
      return answer
    },
  })
  return state
}

function open(devices: PushDevice[] = [], routes: Record<string, unknown> = {}) {
  const kept = [...devices]
  const server = fakeServer({
    'GET /api/mailings/devices': () => ({ serverKey: 'key', devices: kept }),
    'POST /api/mailings/devices': ({ body }: { body: NewPushDevice }) => {
      const endpointHash = createHash('sha256').update(body.endpoint).digest('hex')
      const device = { ...DEVICE, id: 9, endpointHash, userAgent: 'Firefox/140 Linux' }
      kept.push(device)
      return device
    },
    'DELETE /api/mailings/devices/9': () => (kept.splice(0), ''),
    ...routes,
  })
  renderPage(
    <>
      <NotifyHere />
      <NotifiedDevices />
    </>,
    { server },
  )
  return server
}

const DEVICE: PushDevice = {
  id: 3,
  userAgent: IPHONE,
  createdAt: '2026-03-01T00:00:00Z',
  notifiedAt: '2026-03-05T00:00:00Z',
  endpointHash: 'of-another',
}

const toggle = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Notify on this device' })

test('a click asks for permission and subscribes; another click unsubscribes', async () => {
  const device = browser()
  const server = open()
  expect((await toggle()).checked).toBe(false)
  expect(device.asked).toBe(0)
  fireEvent.click(await toggle())
  await screen.findByText('This device')
  expect(device.asked).toBe(1)
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'p', auth: 'a' },
    serverKey: 'key',
  })
  expect((await toggle()).checked).toBe(true)
  fireEvent.click(await toggle())
  await waitFor(() => expect(screen.queryByText('This device')).toBeNull())
  await waitFor(() => expect(device.endpoint).toBe(''))
})

test('a subscription left in the browser by another user is ended first', async () => {
  const device = browser({ permission: 'granted' })
  device.endpoint = 'https://push.example/of-the-last-user'
  const server = open()
  expect((await toggle()).checked).toBe(false)
  fireEvent.click(await toggle())
  await screen.findByText('This device')
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    endpoint: 'https://push.example/1',
  })
})

test('without permission, nothing is sent and the page says why', async () => {
  browser({ answer: 'denied' })
  const server = open()
  fireEvent.click(await toggle())
  await screen.findByText('Your browser did not allow notifications.')
  expect((await toggle()).checked).toBe(false)
  expect(server.calls.some(({ method }) => method === 'POST')).toBe(false)
})

test('a subscription that the server refuses is ended', async () => {
  const device = browser()
  open([], { 'POST /api/mailings/devices': new Refusal(422, { message: 'Too many' }) })
  fireEvent.click(await toggle())
  await screen.findByText('Failed to change notifications')
  await waitFor(() => expect(device.endpoint).toBe(''))
  expect((await toggle()).checked).toBe(false)
})

test('a browser that blocks notifications is reported, without a switch', async () => {
  browser({ permission: 'denied' })
  open()
  await screen.findByText(/^Notifications from Tidings are blocked in this browser/)
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a browser without a push service is reported, and the other devices are listed', async () => {
  const server = open([DEVICE], { 'DELETE /api/mailings/devices/3': '' })
  await screen.findByText(/^This browser cannot show notifications/)
  await screen.findByText('Safari on iPhone')
  expect(screen.getByText('Last notified Mar 5, 2026 · Added Mar 1, 2026')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove Safari on iPhone' }))
  await screen.findByText('Device removed')
  expect(server.calls.some(({ method, path }) => method === 'DELETE' && path.endsWith('/3'))).toBe(true)
})
