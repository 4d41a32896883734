import type { Page } from '@playwright/test'
import { z } from 'zod'
import { startProduct } from '../../tools/product.ts'
import { signOut } from './steps/account-steps.ts'
import { loadSample } from './steps/portfolio-steps.ts'
import { callApi, expect, expectFits, signUp, storeSession, test, type Account } from './steps/product.ts'
import { everythingStored } from './steps/stored.ts'

test('every main screen is readable offline, and the app recovers by itself', async ({
  signedIn: page,
  context,
  product,
  account,
  complaints,
}) => {
  const screens = await screensOf(product.url, account)
  await visit(page, product.url, screens)
  // The token has expired by the time the device goes offline.
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('tidings-session') ?? '{}')
    localStorage.setItem('tidings-session', JSON.stringify({ ...session, expires_at: 1 }))
  })
  await context.setOffline(true)
  for (const { path, text } of screens) {
    await page.goto(path)
    await expect(page.getByText(/^Offline\. Showing what was loaded/), path).toBeVisible()
    await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first(), path).toBeVisible()
    await expect(page.locator('.appear-late'), path).toHaveCount(0)
    await expect(page.getByText('We could not load'), path).toHaveCount(0)
  }
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFits(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Add Company' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company Name').fill('Tunnel Vision')
  await dialog.getByLabel('Company Website').fill('tunnel-vision.example')
  await dialog.getByRole('button', { name: 'Add Investment' }).click()
  await expect(page.getByText("You're offline. This needs a connection.").first()).toBeVisible()
  await page.keyboard.press('Escape')

  await callApi(product.url, account, '/api/companies', {
    name: 'Meanwhile Elsewhere',
    website: 'meanwhile.example',
  })
  await context.setOffline(false)
  await expect(page.getByText(/^Offline\./)).toHaveCount(0)
  await expect(page.getByText('Meanwhile Elsewhere').first()).toBeAttached()
  complaints.splice(0)
})

test('a server outage is treated like being offline, and its end is noticed', async ({ page, complaints }) => {
  const environment = { LOG_LEVEL: 'warn', AUTH_RATE_LIMITS: 'off' }
  const product = await startProduct({ environment })
  const account = await signUp(product.url, 'patient@example.com')
  await storeSession(page, account)
  const dashboard = (await screensOf(product.url, account)).slice(0, 1)
  await visit(page, product.url, dashboard)
  await product.kill()
  await page.goto(`${product.url}/dashboard`)
  await expect(page.getByText(/^We can’t reach the server\. Showing what was loaded/)).toBeVisible()
  await expect(page.getByText(dashboard[0]?.text ?? '').first()).toBeVisible()
  const port = Number(new URL(product.url).port)
  const again = await startProduct({ environment, port, dataDir: product.dataDir })
  await expect(page.getByText(/^We can’t reach the server/)).toHaveCount(0, { timeout: 40_000 })
  await again.stop()
  complaints.splice(0)
})

test('signing out leaves no user data in any cache, database or storage, in any tab', async ({
  signedIn: page,
  context,
  product,
  account,
}) => {
  const screens = await screensOf(product.url, account)
  await visit(page, product.url, screens)
  const names = screens.map(({ text }) => text).filter((text) => text === account.email || text === screens[0]?.text)
  const { id } = account.session.user as { id: string }
  const { access_token: token, refresh_token: refresh } = account.session
  const traces = [...names, account.email, id, token, refresh]
  const kept = await everythingStored(page)
  for (const trace of traces) expect(kept, trace).toContain(trace)
  const other = await context.newPage()
  await other.goto('/investments')
  await expect(other.getByText(names[0] ?? '').first()).toBeVisible()
  await signOut(page)
  await expect(other.getByRole('link', { name: 'Get Started Free' })).toBeVisible()
  for (const tab of [page, other]) {
    const left = await everythingStored(tab)
    for (const trace of traces) expect(left, trace).not.toContain(trace)
    expect(left).not.toMatch(/\/api\/|\/companies\/\d/)
  }
})

type Screen = { path: string; text: string; kept: string }

async function screensOf(url: string, account: Account): Promise<Screen[]> {
  await loadSample(url, account)
  const feed = z.array(z.object({ id: z.number(), name: z.string(), hasNews: z.boolean() }))
  const rows = feed.parse(await callApi(url, account, '/api/news/feed'))
  const { id = 0, name = '' } = rows.find(({ hasNews }) => hasNews) ?? {}
  return [
    { path: '/dashboard', text: name, kept: '/api/news/summary' },
    { path: '/dashboard?tab=news', text: name, kept: '/api/news/feed?limit=100' },
    { path: '/investments', text: name, kept: '/api/companies?' },
    { path: `/companies/${id}`, text: name, kept: `/api/companies/${id}/identity` },
    { path: '/analytics', text: 'Analytics', kept: '/api/analytics/events' },
    { path: '/discover', text: 'Discover', kept: '/api/discover' },
    { path: '/profile', text: account.email, kept: '/api/auth/user' },
  ]
}

/** Visits each screen until the device has stored what it needs to show it again. */
async function visit(page: Page, url: string, screens: Screen[]): Promise<void> {
  for (const { path, text, kept } of screens) {
    await page.goto(url + path)
    await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first(), path).toBeVisible()
    await expect(page.getByText(/^Loading/), path).toHaveCount(0)
    await expect.poll(() => everythingStored(page), { message: path }).toContain(kept)
  }
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}
