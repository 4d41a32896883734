import { z } from 'zod'
import { forgive, mailedLink, signIn, signOut } from './steps/account-steps.ts'
import { callApi, expect, expectFits, signUp, storeSession, testWithSampleNews as test } from './steps/product.ts'
import { everythingStored } from './steps/stored.ts'

test('a guest accepts an invitation and can read until the owner stops sharing', async ({
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
  await page.goto('/dashboard')
  await expect(page.getByText('No investments yet')).toBeVisible()
  const shared = page.getByRole('region', { name: 'Shared with you' })
  await expect(shared).toContainText(`From ${account.email}`)
  await expectFits(page)
  await shared.getByRole('link', { name: 'Read All companies' }).click()
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
  // Browsers log the 404 response to the reload.
  expect(complaints.splice(0).every((line) => /status of 404 .*\/api\/shared\//.test(line))).toBe(true)
})

test('shared data, feed links and API keys are never stored in the guest’s browser', async ({
  page,
  account,
  product: { url },
  complaints,
}) => {
  const company = { name: 'Zzyzx Aerospace', website: 'zzyzx.example' }
  const { id: companyId } = z.object({ id: z.number() }).parse(await callApi(url, account, '/api/companies', company))
  const held = { kind: 'investment', amount: '31415', currency: 'USD', notes: 'Through the Quokka syndicate' }
  await callApi(url, account, `/api/companies/${companyId}/positions`, held)
  const guest = await signUp(url)
  await callApi(url, account, '/api/shares', { email: guest.email, companyId, withPositions: true })
  await callApi(url, guest, '/api/integrations/feeds', {})
  const [feed] = z
    .array(z.object({ urls: z.object({ atom: z.string() }) }))
    .parse(await callApi(url, guest, '/api/integrations/feeds'))
  await storeSession(page, guest)
  await page.goto(await mailedLink(url, guest.email, 'share-invitation'))
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await expect(page.getByText(held.notes)).toBeVisible()
  await page.goto('/profile/sharing')
  await expect(page.getByText(company.name).first()).toBeVisible()
  await page.goto('/profile/integrations')
  // The lists above the button move it when they load.
  await expect(page.getByText('No API keys yet.')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Create Key' }).click()
  await page.getByLabel('Name').fill('Notebook')
  await page.getByRole('button', { name: 'Create Key' }).click()
  const key = await page.getByText(/^tid_[\w-]{20,}/).innerText()
  const secrets = [
    company.name,
    'Quokka',
    '31415',
    account.email,
    key,
    feed?.urls.atom.split('/')[4] ?? feed?.urls.atom,
  ]
  const found = async () => {
    const stored = await everythingStored(page)
    return secrets.filter((secret) => secret !== undefined && stored.includes(secret))
  }
  // Shared content, API keys and feed URLs are stored nowhere, even while the guest may read them.
  expect(await found()).toEqual([])

  await signOut(page)
  expect(await found()).toEqual([])
  expect(await everythingStored(page)).not.toContain(guest.email)
  await signIn(page, await signUp(url))
  await expect(page.getByText('No investments yet')).toBeVisible()
  for (let back = 0; back < 4; back += 1) {
    await page.goBack()
    await expect(page.locator('body')).not.toContainText(/Zzyzx|Quokka|31415/)
  }
  expect(await found()).toEqual([])
  // Going back requests content that isn't shared with the new account.
  forgive(complaints, 404)
})
