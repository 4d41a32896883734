import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  addAuthenticator,
  codeOf,
  enrolByProtocol,
  forgive,
  mailedLink,
  signIn,
  signOut,
} from './account-steps.ts'
import { callApi, expect, signUp, test } from './product.ts'

const NEW_PASSWORD = 'quite another passphrase 77'

test('sign up, sign out, a wrong password, sign in', async ({ page, complaints }) => {
  const person = { email: `by-page-${Date.now()}@example.com`, password: 'a rather long passphrase 42' }
  await page.goto('/signin?mode=signup')
  await page.getByLabel('E-mail').fill(person.email)
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

test('AU-04: a forgotten password, by the link in the letter; no token is left in the address or sent on', async ({
  page,
  product,
  account,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('The link will expire in 24 hours.')).toBeVisible()

  await page.goto(await mailedLink(product.url, account.email, 'recovery'))
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  expect(page.url()).toBe(`${product.url}/reset-password`)
  await setNewPassword(page)
  await page.getByRole('button', { name: 'Continue to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('investor-')
  expect(sent.filter((line) => /access_token|refresh_token/.test(line))).toEqual([])
  expect(product.output()).not.toContain('access_token')
})

test('two-step verification: set up, asked for at sign-in, and a recovery code works once', async ({
  signedIn: page,
  account,
  complaints,
}) => {
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Set Up Two-Step Verification' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img')).toHaveJSProperty('complete', true)
  expect(
    await dialog.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(100)
  const secret = ((await dialog.getByText(/^[A-Z2-7 ]{30,}$/).textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('6-digit code').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(recoveryCode)
  await dialog.getByRole('button', { name: 'I Have Saved Them' }).click()
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()

  await signOut(page)
  await signIn(page, account)
  await page.getByLabel('6-digit code').fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid TOTP code entered')
  await page.goto('/companies/12')
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await page.goto('/profile/security')
  await page.getByLabel('6-digit code').fill(codeOf(secret, 'next'))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/profile\/security$/)

  for (const works of [true, false]) {
    await signOut(page)
    await signIn(page, account)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await page.getByRole('button', { name: 'Verify' }).click()
    if (works) await expect(page).toHaveURL(/\/dashboard$/)
    else await expect(page.getByRole('alert')).toHaveText('Invalid recovery code entered')
  }
  await page.getByRole('button', { name: 'Cancel and sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  forgive(complaints, 422)
})

test('a reset does not bypass the second factor', async ({ page, product, account }) => {
  const secret = await enrolByProtocol(product.url, account)
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await page.goto(await mailedLink(product.url, account.email, 'recovery'))
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  expect(page.url()).toBe(`${product.url}/reset-password`)
  await page.goto('/dashboard')
  await page.getByLabel('6-digit code').fill(codeOf(secret, 'next'))
  await page.getByRole('button', { name: 'Verify' }).click()
  await setNewPassword(page)
})

test('a passkey is added, renamed and opens the account', async ({ signedIn: page }) => {
  await addAuthenticator(page)
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await page.getByLabel('Name', { exact: true }).fill('My laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('My laptop')).toBeVisible()
  await signOut(page)
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('My laptop', { exact: true })).toHaveCount(0)
})

test('signing out other devices ends them at their next call', async ({
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
  await elsewhere.getByRole('button', { name: 'Add Company' }).first().click()
  await elsewhere.getByLabel('Company Name').fill('Late Robotics')
  await elsewhere.getByLabel('Company Website').fill('late.example')
  await elsewhere.getByRole('button', { name: 'Add Investment' }).click()
  await expect(elsewhere.getByRole('link', { name: 'Get Started Free' })).toBeVisible()
  await elsewhere.close()
  await page.goto('/dashboard')
  await expect(page.getByText('No investments yet')).toBeVisible()
  forgive(complaints, 401)
})

test('TI-07: after A has signed out and B has signed in, nothing of A is in this browser', async ({
  signedIn: page,
  account,
  product,
}) => {
  const canary = 'Zzyzx Aerospace'
  await callApi(product.url, account, '/api/companies', { name: canary, website: 'zzyzx.example' })
  await page.goto('/dashboard')
  await expect(page.getByText(canary)).toBeVisible()
  await signOut(page)
  expect(await leftBehind(page)).not.toMatch(new RegExp(`${canary}|${account.email}|access_token`))
  await signIn(page, await signUp(product.url))
  await expect(page.getByText('No investments yet')).toBeVisible()
  expect(await leftBehind(page)).not.toMatch(new RegExp(`${canary}|${account.email}`))
  await page.goBack()
  await expect(page.getByText('No investments yet')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(canary)
})

test('PR-01 and PR-02: the export is a ZIP, and a deleted account is gone', async ({
  signedIn: page,
  account,
  complaints,
}) => {
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
  await expect(dialog.getByRole('alert')).toHaveText('The password is not right.')
  await dialog.getByLabel('Your password').fill(account.password)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeVisible()
  await signIn(page, account)
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  for (const status of [400, 403, 422]) forgive(complaints, status)
})

test('AU-13: a new e-mail is pending until its link is opened', async ({
  signedIn: page,
  account,
  product,
}) => {
  const email = `moved-${account.email}`
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(`${email} pending`)).toBeVisible()
  await page.goto(await mailedLink(product.url, email, 'email-change-new'))
  await expect(page.getByText(`${email} pending`)).toHaveCount(0)
  await expect(page.getByText(email, { exact: true })).toBeVisible()
})

async function setNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('heading', { name: 'Password Reset!' })).toBeVisible()
}

/** Everything a browser keeps for a site, as text. */
const leftBehind = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const cached: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    const { 'stored-once': _fixture, ...session } = { ...sessionStorage }
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return JSON.stringify([{ ...localStorage }, session, document.cookie, cached, databases])
  })
