import type { Page } from '@playwright/test'
import { startProduct } from '../../tools/product.ts'
import { callApi, expect, expectAccessible, signUp, storeSession, test as base, useTheme } from './steps/product.ts'

const BOSS = 'boss@example.com'

const test = base.extend<object, { product: Awaited<ReturnType<typeof startProduct>> }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({
        environment: { LOG_LEVEL: 'error', AUTH_RATE_LIMITS: 'off', SOURCES: 'sample', ADMIN_EMAILS: BOSS },
      })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

// Serial, so that all tests share one product and one administrator.
test.describe.configure({ mode: 'serial' })

let boss: Awaited<ReturnType<typeof signUp>>
test.beforeAll(async ({ product: { url } }) => {
  boss = await signUp(url, BOSS)
})

const fitsTheScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('non-administrators get the 404 page at /admin and see no link to it', async ({ signedIn: page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.goto('/admin?tab=jobs')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  expect(fetched.filter((url) => /\/api\/admin|\/administration/.test(url))).toEqual([])
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'Account Settings' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
})

test('an administrator grants and revokes access, and the user’s open page follows', async ({
  page,
  browser,
  product: { url },
}) => {
  const person = await signUp(url)
  await callApi(url, person, '/api/test/set-trial-days', { days: 0 })
  const theirs = await (await browser.newContext({ baseURL: url })).newPage()
  await storeSession(theirs, person)
  await theirs.goto('/dashboard')
  await expect(theirs).toHaveURL(/\/subscribe$/)

  await storeSession(page, boss)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await page.getByLabel('Find accounts by email or name').fill(person.email)
  await expect(page.getByText('1 account')).toBeVisible()
  await expect(page.getByText(/Expired since/)).toBeVisible()
  await page.getByRole('button', { name: `Open ${person.email}` }).press('Enter')
  await page.getByRole('button', { name: 'Give Access' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give access' })
  await expect(dialog.getByLabel('Days')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('Review for the press')
  await dialog.getByLabel('Reason').press('Enter')
  await expect(page.getByText('In force')).toBeVisible()
  await theirs.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(theirs.getByRole('heading', { name: 'You have Premium' })).toBeVisible()
  const listens = theirs.waitForResponse(/\/api\/events/)
  await theirs.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(theirs.getByText(/^Welcome, /)).toBeVisible()
  await listens

  await page.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke this grant?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  await expect(theirs).toHaveURL(/\/subscribe$/)
  await theirs.context().close()
})

test('a code is created, shown once, redeemed once, and listed in the audit log', async ({
  page,
  browser,
  product: { url },
}) => {
  const person = await signUp(url)
  await callApi(url, person, '/api/test/set-trial-days', { days: 0 })
  await storeSession(page, boss)
  await page.goto('/admin?tab=codes')
  await page.getByRole('button', { name: 'New Code' }).click()
  await page.getByLabel('Reason').fill('Fair')
  await page.getByRole('button', { name: 'Create Code' }).click()
  const shownCode = page.getByText(/^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}$/)
  const code = (await shownCode.textContent()) ?? ''
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(shownCode).toHaveCount(0)

  const theirs = await (await browser.newContext({ baseURL: url })).newPage()
  await storeSession(theirs, person)
  await theirs.goto('/profile/billing')
  await theirs.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase())
  await theirs.getByRole('button', { name: 'Redeem' }).click()
  await expect(theirs.getByRole('textbox', { name: 'Code' })).toHaveValue('')
  for (const useless of [code, 'ABCD-EFGH-JKMN-PQRS']) {
    await theirs.getByRole('textbox', { name: 'Code' }).fill(useless)
    await theirs.getByRole('button', { name: 'Redeem' }).click()
    await expect(theirs.getByRole('alert')).toHaveText('This code is not valid, or it was used already.')
  }
  await theirs.goto('/dashboard')
  await expect(theirs.getByText(/^Welcome, /)).toBeVisible()
  await theirs.context().close()

  await page.reload()
  await expect(page.getByText(`by ${person.email}`)).toBeVisible()
  await page.getByRole('tab', { name: 'Record' }).click()
  await expect(page.getByText(`Redeemed a code: ${person.email}`)).toBeVisible()
})

for (const [theme, width] of [
  ['light', 320],
  ['dark', 1280],
] as const)
  test(`every tab is accessible and fits the screen, ${theme} at ${width} px`, async ({ page }) => {
    await storeSession(page, boss)
    await useTheme(page, theme)
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/admin')
    for (const name of ['Accounts', 'Codes', 'Record', 'Health', 'Sources', 'Jobs', 'Language Model']) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tabpanel', { name })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectAccessible(page)
      expect([name, await fitsTheScreen(page)]).toEqual([name, true])
    }
  })

test('the tabs work by keyboard, and Back returns to the previous one', async ({ page }) => {
  await storeSession(page, boss)
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Accounts' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\?tab=codes$/)
  await page.keyboard.press('End')
  await expect(page.getByText('No language model is connected.', { exact: false })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Codes' })).toHaveAttribute('aria-selected', 'true')
})
