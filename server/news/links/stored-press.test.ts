import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '#domain/time.ts'
import { companySite } from '../../testing/network/company-site.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { briefOf, titlesOf } from '../../testing/fixtures/overrides-fixture.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let press: Awaited<ReturnType<typeof loopbackSite>>
let site: Awaited<ReturnType<typeof companySite>>
/** Runs after the names are loaded and before the feed is sent. */
let whileAsked = async () => {}
const items: { title: string; text: string; date: string }[] = []

beforeAll(async () => {
  const answer = async (response: ServerResponse) => {
    await whileAsked()
    response.setHeader('content-type', 'application/rss+xml')
    response.end(
      `<rss version="2.0"><channel><title>Paper</title>${items
        .map(
          ({ title, text, date }, at) =>
            `<item><title>${title}</title><link>${press.url}/${at}</link><pubDate>${date}</pubDate><description>${text}</description></item>`,
        )
        .join('')}</channel></rss>`,
    )
  }
  press = await loopbackSite((_, response) => void answer(response))
  site = await companySite({
    '/': '<html><head><title>Robots</title><meta property="og:site_name" content="Quarrystone Robotics"></head><body>Robots</body></html>',
  })
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site,press',
      PRESS_FEEDS: `${press.url}/press.xml`,
    },
  })
  write('Harborweave raises $12 million', 'Harborweave makes looms. The round was led by a fund.', 40)
  write('Who hires this week', 'Among those who hire is Harborweave, which opens an office.', 3)
  write('Quarrystone Robotics opens in Oslo', 'The maker of robots opens an office.', 20)
  write('Tallowmere hires', 'Tallowmere hires a hundred people.', 2)
  write('Fernhollow closes', 'The shop on Main Street closes.', 100)
  await poll()
})
afterAll(async () => {
  await press.close()
  await site.close()
})

const write = (title: string, text: string, daysAgo: number) =>
  items.push({ title, text, date: new Date(app.time.now.getTime() - daysAgo * DAY_MS).toUTCString() })

async function poll() {
  await app.database.execute('update watches set next_at = $1', [app.time.now])
  await app.runJob('news.poll', {})
}

const REFUSED = { status: 403, body: 'no bots' }

async function add(name: string, path = `/${name.toLowerCase().replace(/ .*/, '')}`) {
  site.pages[path] ??= REFUSED
  const user = await app.signUp()
  const response = await user.send('POST', '/api/companies', { name, website: site.url + path })
  expect(response.status).toBe(201)
  const { id } = z.object({ id: z.number() }).parse(await response.json())
  return { ...user, companyId: id, path: `/api/companies/${id}` }
}

const count = async (table: string) =>
  z.object({ n: z.number() }).parse((await app.database.execute(`select count(*)::int as n from ${table}`)).rows[0]).n

test('items about untracked companies are stored, but not as articles', async () => {
  expect([await count('press_items'), await count('articles')]).toEqual([4, 0])
})

test('a company added later gets three months of news immediately, without a request to the press', async () => {
  const before = press.requests.length
  const ada = await add('Harborweave')
  expect(await titlesOf(ada)).toEqual(['Harborweave raises $12 million', 'Who hires this week'])
  expect(await briefOf(ada)).toContain('Harborweave')
  await app.runJob('news.classify', {})
  const { rows } = await app.database.execute(
    `select event_type from owner_articles where title = 'Harborweave raises $12 million'`,
  )
  expect(rows).toEqual([{ event_type: 'raise' }])
  expect(press.requests.length).toBe(before)
})

test('a name found on the company’s site finds earlier news too', async () => {
  const before = press.requests.length
  const ada = await add('QS', '/')
  expect(await titlesOf(ada)).toEqual(['Quarrystone Robotics opens in Oslo'])
  expect(press.requests.length).toBe(before)
})

test('renaming a company or adding an alias finds earlier news for its owner', async () => {
  const before = press.requests.length
  const [ada, ben] = [await add('Something else'), await add('Something else')]
  await ada.send('PATCH', ada.path, { name: 'Tallowmere' })
  expect(await titlesOf(ada)).toEqual(['Tallowmere hires'])
  await ben.send('POST', `${ben.path}/aliases`, { alias: 'looms' })
  expect(await titlesOf(ben)).toEqual(['Harborweave raises $12 million'])
  expect(press.requests.length).toBe(before)
})

test('a company gets an item that arrives while the company is being added', async () => {
  write('Ivorygate wins a prize', 'The prize is for Ivorygate.', 1)
  let adding: ReturnType<typeof add> | undefined
  whileAsked = async () => {
    whileAsked = async () => {}
    adding = add('Ivorygate')
    await vi.waitFor(async () =>
      expect(await count(`companies where name = 'Ivorygate' and tracked_company_id is not null`)).toBe(1),
    )
  }
  await poll()
  const ada = await adding
  expect(ada && (await titlesOf(ada))).toEqual(['Ivorygate wins a prize'])
})

test('items are deleted after three months, but linked articles stay', async () => {
  const { companyId } = await add('Tallowmere')
  app.time.now = new Date(app.time.now.getTime() + 91 * DAY_MS)
  await app.runJob('news.clean-up', {})
  expect(await count('press_items')).toBe(0)
  expect(await count(`owner_articles where company_id = ${companyId}`)).toBe(1)
})
