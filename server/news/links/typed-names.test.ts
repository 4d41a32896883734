import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { companySite } from '../../testing/network/company-site.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { briefOf, cardOf, titlesOf } from '../../testing/fixtures/overrides-fixture.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

/** Names as people type them, and the labels of their sites. */
const TYPED = [
  ['Cedar Robotics', 'getcedar'],
  ['Quillbase, Inc.', 'qb'],
  ['Ferrovia Systems GmbH', 'fvs'],
  ['Tidewater Analytics', 'joinupstream'],
  ['NorthPeak AI', 'np-app'],
  ['Halcyon Foods Ltd', 'eat'],
  ['Orbwell', 'hq-ow'],
  ['Société Lumen', 'sl'],
  ['Marrow & Pine', 'mp-studio'],
  ['Vantorque Labs', 'vtq'],
  ['Kestrelworks', 'usekw'],
  ['Brightloom Health', 'bl'],
] as const

let app: TestApp
let site: Awaited<ReturnType<typeof companySite>>
let press: Awaited<ReturnType<typeof loopbackSite>>
const items: { title: string; text: string }[] = []

beforeAll(async () => {
  const refused = { status: 403, body: 'no bots' }
  site = await companySite(
    Object.fromEntries(
      [...TYPED.map(([, path]) => path), 'shared', 'ramp', 'ouraring', 'ouraring-too'].map((path) => [
        `/${path}`,
        refused,
      ]),
    ),
  )
  press = await loopbackSite((_, response) => {
    response.setHeader('content-type', 'application/rss+xml')
    response.end(
      `<rss version="2.0"><channel><title>Paper</title>${items
        .map(
          ({ title, text }, at) =>
            `<item><title>${title.replace('&', '&amp;')}</title><link>${press.url}/${at}</link><description>${text.replace('&', '&amp;')}</description></item>`,
        )
        .join('')}</channel></rss>`,
    )
  })
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site,press',
      PRESS_FEEDS: `${press.url}/press.xml`,
    },
  })
})
afterAll(async () => {
  await site.close()
  await press.close()
})

async function add(user: Awaited<ReturnType<TestApp['signUp']>>, name: string, website: string | null) {
  const response = await user.send('POST', '/api/companies', { name, website })
  const { id } = z.object({ id: z.number() }).parse(await response.json())
  return { ...user, companyId: id, path: `/api/companies/${id}` }
}

async function later() {
  app.time.now = new Date(app.time.now.getTime() + 15 * 60_000)
  await app.database.execute('update watches set next_at = $1', [app.time.now])
  await app.runJob('news.poll', {})
}

const spoken = (name: string) => name.replace(/,? (?:Inc\.|GmbH|Ltd)$/, '')

test('press articles with the typed name are found even if the company’s site blocks us', async () => {
  const user = await app.signUp()
  const companies = []
  for (const [name, path] of TYPED) companies.push(await add(user, name, `${site.url}/${path}`))
  for (const [name] of TYPED) {
    items.push({ title: `${spoken(name)} raises $12 million`, text: 'The round was led by a fund.' })
    items.push({
      title: 'Who hires this week',
      text: `Among those who hire is ${spoken(name)}, which opens an office.`,
    })
  }
  await later()
  const found = []
  for (const company of companies) found.push((await titlesOf(company)).length)
  const recall = found.reduce((sum, count) => sum + count, 0) / (2 * TYPED.length)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})

test('a typed name matches immediately, and only for users who typed it', async () => {
  items.push({ title: 'Glasswing Motors opens in Oslo', text: 'The maker of boats opens in Oslo.' })
  items.push({ title: 'Glasswing Motors hires', text: 'It hires a hundred people.' })
  await later()
  const ada = await add(await app.signUp(), 'Glasswing Motors', `${site.url}/shared`)
  const ben = await add(await app.signUp(), 'Shared canary', `${site.url}/shared`)
  await later()
  expect(await titlesOf(ada)).toEqual(['Glasswing Motors hires', 'Glasswing Motors opens in Oslo'])
  expect(await briefOf(ada)).toContain('maker of boats')
  expect(await titlesOf(ben)).toEqual([])
  expect(JSON.stringify(await cardOf(ben.get(`${ben.path}/identity`)))).not.toContain('Glasswing')
  expect(JSON.stringify(await cardOf(ada.get(`${ada.path}/identity`)))).not.toContain('canary')

  // Stored articles are matched for the next user without a request.
  const asked = press.requests.length
  const cora = await add(await app.signUp(), 'Glasswing Motors', `${site.url}/ramp`)
  expect(await titlesOf(cora)).toEqual(['Glasswing Motors hires', 'Glasswing Motors opens in Oslo'])
  expect(press.requests.length).toBe(asked)

  await ada.send('PATCH', ada.path, { name: 'Sparrowhawk Grain' })
  expect(await titlesOf(ada)).toEqual([])
  expect(await briefOf(ada)).not.toContain('maker of boats')
  items.push({ title: 'Sparrowhawk Grain sells a mill', text: 'The mill is in Ghent.' })
  await later()
  expect(await titlesOf(ada)).toEqual(['Sparrowhawk Grain sells a mill'])
  expect(await titlesOf(cora)).not.toContain('Sparrowhawk Grain sells a mill')
})

test('press articles with the typed name are found even if the site has another name', async () => {
  items.push({ title: 'Oura raises over $900 million', text: 'The maker of rings has new investors.' })
  const ada = await add(await app.signUp(), 'Oura', `${site.url}/ouraring`)
  await later()
  expect(await titlesOf(ada)).toEqual(['Oura raises over $900 million'])

  const asked = press.requests.length
  const ben = await add(await app.signUp(), 'Oura Labs, Inc.', `${site.url}/ouraring-too`)
  expect(await titlesOf(ben)).toEqual(['Oura raises over $900 million'])
  expect(press.requests.length).toBe(asked)
})

test('an ambiguous name is matched by its context, not by the name alone', async () => {
  const user = await add(await app.signUp(), 'Notion', `${site.url}/ramp`)
  items.push({
    title: 'Judge rejects the notion of a right to roam',
    text: 'Notion and motion are two things.',
  })
  items.push({ title: 'The Notion of Home: essays', text: 'Essays about houses and gardens by Ann Field.' })
  items.push({ title: 'Notion raises $50 million', text: 'The startup will hire in Dublin.' })
  await later()
  expect(await titlesOf(user)).toEqual(['Notion raises $50 million'])
})
