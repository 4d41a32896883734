import { NewsSummary } from '#domain/news/new-stories.ts'
import { loadSample } from './steps/portfolio-steps.ts'
import { callApi, expect, expectAccessible, signUp, storeSession, testWithSampleNews as test } from './steps/product.ts'

test('new stories stay new until read, on every device, and never become new again', async ({
  page,
  browser,
  product: { url },
}) => {
  const account = await signUp(url)
  await loadSample(url, account)
  await storeSession(page, account)
  const summary = async () => NewsSummary.parse(await callApi(url, account, '/api/news/summary'))
  await expect.poll(async () => (await summary()).newStories, { timeout: 60_000 }).toBeGreaterThan(4)

  const before = (await summary()).newStories
  await page.goto('/dashboard')
  const panel = page.getByRole('region', { name: 'New since you were here' })
  await expect(panel.getByRole('heading')).toHaveText(/^\d+ new stories at \d+ of your 12 companies/)
  await expect(page).toHaveTitle(/^\(\d+\) Dashboard/)
  await expectAccessible(page)
  // The stories in the panel are on screen now, so they're no longer new.
  await expect.poll(async () => (await summary()).newStories, { timeout: 30_000 }).toBeLessThan(before)
  await expect(panel.getByRole('heading')).toHaveText(/^\d+ new stories/)

  const other = await browser.newContext()
  const second = await other.newPage()
  await storeSession(second, account)
  await second.goto(`${url}/dashboard?tab=news`)
  await expect(second.getByRole('article').first()).toBeVisible({ timeout: 30_000 })
  await expect(second.getByText('New:').first()).toBeAttached()

  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panel.getByRole('heading')).toHaveText(/^Nothing new at your 12 companies/)
  await expect(page).toHaveTitle(/^Dashboard/)
  await expect(second.getByText(/^\d+ new$/)).toHaveCount(0, { timeout: 10_000 })
  await other.close()
  await page.reload()
  await expect(panel.getByRole('heading')).toHaveText(/^Nothing new at your 12 companies/)
})

test('a company’s page shows each event once, and the company can be muted', async ({ page, product: { url } }) => {
  const account = await signUp(url)
  await loadSample(url, account)
  await storeSession(page, account)
  const summary = async () => NewsSummary.parse(await callApi(url, account, '/api/news/summary'))
  const brightmoor = async () =>
    (await summary()).stories.find(({ companyName }) => companyName === 'Brightmoor Security')
  // The report comes before its correction.
  await expect.poll(async () => (await brightmoor())?.label, { timeout: 60_000 }).toBe('Correction')

  await page.goto(`/companies/${(await brightmoor())?.companyId}`)
  const events = page.getByRole('list', { name: 'What happened' })
  await expect(events.locator('[data-row]')).toHaveCount(1)
  await expect(events.getByText(/Correction$/)).toBeVisible()
  await expect(events.getByText(/^Corrects “/)).toBeVisible()
  await events.getByRole('button', { name: 'More' }).click()
  await expect(events.getByRole('list', { name: 'Articles' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mute Brightmoor Security' }).click()
  await page.getByRole('menuitem', { name: 'For a week' }).click()
  await expect(page.getByRole('button', { name: 'Unmute Brightmoor Security' })).toBeVisible()
  expect((await summary()).stories.some(({ companyName }) => companyName === 'Brightmoor Security')).toBe(false)
})
