// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PRICE } from '#domain/account/plan.ts'
import type { Discount, Offers } from '#domain/billing/checkout.ts'
import type { Billing } from '#domain/billing/subscriptions.ts'
import { BillingPage } from '../../../pages/account/billing.tsx'
import { SubscribePage } from '../../../pages/account/subscribe.tsx'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { NO_BILLING, sampleProfile } from '../../../testing/sample-data.ts'
import { discountText } from './discount-text.ts'

afterEach(() => vi.unstubAllGlobals())

const YEARLY = { id: 'yearly', cents: 4900, currency: 'usd', interval: 'year' } as const
const offers: Offers = { prices: [{ id: 'monthly', ...PRICE }, YEARLY], hasPromotionCodes: true, tax: null }
const HALF: Discount = { percentOff: 50, amountOffCents: null, currency: null, months: 3, endsAt: null }

const expired = sampleProfile({
  trialEndsAt: '2020-01-01T00:00:00Z',
  entitlement: { hasAccess: false, reason: 'expired', endsAt: '2020-01-01T00:00:00Z', renewsAt: null },
})

async function openForm(more: Record<string, unknown> = {}) {
  const server = fakeServer({ 'GET /api/auth/user': expired, ...more })
  vi.stubGlobal('fetch', server.fetch)
  renderPage(<SubscribePage />, { server, at: '/subscribe', offers })
  fireEvent.click(await screen.findByRole('button', { name: 'Upgrade Now' }))
  await screen.findByText('Test mode')
  return server
}

test.each<[Partial<Discount>, string]>([
  [{}, '50% off for 3 months'],
  [{ months: 1 }, '50% off for 1 month'],
  [{ months: null }, '50% off'],
  [{ percentOff: null, amountOffCents: 200, currency: 'eur', months: 0 }, '€2.00 off the first payment'],
])('%j is "%s"', (change, text) => {
  expect(discountText({ ...HALF, ...change })).toBe(text)
})

test('a year is offered with what it saves, and asked for', async () => {
  const server = await openForm({ 'POST /api/billing/subscribe': new Refusal(422, 'This price is not offered.') })
  await screen.findByText('Saves $10.88 a year')
  fireEvent.click(screen.getByRole('radio', { name: /Yearly/ }))
  screen.getByText(/^\$49\.00 today, then every year until you cancel\./)
  fireEvent.change(screen.getByLabelText('Test card'), { target: { value: '4242424242424242' } })
  press('Subscribe for $49.00/year')
  await screen.findByRole('alert')
  expect(server.calls.find(({ path }) => path === '/api/billing/subscribe')?.body).toEqual({ priceId: 'yearly' })
})

test('a code shows its terms and the amount of the provider, and can be removed', async () => {
  await openForm({
    'POST /api/billing/quote': {
      currency: 'usd',
      totalCents: 249,
      discountCents: 250,
      dueCents: 249,
      discount: HALF,
      tax: null,
    },
  })
  fireEvent.change(await screen.findByLabelText(/Promotion code/), { target: { value: ' HALF3 ' } })
  press('Apply')
  await screen.findByText('50% off for 3 months')
  screen.getByText(
    /^\$2\.49 today, with 50% off for 3 months\. Without the discount it is \$4\.99 a month, until you cancel\./,
  )
  screen.getByRole('button', { name: 'Subscribe' })
  press('Remove Code')
  screen.getByRole('button', { name: 'Subscribe for $4.99/month' })
})

test('a code that is not valid says so at its field', async () => {
  await openForm({ 'POST /api/billing/quote': new Refusal(422, 'This promotion code is not valid.') })
  fireEvent.change(await screen.findByLabelText(/Promotion code/), { target: { value: 'NO' } })
  press('Apply')
  await screen.findByText('This promotion code is not valid.')
})

const paid = sampleProfile({
  subscriptionStatus: 'active',
  stripeCustomerId: 'cus_1',
  stripeSubscriptionId: 'sub_1',
  entitlement: { hasAccess: true, reason: 'paid', endsAt: null, renewsAt: '2026-12-15T12:00:00Z' },
})
const monthly: Billing = {
  ...NO_BILLING,
  plan: { name: 'Premium', amountCents: 499, currency: 'usd', interval: 'month' },
  priceId: 'monthly',
  status: 'active',
  currentPeriodEnd: '2026-12-15T12:00:00Z',
}
const yearly: Billing = { ...monthly, priceId: 'yearly', plan: { ...YEARLY, name: 'Premium', amountCents: 4900 } }

function openBilling(more: Record<string, unknown> = {}, given = offers) {
  const server = fakeServer({ 'GET /api/auth/user': paid, 'GET /api/billing': monthly, ...more })
  vi.stubGlobal('fetch', server.fetch)
  renderPage(<BillingPage />, { server, at: '/profile/billing', offers: given })
}

test.each([
  [4401, 4401, /^Your card is charged \$44\.01 today/],
  [100, 0, /^Nothing is charged today: your credit covers it/],
  [-3421, -3421, /^Nothing is charged today\. The \$34\.21 left/],
])('before switching, a total of %d with %d due is explained', async (totalCents, dueCents, text) => {
  openBilling({
    'POST /api/billing/switch/quote': {
      currency: 'usd',
      totalCents,
      discountCents: 0,
      dueCents,
      discount: null,
      tax: null,
    },
    'POST /api/billing/switch': yearly,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Switch to Yearly' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Switch to $49.00 per year?' }))
  await dialog.findByText(text)
  fireEvent.click(dialog.getByRole('button', { name: 'Switch Plan' }))
  await screen.findByRole('button', { name: 'Switch to Monthly' })
})

test('without other prices there is nothing to switch to', async () => {
  openBilling({}, { prices: [], hasPromotionCodes: true, tax: null })
  await screen.findByRole('button', { name: 'Cancel Subscription' })
  expect(screen.queryByRole('button', { name: /^Switch/ })).toBeNull()
})

const BERLIN = { country: 'DE', postalCode: '10115', state: '', city: '', line1: '', name: '', taxId: '' }
const QUOTE = { currency: 'usd', totalCents: 594, discountCents: 0, dueCents: 594, discount: null }

test('where tax is collected, nobody pays before the total is known', async () => {
  const tax = { cents: 95, isIncluded: false, isReverseCharge: false }
  const server = fakeServer({
    'GET /api/auth/user': expired,
    'GET /api/billing/details': { ...BERLIN, country: '', postalCode: '' },
    'PUT /api/billing/details': BERLIN,
    'POST /api/billing/quote': { ...QUOTE, tax },
  })
  vi.stubGlobal('fetch', server.fetch)
  const taxed: Offers = { prices: [{ id: 'monthly', ...PRICE }], hasPromotionCodes: false, tax: 'exclusive' }
  renderPage(<SubscribePage />, { server, at: '/subscribe', offers: taxed })
  fireEvent.click(await screen.findByRole('button', { name: 'Upgrade Now' }))
  screen.getByText(/plus tax/)
  const pay = screen.getByRole('button', { name: 'Subscribe for $4.99/month' })
  expect((pay as HTMLButtonElement).disabled).toBe(true)
  fireEvent.change(await screen.findByLabelText('Country'), { target: { value: 'DE' } })
  screen.getByLabelText(/Tax id of your company/)
  press('Update Total')
  await screen.findByText('Total $5.94')
  screen.getByText(/with \$0\.95 tax/)
  screen.getByText(/^\$5\.94 today, then every month/)
  expect((screen.getByRole('button', { name: 'Subscribe' }) as HTMLButtonElement).disabled).toBe(false)
})
