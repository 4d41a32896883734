import { Morning } from '#domain/news/morning/morning.ts'
import { NewsSummary } from '#domain/news/new-stories.ts'
import { loadSample } from './steps/portfolio-steps.ts'
import { callApi, expect, expectAccessible, signUp, storeSession, testWithSampleNews as test } from './steps/product.ts'

test('an event stays new until read, on every device, and stays where it is', async ({
  page,
  browser,
  product: { url },
}) => {
  const account = await signUp(url)
  await loadSample(url, account)
  await storeSession(page, account)
  const morning = async () => Morning.parse(await callApi(url, account, '/api/news/morning'))
  const unread = async () => (await morning()).events.filter(({ isNew }) => isNew).length
  const areRead = async () => !JSON.stringify(await callApi(url, account, '/api/news/coverage')).includes('"checking"')
  await expect.poll(areRead, { timeout: 60_000 }).toBe(true)
  await expect.poll(unread, { timeout: 60_000 }).toBeGreaterThan(2)

  const count = await unread()
  const other = await browser.newContext()
  const second = await other.newPage()
  await storeSession(second, account)
  await second.goto(`${url}/analytics`)
  await expect(second.getByText(`${count} new`, { exact: true })).toBeVisible()

  await page.goto('/dashboard')
  const today = page.getByRole('region', { name: 'Today' })
  const events = today.getByRole('article')
  await expect(events).toHaveCount(count)
  await expect(page).toHaveTitle(new RegExp(`^\\(${count}\\) Dashboard`))
  await expect(page.getByText(/^Welcome, \w+\. \d+ of your 12 companies have news\.$/)).toBeVisible()
  const labels = await events.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))

  // The events at the top are on screen now, so they count as read everywhere, but keep their dots here.
  await expect.poll(unread, { timeout: 30_000 }).toBeLessThan(count)
  await expect(second.getByText(`${count} new`, { exact: true })).toHaveCount(0)
  await expect(events.first().getByText('New:')).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(today.getByText('New:')).toHaveCount(0)
  await expect(second.getByText(/^\d new$/)).toHaveCount(0)
  await expect(page).toHaveTitle(/^Dashboard/)
  await other.close()
  await page.reload()
  await expect(events).toHaveCount(count)
  await expect(today.getByText('New:')).toHaveCount(0)
  expect(await events.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))).toEqual(labels)
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
  await page.getByRole('button', { name: 'More about Brightmoor Security' }).click()
  await page.getByRole('menuitem', { name: 'Mute for a week' }).click()
  await expect(page.getByText(/^Muted until /)).toBeVisible()
  expect((await summary()).stories.some(({ companyName }) => companyName === 'Brightmoor Security')).toBe(false)
})
