// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BillingPage } from '../../pages/account/billing.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { NO_BILLING, sampleProfile } from '../../testing/sample-data.ts'

const END = '2026-12-15T12:00:00Z'

test('a valid code gives complimentary access; an invalid one shows the reason', async () => {
  let profile = sampleProfile()
  const server = fakeServer({
    'GET /api/auth/user': () => profile,
    'GET /api/billing': NO_BILLING,
    'POST /api/redeem': ({ body }: { body: { code: string } }) => {
      if (body.code !== '7K2M-1111-2222-3333')
        return new Refusal(422, { code: 'invalid-input', message: 'This code is not valid.' })
      profile = sampleProfile({
        subscriptionStatus: 'active',
        entitlement: { hasAccess: true, reason: 'grant', endsAt: END, renewsAt: null },
      })
      return { endsAt: END }
    },
  })
  renderPage(<BillingPage />, { server, at: '/profile/billing' })
  await screen.findByText('Free Trial')
  type('Code', 'nonsense')
  press('Redeem')
  expect((await screen.findByRole('alert')).textContent).toBe('This code is not valid.')
  type('Code', ' 7K2M-1111-2222-3333 ')
  press('Redeem')
  await screen.findByText('Complimentary, until Dec 15, 2026.')
  expect(screen.queryByText('$4.99/month')).toBeNull()
  expect(server.calls.filter(({ path }) => path === '/api/redeem')).toHaveLength(2)
})
