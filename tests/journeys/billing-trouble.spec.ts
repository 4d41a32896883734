import type { Page } from '@playwright/test'
import { z } from 'zod'
import { forgive } from './steps/account-steps.ts'
import { CARD, endTrial, expectProblem, expectSubscribed, openCardForm, payWith } from './steps/billing-steps.ts'
import { callApi, expect, expectAccessible, test, useTheme } from './steps/product.ts'

const Money = z.object({ status: z.string(), invoices: z.array(z.object({ status: z.string() })) })

/** Chromium also logs requests that the test aborts on purpose. */
const forgiveLoss = (complaints: string[]) => {
  const kept = complaints.filter((line) => !/ERR_(FAILED|INTERNET_DISCONNECTED|ABORTED)/.test(line))
  complaints.splice(0, complaints.length, ...kept)
}

test('a lost network, an abandoned payment and a late webhook cause only one charge', async ({
  signedIn: page,
  product,
  account,
  complaints,
}) => {
  await endTrial(product.url, account)
  await useTheme(page, 'dark')
  await openCardForm(page)
  const isCall = /\/api\/|\/test-payments\//
  await page.route(isCall, (route) => route.abort('internetdisconnected'))
  await payWith(page, CARD.pays)
  await expectProblem(page, 'An error occurred')
  await expectAccessible(page)
  await page.unroute(isCall)

  const begun: string[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/get-or-create-subscription')) return
    void response.text().then((text) => begun.push(text))
  })
  await page.route('**/confirm', () => {})
  await payWith(page, CARD.pays)
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await expect.poll(() => begun.length).toBe(1)

  await openCardForm(page)
  await page.unroute('**/confirm')
  const before = await callApi(product.url, account, '/api/auth/user')
  await page.route('**/api/verify-payment-success', (route) => route.abort())
  await page.route('**/api/auth/user', (route) => route.fulfill({ json: before }))
  await payWith(page, CARD.pays)
  await expect(page.getByRole('heading', { name: 'Payment received, activating...' })).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => begun.length).toBe(2)
  expect(begun[1]).toBe(begun[0])
  const settled = async () => Money.parse(await callApi(product.url, account, '/api/billing'))
  await expect.poll(settled).toEqual({ status: 'active', invoices: [{ status: 'paid' }] })
  await expect(page.getByText('Subscription Active!')).toHaveCount(0)
  await page.unroute('**/api/auth/user')
  await expectSubscribed(page)

  await page.goto('/subscribe?pay=card')
  await expect(page.getByRole('heading', { name: 'You have Premium' })).toBeVisible()
  forgive(complaints, 402)
  forgiveLoss(complaints)
})

test('a user can pay by keyboard alone, including the bank’s dialog', async ({ signedIn: page }) => {
  await page.goto('/subscribe')
  await page.getByRole('button', { name: 'Upgrade Now' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeFocused()
  await expect(page.getByLabel('Test card')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Test card')).toBeFocused()
  await page.keyboard.type('4000 0025')
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0025 0000 3155')
  for (const label of ['Card number', 'Expiry', 'CVC']) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(label, { exact: true })).toBeFocused()
    await expectRing(page)
  }
  await page.keyboard.press('Tab')
  await expectRing(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Complete' })).toBeFocused()
  await expectRing(page)
  await page.keyboard.press('Enter')
  await expectSubscribed(page)
})

test('/trial-test sets days, removes a subscription, reloads, and shows errors', async ({
  signedIn: page,
  complaints,
}) => {
  await page.goto('/trial-test')
  await page.route('**/api/test/set-trial-days', (route) => route.abort())
  await page.getByRole('button', { name: 'Set Trial Days' }).click()
  await expect(page.getByRole('alert')).toHaveText('Network error')
  await expectAccessible(page)
  await page.unroute('**/api/test/set-trial-days')

  const comesAnew = () => page.waitForEvent('load')
  const afterSet = comesAnew()
  await page.getByRole('spinbutton', { name: 'Days' }).fill('0')
  await page.getByRole('button', { name: 'Set Trial Days' }).click()
  await expect(page.getByText('Trial ended')).toBeVisible()
  await afterSet
  await expect(page.getByText('expired').first()).toBeVisible()

  const afterRemoval = comesAnew()
  await page.getByRole('button', { name: 'Remove Subscription' }).click()
  await expect(page.getByText('There is no subscription to remove')).toBeVisible()
  await afterRemoval
  await expect(page.getByRole('heading', { name: 'Trial Test' })).toBeVisible()
  forgive(complaints, 402)
  forgiveLoss(complaints)
})

async function expectRing(page: Page): Promise<void> {
  await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid')
  await expect(page.locator(':focus')).toHaveCSS('outline-width', '2px')
}
