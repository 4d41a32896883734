// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BillingPage } from '../../pages/account/billing.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { NO_BILLING, sampleProfile } from '../../testing/sample-data.ts'

afterEach(() => vi.unstubAllGlobals())

const END = '2026-12-15T12:00:00Z'

const open = (profile: unknown, billing: unknown) => {
  const server = fakeServer({ 'GET /api/auth/user': profile, 'GET /api/billing': billing })
  vi.stubGlobal('fetch', server.fetch)
  return renderPage(<BillingPage />, { server, at: '/profile/billing' })
}

test('a closed account shows that its subscription is canceled and offers nothing to buy or pay', async () => {
  const none = { hasAccess: false, reason: 'none' as const, endsAt: null, renewsAt: null }
  const { unmount } = open(sampleProfile({ entitlement: none }), { ...NO_BILLING, status: 'canceled' })
  await screen.findByText('This account is closed.')
  await screen.findByText('Your subscription is canceled. You will not be charged again.')
  screen.getByText('None is needed: this account is closed.')
  for (const name of ['Upgrade Now', 'Add Payment Method']) expect(screen.queryByRole('link', { name })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull()
  unmount()
  open(sampleProfile({ entitlement: none }), { ...NO_BILLING, status: 'past_due' })
  await screen.findByText('Your subscription is being canceled. You will not be charged again.')
  expect(screen.queryByText(/^(Pay Now|Update Card|Resume Subscription)$/)).toBeNull()
})

test('a subscription in its free days shows the first charge, and canceling it costs nothing', async () => {
  const free = { hasAccess: true, reason: 'paid' as const, endsAt: null, renewsAt: END, isTrialing: true }
  open(sampleProfile({ stripeSubscriptionId: 'sub_1', entitlement: free }), {
    ...NO_BILLING,
    status: 'trialing',
    currentPeriodEnd: END,
  })
  await screen.findByText('First charge: $4.99 on Dec 15, 2026.')
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }))
  within(await screen.findByRole('dialog')).getByText(
    /^You will not be charged\. You keep Premium for free until Dec 15/,
  )
  screen.getByRole('button', { name: 'Update Card' })
})
