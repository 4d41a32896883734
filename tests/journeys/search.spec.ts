import { expectToast, expectToFitPhones, loadSample } from './steps/portfolio-steps.ts'
import { callApi, expect, expectAccessible, testWithSampleNews as test, useTheme } from './steps/product.ts'

test('"advanced filtering and search": words, filters and saved views, all kept in the URL', async ({
  product,
  account,
  signedIn: page,
}) => {
  await loadSample(product.url, account)
  await expect
    .poll(async () => JSON.stringify(await callApi(product.url, account, '/api/search?q=raised')), {
      timeout: 30_000,
    })
    .toContain('"type":"story"')

  await page.goto('/dashboard?tab=news')
  await expect(page.getByText('12 companies', { exact: true })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: /^Search companies/ })).toBeFocused()
  await page.keyboard.type('cedar rais')
  await page.getByText('Search all news for “cedar rais”').click()
  const results = page.getByRole('list', { name: 'Results' })
  await expect(results.locator('mark').first()).toHaveText(/cedar|raise/i)
  await expect(page).toHaveURL(/\?tab=news&q=cedar\+rais$/)
  await expect(page.getByRole('article')).toHaveCount(0)
  const today = page.getByRole('region', { name: 'Today' })
  await page.reload()
  await expect(page.getByText('Results for “cedar rais”')).toBeVisible()
  await expect(results.getByRole('link', { name: 'Cedar Robotics' }).first()).toBeVisible()
  await expect(today).toHaveCount(0)

  await page.getByLabel('Kind').selectOption('Layoffs')
  await expect(page).toHaveURL(/event=Layoffs/)
  await expect(page.getByText('No news found')).toBeVisible()
  await page.getByLabel('Kind').selectOption('Funding')
  await expect(results.getByRole('link', { name: 'Cedar Robotics' }).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Kind')).toHaveValue('Layoffs')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectToFitPhones(page)

  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Money for Cedar')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'View saved: Money for Cedar')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused()
  await expect(page.getByText('12 companies', { exact: true })).toBeVisible()
  await expect(today).toBeVisible()
  await expect(page).toHaveURL(/\?tab=news$/)

  await useTheme(page, 'dark')
  await page.reload()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Money for Cedar', exact: true }).click()
  await expect(page.getByText('Results for “cedar rais”')).toBeVisible()
  await expect(results.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove view Money for Cedar' }).click()
  await expectToast(page, 'View removed: Money for Cedar')
  await expect(page.getByRole('button', { name: 'Money for Cedar', exact: true })).toHaveCount(0)
})
