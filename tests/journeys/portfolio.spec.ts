import { forgive, signIn } from './steps/account-steps.ts'
import {
  companyRows,
  expectToast,
  expectToFitPhones,
  forgiveLateLogos,
  listCompanies,
  loadSample,
} from './steps/portfolio-steps.ts'
import { callApi, expect, expectAccessible, expectAccessibleInBothThemes, signUp, test } from './steps/product.ts'

test('a new portfolio: empty state, sample, and removing it in one click', async ({ signedIn: page, complaints }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your Investment Portfolio' })).toBeVisible()
  await expect(page.getByText('No investments yet')).toBeVisible()
  await expect(page.getByText('Add your first investment to start tracking news')).toBeVisible()
  await page.getByRole('button', { name: 'Load sample portfolio' }).click()
  await expectToast(page, 'Sample portfolio loaded', '12 companies, all fictional.')
  await page.getByRole('tab', { name: 'Your Investments' }).click()
  const labeled = companyRows(page).filter({ has: page.getByText('Sample', { exact: true }) })
  await expect(companyRows(page)).toHaveCount(12)
  await expect(labeled).toHaveCount(12)
  await expect(page.getByRole('link', { name: 'View Lumen Harbor' })).toHaveText('View')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove sample' }).click()
  await expectToast(page, 'Sample portfolio removed')
  await expect(page.getByText('No investments yet')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No investments yet')).toBeVisible()
  forgiveLateLogos(complaints)
})

test('adding one company: fields, errors and messages', async ({ signedIn: page, complaints }) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Add Company' }).first().click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Company Name')
  const website = dialog.getByLabel('Company Website')
  const add = dialog.getByRole('button', { name: 'Add Investment' })
  await expect(name).toHaveAttribute('placeholder', 'Enter company name')
  await add.click()
  await expect(dialog).toContainText('Company name is required')
  await expect(dialog).toContainText('Company website is required')
  await name.fill('Cedar Robotics')
  await website.fill('javascript:alert(1)')
  await expect(dialog).toContainText('Must be a valid URL')
  await expectAccessible(page)
  await website.fill('cedar-robotics.example')
  await dialog.getByText('More details').click()
  await dialog.getByLabel('Category').fill('Robotics')
  await dialog.getByLabel('Investment Date').fill('2024-01-31')
  await add.click()
  await expectToast(page, 'Company added successfully', "We'll start fetching the latest news for this company.")
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Add Company' }).first().click()
  await name.fill('CEDAR ROBOTICS, Inc.')
  await website.fill('https://www.cedar-robotics.example/about')
  await add.click()
  await expect(dialog.getByText('CEDAR ROBOTICS, Inc. is already in your portfolio')).toBeVisible()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('CEDAR ROBOTICS, Inc.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(companyRows(page)).toHaveCount(1)
  forgive(complaints, 409)
})

test('a company: page, edit, removal and both ways to restore', async ({ signedIn: page, account, product }) => {
  await callApi(product.url, account, '/api/companies', {
    name: 'Cedar Robotics',
    website: 'cedar-robotics.example',
  })
  await page.goto('/dashboard?tab=investments')
  await page.getByRole('link', { name: 'View Cedar Robotics' }).click()
  const facts = page.locator('dl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cedar Robotics')
  const link = page.getByRole('link', { name: 'cedar-robotics.example' })
  await expect(link).toHaveAttribute('href', 'https://cedar-robotics.example/')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(facts).toContainText('Added')

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Company Name').fill('  ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Invalid input', 'Company name cannot be empty.')
  await page.getByLabel('Company Name').fill('Cedar Dynamics')
  await page.getByLabel('Website URL').fill('')
  await page.getByText('More details').click()
  await page.getByLabel('Category').fill('Hardware')
  await page.getByLabel('Stage').fill('Series A')
  await page.getByLabel('Investment Date').fill('2023-05-04')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Company updated', 'Cedar Dynamics is saved.')
  await expect(facts).toContainText('Hardware')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cedar Dynamics')
  await expect(facts).toContainText('Series A')
  await expect(facts).toContainText('May 4, 2023')
  await expect(link).toHaveCount(0)

  const remove = async () => {
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('dialog')).toContainText('Remove Cedar Dynamics?')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expectToast(page, 'Company removed')
    await page.getByRole('tab', { name: 'Your Investments' }).click()
    await expect(companyRows(page)).toHaveCount(0)
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Company restored', 'Cedar Dynamics is back in your portfolio.')
  await page.getByRole('link', { name: 'View Cedar Dynamics' }).click()
  await remove()
  await page.goto('/investments')
  await page.getByRole('link', { name: 'Recently removed (1)' }).click()
  await expect(page.getByText('Removed companies are kept for 30 days')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore Cedar Dynamics' }).click()
  await expectToast(page, 'Company restored')
  await expect(page.getByText('Nothing removed')).toBeVisible()
  await page.getByRole('link', { name: 'Your Investments' }).click()
  await expect(page.getByRole('link', { name: 'Cedar Dynamics' })).toBeVisible()
})

test('every screen of a portfolio is accessible in both themes and fits a phone', async ({
  signedIn: page,
  account,
  product,
}) => {
  await loadSample(product.url, account)
  const [company, other] = await listCompanies(product.url, account)
  await callApi(product.url, account, '/api/companies/remove', { ids: [other?.id] })
  const look = async () => {
    await expectToFitPhones(page)
    await expectAccessibleInBothThemes(page)
  }
  await page.goto('/dashboard?tab=investments')
  await expect(companyRows(page)).toHaveCount(11)
  await look()
  await page.goto('/investments')
  await page.getByLabel('Select all loaded companies').check()
  await expect(page.getByText('11 of 11 selected')).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Website' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.goto('/investments?view=removed')
  await expect(page.getByRole('button', { name: /^Restore/ })).toBeVisible()
  await look()
  await page.goto(`/companies/${company?.id}`)
  await expect(page.getByText('Sample company. It is fictional.')).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look()
  await page.goto('/investments/report')
  await expect(page.getByRole('heading', { name: 'Portfolio report' })).toBeVisible()
  await look()
})

test('two users of one browser never see each other’s companies or logos', async ({
  signedIn: page,
  account,
  product,
  companySite,
  complaints,
}) => {
  const company = { name: 'Zzyzx Aerospace', website: companySite.url, category: 'Zzyzx rockets' }
  await callApi(product.url, account, '/api/companies', company)
  const [hers] = await listCompanies(product.url, account)
  const second = await signUp(product.url)
  await callApi(product.url, second, '/api/companies', { ...company, name: 'Birch Foods', category: 'Food' })
  const [his] = await listCompanies(product.url, second)
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname))

  await page.goto('/dashboard?tab=investments')
  await expect(page.getByText(company.name)).toBeVisible()
  await expect(page.locator('tbody img[src^="blob:"]')).toBeVisible()
  expect(asked).toContain(`/api/companies/${hers?.id}/logo`)

  const elsewhere = await page.context().newPage()
  await elsewhere.goto('/profile')
  await elsewhere.getByRole('button', { name: 'Sign Out' }).click()
  await expect(elsewhere.getByRole('link', { name: 'Get Started Free' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText('Zzyzx')
  // A page may send one more request before it learns that another tab signed out.
  forgive(complaints, 401)

  asked.length = 0
  await signIn(elsewhere, second)
  await expect(elsewhere).toHaveURL(/\/dashboard$/)
  for (const path of ['/dashboard', '/investments', '/investments/report', '/investments?q=zzyzx']) {
    await elsewhere.goto(path)
    await expect(elsewhere.getByText(/Birch Foods|No companies match/).first()).toBeVisible()
    await expect(elsewhere.getByText('Zzyzx')).toHaveCount(0)
  }
  await elsewhere.goto('/dashboard?tab=investments')
  await expect(elsewhere.locator('tbody img[src^="blob:"]')).toBeVisible()
  expect(asked).toContain(`/api/companies/${his?.id}/logo`)
  expect(asked).not.toContain(`/api/companies/${hers?.id}/logo`)
  await elsewhere.goto(`/companies/${hers?.id}`)
  await expect(elsewhere.getByRole('heading', { name: 'Company not found' })).toBeVisible()
  await expect(callApi(product.url, second, `/api/companies/${hers?.id}/logo`)).rejects.toThrow('404')
})
