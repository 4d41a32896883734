import { readFileSync } from 'node:fs'
import {
  addAuthenticator,
  codeOf,
  enrollByProtocol,
  forgive,
  mailedLink,
  setNewPassword,
  signIn,
  signOut,
} from './steps/account-steps.ts'
import { expect, test } from './steps/product.ts'

test('two-step verification is set up and required at sign-in, and a recovery code works once', async ({
  signedIn: page,
  account,
  complaints,
}) => {
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Set Up Two-Step Verification' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img')).toHaveJSProperty('complete', true)
  expect(await dialog.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
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

test('a password reset does not bypass the second factor', async ({ page, product, account }) => {
  const secret = await enrollByProtocol(product.url, account)
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await page.goto(await mailedLink(product.url, account.email, 'recovery'))
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  expect(page.url()).toBe(`${product.url}/reset-password`)
  await page.goto('/dashboard')
  await page.getByLabel('6-digit code').fill(codeOf(secret, 'next'))
  await page.getByRole('button', { name: 'Verify' }).click()
  await setNewPassword(page)
})

test('all tabs follow the second-factor step', async ({ page, context, account, product }) => {
  const secret = await enrollByProtocol(product.url, account)
  const other = await context.newPage()
  await other.goto('/signin')
  await signIn(page, account)
  await expect(other.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await page.getByLabel('6-digit code').fill(codeOf(secret, 'next'))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(other).toHaveURL(/\/dashboard$/)
})

test('a passkey is added, renamed, used to sign in, and removed', async ({ signedIn: page }) => {
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
