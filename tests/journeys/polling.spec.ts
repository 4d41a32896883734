import { urlOf } from '#domain/endpoint.ts'
import { getRefreshProgress, refreshNews } from '#domain/news/endpoints.ts'
import type { Page, Route } from '@playwright/test'
import { startClockedProduct, type ClockedProduct } from './company-internet/clocked-product.ts'
import { openInternet, type CompanyInternet } from './company-internet/open-internet.ts'
import { expectOnlySafeLinks } from './steps/safe-links.ts'
import { chooseFile, csvFile, expectToFitPhones } from './steps/portfolio-steps.ts'
import { test as base, expect, expectAccessible } from './steps/product.ts'

type World = { internet: CompanyInternet; product: ClockedProduct }

const test = base.extend<object, World>({
  internet: [
    async ({}, use) => {
      const internet = await openInternet()
      await use(internet)
      await internet.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ internet }, use) => {
      const limits = { LOG_LEVEL: 'warn', AUTH_RATE_LIMITS: 'off', REQUESTS_PER_MINUTE: '1000000' }
      const product = await startClockedProduct({ ...limits, GATHER_EVERY: '10m', ...internet.settings }, MINUTES_AGO)
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

/** Shorter than a session, and long enough for every poll that the journey waits for. */
const MINUTES_AGO = 45

const AT_FIRST = {
  'Amber Loom': 'Amber Loom weaves its first solar cloth',
  'Basalt Foods': 'Basalt Foods bakes bread without an oven',
  'Copper Finch': 'Copper Finch sings in tune',
  'Dune Optics': 'Dune Optics grinds a lens from sand',
  'Elm Harbor': 'Elm Harbor launches a quiet ferry',
  'Xenon Bakery': 'Xenon Bakery sells light loaves',
  'Zephyr Tools': 'Zephyr Tools sharpens the wind',
  'Ash Bindery': 'Ash Bindery eröffnet ein Café in Köln',
  'Tundra Bio': 'Tundra Bio thaws a mammoth idea',
}

const BY_SERVICES = {
  'Harvest Bay': 'Harvest Bay has 1 open role',
  'Indigo Kiln': 'Indigo Kiln has 2 open roles',
  'Jasper Rail': 'Jasper Rail has 1 open role',
  'Kelp Motors': 'rudder v2.0.0',
  'Maple Sonar': 'Maple Sonar hears a pin drop',
  'Nectar Grid': '$4,250,000 sold of $5,000,000',
}

const BY_PRESS = {
  'Linden Pay': 'Linden Pay doubles its customers',
  'Cedar Compass': 'Cedar Compass finds true north',
}

const isUnderWay = (page: Page) =>
  page.evaluate(async (path) => {
    const { access_token: token } = JSON.parse(localStorage.getItem('tidings-session') ?? '{}') as Record<
      string,
      string
    >
    const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
    return (await response.json()) !== null
  }, urlOf(getRefreshProgress))

const coverageOf = (page: Page) => page.getByRole('region', { name: 'Sources' })
const entryOf = (page: Page, label: string) => coverageOf(page).getByRole('listitem').filter({ hasText: label })
const cardOf = (page: Page, name: string) =>
  page.locator('article:not([aria-label])').filter({ has: page.locator('h3').getByText(name, { exact: true }) })

test('thirty companies imported from a file get their news', async ({ page, internet, product, context }, info) => {
  test.setTimeout(240_000)
  const pages = new Map<string, string>()
  const open = async (name: string, on = page) => {
    await on.goto(pages.get(name) ?? '')
    await expect(on.getByRole('heading', { level: 1 })).toHaveText(name)
  }
  const openSources = async (name: string) => {
    await open(name)
    await page.getByRole('tab', { name: 'Sources' }).click()
  }

  await test.step('sign up and import', async () => {
    await page.goto('/signin?mode=signup')
    await page.getByLabel('Email').fill('gatherer@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a rather long passphrase 42')
    await page.getByRole('button', { name: 'Start Free Trial' }).click()
    await page.getByRole('button', { name: 'Add Company' }).first().click()
    await page.getByRole('tab', { name: 'Bulk Upload' }).click()
    await chooseFile(page, csvFile('portfolio.csv', internet.csv()))
    await page.getByRole('dialog').getByRole('button', { name: 'Upload Companies' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('tab', { name: 'News' }).click()
    await expect(page.locator('article')).toHaveCount(30)
    const links = await page
      .locator('article h3 a')
      .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href') ?? ''] as const))
    for (const [name, path] of links) pages.set(name, path)
  })

  await test.step('news appears by itself, each with its source', async () => {
    for (const [name, title] of Object.entries({ ...AT_FIRST, ...BY_SERVICES }))
      await expect(cardOf(page, name)).toContainText(title, { timeout: 30_000 })
    const cloth = `a[href="${internet.url('Amber Loom')}/news/cloth"]`
    await expect(cardOf(page, 'Amber Loom').locator(cloth).first()).toBeAttached()
    await expectOnlySafeLinks(page)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4500)
  })

  await test.step('hostile feeds are text, and harm nobody', async () => {
    await expect(cardOf(page, 'Velvet Orchard')).toContainText('a picture that is none')
    await expect(cardOf(page, 'Willow Cloud')).toContainText('Laughs')
    await expect(cardOf(page, 'Willow Cloud')).not.toContainText('haha')
    expect(await page.evaluate(() => window.__x)).toBeUndefined()
  })

  await test.step('coverage distinguishes quiet, broken and never found', async () => {
    await openSources('Umber Health')
    await expect(entryOf(page, 'Company website')).toContainText('Failed', { timeout: 30_000 })
    await expect(entryOf(page, 'Company website')).toContainText(/Since .+: \S/)
    await expect(entryOf(page, 'Company website')).toContainText('Never')
    await expect(entryOf(page, 'Job boards')).toContainText('No job board is known for this company.')
    for (const name of ['Opal Farms', 'Pebble Air', 'Quartz Labs', 'Raven Textiles', 'Yarrow Games']) {
      await openSources(name)
      await expect(entryOf(page, 'Company website')).toContainText('Failed')
    }
    await openSources('Saffron Sky')
    await expect(entryOf(page, 'Company website')).toContainText(
      'The robots.txt of the site does not allow us to read it.',
    )
    expect(internet.asked('Saffron Sky')).not.toContain('/news')
    await openSources('Birch Ledger')
    await expect(coverageOf(page)).toContainText('Quiet. ')
    await expect(entryOf(page, '/feed.xml')).toContainText('OK, empty')
    await openSources('Amber Loom')
    await expect(entryOf(page, '/feed.xml')).toContainText('OK')
    await expectAccessible(page)
  })

  await test.step('Retry: a site that came back to life is told of', async () => {
    await openSources('Flint Harbor')
    await expect(entryOf(page, 'Company website')).toContainText('Failed')
    internet.restore('Flint Harbor')
    await product.passMinutes(6)
    await coverageOf(page).getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('tab', { name: 'What happened' }).click()
    await expect(page.getByRole('region', { name: 'What happened' })).toContainText('Flint Harbor is back on the water')
    await page.getByRole('tab', { name: 'Sources' }).click()
    await expect(entryOf(page, '/feed.xml')).toContainText('OK')
    await expect(coverageOf(page)).not.toContainText('Failed')
  })

  const watching = await context.newPage()
  await open('Basalt Foods', watching)
  const reading = await context.newPage()
  await reading.goto('/dashboard?tab=news')
  await expect(cardOf(reading, 'Basalt Foods')).toContainText(AT_FIRST['Basalt Foods'])
  const loads: string[] = []
  for (const tab of [watching, reading]) tab.on('load', () => loads.push(tab.url()))

  await test.step('Refresh All: the count moves and outlives a reload', async () => {
    internet.publish('Basalt Foods', {
      title: 'Basalt Foods opens a bakery in a quarry',
      path: '/news/quarry',
      hoursAgo: 0,
    })
    await page.goto('/dashboard?tab=news')
    await expect(cardOf(page, 'Basalt Foods')).toBeAttached()
    const release = internet.hold(['Dune Optics', 'Zephyr Tools'])
    // Companies that are due are polled on schedule too. That must not have finished when the refresh starts.
    const passTime = async (route: Route) => {
      await product.passMinutes(12)
      await route.continue()
    }
    await page.route(`**${urlOf(refreshNews)}`, passTime, { times: 1 })
    await page.getByRole('button', { name: 'Refresh All' }).click()
    const bar = page.getByText(/^Checking \d+ companies: \d+ done$/)
    await expect(bar).toBeVisible()
    await page.reload()
    await expect(async () => expect(await bar.isVisible()).toBe(await isUnderWay(page))).toPass({ timeout: 30_000 })
    release()
    await expect(bar).toHaveCount(0, { timeout: 30_000 })
    for (const [name, title] of Object.entries(BY_PRESS)) await expect(cardOf(page, name)).toContainText(title)
    await expect(page.getByText(/Nectar Gridlock|linden pay day/)).toHaveCount(0)
  })

  await test.step('what is new appears in the other open tabs, which were not loaded again', async () => {
    await expect(watching.getByRole('region', { name: 'What happened' })).toContainText(
      'Basalt Foods opens a bakery in a quarry',
    )
    await expect(cardOf(reading, 'Basalt Foods')).toContainText('Basalt Foods opens a bakery in a quarry')
    await expect(cardOf(reading, 'Linden Pay')).toContainText(BY_PRESS['Linden Pay'])
    expect(loads).toEqual([])
  })

  await test.step('it can be read everywhere', async () => {
    await expectToFitPhones(page)
    await watching.close()
    await reading.close()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Company', { exact: true }).selectOption('Amber Loom')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expectAccessible(page)
    for (const theme of ['light', 'dark']) {
      await page.evaluate((value) => localStorage.setItem('theme', value), theme)
      for (const [called, path] of Object.entries({
        news: '/dashboard?tab=news',
        coverage: `${pages.get('Opal Farms') ?? ''}?tab=sources`,
      })) {
        await page.goto(path)
        await expect(page.getByText(called === 'news' ? 'Basalt Foods' : 'SEC filings').first()).toBeVisible()
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 1000 })
          await page.screenshot({ path: info.outputPath(`${called} ${theme} ${width}.png`) })
        }
      }
    }
  })
  expect(product.strayed()).toEqual([])
  expect(product.output()).not.toContain('"level":"error"')
})
