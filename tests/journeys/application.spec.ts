import type { Page, Request } from '@playwright/test'
import { forgive } from './steps/account-steps.ts'
import { callApi, expect, expectAccessible, expectAccessibleInBothThemes, expectFits, test } from './steps/product.ts'

const ROUTES = {
  'the news and the portfolio': [
    '/dashboard',
    '/dashboard?tab=news',
    '/dashboard?tab=evaluator',
    '/investments',
    '/investments/upload',
    '/discover',
  ],
  'the account': ['/subscribe', '/profile/security', '/profile/email', '/profile/updates'],
  'the pages for trying things out': ['/trial-test', '/test-email', '/debug-reset'],
}

for (const [name, paths] of Object.entries(ROUTES))
  test(`${name}: accessible and fitting, both light and narrow and dark and wide`, async ({
    signedIn: page,
    product,
    account,
  }) => {
    await callApi(product.url, account, '/api/companies', {
      name: 'Cedar Robotics',
      website: 'cedar-robotics.example',
    })
    const unanswered = watchRequests(page)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      await expect.poll(unanswered).toEqual([])
      await expectFits(page)
    }
  })

test('the checks detect a button without a name and pale text, even in the dark theme only', async ({
  signedIn: page,
}) => {
  await page.goto('/debug-reset')
  await expect(page.locator('h1')).toBeVisible()
  await page.evaluate(() => {
    const dim = document.createElement('p')
    dim.textContent = 'dim'
    dim.id = 'dim'
    document.querySelector('main')?.append(dim)
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('[data-theme=dark] #dim { color: #333; background: #222 }')
    document.adoptedStyleSheets.push(sheet)
  })
  await expectAccessible(page)
  await expect(expectAccessibleInBothThemes(page)).rejects.toThrow('color-contrast')
  await page.evaluate(() => document.querySelector('#dim')?.remove())
  await page.evaluate(() => {
    const pale = document.createElement('p')
    pale.textContent = 'pale'
    pale.style.cssText = 'color: #bbb; background: #fff'
    document.querySelector('main')?.append(document.createElement('button'), pale)
  })
  await expect(expectAccessible(page)).rejects.toThrow('button-name')
  await expect(expectFits(page)).rejects.toThrow('color-contrast')
})

test('the landing page takes a signed-in user to the dashboard', async ({ signedIn: page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(/^Welcome, Investor\./)).toBeVisible()
})

test('an empty portfolio says so, and the first company can be added from there', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  await expect(page.getByText('No investments yet')).toBeVisible()
  await expect(page.getByText('Add your first investment to start tracking news')).toBeVisible()
  await page.getByRole('button', { name: 'Add Company' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Add a single company or upload multiple companies via CSV file.')
  await expectAccessible(page)
  await dialog.getByLabel('Company Name').fill('Cedar Robotics')
  await dialog.getByLabel('Company Website').fill('cedar-robotics.example')
  await dialog.getByRole('button', { name: 'Add Investment' }).click()
  await expect(page.getByText('Company added successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View' })).toBeVisible()
})

test('an unknown company is not found, and a link leads back to the dashboard', async ({
  signedIn: page,
  complaints,
}) => {
  await page.goto('/companies/2000000000')
  await expect(page.getByText('Company not found')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /dashboard/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/dashboard/)
  forgive(complaints, 404)
})

test.describe('not signed in', () => {
  test('every application page leads to the landing page', async ({ page }) => {
    for (const path of [
      '/dashboard',
      '/companies/1',
      '/investments',
      '/investments/report',
      '/investments/upload',
      '/profile',
      '/profile/billing',
      '/profile/security',
      '/profile/email',
      '/profile/updates',
    ]) {
      await page.goto(path)
      await expect(page, path).toHaveURL(/\/$/)
      await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeVisible()
    }
  })

  test('/subscribe asks to log in', async ({ page }) => {
    await page.goto('/subscribe')
    await expect(page.getByText('Please log in')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', /^\/signin/)
  })
})

test('each page sets its own title', async ({ signedIn: page, complaints }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveTitle(/Tidings/)
  await page.getByRole('link', { name: 'Discover' }).click()
  await expect(page).toHaveURL(/\/discover$/)
  await expect(page).toHaveTitle(/Discover.*Tidings/)
  forgive(complaints, 404)
})

function watchRequests(page: Page): () => string[] {
  const waiting = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/events')) waiting.add(request)
  })
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  return () => [...waiting].map((request) => request.url())
}
