import { z } from 'zod'
import { loopbackSite } from '../../server/testing/network/loopback-site.ts'
import { test as base, callApi, expect, expectAccessible } from './steps/product.ts'

const RAISE = 'Mercury raises $5 million in a seed round led by Alder Ventures'
const BAND = 'Mercury Records signs a new band'
const ITEMS: [title: string, text: string][] = [
  [RAISE, 'The bank for founders said that the seed round was led by Alder Ventures.'],
  [BAND, 'Yesterday Mercury Records signed four singers from Bergen. Fans of Mercury Records cheered.'],
  ['An album for the summer', 'Their songs come out at Mercury Records in May, on paper sleeves.'],
  ['Mercury teams up with Kestrel Foods', 'Mercury pays the farmers who sell to Kestrel Foods.'],
]

const day = (number: number) => new Date(Date.now() - number * 86_400_000).toUTCString()
const feedOf = (origin: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Mercury</title><link>${origin}/</link>${ITEMS.map(
    ([title, text], number) =>
      `<item><title>${title}</title><link>${origin}/${number}</link><pubDate>${day(number + 1)}</pubDate><description>${text}</description></item>`,
  ).join('')}</channel></rss>`

const test = base.extend<{ bank: { url: string } }>({
  bank: async ({}, use) => {
    const site = await loopbackSite((request, response) => {
      const isFeed = request.url === '/feed.xml'
      response.setHeader('content-type', isFeed ? 'application/rss+xml' : 'text/html')
      const home = '<title>Mercury</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">A bank.'
      response.writeHead(isFeed || request.url === '/' ? 200 : 404).end(isFeed ? feedOf(site.url) : home)
    })
    await use(site)
    await site.close()
  },
})

test('excluding a story hides similar ones and can be undone; companies named in the news can be added', async ({
  signedIn: page,
  product,
  account,
  bank,
}) => {
  const added = { name: 'Mercury', website: bank.url }
  const { id } = z.object({ id: z.number() }).parse(await callApi(product.url, account, '/api/companies', added))
  await page.goto(`/companies/${id}`)
  const stories = page.getByRole('list', { name: 'What happened', exact: true })
  const story = (title: string) => stories.getByRole('button', { name: `Not my company: ${title}` })
  await expect(story(BAND)).toBeVisible({ timeout: 30_000 })
  await stories
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Not my company: ${RAISE}` }) })
    .getByRole('button', { name: 'More' })
    .click()
  await expect(stories.getByText('Raised $5 million', { exact: false })).toBeVisible()

  await page.getByRole('button', { name: `Not my company: ${BAND}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Not my company' })
  await dialog.getByRole('radio', { name: 'Everything that says “Mercury Records”' }).check()
  await expect(dialog.getByText('Hides 2 stories.')).toBeVisible()
  await expect(dialog.getByRole('list')).toContainText('An album for the summer')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove from my view' }).click()
  await expect(page.getByText('2 stories hidden', { exact: true })).toBeVisible()
  await expect(story(BAND)).toHaveCount(0)
  await expect(story(RAISE)).toBeVisible()
  await page.reload()
  await expect(story(RAISE)).toBeVisible()
  await expect(story(BAND)).toHaveCount(0)
  await expect(page.getByText('An album for the summer')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'How we identify this company' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo: Everything that says “Mercury Records”' }).click()
  await page.getByRole('tab', { name: 'What happened' }).click()
  await expect(story(BAND)).toBeVisible()

  await page.goto('/discover')
  await page.getByRole('button', { name: 'Hide Kestrel Foods' }).click()
  await expect(page.getByText('Kestrel Foods is hidden', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add Alder Ventures' }).click()
  await expect(page.getByText('Company added successfully', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Alder Ventures' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Alder Ventures' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Kestrel Foods' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Hidden (1)' }).click()
  await page.getByRole('button', { name: 'Restore Kestrel Foods' }).click()
  await page.getByRole('button', { name: 'Show suggestions' }).click()
  await expect(page.getByRole('heading', { name: 'Kestrel Foods' })).toBeVisible()
})
