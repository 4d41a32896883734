import { z } from 'zod'
import { callApi, expect, expectFits, test } from './steps/product.ts'

const Feeds = z.array(z.object({ urls: z.object({ atom: z.url(), calendar: z.url() }) }))

test('a feed, a webhook and an API key are created, used and revoked', async ({
  signedIn: page,
  product,
  account,
  companySite,
}) => {
  await callApi(product.url, account, '/api/companies', { name: 'Cedar Robotics', website: 'cedarrobotics.example' })
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Integrations' }).click()
  const feeds = page.getByRole('region', { name: 'Private feeds' })
  const webhooks = page.getByRole('region', { name: 'Webhooks' })
  const keys = page.getByRole('region', { name: 'API keys' })
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
  await expect(keys.getByText(/^No API keys yet/)).toBeVisible()

  await feeds.getByRole('button', { name: 'Create Feed' }).click()
  await feeds.getByLabel('What the feed contains').selectOption('Cedar Robotics')
  await feeds.getByRole('button', { name: 'Create Feed' }).click()
  await expect(feeds.getByRole('button', { name: 'Calendar link' })).toBeVisible()
  const [feed] = Feeds.parse(await callApi(product.url, account, '/api/integrations/feeds'))
  const read = async (address = '') => {
    const response = await fetch(address)
    return { status: response.status, text: await response.text() }
  }
  expect(await read(feed?.urls.atom)).toMatchObject({ status: 200, text: expect.stringContaining('<feed') })
  expect((await read(feed?.urls.calendar)).text).toContain('BEGIN:VCALENDAR')

  await webhooks.getByRole('button', { name: 'Add Webhook' }).click()
  await webhooks.getByLabel('URL').fill(`${companySite.url}/hook`)
  await webhooks.getByRole('button', { name: 'Add Webhook' }).click()
  await expect(webhooks.getByText(/^whsec_/)).toBeVisible()
  await webhooks.getByRole('button', { name: /^Send a test/ }).click()
  await expect(webhooks.getByText('Delivered', { exact: true })).toBeVisible()
  await expect(webhooks.getByText(/Last delivery/)).toBeVisible()
  const received = companySite.requests.find(({ url }) => url === '/hook')
  expect(received).toMatchObject({ method: 'POST', headers: { 'webhook-signature': expect.stringMatching(/^v1,/) } })

  await keys.getByRole('button', { name: 'Create Key' }).click()
  await keys.getByLabel('Name').fill('Notebook')
  await keys.getByRole('button', { name: 'Create Key' }).click()
  const key = await keys.getByText(/^tid_[\w-]{20,}/).innerText()
  const call = () => fetch(`${product.url}/api/companies`, { headers: { authorization: `Bearer ${key}` } })
  expect(await (await call()).json()).toMatchObject([{ name: 'Cedar Robotics' }])
  await expectFits(page)

  await keys.getByRole('button', { name: 'Revoke Notebook' }).click()
  await confirm('Revoke')
  await expect(keys.getByText(/^No API keys yet/)).toBeVisible()
  expect((await call()).status).toBe(401)
  await feeds.getByRole('button', { name: 'Revoke the feed for Cedar Robotics' }).click()
  await confirm('Revoke')
  await expect(feeds.getByText(/^No feeds yet/)).toBeVisible()
  expect((await read(feed?.urls.atom)).status).toBe(404)
  await webhooks.getByRole('button', { name: /^Delete the webhook/ }).click()
  await confirm('Delete')
  await expect(webhooks.getByText(/^No webhooks yet/)).toBeVisible()
})
