import { forgive } from './steps/account-steps.ts'
import {
  badgeOf,
  CARD,
  endTrial,
  expectProblem,
  expectSubscribed,
  openCardForm,
  payWith,
} from './steps/billing-steps.ts'
import { callApi, expect, expectAccessible, expectFits, test } from './steps/product.ts'

test('a card added during the trial is charged when it ends; canceling costs nothing', async ({ signedIn: page }) => {
  await page.goto('/subscribe')
  await expect(page.getByText(/Upgrading now keeps the days you have left/)).toBeVisible()
  await openCardForm(page)
  await expect(page.getByText(/^Nothing is charged today\. .* the first \$4\.99 is charged on/)).toBeVisible()
  await payWith(page, CARD.pays)
  await expectSubscribed(page)
  await expect(page.getByText(/until billing begins/)).toHaveCount(0)
  expect(await badgeOf(page)).toBe('Active')
  await expect(page.getByText(/^Premium, free until .* First charge: \$4\.99 on/)).toBeVisible()
  await page.getByRole('link', { name: 'Manage Subscription' }).click()
  await expect(page.getByText(/^First charge: \$4\.99 on/)).toBeVisible()
  await expect(page.getByText('visa ending in 4242')).toBeVisible()
  await expect(page.getByText('No billing history available')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByRole('dialog')).toContainText('You will not be charged.')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByText(/^Canceled\. Free until .*; you will not be charged\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  await expect(page.getByText(/^First charge: /)).toBeVisible()
})

test('a user pays, sees plan, card and receipt, cancels, and resumes', async ({
  signedIn: page,
  product,
  account,
  complaints,
}) => {
  await endTrial(product.url, account)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await openCardForm(page)
  await expectAccessible(page)
  await payWith(page, CARD.pays)
  await expectSubscribed(page)
  await expect(page.getByText('No investments yet')).toBeVisible()
  await expect(page.getByText(/until billing begins/)).toHaveCount(0)
  expect(sent.filter((line) => /4242\D?4242\D?4242/.test(line))).toEqual([])
  expect(product.output()).not.toContain('42424242')

  expect(await badgeOf(page)).toBe('Active')
  await page.getByRole('link', { name: 'Manage Subscription' }).click()
  await expect(page.getByText('Premium Plan')).toBeVisible()
  await expect(page.getByText('$4.99/month')).toBeVisible()
  await expect(page.getByText('visa ending in 4242')).toBeVisible()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
  await expect(page.getByText('No billing history available')).toHaveCount(0)
  await expectAccessible(page)
  const receipt = await page.getByRole('link', { name: /^Receipt of/ }).getAttribute('href')
  expect(await (await fetch(new URL(receipt ?? '', product.url))).text()).toContain('Paid on')

  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByText(/^Ends on /)).toBeVisible()
  expect(await badgeOf(page)).toBe('Active')
  await page.goto('/profile/billing')
  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  await expect(page.getByText(/^Renews on /)).toBeVisible()
  forgive(complaints, 402)
})

test('every declined card explains why; the next card can pay', async ({
  signedIn: page,
  product,
  account,
  complaints,
}) => {
  await openCardForm(page)
  for (const [card, text] of [
    [CARD.declined, 'Your card was declined.'],
    [CARD.insufficient, 'Your card has insufficient funds.'],
    [CARD.expired, 'Your card has expired.'],
    [CARD.wrongCode, "Your card's security code is incorrect."],
    [CARD.processing, /^An error occurred while processing your card/],
  ] as const) {
    await payWith(page, card)
    await expectProblem(page, text)
  }
  forgive(complaints, 402)
  expect(await callApi(product.url, account, '/api/auth/user')).toMatchObject({
    subscriptionStatus: 'trial',
    stripeSubscriptionId: null,
  })
  await payWith(page, CARD.pays)
  await expectSubscribed(page)
})

test('3-D Secure can fail, succeed, or be followed by a decline', async ({ signedIn: page, complaints }) => {
  await openCardForm(page)
  await payWith(page, CARD.secured)
  const bank = page.getByRole('dialog', { name: '3-D Secure test' })
  await expect(bank).toBeVisible()
  await expectAccessible(page)
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expectProblem(page, /^We are unable to authenticate your payment method/)
  await payWith(page, CARD.alwaysSecured)
  await expect(bank).toBeVisible()
  await page.keyboard.press('Escape')
  await expectProblem(page, /^We are unable to authenticate your payment method/)
  await payWith(page, CARD.securedThenDeclined)
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expectProblem(page, 'Your card was declined.')
  await payWith(page, CARD.secured)
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expectSubscribed(page)
  forgive(complaints, 402)
})

test('a real card is rejected in the page and nothing is sent', async ({ signedIn: page }) => {
  await openCardForm(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByLabel('Test card').selectOption(CARD.pays)
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByRole('button', { name: 'Subscribe for $4.99/month' }).click()
  await expectProblem(page, 'Your card number is incorrect.')
  expect(sent).toEqual([])
})

test('if verification fails, the webhook activates the subscription', async ({ signedIn: page, complaints }) => {
  await page.route('**/api/verify-payment-success', (route) => route.abort())
  await openCardForm(page)
  await payWith(page, CARD.pays)
  await expectSubscribed(page)
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !/ERR_FAILED/.test(line)))
})

test('an expired trial leads to /subscribe, and paying returns to the requested page', async ({
  signedIn: page,
  product,
  account,
  complaints,
}) => {
  await endTrial(product.url, account)
  await page.goto('/investments?q=cedar')
  await expect(page.getByRole('heading', { name: 'Trial Expired' })).toBeVisible()
  await expect(page).toHaveURL(/\/subscribe$/)
  expect(await badgeOf(page)).toBe('Expired')
  await page.getByRole('link', { name: 'Reactivate Subscription' }).click()
  await page.getByRole('button', { name: 'Upgrade Now' }).click()
  await payWith(page, CARD.pays)
  await expectSubscribed(page, /\/investments\?q=cedar$/)
  forgive(complaints, 402)
})

test('a card can be replaced after a declined one is rejected', async ({ signedIn: page, complaints }) => {
  await openCardForm(page)
  await payWith(page, CARD.pays)
  await expectSubscribed(page)
  await page.goto('/profile/billing')
  await page.getByRole('button', { name: 'Update Card' }).click()
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Test card').selectOption(CARD.declined)
  await page.getByRole('button', { name: 'Save Card' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  forgive(complaints, 402)
  await page.getByLabel('Test card').selectOption(CARD.mastercard)
  await page.getByRole('button', { name: 'Save Card' }).click()
  await expect(page.getByText('mastercard ending in 4444')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the card form, the billing page and the profile are accessible and fit, in both themes', async ({
  signedIn: page,
}) => {
  await openCardForm(page)
  for (const path of ['', '/profile/billing', '/profile']) {
    if (path) await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectFits(page)
  }
})
