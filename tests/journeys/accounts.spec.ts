import { readFileSync } from 'node:fs'
import { forgive, mailedLink, setNewPassword, signIn, signOut } from './steps/account-steps.ts'
import { callApi, expect, expectAccessible, signUp, test } from './steps/product.ts'
import { everythingStored } from './steps/stored.ts'

test('a user signs up, signs out, mistypes the password, and signs in', async ({ page, complaints }) => {
  const person = { email: `by-page-${Date.now()}@example.com`, password: 'a rather long passphrase 42' }
  await page.goto('/signin?mode=signup')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Start Free Trial' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await signOut(page)
  await signIn(page, { ...person, password: 'not the password' })
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  forgive(complaints, 400)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a forgotten password is reset by an emailed link, and no token leaks from the URL', async ({
  page,
  product,
  account,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('The link will expire in 24 hours.')).toBeVisible()

  await page.goto(await mailedLink(product.url, account.email, 'recovery'))
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  expect(page.url()).toBe(`${product.url}/reset-password`)
  await setNewPassword(page)
  await page.getByRole('button', { name: 'Continue to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(/^Welcome, Investor\./)).toBeVisible()
  expect(sent.filter((line) => /access_token|refresh_token/.test(line))).toEqual([])
  expect(product.output()).not.toContain('access_token')
})

test('signing out other devices ends their sessions within seconds, even if they are idle', async ({
  signedIn: page,
  account,
  browser,
  product,
  complaints,
}) => {
  const elsewhere = await browser.newPage({ baseURL: product.url })
  await signIn(elsewhere, account)
  await expect(elsewhere).toHaveURL(/\/dashboard$/)
  await page.goto('/profile/security')
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out Other Devices' }).click()
  await expect(page.getByText('Other devices signed out', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign Out Other Devices' })).toHaveCount(0)
  await expect(elsewhere.getByRole('link', { name: 'Get Started Free' })).toBeVisible({ timeout: 30_000 })
  await elsewhere.close()
  await page.goto('/dashboard')
  await expect(page.getByText('No investments yet')).toBeVisible()
  forgive(complaints, 401)
})

test('after user A signs out and user B signs in, none of A’s data is in the browser', async ({
  signedIn: page,
  account,
  product,
}) => {
  const canary = 'Zzyzx Aerospace'
  await callApi(product.url, account, '/api/companies', { name: canary, website: 'zzyzx.example' })
  await page.goto('/dashboard')
  await expect(page.getByText(canary)).toBeVisible()
  await signOut(page)
  expect(await everythingStored(page)).not.toMatch(new RegExp(`${canary}|${account.email}|access_token`))
  await signIn(page, await signUp(product.url))
  await expect(page.getByText('No investments yet')).toBeVisible()
  expect(await everythingStored(page)).not.toMatch(new RegExp(`${canary}|${account.email}`))
  await page.goBack()
  await expect(page.getByText('No investments yet')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(canary)
})

test('data is exported as a ZIP, and a deleted account is gone', async ({ signedIn: page, account, complaints }) => {
  await page.goto('/profile/security')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export My Data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('tidings-data.zip')
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The password is incorrect.')
  await dialog.getByLabel('Your password').fill(account.password)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the home page' }).click()
  await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeVisible()
  await signIn(page, account)
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  for (const status of [400, 403, 422]) forgive(complaints, status)
})

test('a new email address is pending until its link is opened', async ({ signedIn: page, account, product }) => {
  const email = `moved-${account.email}`
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(`${email} pending`)).toBeVisible()
  await page.goto(await mailedLink(product.url, email, 'email-change-new'))
  await expect(page.getByText(`${email} pending`)).toHaveCount(0)
  await expect(page.getByText(email, { exact: true })).toBeVisible()
})

test('/debug-reset walks through a whole password reset', async ({ page, context, account }) => {
  await page.goto('/debug-reset')
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open in a New Tab' }).click()
  await setNewPassword(await opened)
  await expect(page.getByText('Done', { exact: true })).toHaveCount(4)
})
