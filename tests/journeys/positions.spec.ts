import { z } from 'zod'
import { listCompanies, loadSample } from './steps/portfolio-steps.ts'
import {
  callApi,
  expect,
  expectAccessible,
  expectFits,
  signUp,
  storeSession,
  testWithSampleNews as test,
  type Account,
} from './steps/product.ts'

test('a position appears beside the round in the news, is summed in the portfolio, edited and removed', async ({
  page,
  product: { url },
}) => {
  const account = await signUp(url)
  await loadSample(url, account)
  await removePositions(url, account)
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
  await expect(panel.getByText('SAFE, $8M cap')).toBeVisible()
  const stands = page.getByRole('region', { name: 'Where it stands' })
  await expect(stands).toContainText(/Growing.*Cedar Robotics raises \$18M/, { timeout: 60_000 })
  await stands.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'What happened' }).locator('[data-row]:focus')).toBeInViewport()
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Update value' }).click()
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
  const change = async (title: string, item: string) => {
    await panel.getByRole('button', { name: `Change: ${title}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await change('Current value of $60,000', 'Edit')
  await dialog.getByLabel('Amount').fill('50000.50')
  await save()
  await expect(panel.getByText('2.00×')).toBeVisible()
  for (const title of ['Current value of $50,000.50', 'Investment of $25,000']) {
    await change(title, 'Remove')
    await dialog.getByRole('button', { name: 'Remove' }).click()
  }
  await expect(panel.getByText(/^No positions yet/)).toBeVisible()
  await page.goto('/investments')
  await expect(page.getByRole('columnheader', { name: 'Date Invested' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Invested', exact: true })).toHaveCount(0)
  await expect(totals).toHaveCount(0)
})

/** The sample portfolio has its own. */
async function removePositions(url: string, account: Account): Promise<void> {
  const headers = { authorization: `Bearer ${account.session.access_token}` }
  for (const { id } of await listCompanies(url, account)) {
    const positions = z
      .array(z.object({ id: z.number() }))
      .parse(await callApi(url, account, `/api/companies/${id}/positions`))
    for (const position of positions) await fetch(`${url}/api/positions/${position.id}`, { method: 'DELETE', headers })
  }
}
