import type { Page } from '@playwright/test'
import { Analytics, Timeline } from '#domain/news/analytics.ts'
import { listCompanies, loadSample } from './steps/portfolio-steps.ts'
import {
  callApi,
  expect,
  expectAccessible,
  signUp,
  storeSession,
  testWithSampleNews as test,
  useTheme,
} from './steps/product.ts'

const ACTIVE = 'Fernway Mobility'

const fitsTheScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('analytics shows charts, also as tables, and links to news and a company’s timeline', async ({
  page,
  product: { url },
}) => {
  const account = await signUp(url)
  await loadSample(url, account)
  await storeSession(page, account)
  const analytics = async () => Analytics.parse(await callApi(url, account, '/api/analytics'))
  await expect.poll(async () => (await analytics()).companies.length, { timeout: 30_000 }).toBeGreaterThan(2)
  const active = (await listCompanies(url, account)).find(({ name }) => name === ACTIVE)
  const types = async () => {
    const timeline = await callApi(url, account, `/api/companies/${active?.id}/timeline`)
    return new Set(Timeline.parse(timeline).events.map(({ type }) => type)).size
  }
  await expect.poll(types, { timeout: 30_000 }).toBe(2)

  await page.goto('/dashboard?tab=investments')
  const table = page.getByRole('table', { name: 'Your companies' })
  await expect(table.getByText('Growing').filter({ visible: true }).first()).toBeVisible()
  await expect(table.getByRole('columnheader')).toHaveText(['Company', 'Actions'])
  await expectAccessible(page)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveURL(/\/analytics$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeFocused()
  await expect(page.getByText(/^\d+ events? in 6 months, most often /)).toBeVisible()
  await expect(page.getByText(/^You invested \$[\d,]+ in 12 companies/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Time since the last round' }).getByRole('row')).toHaveCount(11)
  await expectAccessible(page)
  await page.getByRole('button', { name: /by week, section, source and company\. Show$/ }).press('Enter')
  await expect(page.getByRole('img', { name: /^\d+ stor(y|ies) in 26 weeks/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show as table: News per week' }).press('Enter')
  await expect(page.getByRole('table', { name: 'News per week' }).getByRole('row')).toHaveCount(27)
  await expectAccessible(page)

  const cell = page.getByRole('table', { name: 'Events by month' }).getByRole('link', { name: /: \d+ stor(y|ies)$/ })
  await cell.first().click()
  await expect(page).toHaveURL(/tab=news&event=\w+&from=\d{4}-\d{2}-01&to=/)
  await expect(page.getByText(/^\d+ results?$/)).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: ACTIVE }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: ACTIVE })).toBeVisible()
  await expect(page.getByRole('img', { name: /in the last 26 weeks$/ })).toBeVisible()
  const events = page.getByRole('list', { name: 'What happened' })
  await page.getByLabel('Events', { exact: true }).selectOption({ index: 1 })
  await expect(page).toHaveURL(/events=[a-z]+$/)
  const shown = await events.locator('[data-row]').count()
  await page.reload()
  await expect(events.locator('[data-row]')).toHaveCount(shown)
  await expectAccessible(page)
})

test('analytics fits a 320-pixel phone in the dark theme', async ({ page, product: { url } }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await useTheme(page, 'dark')
  const account = await signUp(url)
  await loadSample(url, account)
  await storeSession(page, account)
  const stories = async () => Analytics.parse(await callApi(url, account, '/api/analytics')).stories
  await expect.poll(stories, { timeout: 30_000 }).toBeGreaterThan(2)
  await page.goto('/analytics')
  await expect(page.getByRole('heading', { name: 'How long since each last raised?' })).toBeVisible()
  await page.getByRole('button', { name: /by week, section, source and company/ }).click()
  expect(await fitsTheScreen(page)).toBe(true)
  await expectAccessible(page)
})
