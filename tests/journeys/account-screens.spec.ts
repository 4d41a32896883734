import { addAuthenticator, codeOf, enrollByProtocol, forgive, mailedLink, signIn } from './steps/account-steps.ts'
import { expect, expectFits, storeSession, test } from './steps/product.ts'

test('the security page and its dialogs are accessible and fit', async ({
  page,
  account,
  browser,
  product,
  complaints,
}) => {
  const elsewhere = await browser.newPage({ baseURL: product.url })
  await signIn(elsewhere, account)
  await expect(elsewhere).toHaveURL(/\/dashboard$/)
  await elsewhere.close()
  await storeSession(page, account)
  await addAuthenticator(page)
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(page.getByRole('button', { name: 'Rename Chrome on Linux' })).toBeVisible()
  await expect(page.getByText('This device')).toBeVisible()
  await expectFits(page)

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await expect(dialog).toBeVisible()
  await expectFits(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectFits(page)
  forgive(complaints, 422)
})

test('the two-step verification screens are accessible and fit', async ({ signedIn: page, complaints }) => {
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Set Up Two-Step Verification' }).click()
  const dialog = page.getByRole('dialog')
  const secret = ((await dialog.getByText(/^[A-Z2-7 ]{30,}$/).textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('6-digit code').fill('000000')
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectFits(page)
  await dialog.getByLabel('6-digit code').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  await dialog.getByRole('button', { name: 'I Have Saved Them' }).click()
  await expect(dialog.getByText(/not saved the codes/)).toBeVisible()
  await expectFits(page)
  await dialog.getByRole('button', { name: 'I Have Saved Them' }).click()
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: 'Turn Off' }).click()
  await expect(dialog).toBeVisible()
  await expectFits(page)
  forgive(complaints, 422)
})

test('the sign-in code and a pending email change are accessible and fit', async ({
  page,
  account,
  product,
  complaints,
}) => {
  await storeSession(page, account)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(`a.rather.long.new.address.of.${account.email}`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Resend Email' })).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeVisible()

  await page.goto('/signin')
  await expectFits(page)
  await signIn(page, account)
  await expect(page).toHaveURL(/\/dashboard$/)
  const stored: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem('tidings-session') ?? ''))
  await enrollByProtocol(product.url, { ...account, session: stored as typeof account.session })
  await page.evaluate(() => localStorage.clear())
  // The first page may be on its way to another address, now that its session has ended.
  const second = await page.context().newPage()
  await signIn(second, account)
  await second.getByLabel('6-digit code').fill('000000')
  await second.getByRole('button', { name: 'Verify' }).click()
  await expect(second.getByRole('alert')).toBeVisible()
  await expectFits(second)
  await second.getByRole('button', { name: 'Use a recovery code' }).click()
  await expectFits(second)
  // The factor was added behind the page's back, which ended the session of requests still on their way.
  for (const status of [401, 422]) forgive(complaints, status)
})

test('the outbox and the password reset walkthrough are accessible and fit', async ({ page, account, product }) => {
  await page.goto('/debug-reset')
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByRole('link', { name: 'Open in a New Tab' })).toHaveAttribute(
    'href',
    await mailedLink(product.url, account.email, 'recovery'),
  )
  await expectFits(page)
  await page.goto('/test-email')
  const emails = page.getByRole('list', { name: 'Emails' })
  await expect(emails).toBeVisible()
  await expectFits(page)
  await emails.getByRole('button').first().click()
  await expect(page.getByRole('tab', { name: 'HTML' })).toBeVisible()
  await expectFits(page)
  await page.getByRole('tab', { name: 'Text' }).click()
  await expectFits(page)
})
