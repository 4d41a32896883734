import type { Locator, Page } from '@playwright/test'
import { forgive } from './steps/account-steps.ts'
import { addMany, expectToFitPhones, loadSample } from './steps/portfolio-steps.ts'
import { callApi, expect, expectAccessible, signUp, storeSession, test, useTheme } from './steps/product.ts'

const PHONE = { width: 390, height: 844 }
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff-International-Holding-AG'
const NEWS = '/dashboard?tab=news'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** At least two lines of the story are visible above the navigation bar. */
async function expectSeen(page: Page, story: Locator) {
  await expect(story).toBeInViewport()
  const [top, limit] = [(await story.boundingBox())?.y ?? Infinity, (await bar(page).boundingBox())?.y ?? 0]
  expect(top + 56).toBeLessThanOrEqual(limit)
}

test('the sidebar leads to the main pages, and stays collapsed', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  for (const [name, path] of [
    ['Portfolio', /\/investments$/],
    ['Analytics', /\/analytics$/],
    ['Discover', /\/discover$/],
    ['Home', /\/dashboard$/],
  ] as const) {
    await bar(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(bar(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  await expect(bar(page).getByRole('region', { name: 'Trial' })).toContainText(
    /^\d+ days remaining until billing begins\./,
  )
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await page.reload()
  await bar(page).getByRole('link', { name: 'Discover' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Discover')
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  await expectAccessible(page)
})

test('the search button and the heading are aligned on the left', async ({ signedIn: page }) => {
  for (const path of ['/dashboard', '/profile']) {
    await page.goto(path)
    const [search, heading] = [
      await page.getByRole('button', { name: /^Search companies/ }).boundingBox(),
      await page.getByRole('heading', { level: 1 }).boundingBox(),
    ]
    expect(search?.x).toBe(heading?.x)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('the navigation bar leads to Home, portfolio, analytics and profile', async ({ signedIn: page }) => {
    await page.goto('/dashboard')
    for (const [name, path] of [
      ['Home', /\/dashboard$/],
      ['Portfolio', /\/investments$/],
      ['Analytics', /\/analytics$/],
      ['Profile', /\/profile$/],
    ] as const) {
      await bar(page).getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
    }
    await page.getByRole('main').getByRole('link', { name: 'Discover' }).click()
    await expect(page).toHaveURL(/\/discover$/)
  })

  test('the first story is visible without scrolling; filters are hidden until opened', async ({
    signedIn: page,
    product,
    account,
  }) => {
    await loadSample(product.url, account)
    await page.goto(NEWS)
    const events = page.getByRole('region', { name: 'Today' }).getByRole('article')
    for (const at of [0, 1, 2]) await expectSeen(page, events.nth(at))

    const companies = page.getByRole('combobox', { name: 'Company' })
    await expect(companies).toBeHidden()
    await page.getByRole('button', { name: 'Filters' }).click()
    await companies.selectOption({ label: 'Lumen Harbor' })
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.reload()
    await expect(companies).toBeVisible()
  })

  test('long names fit on every page, even at 320 pixels', async ({ signedIn: page, product, account }) => {
    await addMany(product.url, account, [{ name: LONG_NAME }, { name: `${LONG_NAME.slice(0, -1)}B` }])
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('First Name').fill(LONG_NAME.slice(0, 60))
    await page.getByRole('button', { name: 'Save', exact: false }).click()
    await expect(page.getByText(LONG_NAME.slice(0, 60)).first()).toBeVisible()
    for (const path of ['/profile', '/dashboard', NEWS, '/investments', '/analytics', '/discover']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectToFitPhones(page)
    }
  })
})

for (const theme of ['light', 'dark'] as const)
  test(`the shell and its notifications are accessible, ${theme}`, async ({ signedIn: page, product, account }) => {
    await useTheme(page, theme)
    await addMany(product.url, account, [{ name: LONG_NAME }, { name: 'Cedar' }])
    await page.goto(NEWS)
    await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible()
    for (const width of theme === 'light' ? [1280, 390, 320] : [390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page)
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect(page.getByRole('link', { name: /^Import finished/ })).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.keyboard.press('Escape')
    }
  })

test('public pages and the 404 page recognize a signed-in user', async ({ page, product, complaints }) => {
  await page.goto('/blog')
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open Tidings' })).toHaveCount(0)
  await storeSession(page, await signUp(product.url))
  for (const path of ['/blog', '/privacy-policy', '/docs/api', '/no-such-page']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Log In' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Open Tidings' }).first()).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Open Tidings' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  forgive(complaints, 404)
})

/** One per guard and per kind of address. */
const DEEP_LINKS = [
  '/dashboard?tab=evaluator',
  '/companies/{id}?section=Business#coverage',
  '/investments/upload',
  '/discover?view=hidden',
  '/profile/email#alerts',
  '/admin?tab=jobs',
  // Last, because this page loads its document again, which could interrupt the next visit.
  '/profile/billing',
]

test('a deep link asks for sign-in and then opens with its query and fragment', async ({
  page,
  product,
  complaints,
}) => {
  const account = await signUp(product.url)
  const { id } = (await callApi(product.url, account, '/api/companies', {
    name: 'Cedar',
    website: 'cedar.example',
  })) as {
    id: number
  }
  for (const link of DEEP_LINKS) {
    const path = link.replace('{id}', String(id))
    await page.goto('/privacy-policy')
    await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()))
    await page.goto(path)
    await expect(page.getByText('Log in to open the page you asked for.')).toBeVisible()
    await page.getByRole('link', { name: 'Log In' }).click()
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page, path).toHaveURL(product.url + path)
  }
  await afterItsDocument(page)
  forgive(complaints, 404)
})

test('/subscribe asks for sign-in and then opens with its query', async ({ page, account }) => {
  await page.goto('/subscribe?pay=card')
  await page.getByRole('link', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/signin/)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/subscribe\?pay=card$/)
  await afterItsDocument(page)
})

/** The card pages load their document again, and a browser that is closed during that may hang. */
async function afterItsDocument(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState()
}
