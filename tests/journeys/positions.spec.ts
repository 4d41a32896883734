import { listCompanies, loadSample } from './steps/portfolio-steps.ts'
import {
  expect,
  expectAccessible,
  expectFits,
  signUp,
  storeSession,
  testWithSampleNews as test,
} from './steps/product.ts'

test('a position appears beside the round in the news, is summed in the portfolio, edited and removed', async ({
  page,
  product: { url },
}) => {
  const account = await signUp(url)
  await loadSample(url, account)
  await storeSession(page, account)
  const cedar = (await listCompanies(url, account)).find(({ name }) => name === 'Cedar Robotics')
  const panel = page.getByRole('region', { name: 'Your positions' })
  const dialog = page.getByRole('dialog')
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await page.goto(`/companies/${cedar?.id}`)
  await expect(panel.getByText(/^No positions yet/)).toBeVisible()
  await panel.getByRole('button', { name: 'Add position' }).click()
  await dialog.getByLabel('Amount').fill('25k')
  await dialog.getByLabel('Date').fill('2022-03-14')
  await dialog.getByLabel('Instrument').selectOption('SAFE')
  await dialog.getByLabel('Cap or valuation').fill('8M')
  await dialog.getByLabel('Kind of valuation').selectOption('Valuation cap')
  await expectAccessible(page, 'dialog')
  await save()
  await expect(panel.getByText('— Needs a current value')).toBeVisible()
  await expect(
    panel.getByText('You invested in Mar 2022: $25,000 SAFE, $8M cap. Latest round: $18M Series A.'),
  ).toBeVisible({
    timeout: 60_000,
  })

  await panel.getByRole('button', { name: 'Add position' }).click()
  await dialog.getByLabel('Kind', { exact: true }).selectOption('Current value')
  await dialog.getByLabel('Amount').fill('60,000')
  await dialog.getByLabel('Date').fill('2024-03-13')
  await save()
  await expect(panel.getByText('2.40×')).toBeVisible()
  await expect(panel.getByText('54.9% a year')).toBeVisible()
  await expectFits(page)

  await page.goto('/investments')
  const totals = page.getByRole('region', { name: 'What you invested' })
  await expect(totals).toContainText('$25,000 in 1 company')
  await expect(totals).toContainText('54.9% a year')
  await page.getByRole('columnheader', { name: 'Invested', exact: true }).getByRole('button').click()
  await expect(page).toHaveURL(/\?sort=amount-desc$/)
  await expect(page.locator('tbody tr').first()).toContainText('Cedar Robotics')
  await expect(page.locator('tbody tr').first().getByRole('cell').last()).toHaveText('$25,000')
  await expectFits(page)

  await page.goBack()
  await page.goBack()
  await panel.getByRole('button', { name: 'Edit: Current value of $60,000' }).click()
  await dialog.getByLabel('Amount').fill('50000.50')
  await save()
  await expect(panel.getByText('2.00×')).toBeVisible()
  for (const title of ['Current value of $50,000.50', 'Investment of $25,000']) {
    await panel.getByRole('button', { name: `Remove: ${title}` }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
  }
  await expect(panel.getByText(/^No positions yet/)).toBeVisible()
  await page.goto('/investments')
  await expect(page.getByRole('columnheader', { name: 'Date Invested' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Invested', exact: true })).toHaveCount(0)
  await expect(totals).toHaveCount(0)
})
