import { readFileSync } from 'node:fs'
import { utils, write } from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { callApi, expect, type Account } from './product.ts'

type File = { name: string; mimeType: string; buffer: Buffer }

const Listed = z.array(z.object({ id: z.number(), name: z.string() }))

export const addMany = (
  url: string,
  account: Account,
  companies: { name: string; category?: string; stage?: string }[],
) => callApi(url, account, '/api/companies/bulk', companies)

export const loadSample = (url: string, account: Account) => callApi(url, account, '/api/companies/sample', {})

export const listCompanies = async (url: string, account: Account) =>
  Listed.parse(await callApi(url, account, '/api/companies'))

export async function expectToast(page: Page, title: string, text = ''): Promise<void> {
  const toast = page.locator('.toast').filter({ hasText: title })
  await expect(toast).toBeVisible()
  await expect(toast).toContainText(text)
}

export const csvFile = (name: string, lines: string[]): File => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

export function workbookFile(name: string, rows: string[][]): File {
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Portfolio')
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
  }
}

export const chooseFile = (page: Page, file: File) => page.getByLabel('Company file').setInputFiles(file)

export async function dragFile(page: Page, target: Locator, { name, mimeType, buffer }: File) {
  const dataTransfer = await page.evaluateHandle(
    ([called, type, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], called, { type }))
      return transfer
    },
    [name, mimeType, buffer.toString()] as const,
  )
  return {
    over: () => target.dispatchEvent('dragover', { dataTransfer }),
    leave: () => target.dispatchEvent('dragleave', { dataTransfer }),
    drop: () => target.dispatchEvent('drop', { dataTransfer }),
  }
}

export async function savedBy(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

export async function chooseInMenu(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export const companyRows = (page: Page) => page.locator('tbody tr:has(a)')

export async function expectToFitPhones(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]))
      .toEqual([width, width])
  }
  if (before) await page.setViewportSize(before)
}

/** A logo requested while its company is being removed returns 404, which Chromium logs. */
export function forgiveLateLogos(complaints: string[]): void {
  const kept = complaints.filter((line) => !/status of 404 .*\/api\/companies\/\d+\/logo\b/.test(line))
  complaints.splice(0, complaints.length, ...kept)
}
