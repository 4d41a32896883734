// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BillingPage } from '../pages/billing.tsx'
import { DashboardPage } from '../pages/dashboard.tsx'
import { SubscribePage } from '../pages/subscribe.tsx'
import { fakeServer, Refusal } from '../testing/fake-server.ts'
import { press, renderPage } from '../testing/render-page.tsx'
import { sampleProfile } from '../testing/sample-data.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const expired = { hasAccess: false, reason: 'expired' as const, endsAt: inDays(-1) }
const open = (
  page: 'subscribe' | 'billing' | 'dashboard',
  profile: unknown,
  more: Record<string, unknown> = {},
) => {
  const pages = { subscribe: <SubscribePage />, billing: <BillingPage />, dashboard: <DashboardPage /> }
  const server = fakeServer({ 'GET /api/auth/user': profile, 'GET /api/companies': [], ...more })
  return renderPage(pages[page], { server, at: `/${page}` })
}

test('active trial: days remaining, trial end date, Upgrade Now, which switches to the plan', async () => {
  open('subscribe', sampleProfile({ trialEndsAt: inDays(5.5) }))
  expect((await screen.findByText('Days remaining')).nextElementSibling?.textContent).toBe('5 days')
  screen.getByText('Trial ends')
  press('Upgrade Now')
  await screen.findByRole('heading', { name: 'Choose Your Plan' })
})

test("expired trial: 'Trial Expired' with an upgrade button", async () => {
  open('subscribe', sampleProfile({ trialEndsAt: inDays(-1), entitlement: expired }))
  await screen.findByRole('heading', { name: 'Trial Expired' })
  screen.getByRole('button', { name: 'Upgrade Now' })
})

test('active paid subscription: plan details and support contact', async () => {
  open('subscribe', sampleProfile({ stripeSubscriptionId: 'sub_1' }))
  await screen.findByText('$4.99 per month, with all of this:')
  expect(screen.getByRole('link', { name: 'help@tidings.example' }).getAttribute('href')).toBe(
    'mailto:help@tidings.example',
  )
})

test("otherwise: 'Choose Your Plan' with the six features", async () => {
  open('subscribe', new Refusal(500, 'no'))
  await screen.findByRole('heading', { name: 'Choose Your Plan' })
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Real-time news updates',
    'Unlimited company tracking',
    'Bulk portfolio upload',
    'AI-powered news curation',
    'Advanced filtering and search',
    'Export of portfolio analytics',
  ])
})

test.each([
  [{ subscriptionId: 'sub_1' }, 'Failed to create subscription'],
  [new Refusal(404, { code: 'not-found', message: 'Not found' }), 'Failed to create subscription'],
  [{ subscriptionId: 'sub_1', clientSecret: 'secret' }, 'Card element not found'],
  [
    new Refusal(400, { code: 'payment-failed', message: 'Your card was declined.' }),
    'Your card was declined.',
  ],
])('payment errors in a red alert (%#): %s', async (answer, text) => {
  open('subscribe', new Refusal(500, 'no'), { 'POST /api/get-or-create-subscription': answer })
  await screen.findByRole('heading', { name: 'Choose Your Plan' })
  press('Subscribe for $4.99/month')
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

test("billing: 'Free Trial', Add Payment Method, 'No billing history available'", async () => {
  open('billing', sampleProfile())
  await screen.findByText('Free Trial')
  await screen.findByRole('link', { name: 'Add Payment Method' })
  screen.getByText('No billing history available')
})

test("billing: 'Premium Plan' at $4.99/month with the card and invoices that there are", async () => {
  const billing = {
    card: { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2030 },
    invoices: [{ id: 'in_1', date: '2026-02-03T12:00:00Z', amountCents: 499, status: 'paid', pdfUrl: null }],
  }
  open('billing', sampleProfile({ stripeSubscriptionId: 'sub_1', stripeCustomerId: 'cus_1' }), {
    'GET /api/billing': billing,
  })
  await screen.findByText('Premium Plan')
  screen.getByText('$4.99/month')
  await screen.findByText(/ending in 4242/)
  screen.getByText('Feb 3, 2026')
  expect(screen.queryByText('No billing history available')).toBeNull()
})

test('a card that is not known yet is shown as asterisks, and only to someone who has one', async () => {
  const waiting = { 'GET /api/billing': () => new Promise<never>(() => {}) }
  open('billing', sampleProfile({ stripeSubscriptionId: 'sub_1', stripeCustomerId: 'cus_1' }), waiting)
  await screen.findByText('Card ending in ****')
})

test('dashboard: greeting, Add Company, the banner and the three tabs', async () => {
  open('dashboard', sampleProfile({ trialEndsAt: inDays(11.5) }))
  await screen.findByText('11 days')
  screen.getByText(/remaining until billing begins/)
  expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/subscribe')
  screen.getByRole('heading', { name: 'Welcome back, Ada' })
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Your Investments',
    'Latest Investment News',
    'Investment Evaluator',
  ])
  screen.getByRole('tab', { name: 'Investment Evaluator' }).click()
  await screen.findByText(/coming soon/)
})

test('dashboard: no banner, but a way to try again, when the profile does not come', async () => {
  open('dashboard', new Refusal(500, 'no'))
  await screen.findByText('We could not load your profile just now.')
  expect(screen.queryByText(/until billing begins/)).toBeNull()
})
