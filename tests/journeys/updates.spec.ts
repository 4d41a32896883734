import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { callApi, expect, expectFits, INBOUND_WEBHOOK_SECRET, test } from './steps/product.ts'

const Settings = z.object({ address: z.string() })

const TEXT =
  'Hi all,\n\nARR grew to $1.8M in January, up 12% month over month. We have 14 months of runway.\nThe team is now 23 people.\n\nDana\n'

async function deliver(url: string, recipient: string, email: string): Promise<number> {
  const [timestamp, token] = [String(Math.floor(Date.now() / 1000)), randomUUID()]
  const signature = createHmac('sha256', INBOUND_WEBHOOK_SECRET)
    .update(timestamp + token)
    .digest('hex')
  const body = new URLSearchParams({ recipient, timestamp, token, signature, 'body-mime': email })
  return (await fetch(`${url}/api/webhooks/inbound-email/mime`, { method: 'POST', body })).status
}

test('an unverified update is filed manually, read on the company’s page, and deleted', async ({
  signedIn: page,
  product,
  account,
}) => {
  await callApi(product.url, account, '/api/companies', { name: 'Cedar Robotics', website: 'cedarrobotics.example' })
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Founder Updates' }).click()
  await expect(page.getByText('No updates yet.')).toBeVisible()
  const { address } = Settings.parse(await callApi(product.url, account, '/api/updates/settings'))
  await expect(page.getByText(address)).toBeVisible()
  const email = `From: Dana <dana@cedarrobotics.example>\r\nSubject: January update\r\nMessage-ID: <${randomUUID()}>\r\n\r\n${TEXT}`
  expect(await deliver(product.url, address, email)).toBe(200)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Unverified sender.')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notifications (1 new)' }).press('Enter')
  await page.getByRole('link', { name: /^New: January update/ }).press('Enter')
  await expect(page).toHaveURL(/\/profile\/updates$/)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expectFits(page)

  await page.getByRole('button', { name: 'Read the whole email' }).click()
  await expect(page.getByText('The team is now 23 people.')).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: 'File' }).click()
  await expect(page.getByRole('heading', { name: 'Which company is this?' })).toHaveCount(0)
  await page.getByRole('link', { name: 'January update' }).click()
  await expect(page.getByText('“We have 14 months of runway.”')).toBeVisible()
  await expectFits(page)
  await page.getByRole('link', { name: 'Cedar Robotics' }).click()
  await expect(page.getByRole('heading', { name: 'From founder updates' })).toBeVisible()
  await expect(page.getByText('“We have 14 months of runway.”')).toBeVisible()
  await expect(page.getByText(/Founder update$/)).toBeVisible()
  await expectFits(page)

  await page.goto('/profile/updates')
  await page.getByRole('button', { name: 'Delete January update' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No updates yet.')).toBeVisible()
})
