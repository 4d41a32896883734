import { startProduct } from '../../tools/product.ts'
import { expectToast, expectToFitPhones } from './steps/portfolio-steps.ts'
import { expect, expectAccessible, test as base } from './steps/product.ts'

const test = base.extend({
  product: [
    async ({}, use) => {
      const product = await startProduct({
        environment: {
          LOG_LEVEL: 'warn',
          SOURCES: 'company-site,press,hacker-news,sec,job-boards,github',
          PRESS_FEEDS: 'http://127.0.0.1:9/feed',
          HACKER_NEWS_URL: 'http://127.0.0.1:9',
          SEC_URL: 'http://127.0.0.1:9',
          SEC_SEARCH_URL: 'http://127.0.0.1:9',
          OTHER_ORIGINS: 'SEC_DATA=http://127.0.0.1:9',
        },
      })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

test('a newcomer signs up, loads the sample portfolio, reads news on every card and refreshes it', async ({
  page,
  product,
}) => {
  expect(product.output()).toContain(
    `Tidings is ready at ${product.url} (next: open it, sign up, and choose "Load sample portfolio")`,
  )
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started Free' }).click()
  await page.getByLabel('Email').fill('newcomer@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a rather long passphrase 42')
  await page.getByRole('button', { name: 'Start Free Trial' }).click()
  await page.getByRole('button', { name: 'Load sample portfolio' }).click()

  await expectToast(page, 'Sample portfolio loaded', '12 companies, all fictional.')
  const cards = page.getByRole('region', { name: 'Latest News' }).locator('article[data-row]')
  await expect(cards).toHaveCount(12)
  await expect(cards.filter({ hasText: 'Latest Update' })).toHaveCount(12)
  await expect(page.getByText('Sample data: these 12 companies are fictional.')).toBeVisible()
  await expect(page.getByText(/No source could be read|failed/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Refresh All' }).click()
  await expectToast(page, 'News refreshed successfully')
  await expect(page.getByText(/^Checked just now, \d+ new events?\./)).toBeVisible()
  await expect(cards.filter({ hasText: 'launched same-day payouts' })).toHaveCount(1)
  await expect(cards.filter({ hasText: 'Alderbrook University Hospital' })).toHaveCount(1)
  await expect(page.getByText(/could not be/)).toHaveCount(0)
  await expectAccessible(page)
  await expectToFitPhones(page)
})
