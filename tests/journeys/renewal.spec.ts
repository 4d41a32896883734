import { z } from 'zod'
import { forgive, mailedLink } from './steps/account-steps.ts'
import { badgeOf, CARD, expectSubscribed, payWith, subscribeByCalls } from './steps/billing-steps.ts'
import { startTimedProduct, type TimedProduct } from './steps/timed-product.ts'
import { callApi, expect, expectAccessible, expectFits, test as base } from './steps/product.ts'

const test = base.extend<object, { product: TimedProduct }>({
  product: [
    async ({}, use) => {
      const product = await startTimedProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

// Serial, so that both tests share one product.
test.describe.configure({ mode: 'serial' })

const Money = z.object({ status: z.string() })

test('a failed renewal keeps access and asks for another card', async ({
  signedIn: page,
  account,
  product,
  complaints,
}) => {
  await subscribeByCalls(product.url, account, CARD.failsLater)
  await product.periodEnded(account, 1)
  const status = async () => Money.parse(await callApi(product.url, account, '/api/billing')).status
  await expect.poll(status, { timeout: 20_000 }).toBe('past_due')

  await page.goto('/dashboard')
  const banner = page.getByRole('region', { name: 'Payment' })
  await expect(banner).toContainText(/Payment failed\. We will retry your card until \w{3} \d+, \d{4}\./)
  await expect(page.getByText('No investments yet')).toBeVisible()
  const desktop = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const sentence = banner.getByRole('paragraph')
  expect(await sentence.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  if (desktop) await page.setViewportSize(desktop)
  expect(await badgeOf(page)).toBe('Active')
  await expect(page.getByText(/^Payment failed, retrying until/)).toBeVisible()
  await page.goto('/subscribe')
  await expect(page.getByRole('button', { name: 'Pay Now' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Upgrade/ })).toHaveCount(0)
  await expectAccessible(page)

  await product.runNow('reminders.run')
  await page.goto(await mailedLink(product.url, account.email, 'payment-failed'))
  await expect(page.getByRole('alert')).toContainText('Payment failed, retrying until')
  await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible()
  await expect(page.getByText('Open', { exact: true })).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: 'Update Card' }).click()
  await expect(page.getByText('We will charge the open invoice to it now.')).toBeVisible()
  await page.getByLabel('Test card').selectOption(CARD.failsLater)
  await page.getByRole('button', { name: 'Save Card' }).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  forgive(complaints, 400)
  await page.getByLabel('Test card').selectOption(CARD.mastercard)
  await page.getByRole('button', { name: 'Save Card' }).click()
  await expect(page.getByText('The open invoice was paid with it.', { exact: true })).toBeVisible()
  await expect(page.getByText('Mastercard ending in 4444')).toBeVisible()
  await expect(page.getByText(/^Renews on/)).toBeVisible()
  await expect(page.getByText('Paid', { exact: true })).toHaveCount(2)
  await expect(page.getByText(/Payment failed/)).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByText('No investments yet')).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('access ends seven days after a failed renewal and can be bought again', async ({
  signedIn: page,
  account,
  product,
  complaints,
}) => {
  await subscribeByCalls(product.url, account, CARD.failsLater)
  await product.periodEnded(account, 8 * 24)
  const status = async () => Money.parse(await callApi(product.url, account, '/api/billing')).status
  await expect.poll(status, { timeout: 20_000 }).toBe('canceled')

  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/subscribe$/)
  await expect(page.getByText(/^Your access ended on/)).toBeVisible()
  expect(await badgeOf(page)).toBe('Expired')
  await page.goto('/profile/billing')
  await expect(page.getByText('Not paid', { exact: true })).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Reactivate Subscription' }).click()
  await page.getByRole('button', { name: 'Upgrade Now' }).click()
  await payWith(page, CARD.pays)
  await expectSubscribed(page)
  forgive(complaints, 402)
})
