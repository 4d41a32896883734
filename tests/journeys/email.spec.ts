import { callApi, expect, expectFits, test } from './steps/product.ts'

test.use({ timezoneId: 'Asia/Tokyo' })

test('the digest is set and turned off, and an alert is previewed, saved and deleted', async ({
  signedIn: page,
  product,
  account,
}) => {
  await callApi(product.url, account, '/api/companies', { name: 'Cedar Robotics', website: 'cedar-robotics.example' })
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Digest and Alerts' }).click()
  await expect(page).toHaveURL(/\/profile\/email$/)
  await expect(page.getByText('A quiet week: nothing new at your company.')).toBeVisible()

  await page.getByLabel('How often').selectOption('Every day')
  await expect(page.getByLabel('Day', { exact: true })).toHaveCount(0)
  await page.getByLabel('Time', { exact: true }).selectOption('6:00 PM')
  await expect(page.getByText(/^Next: .* at 6:00 PM/)).toBeVisible()
  await expect(page.getByText('Nothing new yet. If it stays so, no digest comes that day.')).toBeVisible()

  await page.getByRole('button', { name: 'Add Alert' }).click()
  const form = page.getByRole('form', { name: 'New alert' })
  await expect(form.getByText('In the last 90 days, this would have sent no alerts.')).toBeVisible()
  await form.getByLabel('Company').selectOption('Cedar Robotics')
  await form.getByLabel('Gone quiet').check()
  await form.getByLabel('Also rumors').check()
  await expectFits(page)
  await form.getByRole('button', { name: 'Save Alert' }).click()
  const alert = page.getByText('Funding round, Acquisition or IPO, Shutdown, Gone quiet · Also rumors · At once')
  await expect(alert).toBeVisible()
  await page.reload()
  await expect(alert).toBeVisible()
  await page.getByRole('button', { name: 'Delete alert for Cedar Robotics' }).click()
  await expect(page.getByText('No alerts yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Turn Off' }).click()
  await expect(page.getByText('You get no digests.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You get no digests.')).toBeVisible()
})

test('the browser’s time zone is stored on the first visit', async ({ signedIn: page, product, account }) => {
  const reported = page.waitForResponse((response) => response.url().endsWith('/api/mailings/time-zone'))
  await page.goto('/dashboard')
  expect((await reported).status()).toBe(204)
  expect(await callApi(product.url, account, '/api/mailings')).toMatchObject({ timeZone: 'Asia/Tokyo' })
})
