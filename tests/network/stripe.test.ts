import type { BrowserContext, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../journeys/steps/axe.ts'
import { openNamespace } from './namespace.ts'
import { ADMIN, openStripeSandbox, PRODUCT, type StripeSandbox } from './stripe-sandbox.ts'
import {
  alertText,
  answerBank,
  callApi,
  CARD,
  cardFrame,
  choose,
  CODE,
  colorOf,
  documentPath,
  pageText,
  payWith,
  signUp,
  tracesOf,
  typeCard,
  watch,
  readScreens,
} from './stripe/steps.ts'
import { PROVIDER_HOSTS } from './stripe/provider-internet.ts'

const namespace = openNamespace()

let sandbox: StripeSandbox
let ada: BrowserContext
let page: Page
let seen: ReturnType<typeof watch>

beforeAll(async () => {
  sandbox = await openStripeSandbox(namespace)
  ada = await sandbox.newPerson()
  seen = watch(ada)
  page = await ada.newPage()
})
afterAll(async () => {
  await sandbox?.close()
  namespace.remove()
})

async function visit(path: string): Promise<string> {
  const response = await page.goto(path)
  await page.locator('h1').first().waitFor()
  return response?.headers()['content-security-policy'] ?? ''
}

const isActive = (on = page) => on.getByRole('heading', { name: 'Subscription Active!' }).waitFor()

// The tests depend on each other: the account created first pays and then changes its card.
describe('Stripe payments', { timeout: 120_000 }, () => {
  test('pages other than the card pages never contact the provider', async () => {
    const { visitor, member } = readScreens()
    const policies = new Map<string, string>()
    for (const path of visitor) policies.set(path, await visit(path))
    await signUp(page, ADMIN)
    const [company] = (await callApi(page, '/api/companies/bulk', [{ name: 'Cedar' }])) as { id: number }[]
    for (const path of member) policies.set(path, await visit(path.replaceAll(':id', String(company?.id))))
    expect([...policies].filter(([, policy]) => !policy.includes("script-src 'self'"))).toEqual([])
    expect([...policies].filter(([, policy]) => policy.includes('stripe'))).toEqual([])
    const { names, hits, calls } = await sandbox.see()
    expect({ names, hits, calls, hosts: seen.hosts() }).toEqual({
      names: [],
      hits: [],
      calls: [],
      hosts: [new URL(PRODUCT).host],
    })
    expect(seen.complaints()).toEqual([])
  })

  test('the card pages are always opened by a full document load', async () => {
    await visit('/dashboard')
    await choose(page, 'Billing')
    await page.waitForURL('/profile/billing')
    expect(await documentPath(page)).toBe('/profile/billing')
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
    await page.waitForURL('/profile')
    expect(await documentPath(page)).toBe('/profile')
    expect((await sandbox.see()).calls).toEqual([])

    await visit('/dashboard')
    await page.getByRole('link', { name: 'Upgrade' }).click()
    await page.waitForURL('/subscribe')
    expect(await documentPath(page)).toBe('/subscribe')
    await page.getByRole('button', { name: 'Upgrade Now' }).click()
    await cardFrame(page).getByPlaceholder('Card number').waitFor()
  })

  test('the card frame uses the page’s colors, even after a theme change', async () => {
    await typeCard(page, CARD.declined)
    const number = cardFrame(page).getByPlaceholder('Card number')
    const ink = page.locator('h1')
    const light = await colorOf(ink)
    expect(await colorOf(number)).toBe(light)
    await choose(page, 'Use dark theme')
    await expect.poll(() => colorOf(ink)).not.toBe(light)
    await expect.poll(() => colorOf(number)).toBe(await colorOf(ink))
    expect(await number.inputValue()).toBe(CARD.declined)
    // The content of the iframe belongs to the provider.
    expect(await findViolations(page, { except: 'iframe' })).toEqual([])
  })

  test('declined and unauthenticated cards are explained; then "Subscription Active!"', async () => {
    await typeCard(page, '4242424242424241')
    await page.getByText('Your card number is invalid.').waitFor()
    await payWith(page, CARD.declined)
    expect(await alertText(page)).toBe('Your card was declined.')
    await payWith(page, CARD.secured)
    await answerBank(page, 'Fail')
    expect(await alertText(page)).toMatch(/^We are unable to authenticate your payment method/)
    expect(tracesOf(await pageText(page))).toEqual([])
    expect(await cardFrame(page).getByPlaceholder('Card number').inputValue()).toBe(CARD.secured)
    await payWith(page, CARD.secured)
    await answerBank(page, 'Complete')
    await isActive()
    await page.waitForURL('/dashboard')
    expect(await documentPath(page)).toBe('/dashboard')
  })

  test('a blocked card form shows an error; "processing" does not count as success', async () => {
    const context = await sandbox.newPerson()
    const patient = await context.newPage()
    await signUp(patient, 'patient@example.com')
    await patient.goto('/profile')
    await callApi(patient, '/api/test/set-trial-days', { days: 0 })
    await patient.goto('/analytics', { waitUntil: 'commit' })
    // Not waitForURL, which fails because the redirecting page is gone before it has loaded.
    await expect.poll(() => new URL(patient.url()).pathname, { timeout: 20_000 }).toBe('/subscribe')
    await patient.waitForLoadState()
    expect(await documentPath(patient)).toBe('/subscribe')

    await patient.route('https://js.stripe.com/**', (route) => route.abort())
    await patient.getByRole('button', { name: 'Upgrade Now' }).click()
    expect(await alertText(patient)).toMatch(/^We could not load our payment provider’s card form/)
    await patient.unroute('https://js.stripe.com/**')
    await patient.reload()
    await patient.getByRole('button', { name: 'Upgrade Now' }).click()
    await payWith(patient, CARD.slow)
    await patient.getByRole('heading', { name: 'Payment received, activating...' }).waitFor()
    for (let asked = 0; asked < 2; asked += 1)
      await patient.waitForResponse((response) => response.url().endsWith('/api/verify-payment-success'))
    expect(await patient.getByText('Subscription Active!').count()).toBe(0)
    await sandbox.settle()
    await isActive(patient)
    await patient.waitForURL('/analytics')
    await context.close()
  })

  test('the card can be replaced with one that needs authentication', async () => {
    await visit('/profile/billing')
    await page.getByText('visa ending in 3155').waitFor()
    await page.getByRole('button', { name: 'Update Card' }).click()
    await typeCard(page, CARD.alwaysSecured)
    await page.getByRole('button', { name: 'Save Card' }).click()
    await answerBank(page, 'Complete')
    await page.getByText('visa ending in 3184').waitFor()
    await page.getByText('Card updated', { exact: true }).waitFor()
  })

  test('card numbers and codes reach only the provider, never our requests or log', async () => {
    await visit('/dashboard')
    const { names, hits, calls, sent, output } = await sandbox.see()
    expect(sent.includes('POST /api/get-or-create-subscription')).toBe(true)
    expect(output.includes('/api/get-or-create-subscription')).toBe(true)
    expect([tracesOf(sent), tracesOf(output)]).toEqual([[], []])
    expect(output.split('\n').filter((line) => line.includes('csp-violation'))).toEqual([])
    const [api, others] = [true, false].map((isApi) =>
      calls
        .filter(({ host }) => (host === 'api.stripe.com') === isApi)
        .map(({ url, body }) => url + body)
        .join('\n'),
    )
    expect(new Set(tracesOf(api ?? ''))).toEqual(new Set([...Object.values(CARD), CODE]))
    expect(tracesOf(others ?? '')).toEqual([])
    expect(new Set(names)).toEqual(new Set(PROVIDER_HOSTS))
    expect(hits).toEqual([])
    expect(seen.hosts()).toEqual([...PROVIDER_HOSTS, new URL(PRODUCT).host].sort())
    expect(seen.complaints()).toEqual([])
    const [{ count } = {}] = await sandbox.database.query(
      'select count(*)::int from webhook_events where processed_at is not null',
    )
    expect(count).toBeGreaterThan(0)
  })
})
