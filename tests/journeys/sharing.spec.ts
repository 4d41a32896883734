import { mailedLink } from './steps/account-steps.ts'
import { callApi, expect, expectFits, signUp, storeSession, testWithSampleNews as test } from './steps/product.ts'

test('a guest accepts an invitation, reads along, and no longer can when the owner stops', async ({
  page,
  account,
  product,
  complaints,
}) => {
  await callApi(product.url, account, '/api/companies/sample', {})
  const guest = await signUp(product.url)
  await callApi(product.url, account, '/api/shares', { email: guest.email })
  await storeSession(page, guest)

  await page.goto(await mailedLink(product.url, guest.email, 'share-invitation'))
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await expect(page.getByText(`Shared by ${account.email}`)).toBeVisible()
  await expectFits(page)
  await page.getByRole('link', { name: 'Cedar Robotics' }).first().click()
  await expect(page.getByRole('heading', { name: 'Cedar Robotics', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'What happened' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Positions' })).toHaveCount(0)
  await expectFits(page)

  const owner = await page.context().browser()?.newPage({ baseURL: product.url })
  if (!owner) throw new Error('no browser')
  await storeSession(owner, account)
  await owner.goto('/profile/sharing')
  await expect(owner.getByRole('list', { name: 'Visits' })).toContainText('read Cedar Robotics')
  await expectFits(owner)
  await owner.getByRole('button', { name: `Stop sharing with ${guest.email}` }).click()
  await expect(owner.getByText('You share nothing yet.')).toBeVisible()
  await owner.close()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'No longer shared' })).toBeVisible()
  // Browsers log the answer to the reload.
  expect(complaints.splice(0).every((line) => /status of 404 .*\/api\/shared\//.test(line))).toBe(true)
})
