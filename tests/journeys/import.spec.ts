import { forgive } from './steps/account-steps.ts'
import {
  chooseFile,
  companyRows,
  csvFile,
  dragFile,
  expectToast,
  expectToFitPhones,
  forgiveLateLogos,
  listCompanies,
  savedBy,
  workbookFile,
} from './steps/portfolio-steps.ts'
import { callApi, expect, expectAccessible, test, useTheme } from './steps/product.ts'

const UPLOAD = '/investments/upload'
const UNREADABLE = 'There was an error processing your file. Please check the format and try again.'
const ALL_HERE = 'Every company in this file is already in your portfolio.'

const mixed = csvFile('angels.csv', [
  'Company,Website,Sector,Round,Date Invested',
  'Cedar Robotics,cedar-robotics.example,,,',
  '"Acme, Inc.",acme.example,Robotics,Seed,2024-01-31',
  'Birch Foods,,Food,,',
  ',nameless.example,,,',
  'Elm Works,javascript:alert(1),,,',
  'ACME Inc,www.acme.example,,,',
])

test('an invalid company file is rejected with a clear message', async ({ signedIn: page }) => {
  await page.goto(UPLOAD)
  await page.getByRole('button', { name: 'Upload Companies' }).click()
  await expectToast(page, 'No file selected', 'Please select a file to upload')
  await chooseFile(page, { ...csvFile('notes.pdf', ['Company']), mimeType: 'application/pdf' })
  await expectToast(page, 'Invalid file type', 'Please upload a CSV or Excel file')
  const tooLarge = Buffer.alloc(5 * 1024 * 1024 + 1, 'a')
  await chooseFile(page, { ...csvFile('large.csv', []), buffer: tooLarge })
  await expectToast(page, 'File too large', 'Maximum file size is 5MB')
  await expectAccessible(page)
  await expect(page.getByText('Drag and drop your file here, or browse')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/investments$/)
})

test('a newcomer pastes names and websites, sees a preview and imports them', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  const box = page.getByLabel('Or paste names and websites, one per line')
  await box.fill('Cedar Robotics cedar-robotics.example\n2. Elm Works (elm.example)\nBirch Foods')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(page).toHaveURL(/\/investments\/upload$/)
  await expect(page.getByText('3 new')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Companies' }).click()
  await expectToast(page, 'Companies uploaded successfully')
  await page.goto('/investments')
  await expect(companyRows(page)).toHaveCount(3)
})

test('a file is previewed, skipped rows can be downloaded, and the rest is imported once', async ({
  signedIn: page,
  account,
  product,
}) => {
  await callApi(product.url, account, '/api/companies', {
    name: 'Cedar Robotics',
    website: 'cedar-robotics.example',
  })
  await page.goto(UPLOAD)
  await chooseFile(page, mixed)
  await expect(page.getByRole('heading', { name: 'Review import' })).toBeVisible()
  await expect(
    page.getByText('angels.csv: 3 new, 1 already in your portfolio, 1 duplicated in the file, 1 with errors.'),
  ).toBeVisible()
  await page.getByRole('tab', { name: 'With errors' }).click()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveText([/Row 5.*Company name is required/])
  await page.getByRole('tab', { name: 'New' }).click()
  await expect(page.getByText('“javascript:alert(1)” is not a website; it is left out.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Import Elm Works, row 6' }).uncheck()
  await expectToFitPhones(page)
  await expectAccessible(page)
  expect(await listCompanies(product.url, account)).toHaveLength(1)

  const skipped = await savedBy(page, () => page.getByRole('button', { name: 'Download Skipped Rows' }).click())
  expect(skipped.name).toBe('angels-skipped-rows.csv')
  const lines = skipped.bytes.toString().trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual([
    ['\uFEFFRow', 'Reason', 'Company'],
    ['2', 'Already in your portfolio', 'Cedar Robotics'],
    ['5', 'Company name is required', ''],
    ['6', 'Not selected', 'Elm Works'],
    ['7', 'Same company as row 3', 'ACME Inc'],
  ])

  await page.getByRole('button', { name: 'Upload Companies' }).click()
  await expect(page.getByRole('heading', { name: 'Upload Successful!' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '100')
  await expect(page.getByText('2 companies added to your portfolio.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Upload Another File' }).click()
  await chooseFile(page, mixed)
  await expect(page.getByText('angels.csv: 1 new,')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(companyRows(page)).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Acme, Inc.' })).toBeVisible()
})

test('unknown headings lead to one question, which is not asked again', async ({
  signedIn: page,
  account,
  product,
  complaints,
}) => {
  const bets = (...lines: string[]) => csvFile('bets.csv', ['Bet,Where,Paid', ...lines])
  await page.goto(UPLOAD)
  await chooseFile(page, bets('Birch Foods,birch.example,€5000', 'Elm Works,elm.example,€700'))
  await expect(page.getByRole('heading', { name: 'How should we read this file?' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Read “Bet” as' })).toHaveValue('name')
  await page.getByRole('combobox', { name: 'Read “Paid” as' }).selectOption('amount')
  await expect(page.getByText('€5,000')).toBeVisible()
  await expectToFitPhones(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('bets.csv: 2 new, 2 positions.')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Companies' }).click()
  await expect(page.getByText('2 companies added to your portfolio.')).toBeVisible()
  expect(await listCompanies(product.url, account)).toHaveLength(2)

  await page.getByRole('button', { name: 'Upload Another File' }).click()
  await chooseFile(page, bets('Fir Labs,fir.example,€900'))
  await expect(page.getByText('bets.csv: 1 new, 1 position.')).toBeVisible()
  await expect(page.getByText('This file is read as you chose for the last one with these headings.')).toBeVisible()
  forgive(complaints, 422)
})

test('a workbook is imported, recognized the second time, and undone', async ({ signedIn: page, account, product }) => {
  await useTheme(page, 'dark')
  const book = workbookFile('book.xlsx', [
    ['Portfolio of 2024', ''],
    ['Company Name', 'Industry'],
    ['Birch Foods', 'Food'],
    ['Elm Works', 'Tools'],
  ])
  await page.goto(UPLOAD)
  await chooseFile(page, book)
  await expect(page.getByText('book.xlsx: 2 new.')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Companies' }).click()
  await page.getByRole('link', { name: 'View Companies' }).click()
  await expect(page).toHaveURL(/\/investments$/)
  await expect(companyRows(page)).toHaveCount(2)

  await page.getByRole('link', { name: 'Bulk Upload' }).click()
  await chooseFile(page, book)
  await expect(page.getByText(ALL_HERE)).toBeVisible()
  await page.getByRole('button', { name: 'Choose Another File' }).click()
  await page.getByRole('button', { name: 'Undo: book.xlsx' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Undo the import of book.xlsx?')
  await expect(dialog).toContainText('The 2 companies it added will be removed.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Undo Import' }).click()
  await expectToast(page, 'Import undone', '2 companies removed.')
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await listCompanies(product.url, account)).toEqual([])
})

test('the template imports cleanly; a broken workbook shows an error screen that allows a retry', async ({
  signedIn: page,
  complaints,
}) => {
  await page.goto(UPLOAD)
  const template = await savedBy(page, () => page.getByRole('link', { name: 'Download Template' }).click())
  expect(template.name).toBe('template.csv')
  expect(template.bytes.toString()).toMatch(/^Company,Website\n[^\n]+\n$/)

  await chooseFile(page, {
    ...workbookFile('broken.xlsx', []),
    buffer: Buffer.from('PK\u0003\u0004 no more'),
  })
  await expect(page.getByRole('heading', { name: 'Upload Failed' })).toBeVisible()
  await expect(page.getByRole('main').getByText(UNREADABLE)).toBeVisible()
  await expectToast(page, 'Failed to upload companies', UNREADABLE)
  await expect(page.getByRole('link', { name: 'Download Template' })).toHaveAttribute('href', '/template.csv')
  await expectToFitPhones(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await chooseFile(page, { ...csvFile('template.csv', []), buffer: template.bytes })
  await expect(page.getByText('template.csv: 1 new.')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Companies' }).click()
  await expect(page.getByText('1 company added to your portfolio.')).toBeVisible()
  forgive(complaints, 422)
})

test('the dialog’s upload tab accepts a dropped file, applies stricter rules, and offers Undo', async ({
  signedIn: page,
  complaints,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Add Company' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Bulk Upload' }).click()
  const upload = dialog.getByRole('button', { name: 'Upload Companies' })
  await expect(dialog.getByText('Supported formats: CSV, XLSX (Max 5MB)')).toBeVisible()
  await expect(dialog.getByText('Template Format')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Download Template' })).toHaveAttribute('href', '/template.csv')
  await expect(dialog.getByLabel('Company file')).toHaveAttribute('accept', '.csv,.xlsx,.xls')
  await expect(upload).toBeDisabled()
  await expectAccessible(page)

  const bare = csvFile('bare.csv', ['Company', 'Birch Foods'])
  const area = dialog.getByText('Drag and drop your file here').locator('..')
  const first = await dragFile(page, area, bare)
  await first.over()
  await expect(dialog.locator('[data-dragged-over]')).toHaveCount(1)
  await first.leave()
  await expect(dialog.locator('[data-dragged-over]')).toHaveCount(0)
  await first.over()
  await first.drop()
  await expect(dialog.locator('[data-dragged-over]')).toHaveCount(0)
  await expect(dialog.getByText('bare.csv')).toBeVisible()
  await expect(dialog.getByText("CSV must contain a 'Website' or 'URL' column")).toBeVisible()
  await upload.click()
  await expectToast(page, 'Failed to upload companies', "CSV must contain a 'Website' or 'URL' column")
  await expect(dialog.getByText('bare.csv')).toBeVisible()

  await chooseFile(page, mixed)
  await expect(dialog.getByText(/^2 new, 1 duplicated in the file, 3 with errors\./)).toBeVisible()
  await upload.click()
  await expectToast(
    page,
    'Companies uploaded successfully',
    "2 companies added. We'll start fetching the latest news for these companies.",
  )
  await expect(companyRows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Import undone', '2 companies removed.')
  await expect(page.getByText('No investments yet')).toBeVisible()
  forgiveLateLogos(complaints)
  forgive(complaints, 422)
})
