// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Profile } from '#domain/account/profile.ts'
import type { Billing } from '#domain/billing/subscriptions.ts'
import { BillingPage } from '../../pages/account/billing.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage } from '../../testing/render-page.tsx'
import { NO_BILLING, sampleProfile } from '../../testing/sample-data.ts'

afterEach(() => vi.unstubAllGlobals())

const END = '2026-12-15T12:00:00Z'
const running: Billing = {
  plan: { name: 'Premium', amountCents: 499, currency: 'usd', interval: 'month' },
  status: 'active',
  currentPeriodEnd: END,
  cancelAt: null,
  card: { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2030 },
  invoices: [
    {
      id: 'in_1',
      number: 'TIDE-0001',
      date: '2026-02-03T12:00:00Z',
      amountCents: 499,
      currency: 'usd',
      status: 'paid',
      url: 'https://pay.example/in_1',
      pdfUrl: 'https://pay.example/in_1.pdf',
    },
  ],
}
const paid = (change: Partial<Profile['entitlement']> = {}) =>
  sampleProfile({
    subscriptionStatus: 'active',
    stripeCustomerId: 'cus_1',
    stripeSubscriptionId: 'sub_1',
    entitlement: { hasAccess: true, reason: 'paid', endsAt: null, renewsAt: END, ...change },
  })
const open = (profile: unknown, billing: unknown, more: Record<string, unknown> = {}) => {
  const server = fakeServer({ 'GET /api/auth/user': profile, 'GET /api/billing': billing, ...more })
  vi.stubGlobal('fetch', server.fetch)
  return renderPage(<BillingPage />, { server, at: '/profile/billing' })
}

test("'Free Trial', Add Payment Method, 'No billing history available'", async () => {
  open(sampleProfile(), NO_BILLING)
  await screen.findByText('Free Trial')
  const add = await screen.findByRole('link', { name: 'Add Payment Method' })
  expect(add.getAttribute('href')).toBe('/subscribe?pay=card')
  await screen.findByText('No billing history available')
  expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull()
})

test("'Premium Plan' at $4.99/month, with the card, the invoices and their receipts", async () => {
  open(paid(), running)
  await screen.findByText('Premium Plan')
  screen.getByText('$4.99/month')
  screen.getByText('Renews on Dec 15, 2026.')
  await screen.findByText(/ending in 4242/)
  const row = within(screen.getByText('Feb 3, 2026').closest('li') as HTMLElement)
  row.getByText('$4.99')
  row.getByText('Paid')
  const receipt = row.getByRole('link', { name: 'Receipt of Feb 3, 2026' })
  expect(receipt.getAttribute('href')).toBe('https://pay.example/in_1')
  expect(screen.queryByText('No billing history available')).toBeNull()
})

test('a card that is still loading is shown as asterisks, and only to paying users', async () => {
  const { unmount } = open(paid(), () => new Promise<never>(() => {}))
  await screen.findByText('Card ending in ****')
  expect(screen.queryByText('No billing history available')).toBeNull()
  unmount()
  const unknown = open(new Refusal(500, 'no'), () => new Promise<never>(() => {}))
  await screen.findByText('We could not load your profile.')
  expect(screen.queryByRole('link', { name: 'Add Payment Method' })).toBeNull()
  unknown.unmount()
  open(sampleProfile(), () => new Promise<never>(() => {}))
  await screen.findByText('Free Trial')
  expect(screen.queryByText(/ending in/)).toBeNull()
})

test("'No billing history available' is not shown when loading fails", async () => {
  open(paid(), new Refusal(503, { code: 'unavailable', message: 'Please try again.' }))
  const part = await screen.findByRole('region', { name: 'Payment method and billing history' })
  within(part).getByText('We could not load your card and invoices.')
  expect(screen.queryByText('No billing history available')).toBeNull()
})

test('when the provider is unreachable, plan and card are shown but no invoices', async () => {
  open(paid(), { ...running, invoices: null })
  await screen.findByText(/ending in 4242/)
  screen.getByText('Your billing history cannot be loaded right now. Please try again in a minute.')
  expect(screen.queryByText('No billing history available')).toBeNull()
})

test('after canceling, one optional question; resuming takes it away', async () => {
  const canceled = { ...running, cancelAt: END }
  let billing = running
  const { server } = open(paid(), () => billing, {
    'POST /api/billing/cancel': () => (billing = canceled),
    'POST /api/billing/resume': () => (billing = running),
    'POST /api/billing/cancel/reason': () => new Response(null, { status: 204 }),
  })
  const cancel = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel Subscription' }))
    await screen.findByText(/^Why did you cancel\?/)
  }
  await cancel()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send Answer' }).disabled).toBe(true)
  press('Resume Subscription')
  await screen.findByRole('button', { name: 'Cancel Subscription' })
  expect(screen.queryByText(/^Why did you cancel/)).toBeNull()
  await cancel()
  fireEvent.click(screen.getByLabelText('It costs too much'))
  press('Send Answer')
  await screen.findByText('Thank you.')
  expect(server.calls.find(({ path }) => path.endsWith('/reason'))?.body).toEqual({ reason: 'price' })
})

test('a failed cancellation shows the reason and changes nothing', async () => {
  open(paid(), running, {
    'POST /api/billing/cancel': new Refusal(503, { code: 'unavailable', message: 'Try again in a moment.' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel Subscription' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Try again in a moment.')
  screen.getByText('Renews on Dec 15, 2026.')
  expect(screen.queryByText('Resume Subscription')).toBeNull()
})

test('a failed payment is shown with ways to fix it', async () => {
  open(paid({ reason: 'paid-grace', endsAt: END, renewsAt: null }), { ...running, status: 'past_due' })
  await screen.findByText('Payment failed, retrying until Dec 15, 2026.')
  expect((await screen.findByRole('link', { name: 'Pay Now' })).getAttribute('href')).toBe('/subscribe?pay=card')
  screen.getByRole('button', { name: 'Update Card' })
})

test('a new card that pays the open invoice clears the failure and resumes renewal', async () => {
  let profile = paid({ reason: 'paid-grace', endsAt: END, renewsAt: null })
  open(
    () => profile,
    { ...running, status: 'past_due' },
    {
      'POST /api/billing/card': { clientSecret: 'seti_1_secret_2' },
      'POST /test-payments/v1/setup_intents/seti_1/confirm': { id: 'seti_1', status: 'succeeded' },
      'POST /api/billing/card/saved': () => {
        profile = paid()
        return running
      },
    },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Update Card' }))
  await screen.findByText('We will charge the open invoice to it now.')
  fireEvent.change(await screen.findByLabelText('Test card'), { target: { value: '4242424242424242' } })
  press('Save Card')
  await screen.findByText('Renews on Dec 15, 2026.')
  await screen.findByText('The open invoice was paid with it.')
  expect(screen.queryByText(/Payment failed/)).toBeNull()
})

test('canceling with an open invoice ends the subscription now', async () => {
  const past = { ...running, status: 'past_due' as const, currentPeriodEnd: '2026-11-14T12:00:00Z' }
  open(paid({ reason: 'paid-grace', endsAt: END, renewsAt: null }), past, {
    'POST /api/billing/cancel': { ...past, status: 'canceled' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/^Your subscription ends now, and so does your access. The unpaid invoice is voided/)
  expect(dialog.queryByText(/Nov 14/)).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel Subscription' }))
  await screen.findByText('The unpaid invoice is void. You will not be charged again.')
})

test('an ended plan keeps its name; permanent access needs no card', async () => {
  const endsAt = '2026-09-05T12:00:00Z'
  const over = { hasAccess: false, reason: 'expired' as const, endsAt, renewsAt: null }
  const { unmount } = open(sampleProfile({ trialEndsAt: '2026-03-01T12:00:00Z', entitlement: over }), {
    ...NO_BILLING,
    status: 'past_due',
    currentPeriodEnd: '2026-08-29T12:00:00Z',
  })
  await screen.findByText('Premium Plan')
  screen.getByText(/^ended Sep 5, 2026/)
  unmount()
  const grant = { hasAccess: true, reason: 'grant' as const, endsAt: null, renewsAt: null }
  open(sampleProfile({ entitlement: grant }), NO_BILLING)
  await screen.findByText('None is needed: your access is complimentary.')
  expect(screen.queryByRole('link', { name: 'Add Payment Method' })).toBeNull()
})

test('the card form is not a modal dialog, so that a bank’s challenge can appear', async () => {
  open(paid(), running)
  const way = await screen.findByRole('button', { name: 'Update Card' })
  fireEvent.click(way)
  await screen.findByLabelText('Test card')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Update your card')
  press('Cancel')
  expect(screen.queryByLabelText('Test card')).toBeNull()
  expect(document.activeElement).toBe(way)
})

test('a declined card changes nothing', async () => {
  const { server } = open(paid(), running, {
    'POST /api/billing/card': { clientSecret: 'seti_1_secret_2' },
    'POST /test-payments/v1/setup_intents/seti_1/confirm': new Refusal(402, {
      error: { type: 'card_error', message: 'Your card was declined.' },
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Update Card' }))
  fireEvent.change(await screen.findByLabelText('Test card'), { target: { value: '4000000000000002' } })
  press('Save Card')
  expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.')
  expect(server.calls.some(({ path }) => path === '/api/billing/card/saved')).toBe(false)
})
