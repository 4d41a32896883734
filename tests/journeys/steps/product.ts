import { test as base, expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { loopbackSite } from '../../../server/testing/network/loopback-site.ts'
import { png } from '../../../server/testing/files/pictures.ts'
import { startProduct, type RunningProduct } from '../../../tools/product.ts'
import { findViolations } from './axe.ts'

const Session = z.looseObject({ access_token: z.string(), refresh_token: z.string(), expires_at: z.number() })

export const INBOUND_WEBHOOK_SECRET = 'key-for-signing-deliveries'

export type Account = { email: string; password: string; session: z.infer<typeof Session> }

type WorkerFixtures = {
  companySite: Pick<Awaited<ReturnType<typeof loopbackSite>>, 'url' | 'requests'>
  product: RunningProduct
}
type TestFixtures = {
  account: Account
  signedIn: Page
  complaints: string[]
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  companySite: [
    async ({}, use) => {
      const site = await loopbackSite((request, response) => {
        const isPicture = request.url === '/icon.png'
        response.setHeader('content-type', isPicture ? 'image/png' : 'text/html')
        response.end(isPicture ? png(100) : '<link rel="icon" href="/icon.png" sizes="100x100">')
      })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({}, use) => {
      const product = await startProduct({
        environment: {
          LOG_LEVEL: 'warn',
          AUTH_RATE_LIMITS: 'off',
          INBOUND_DOMAIN: 'in.tidings.example',
          INBOUND_WEBHOOK_SECRET,
          // Some tests run sites of their own.
          FETCH_ALLOW: '127.0.0.0/8',
        },
      })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  complaints: [
    async ({ page, product }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          complaints.push(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (url.origin !== product.url && !['data:', 'blob:'].includes(url.protocol))
          complaints.push(`foreign: ${request.url()}`)
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  account: async ({ product }, use) => use(await signUp(product.url)),
  signedIn: async ({ page, account }, use) => {
    await storeSession(page, account)
    await use(page)
  },
})

/** The sample source provides news without network access. */
export const testWithSampleNews = test.extend<object, { product: RunningProduct }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({
        environment: { LOG_LEVEL: 'warn', AUTH_RATE_LIMITS: 'off', SOURCES: 'sample' },
      })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

export { expect }

let people = 0

export async function signUp(
  url: string,
  email = `investor-${process.pid}-${(people += 1)}@example.com`,
): Promise<Account> {
  const password = 'a rather long passphrase 42'
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return { email, password, session: Session.parse(await response.json()) }
}

export async function storeSession(page: Page, { session }: Account): Promise<void> {
  await page.addInitScript((stored) => {
    if (!sessionStorage.getItem('stored-once')) {
      sessionStorage.setItem('stored-once', 'yes')
      localStorage.setItem('tidings-session', stored)
    }
  }, JSON.stringify(session))
}

export async function useTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
}

/** The only rules that depend on theme or width. The others are checked with the first combination only. */
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

export async function expectAccessible(page: Page, within?: string, rules?: string[]): Promise<void> {
  // The failure names the page, because some tests visit many.
  const { pathname, search } = new URL(page.url())
  expect(await findViolations(page, { within, rules }), pathname + search).toEqual([])
}

export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await showTheme(page, 'dark')
  await expectAccessible(page, undefined, RULES_OF_LOOKS)
  await showTheme(page, 'light')
}

export async function expectFits(page: Page): Promise<void> {
  // Colors come from the same tokens at any width, so two of the four combinations cover everything.
  for (const [theme, width] of [
    ['light', 320],
    ['dark', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await showTheme(page, theme)
    await expectAccessible(page, undefined, theme === 'dark' ? RULES_OF_LOOKS : undefined)
    const needed = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(needed, `${page.url()}, ${theme}, ${width} px`).toBeLessThanOrEqual(width)
  }
}

async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => {
    if (value === 'dark') document.documentElement.dataset.theme = 'dark'
    else delete document.documentElement.dataset.theme
  }, theme)
}

export async function callApi(url: string, account: Account, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${account.session.access_token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}
