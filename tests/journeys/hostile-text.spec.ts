import type { Page } from '@playwright/test'
import { HOSTILE_TEXTS } from './steps/hostile-text.ts'
import { addMany, chooseFile, companyRows, csvFile, expectToast, listCompanies } from './steps/portfolio-steps.ts'
import { callApi, expect, test, type Account } from './steps/product.ts'

// Numbered, because names that differ only in punctuation count as the same company.
const named = (text: string, number: number) => `${text} ${number}`
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** File names can't contain a slash. */
const FILE_NAMES = HOSTILE_TEXTS.filter((text) => !text.includes('/'))
  .slice(0, 8)
  .map((text) => `${text}.csv`)

declare global {
  interface Window {
    __x?: unknown
    violations?: string[]
  }
}

test('the corpus is dangerous when rendered as markup', async ({ browser, product }) => {
  const page = await browser.newPage()
  const dialogs = countDialogs(page)
  const senders = new Set<string>()
  const frames = HOSTILE_TEXTS.map((_text, number) => `<iframe src="/corpus/${number}"></iframe>`)
  await page.route('**', (route) => {
    const [, number] = /\/corpus\/(\d*)$/.exec(route.request().url()) ?? []
    if (number === undefined) senders.add(route.request().frame().url())
    if (number === undefined) return route.abort()
    const body = HOSTILE_TEXTS[Number(number || NaN)] ?? frames.join('')
    return route.fulfill({ contentType: 'text/html', body: `<!doctype html><body>${body}` })
  })
  await page.goto(`${product.url}/corpus/`)
  const runners = () => Promise.all(page.frames().map((frame) => frame.evaluate(() => window.__x)))
  await expect.poll(async () => (await runners().catch(() => [])).filter(Boolean).length).toBeGreaterThan(20)
  expect(senders.size).toBeGreaterThan(10)
  expect(dialogs()).toBeGreaterThan(0)
  await page.close()
})

/** Escaping must work without the content security policy; hostile-articles.spec.ts also runs with it. */
for (const mode of ['without the content policy']) {
  test.describe(mode, () => {
    test.use({ bypassCSP: true })

    test('hostile companies, files and addresses are shown as text', async ({ signedIn: page, account, product }) => {
      const dialogs = countDialogs(page)
      await page.addInitScript(() => {
        window.violations = []
        addEventListener('securitypolicyviolation', (event) => window.violations?.push(event.blockedURI))
      })
      const expectHarmless = async () => {
        expect(await page.evaluate(() => [window.__x, window.violations])).toEqual([undefined, []])
        expect(dialogs()).toBe(0)
      }
      await placeThem(product.url, account)
      const companies = await listCompanies(product.url, account)
      expect(companies).toHaveLength(HOSTILE_TEXTS.length + FILE_NAMES.length)

      for (const path of ['/dashboard?tab=investments', '/investments?sort=name']) {
        await page.goto(path)
        await expect(companyRows(page).first()).toBeVisible()
        await walkThrough(page, companies.length)
        await expectHarmless()
      }
      await page.goto('/dashboard?tab=news')
      const shown = page.getByText(companies.at(-1)?.name ?? '').filter({ visible: true })
      await expect(shown.first()).toBeVisible()
      await expectHarmless()
      for (const { id, name } of companies) {
        await page.evaluate((path) => history.pushState(null, '', path), `/companies/${id}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      }
      await expectHarmless()

      await page.goto('/investments/report')
      await expect(page.getByRole('table', { name: 'Holdings' }).locator('tbody tr')).toHaveCount(companies.length)
      await expectHarmless()
      for (const text of HOSTILE_TEXTS.slice(0, 6)) {
        const query = new URLSearchParams({ q: text, category: text, stage: text, columns: text, sort: text })
        await page.goto(`/investments?${query}`)
        await expect(page.getByLabel('Search companies')).toHaveValue(text)
        await expectHarmless()
      }

      await page.goto('/investments/upload')
      await expect(page.getByRole('button', { name: /^Undo:/ })).not.toHaveCount(0)
      await chooseFile(
        page,
        csvFile(`<img src=x onerror=window.__x=1>.csv`, [
          'Company,Website,Category',
          ...HOSTILE_TEXTS.map((text, number) => `${quoted(`${named(text, number)} too`)},,${quoted(text)}`),
          ...HOSTILE_TEXTS.map((text) => `${quoted(text)},${quoted(text)},`),
        ]),
      )
      await expect(page.getByRole('heading', { name: 'Review import' })).toBeVisible()
      await page.getByRole('button', { name: 'Show More Rows' }).click()
      await expect(page.getByText(`${HOSTILE_TEXTS[0]} 0 too`, { exact: true })).toBeVisible()
      await expectHarmless()
      await page.getByRole('button', { name: 'Upload Companies' }).click()
      await expect(page.getByRole('heading', { name: 'Upload Successful!' })).toBeVisible()
      await page.getByRole('button', { name: 'Undo This Import' }).click()
      await expect(page.getByRole('dialog')).toContainText('<img src=x onerror=window.__x=1>.csv?')
      await expectHarmless()

      const victim = companies.find(({ name }) => name.startsWith('<img src=x onerror'))
      await page.goto(`/companies/${victim?.id}`)
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expectToast(page, 'Company updated', victim?.name)
      await page.getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await expectToast(page, 'Company removed', victim?.name)
      await page.goto('/investments?view=removed')
      await expect(page.getByRole('listitem').filter({ hasText: victim?.name ?? '' })).toBeVisible()
      await expectHarmless()
    })
  })
}

async function placeThem(url: string, account: Account): Promise<void> {
  await addMany(
    url,
    account,
    HOSTILE_TEXTS.map((text, number) => ({ name: named(text, number), category: text, stage: text })),
  )
  const companies = await listCompanies(url, account)
  await callApi(url, account, '/api/companies/remove', { ids: companies.slice(0, 4).map(({ id }) => id) })
  await callApi(url, account, '/api/companies/restore', { ids: companies.slice(0, 4).map(({ id }) => id) })
  for (const [number, name] of FILE_NAMES.entries()) {
    const form = new FormData()
    form.set('file', new File([`Company\nImported ${number}`], name, { type: 'text/csv' }))
    const headers = { authorization: `Bearer ${account.session.access_token}` }
    await fetch(`${url}/api/companies/bulk-upload`, { method: 'POST', headers, body: form })
  }
}

/** Rows are rendered only when they scroll into view. */
async function walkThrough(page: Page, rows: number): Promise<void> {
  const table = page.locator('table').first()
  await expect(table).toHaveAttribute('aria-rowcount', String(rows + 1))
  for (let share = 0; share <= 1; share += 0.2)
    await page.evaluate((part) => scrollTo(0, document.documentElement.scrollHeight * part), share)
  // Content that loads meanwhile can move the end of the page.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.locator(`tr[aria-rowindex="${rows + 1}"]`)).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
}

function countDialogs(page: Page): () => number {
  let count = 0
  page.on('dialog', (dialog) => {
    count += 1
    void dialog.dismiss().catch(() => {})
  })
  return () => count
}
