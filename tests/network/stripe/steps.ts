import type { BrowserContext, Locator, Page } from '@playwright/test'
import { SLOW_CARD } from './provider.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const CARD = {
  declined: '4000000000000002',
  secured: '4000002500003155',
  alwaysSecured: '4000002760003184',
  slow: SLOW_CARD,
} as const

/** Unlikely to occur by chance. */
export const CODE = '9173'

export function watch(context: BrowserContext) {
  const complaints: string[] = []
  const asked: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('request', (request) => asked.push(request.url()))
  return {
    /** Filters out expected browser logs: declined cards (a 402 from the provider) and pages that don't exist. */
    complaints: () =>
      complaints.filter(
        (line) =>
          !/status of 402 .*https:\/\/api\.stripe\.com\/v1\//.test(line) &&
          !/status of 404 .*\/api\/(?:updates|shared)\/\d/.test(line),
      ),
    hosts: () => [...new Set(asked.map((address) => new URL(address).host).filter(Boolean))].sort(),
  }
}

export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signin?mode=signup')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a rather long passphrase 42')
  await page.getByRole('button', { name: 'Start Free Trial' }).click()
  await page.waitForURL('/dashboard')
}

export const callApi = (page: Page, path: string, body: unknown) =>
  page.evaluate(
    async ([to, text]) => {
      const { access_token: token } = JSON.parse(localStorage.getItem('tidings-session') ?? '{}') as {
        access_token: string
      }
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return (await fetch(to, { method: 'POST', headers, body: text })).json() as Promise<unknown>
    },
    [path, JSON.stringify(body)] as const,
  )

export const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')

export async function typeCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page)
  await frame.getByPlaceholder('Card number').fill(number)
  await frame.getByPlaceholder('MM / YY').fill('12 / 34')
  await frame.getByPlaceholder('CVC').fill(CODE)
  await frame.getByPlaceholder('ZIP').fill('94107')
}

export async function payWith(page: Page, number: string): Promise<void> {
  await typeCard(page, number)
  await page.getByRole('button', { name: 'Subscribe for $4.99/month' }).click()
}

export async function choose(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: /^Search companies and stories/ }).click()
  await page.getByRole('combobox').fill(words)
  await page.getByRole('option', { name: words }).first().click()
}

export const answerBank = (page: Page, answer: 'Complete' | 'Fail') =>
  page.frameLocator('iframe[title="Bank"]').getByRole('button', { name: answer }).click()

export const alertText = async (page: Page) => {
  const alert = page.getByRole('alert')
  await alert.waitFor()
  return alert.innerText()
}

export const colorOf = (text: Locator) =>
  text.evaluate((element) => {
    const paint = new OffscreenCanvas(1, 1).getContext('2d')!
    paint.fillStyle = getComputedStyle(element).color
    paint.fillRect(0, 0, 1, 1)
    return [...paint.getImageData(0, 0, 1, 1).data].join(' ')
  })

/** The path of the document that was loaded, whose content security policy a single-page application keeps. */
export const documentPath = (page: Page) =>
  page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname)

export const pageText = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value)
    return `${new XMLSerializer().serializeToString(document)}${fields.join(' ')}`
  })

export const tracesOf = (text: string) =>
  [...Object.values(CARD), CODE].filter((digits) =>
    new RegExp(`(?<![\\w-])${digits.split('').join('[ -]?')}(?![\\w-])`).test(text),
  )

const ROUTES = join(import.meta.dirname, '..', '..', '..', 'dist', 'web', 'routes.json')
const PAYMENT = ['/subscribe', '/profile/billing']
const BEFORE_SIGN_IN = ['/signin', '/forgot-password', '/reset-password']

export function readScreens() {
  const { pages, application } = JSON.parse(readFileSync(ROUTES, 'utf8')) as {
    pages: Record<string, string>
    application: string[]
  }
  return {
    visitor: [...Object.keys(pages), ...BEFORE_SIGN_IN, '/signin?mode=signup'],
    member: application.filter((path) => ![...PAYMENT, ...BEFORE_SIGN_IN].includes(path)),
  }
}
