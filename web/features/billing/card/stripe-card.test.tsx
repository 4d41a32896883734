// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SubscribePage } from '../../../pages/account/subscribe.tsx'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { isProviderScript } from './stripe-card.tsx'

type Change = (event: { complete: boolean; error?: { message: string } }) => void
type Result = { error?: { message?: string }; paymentIntent?: { status: string } }

/** A stand-in for the provider's script, with everything that its React bindings require. */
function standInStripe({ result = {} as Result, hasCard = true } = {}) {
  const confirmed: unknown[] = []
  let change: Change = () => {}
  const card = {
    on: (name: string, listener: Change) => {
      if (name === 'change') change = listener
    },
    off: () => {},
    mount: () => {},
    update: () => {},
    destroy: () => {},
  }
  const elements = { create: () => card, getElement: () => (hasCard ? card : null), update: () => {} }
  const stripe = {
    elements: () => elements,
    createToken: () => {},
    createPaymentMethod: () => {},
    confirmCardPayment: async (secret: string, data: unknown) => {
      confirmed.push([secret, data])
      return result
    },
    _registerWrapper: () => {},
    registerAppInfo: () => {},
  }
  opened = vi.fn(() => stripe)
  return { opened, card, confirmed, type: (...event: Parameters<Change>) => act(() => change(...event)) }
}

// The loader caches the first script it finds, so all tests share one.
let opened: (key: string) => unknown = () => null
const script = Object.assign((key: string) => opened(key), { version: 'endive' })
beforeAll(() => void vi.stubGlobal('Stripe', script))
afterAll(() => void vi.unstubAllGlobals())

async function openForm(stripe: ReturnType<typeof standInStripe>) {
  const server = fakeServer({
    'GET /api/auth/user': new Refusal(500, 'no'),
    'POST /api/get-or-create-subscription': { subscriptionId: 'sub_1', clientSecret: 'pi_1_secret_2' },
    'POST /api/verify-payment-success': { success: true },
  })
  const payments = { mode: 'stripe' as const, publishableKey: 'pk_test_1' }
  renderPage(<SubscribePage onSubscribed={() => {}} />, { server, at: '/subscribe', payments })
  await screen.findByText('Card')
  await vi.waitFor(() => expect(stripe.opened).toHaveBeenCalledWith('pk_test_1'))
  await act(async () => {})
  return server
}

test("confirms the card payment with the returned secret and card element, then 'Subscription Active!'", async () => {
  const stripe = standInStripe({ result: { paymentIntent: { status: 'succeeded' } } })
  await openForm(stripe)
  stripe.type({ complete: true })
  press('Subscribe for $4.99/month')
  await screen.findByRole('heading', { name: 'Subscription Active!' })
  expect(stripe.confirmed).toEqual([['pi_1_secret_2', { payment_method: { card: stripe.card } }]])
})

test.each([
  [{ error: { message: 'Your card has insufficient funds.' } }, 'Your card has insufficient funds.'],
  [{ error: {} }, 'An error occurred'],
  [{ paymentIntent: { status: 'requires_payment_method' } }, 'An error occurred'],
])('%j is shown in a red alert: %s', async (result, text) => {
  const stripe = standInStripe({ result })
  await openForm(stripe)
  stripe.type({ complete: true })
  press('Subscribe for $4.99/month')
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

test("'Card element not found'", async () => {
  const stripe = standInStripe({ hasCard: false })
  await openForm(stripe)
  stripe.type({ complete: true })
  press('Subscribe for $4.99/month')
  expect((await screen.findByRole('alert')).textContent).toBe('Card element not found')
})

test('card errors appear below the element, and nothing is sent', async () => {
  const stripe = standInStripe()
  const server = await openForm(stripe)
  press('Subscribe for $4.99/month')
  expect((await screen.findByRole('alert')).textContent).toBe('Your card number is incomplete.')
  stripe.type({ complete: false, error: { message: 'Your card number is invalid.' } })
  expect(screen.getAllByText('Your card number is invalid.')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Subscribe for $4.99/month' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Your card number is invalid.')
  expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test.each([
  ['https://js.stripe.com/endive/stripe.js', true],
  ['https://m.js.stripe.com/x.js', true],
  ['https://js.stripe.com.evil.example/x.js', false],
  ['https://evil-js.stripe.com/x.js', false],
  ['http://js.stripe.com/x.js', false],
  ['https://js.stripe.com:8443/x.js', false],
  ['/x.js', false],
  ['data:text/javascript,1', false],
])('the script policy allows %s: %s', (url, isAllowed) => {
  expect(isProviderScript(url)).toBe(isAllowed)
})
