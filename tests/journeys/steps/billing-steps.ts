import type { Page } from '@playwright/test'
import { testCardOf } from '#domain/billing/test-cards.ts'
import { StartedSubscription } from '#domain/billing/subscriptions.ts'
import { callApi, expect, type Account } from './product.ts'

export const CARD = {
  pays: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  expired: '4000000000000069',
  wrongCode: '4000000000000127',
  processing: '4000000000000119',
  secured: '4000002500003155',
  alwaysSecured: '4000002760003184',
  securedThenDeclined: '4000008400001629',
  failsLater: '4000000000000341',
} as const

export async function openCardForm(page: Page): Promise<void> {
  await page.goto('/subscribe')
  await page.getByRole('button', { name: 'Upgrade Now' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
}

export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Test card').selectOption(number)
  await page.getByRole('button', { name: 'Subscribe for $4.99/month' }).click()
}

export async function subscribeByCalls(url: string, account: Account, number: string): Promise<void> {
  await endTrial(url, account)
  const begun = await callApi(url, account, '/api/get-or-create-subscription', {})
  const { subscriptionId, clientSecret } = StartedSubscription.parse(begun)
  const [intent] = (clientSecret ?? '').split('_secret_')
  await fetch(`${url}/test-payments/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      client_secret: clientSecret ?? '',
      payment_method: testCardOf(number)?.token ?? '',
    }),
  })
  const verified = await callApi(url, account, '/api/verify-payment-success', { subscriptionId })
  expect(verified).toEqual({ success: true })
}

export const endTrial = (url: string, account: Account) =>
  callApi(url, account, '/api/test/set-trial-days', { days: 0 })

export async function expectSubscribed(page: Page, path = /\/dashboard$/): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Subscription Active!' })).toBeVisible()
  await expect(page).toHaveURL(path)
}

export async function expectProblem(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(text)
  await expect(page.getByText('Subscription Active!')).toHaveCount(0)
}

export async function badgeOf(page: Page): Promise<string> {
  await page.goto('/profile')
  const panel = page.getByRole('region', { name: 'Subscription' })
  return panel.getByText(/^(Trial|Active|Expired)$/).innerText()
}
