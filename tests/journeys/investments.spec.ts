import { read, utils } from '@e965/xlsx'
import {
  chooseInMenu,
  companyRows,
  expectToast,
  forgiveLateLogos,
  loadSample,
  savedBy,
} from './portfolio-steps.ts'
import { expect, expectAccessible, test } from './product.ts'

test.beforeEach(async ({ signedIn: page, account, product }) => {
  await loadSample(product.url, account)
  await page.goto('/investments')
  await expect(companyRows(page)).toHaveCount(12)
})

test('what is searched, filtered, ordered and shown stands in the address', async ({ signedIn: page }) => {
  const first = companyRows(page).first()
  await expect(page.getByText('12 companies', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Company' }).and(page.locator('th button')).click()
  await expect(page).toHaveURL(/\?sort=name$/)
  await expect(first).toContainText('Brightmoor Security')
  await page.getByLabel('Sort').selectOption('Earliest Investment')
  await expect(first).toContainText('Copperline Chips')
  await page.getByLabel('Stage').selectOption('Seed (4)')
  await expect(page).toHaveURL(/sort=invested&stage=Seed$/)
  await expect(page.getByText('Showing 4 of 12')).toBeVisible()
  await expect(first).toContainText('Granite Ledger')
  await page.getByLabel('Search companies').fill('bright')
  await expect(page).toHaveURL(/q=bright/)
  await expect(companyRows(page)).toHaveCount(1)
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByLabel('Search companies')).toHaveValue('bright')
  await expect(page.getByLabel('Stage')).toHaveValue('Seed')
  await expect(page.getByText('Showing 1 of 12')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\?sort=invested$/)
  await expect(page.getByLabel('Search companies')).toHaveValue('')
  await expect(companyRows(page)).toHaveCount(12)
  await page.getByLabel('Search companies').fill('nothing of this kind')
  await expect(page.getByText('No companies match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(companyRows(page)).toHaveCount(12)
})

test('columns are chosen, and stay chosen', async ({ signedIn: page }) => {
  const stage = page.getByRole('columnheader', { name: 'Stage' })
  await expect(stage).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Stage' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Added' }).click()
  await page.keyboard.press('Escape')
  await expect(stage).toHaveCount(0)
  await expect(page).toHaveURL(/columns=website(,|%2C)category(,|%2C)invested(,|%2C)added$/)
  await page.goto('/investments')
  await expect(page.getByRole('columnheader', { name: 'Added' })).toBeVisible()
  await expect(stage).toHaveCount(0)
})

test('several are chosen, removed, and taken back', async ({ signedIn: page, complaints }) => {
  await page.getByLabel('Select Lumen Harbor').check()
  await page.getByLabel('Select Paperlark').check()
  await expect(page.getByText('2 of 12 selected')).toBeVisible()
  const remove = page.getByRole('button', { name: 'Remove', exact: true })
  const dialog = page.getByRole('dialog')
  await remove.click()
  await expect(dialog).toContainText('Remove 2 companies?')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(companyRows(page)).toHaveCount(12)
  await remove.click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Companies removed', '2 companies are no longer in your portfolio.')
  await expect(companyRows(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Companies restored', '2 companies are back in your portfolio.')
  await expect(companyRows(page)).toHaveCount(12)
  await page.reload()
  await expect(companyRows(page)).toHaveCount(12)
  forgiveLateLogos(complaints)
})

test('the table is worked by the keyboard alone', async ({ signedIn: page }) => {
  const link = (row: number) => companyRows(page).nth(row).getByRole('link').first()
  const name = await link(1).innerText()
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
  await expect(link(1)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByLabel(`Select ${name}`)).toBeChecked()
  await page.keyboard.press('#')
  await expect(page.getByRole('dialog')).toContainText(`Remove ${name}?`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search companies')).toBeFocused()
  await page.keyboard.type('jx')
  await expect(page.getByLabel('Search companies')).toHaveValue('jx')
  await page.getByLabel('Search companies').fill('')
  await expect(companyRows(page)).toHaveCount(12)
  await link(1).focus()
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/companies\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('the portfolio leaves as CSV, Excel, JSON and on paper; a view of it as that view', async ({
  signedIn: page,
}) => {
  const save = (item: string) => savedBy(page, () => chooseInMenu(page, 'Export', item))
  const csv = await save('CSV')
  expect(csv.name).toMatch(/^tidings-portfolio-\d{4}-\d\d-\d\d\.csv$/)
  const lines = csv.bytes.toString().trimEnd().split('\r\n')
  expect(lines[0]).toContain('Company,Website,Category,Stage,Date Invested')
  expect(lines).toHaveLength(13)
  expect(lines.join('\n')).toContain(
    'Lumen Harbor,https://lumen-harbor.example,Logistics,Series A,2021-11-19',
  )

  await page.getByLabel('Category').selectOption('Logistics (1)')
  await expect(companyRows(page)).toHaveCount(1)
  const { Sheets, SheetNames } = read((await save('Excel (this view)')).bytes)
  const rows: unknown[][] = utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1 })
  expect(rows.map((row) => row[0])).toEqual(['Company', 'Lumen Harbor'])
  const json: unknown = JSON.parse((await save('JSON (everything)')).bytes.toString())
  expect(json).toHaveProperty('companies.length', 12)

  await chooseInMenu(page, 'Export', 'Print or PDF (this view)')
  await expect(page).toHaveURL(/\/investments\/report\?category=Logistics$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio report')
  await expect(page.getByText(/^Prepared for .* · Category: Logistics · Order: Newest First$/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Holdings' }).getByRole('row')).toHaveCount(2)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
})
