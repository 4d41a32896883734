// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SubscribePage } from '../../pages/account/subscribe.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const SECRET = 'pi_1_secret_2'
const CONFIRM = 'POST /test-payments/v1/payment_intents/pi_1/confirm'
const paid = sampleProfile({
  subscriptionStatus: 'active',
  stripeSubscriptionId: 'sub_1',
  entitlement: { hasAccess: true, reason: 'paid', endsAt: null, renewsAt: '2026-12-15T12:00:00Z' },
})

/** Opens the page at the card form. Once the payment is verified, the server returns a paid profile. */
async function openForm(more: Record<string, unknown> = {}) {
  let isPaid = false
  const server = fakeServer({
    'GET /api/auth/user': () => (isPaid ? paid : sampleProfile()),
    'POST /api/get-or-create-subscription': { subscriptionId: 'sub_1', clientSecret: SECRET },
    [CONFIRM]: { id: 'pi_1', status: 'succeeded' },
    'POST /api/verify-payment-success': () => {
      isPaid = true
      return { success: true }
    },
    ...more,
  })
  vi.stubGlobal('fetch', server.fetch)
  const onSubscribed = vi.fn()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const view = renderPage(<SubscribePage onSubscribed={onSubscribed} />, { server, at: '/subscribe' })
  fireEvent.click(await screen.findByRole('button', { name: 'Upgrade Now' }))
  await screen.findByText('Test mode')
  return { ...view, onSubscribed, timers }
}

const pickCard = (number: string) => fireEvent.change(screen.getByLabelText('Test card'), { target: { value: number } })

const subscribe = (number = '4242424242424242') => {
  pickCard(number)
  press('Subscribe for $4.99/month')
}

const asked = (server: ReturnType<typeof fakeServer>, path: string) => server.calls.filter((call) => call.path === path)

test("subscribing creates, confirms, verifies, then 'Subscription Active!', and moves on after 2000 ms", async () => {
  const { server, onSubscribed, timers } = await openForm()
  subscribe()
  await screen.findByRole('heading', { name: 'Subscription Active!' })
  const paths = server.calls.map(({ method, path }) => `${method} ${path}`)
  expect(paths.filter((path) => path.startsWith('POST')).slice(0, 3)).toEqual([
    'POST /api/get-or-create-subscription',
    CONFIRM,
    'POST /api/verify-payment-success',
  ])
  expect(asked(server, '/api/verify-payment-success')[0]?.body).toEqual({ subscriptionId: 'sub_1' })
  expect(onSubscribed).not.toHaveBeenCalled()
  expect(timers).toHaveBeenCalledWith(onSubscribed, 2000)
})

test("until the server confirms it, a payment is pending and not 'Subscription Active!'", async () => {
  let tries = 0
  await openForm({
    'POST /api/verify-payment-success': () => ({ success: (tries += 1) > 1 }),
  })
  subscribe()
  await screen.findByRole('heading', { name: 'Payment received, activating...' })
  expect(screen.queryByText('Subscription Active!')).toBeNull()
  await screen.findByRole('heading', { name: 'Subscription Active!' })
  expect(tries).toBe(2)
})

test.each([
  ['no secret', { subscriptionId: 'sub_1', clientSecret: null }, 'Failed to create subscription'],
  ['an empty answer', {}, 'Failed to create subscription'],
  ['a server that fails', new Refusal(500, { code: 'unexpected', message: 'x' }), 'Failed to create subscription'],
  [
    'a provider that refuses',
    new Refusal(400, { code: 'payment-failed', message: 'Your card does not support this.' }),
    'Your card does not support this.',
  ],
])('%s shows an error in a red alert', async (_, answer, text) => {
  await openForm({ 'POST /api/get-or-create-subscription': answer })
  subscribe()
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(screen.queryByText('Subscription Active!')).toBeNull()
})

test('a subscription already paid for in another tab is shown as active', async () => {
  let isPaid = false
  await openForm({
    'GET /api/auth/user': () => (isPaid ? paid : sampleProfile()),
    'POST /api/get-or-create-subscription': () => {
      isPaid = true
      return new Refusal(409, { code: 'conflict', message: 'You already have an active subscription.' })
    },
  })
  subscribe()
  await screen.findByRole('heading', { name: 'Subscription Active!' })
})

test("an error without a message shows 'An error occurred'", async () => {
  await openForm({
    [CONFIRM]: () => {
      throw new TypeError('Failed to fetch')
    },
  })
  subscribe()
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred')
})

test('a double click starts one payment', async () => {
  const { server } = await openForm()
  subscribe()
  expect(screen.getByRole('status').textContent).toBe('Your card is being processed.')
  const form = screen.getByRole('button', { name: /Processing|Subscribe/ }).closest('form')
  if (form) fireEvent.submit(form)
  await screen.findByRole('heading', { name: 'Subscription Active!' })
  expect(asked(server, '/api/get-or-create-subscription')).toHaveLength(1)
})
