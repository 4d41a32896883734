import type { Page } from '@playwright/test'
import { companyRows, expectToast } from './steps/portfolio-steps.ts'
import { callApi, expect, test } from './steps/product.ts'

/** Opens a tab in the same browser context, with the same storage and session. */
async function secondTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(path)
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  return tab
}

test('two tabs share companies, profile, theme and the session', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  await expect(page.getByText('No investments yet')).toBeVisible()
  const other = await secondTab(page, '/investments')
  await expect(other.getByText('No investments yet')).toBeVisible()

  await page.getByRole('button', { name: 'Add Company' }).first().click()
  await page.getByLabel('Company Name').fill('Cedar Robotics')
  await page.getByLabel('Company Website').fill('cedar-robotics.example')
  await page.getByRole('button', { name: 'Add Investment' }).click()
  await expectToast(page, 'Company added successfully')
  await expect(companyRows(other)).toHaveCount(1)
  await expect(companyRows(other)).toContainText('Cedar Robotics')

  const blog = await secondTab(page, '/blog')
  await other.keyboard.press('t')
  for (const tab of [other, page, blog]) await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark')

  await other.goto('/profile')
  await other.getByRole('button', { name: 'Edit Profile' }).click()
  await other.getByLabel('First Name').fill('Grace')
  await other.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(/^Welcome, Grace\./)).toBeVisible()

  await other.getByRole('button', { name: 'Sign Out' }).click()
  for (const tab of [other, page]) await expect(tab).toHaveURL(/\/$/)
  await expect(blog.getByRole('link', { name: 'Log In' })).toBeVisible()
})

test('when a trial ends, every tab leads to the plans', async ({ signedIn: page, product, account, complaints }) => {
  const listening = page.waitForRequest((request) => request.url().endsWith('/api/events'))
  await page.goto('/dashboard')
  const other = await secondTab(page, '/analytics')
  await listening
  await callApi(product.url, account, '/api/test/set-trial-days', { days: 0 })
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/subscribe$/)
  complaints.length = 0
})
