import { loopbackSite } from '../../server/testing/network/loopback-site.ts'
import { png } from '../../server/testing/files/pictures.ts'
import { startProduct } from '../../tools/product.ts'
import { expect, expectAccessible, expectFits, signUp, storeSession, test, useTheme } from './steps/product.ts'

const PAGES = {
  'the public pages': ['/', '/privacy-policy', '/terms-of-service', '/cookie-policy', '/contact', '/blog', '/guides'],
  'the forms for visitors': ['/signin', '/signin?mode=signup', '/forgot-password', '/reset-password', '/subscribe'],
}

for (const [name, paths] of Object.entries(PAGES))
  test(`${name}: accessible and fitting, both light and narrow and dark and wide`, async ({ page }) => {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('h1')).toBeVisible()
      await expectFits(page)
    }
  })

test('/docs/api is accessible and fits; only its beginning is checked in the dark theme', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await page.goto('/docs/api')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await useTheme(page, 'dark')
  await page.reload()
  await expectAccessible(page, 'article > header')
  await expectAccessible(page, 'article section:first-of-type')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page is complete', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/signin')
    await expect(page.getByRole('link', { name: 'Get Started Free' })).toHaveAttribute('href', '/signin?mode=signup')
    await expect(page.getByRole('link', { name: 'Start Your Free Trial' })).toHaveAttribute(
      'href',
      '/signin?mode=signup',
    )
    for (const text of ['Portfolio management', 'Real-time news', 'AI insights', 'Premium', '$4.99']) {
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    }
    for (const feature of [
      'Real-time news updates',
      'Unlimited company tracking',
      'Bulk portfolio upload',
      'AI-powered news curation',
      'Advanced filtering and search',
      'Export of portfolio analytics',
    ])
      await expect(page.getByText(feature)).toBeVisible()
  })
})

test('every footer link works', async ({ page, request }) => {
  await page.goto('/')
  const links = page.getByRole('contentinfo').getByRole('link')
  const labels = await links.allInnerTexts()
  for (const label of ['Features', 'Pricing', 'API', 'Blog', 'Guides', 'Help Center', 'Contact'])
    expect(labels).toContain(label)
  const targets = new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
  for (const target of targets) {
    if (target.startsWith('#') || target.startsWith('/#'))
      await expect(page.locator(target.replace(/^\//, ''))).toBeAttached()
    else expect((await request.get(target)).status(), target).toBe(200)
  }
})

test('every page in the sitemap returns 200', async ({ request, product }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(7)
  for (const address of addresses) {
    expect(address.startsWith(product.url)).toBe(true)
    expect((await request.get(address)).status(), address).toBe(200)
  }
})

test('a visitor without a session sees no spinner and loads no application', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status')).toHaveCount(0)
  expect(scripts.length).toBeLessThanOrEqual(1)
})

test('the theme is light by default, and the choice is stored under the key theme', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: /theme/i }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('no consent is requested if no conversion is configured', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(sent).toEqual([])
  await expect(page.getByRole('button', { name: /agree|allow|accept/i })).toHaveCount(0)
})

test('a conversion is sent once per session, and only after the visitor allows it', async ({ browser }) => {
  const seen: string[] = []
  const provider = await loopbackSite((request, response) => {
    seen.push(request.url ?? '')
    response.setHeader('content-type', 'image/png').end(png(1))
  })
  const product = await startProduct({
    environment: {
      LOG_LEVEL: 'warn',
      CONVERSION_ID: 'AW-1/label',
      CONVERSION_URL: `${provider.url}/conversion`,
    },
  })
  const page = await browser.newPage({ baseURL: product.url })
  const settled = () => page.waitForLoadState('networkidle')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeVisible()
  await settled()
  expect(seen).toEqual([])
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect.poll(() => seen).toEqual(['/conversion/1/?label=label&guid=ON&script=0'])
  await page.reload()
  await settled()
  expect(seen).toHaveLength(1)

  const account = await signUp(product.url)
  const returning = await browser.newPage({ baseURL: product.url })
  await storeSession(returning, account)
  await returning.addInitScript(() => localStorage.setItem('consent', 'yes'))
  await returning.goto('/')
  await expect(returning).toHaveURL(/\/dashboard$/)
  expect(seen).toHaveLength(1)
  await Promise.all([page.close(), returning.close()])
  await product.stop()
  await provider.close()
})

test.describe('an unknown path', () => {
  test('shows the 404 page with a link to the home page', async ({ page, complaints }) => {
    const response = await page.goto('/no-such-page')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('404 Page Not Found')).toBeVisible()
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: /home/i }).first().click()
    await expect(page).toHaveURL(/\/$/)
    // Chromium logs documents with status 404.
    complaints.length = 0
  })
})
