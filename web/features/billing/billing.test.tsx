// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { BillingPage } from '../../pages/account/billing.tsx'
import { DashboardPage } from '../../pages/dashboard.tsx'
import { SubscribePage } from '../../pages/account/subscribe.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const expired = { hasAccess: false, reason: 'expired' as const, endsAt: inDays(-1), renewsAt: null }
const open = (
  page: 'subscribe' | 'billing' | 'dashboard',
  profile: unknown,
  more: Record<string, unknown> = {},
  at = `/${page}`,
) => {
  const pages = { subscribe: <SubscribePage />, billing: <BillingPage />, dashboard: <DashboardPage /> }
  const server = fakeServer({ 'GET /api/auth/user': profile, 'GET /api/companies': [], ...more })
  return renderPage(pages[page], { server, at })
}

test('active trial: days remaining, trial end date, and Upgrade Now, which leads to the plan', async () => {
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

test('former subscribers see when their access ended', async () => {
  const over = { ...expired, endsAt: '2026-09-05T12:00:00Z' }
  open('subscribe', sampleProfile({ trialEndsAt: '2026-03-01T12:00:00Z', entitlement: over }))
  await screen.findByRole('heading', { name: 'Trial Expired' })
  screen.getByText(/^Your access ended on Sep 5, 2026\. Your companies and their news are kept\./)
})

test('active paid subscription: plan details and support contact', async () => {
  open('subscribe', sampleProfile({ stripeSubscriptionId: 'sub_1' }))
  await screen.findByText('$4.99 per month, including:')
  expect(screen.getByRole('link', { name: 'help@tidings.example' }).getAttribute('href')).toBe(
    'mailto:help@tidings.example',
  )
})

test('canceled subscribers see no price', async () => {
  const entitlement = { hasAccess: true, reason: 'paid' as const, endsAt: inDays(9), renewsAt: null }
  open('subscribe', sampleProfile({ stripeSubscriptionId: 'sub_1', entitlement }))
  await screen.findByText(/You are not charged again\.$/)
  screen.getByText('Premium includes:')
  expect(screen.queryByText(/per month/)).toBeNull()
})

test("if the profile fails to load: 'Choose Your Plan' with the six features", async () => {
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

test('dashboard: the greeting, the trial banner and the three tabs', async () => {
  open('dashboard', sampleProfile({ trialEndsAt: inDays(11.5) }))
  await screen.findByText('11 days')
  screen.getByText(/remaining until billing begins/)
  expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/subscribe')
  screen.getByText(/^Welcome, Ada\./)
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Your Investments',
    'Latest Investment News',
    'Investment Evaluator',
  ])
  screen.getByRole('tab', { name: 'Investment Evaluator' }).click()
  await screen.findByText(/coming soon/)
})

test('dashboard: a retry button instead of the banner when the profile fails to load', async () => {
  let profile: unknown = new Refusal(500, 'no')
  open('dashboard', () => profile)
  await screen.findByText('We could not load your profile.')
  expect(screen.queryByText(/until billing begins/)).toBeNull()
  profile = sampleProfile({ trialEndsAt: inDays(11.5) })
  fireEvent.click(screen.getAllByRole('button', { name: 'Try Again' })[0]!)
  await screen.findByText(/until billing begins/)
})

test('active paid subscription: renewal date and a link to manage it, but no card form', async () => {
  const entitlement = {
    hasAccess: true,
    reason: 'paid' as const,
    endsAt: null,
    renewsAt: '2026-12-15T12:00:00Z',
  }
  open('subscribe', sampleProfile({ stripeSubscriptionId: 'sub_1', entitlement }))
  await screen.findByText(/Renews on Dec 15, 2026/)
  const manage = screen.getByRole('link', { name: 'Manage Subscription' })
  expect(manage.getAttribute('href')).toBe('/profile/billing')
  expect(screen.queryByText('Test mode')).toBeNull()
})

test('a failed renewal can be paid on the subscribe page and is not called an upgrade', async () => {
  const entitlement = { hasAccess: true, reason: 'paid-grace' as const, endsAt: inDays(5), renewsAt: null }
  open('subscribe', sampleProfile({ stripeSubscriptionId: 'sub_1', entitlement }))
  await screen.findByText('Payment failed')
  expect(screen.queryByRole('button', { name: /Upgrade/ })).toBeNull()
  press('Pay Now')
  await screen.findByRole('heading', { name: 'Pay open invoice' })
  screen.getByRole('button', { name: 'Pay $4.99' })
})

test('complimentary access shows no price, and offers an upgrade only if it has an end date', async () => {
  const grant = { hasAccess: true, reason: 'grant' as const, endsAt: null, renewsAt: null }
  const { unmount } = open('subscribe', sampleProfile({ entitlement: grant }))
  await screen.findByText('Your access is complimentary and includes:')
  expect(screen.queryByText(/\$4\.99/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Upgrade Now' })).toBeNull()
  unmount()
  open('subscribe', sampleProfile({ entitlement: { ...grant, endsAt: inDays(20) } }))
  await screen.findByRole('button', { name: 'Upgrade Now' })
})

test('a closed account is offered nothing to buy', async () => {
  const closed = { hasAccess: false, reason: 'none' as const, endsAt: null, renewsAt: null }
  open('subscribe', sampleProfile({ entitlement: closed }))
  await screen.findByRole('heading', { name: 'This account is closed' })
  expect(screen.queryByRole('button')).toBeNull()
})

test('?pay=card opens the card form, with a way back', async () => {
  open('subscribe', sampleProfile(), {}, '/subscribe?pay=card')
  await screen.findByRole('heading', { name: 'Choose Your Plan' })
  press('Back')
  await screen.findByRole('heading', { name: 'Your free trial is running' })
})

test.each(['none', 'paid'] as const)(
  '?pay=card does not open the card form when the entitlement is %s',
  async (reason) => {
    const entitlement = { hasAccess: reason === 'paid', reason, endsAt: null, renewsAt: inDays(9) }
    const ids = reason === 'paid' ? { stripeSubscriptionId: 'sub_1' } : {}
    open('subscribe', sampleProfile({ entitlement, ...ids }), {}, '/subscribe?pay=card')
    await screen.findByRole('heading', { name: /^(This account is closed|You have Premium)$/ })
    expect(screen.queryByText('Test mode')).toBeNull()
  },
)

test('access granted while the page is open appears when it becomes visible', async () => {
  let profile = sampleProfile({ trialEndsAt: inDays(-1), entitlement: expired })
  open('subscribe', () => profile)
  await screen.findByRole('heading', { name: 'Trial Expired' })
  profile = sampleProfile({
    entitlement: { hasAccess: true, reason: 'grant', endsAt: null, renewsAt: null },
  })
  document.dispatchEvent(new Event('visibilitychange'))
  await screen.findByRole('heading', { name: 'You have Premium' })
})

test('dashboard: a failed payment links to updating the card', async () => {
  const entitlement = { hasAccess: true, reason: 'paid-grace' as const, endsAt: inDays(5), renewsAt: null }
  open('dashboard', sampleProfile({ stripeSubscriptionId: 'sub_1', entitlement }))
  await screen.findByText('Payment failed.')
  expect(screen.getByRole('link', { name: 'Update Card' }).getAttribute('href')).toBe('/profile/billing')
})
