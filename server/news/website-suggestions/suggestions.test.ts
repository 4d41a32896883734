import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { WebsiteSuggestions } from '#domain/news/website-suggestions.ts'
import { FetchError } from '../../platform/fetch/fetch-error.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { createWebsiteSearch } from './search-websites.ts'

const PAGES: Record<string, string> = {
  'https://cedarrobotics.com/': '<title>Cedar Robotics | Robots for orchards</title>',
  'https://cedarrobotics.io/': '<title>This domain is for sale</title><p>Buy this domain</p>',
  'https://brightloom.com/': '<title>Loom - weaving</title><meta property="og:site_name" content="Loom & Co">',
  'https://dune.com/': '<title>Dune: home</title>',
  'https://dune.io/': '<title>Dune</title>',
  'https://forbidden.com/': '<title>Forbidden</title>',
}

let app: TestApp
let ada: TestUser
let ben: TestUser
let asked: string[] = []

const fetchPage: Fetch = async ({ url }) => {
  asked.push(url)
  const page = PAGES[url]
  if (page === undefined) throw new FetchError('dns')
  const bytes = Buffer.from(page)
  return { url, status: 200, headers: { 'content-type': 'text/html' }, bytes, notModified: false }
}
const search = () =>
  createWebsiteSearch({
    database: app.database,
    clock: () => app.time.now,
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    fetch: fetchPage,
    permission: async (url) => (url.includes('forbidden') ? { answer: 'no' } : { answer: 'yes', delayMs: 0 }),
  })
const listOf = async (user: TestUser) =>
  WebsiteSuggestions.parse(await (await user.get('/api/website-suggestions')).json())
const added = async (user: TestUser, names: string[]) => {
  const list = names.map((name) => ({ name, website: '' }))
  const response = await user.send('POST', '/api/companies/bulk', list)
  return z.array(z.object({ id: z.number(), name: z.string() })).parse(await response.json())
}

beforeAll(async () => {
  app = await testApp()
  ada = await app.signUp()
  ben = await app.signUp()
})

test('a company without a website gets suggestions with evidence, searched for once for all users', async () => {
  const [cedar] = await added(ada, ['Cedar Robotics', 'Brightloom', 'Dune', 'Forbidden'])
  await added(ben, ['Cedar Robotics, Inc.'])
  await app.runJob('news.poll', {})
  expect(await search().run()).toBe(4)
  expect(asked.filter((url) => url === 'https://cedarrobotics.com/')).toHaveLength(1)
  expect(asked.filter((url) => url.includes('forbidden.com'))).toEqual([])
  const { missing, suggestions } = await listOf(ada)
  expect(missing).toBe(4)
  expect(suggestions.map(({ website, isSure }) => [website, isSure])).toEqual([
    ['https://cedarrobotics.com', true],
    ['https://dune.com', false],
    ['https://dune.io', false],
  ])
  expect(suggestions[0]).toMatchObject({
    companyId: cedar?.id,
    companyName: 'Cedar Robotics',
    evidence: [{ kind: 'says-name', name: 'Cedar Robotics' }],
  })
  asked = []
  expect(await search().run()).toBe(0)
  expect(asked).toEqual([])
})

test('a dismissed suggestion does not come back for its user, and stays for others', async () => {
  const { suggestions } = await listOf(ada)
  const dune = suggestions.find(({ website }) => website === 'https://dune.io')
  const path = `/api/companies/${dune?.companyId}/website-suggestions/dismiss`
  const left = WebsiteSuggestions.parse(await (await ada.send('POST', path, { website: 'https://dune.io' })).json())
  expect(left.suggestions.map(({ website }) => website)).toEqual(['https://cedarrobotics.com', 'https://dune.com'])
  expect((await ada.send('POST', path, { website: 'https://dune.io' })).status).toBe(404)
  const card = await (await ada.get(`/api/companies/${dune?.companyId}/identity`)).text()
  expect(card).not.toContain('dune.io')
  const eve = await app.signUp()
  await added(eve, ['Dune'])
  await app.runJob('news.poll', {})
  expect((await listOf(eve)).suggestions.map(({ website }) => website)).toContain('https://dune.io')
})

test('only the user who dismissed a suggestion can restore it', async () => {
  const dune = (await listOf(ada)).suggestions.find(({ companyName }) => companyName === 'Dune')
  const path = `/api/companies/${dune?.companyId}/website-suggestions`
  const restore = (user: TestUser) => user.send('POST', `${path}/restore`, { website: 'https://dune.io' })
  expect((await restore(ben)).status).toBe(404)
  expect((await ada.send('POST', `${path}/restore`, { website: 'https://a\u0000.io' })).status).toBe(200)
  const websites = async () => (await listOf(ada)).suggestions.map(({ website }) => website)
  expect(await websites()).not.toContain('https://dune.io')
  expect((await restore(ada)).status).toBe(200)
  expect(await websites()).toContain('https://dune.io')
  await ada.send('POST', `${path}/dismiss`, { website: 'https://dune.io' })
})

test('one suggestion is accepted, then all sure ones; companies with a website get no suggestions', async () => {
  const { suggestions } = await listOf(ada)
  const dune = suggestions.find(({ website }) => website === 'https://dune.com')
  const path = `/api/companies/${dune?.companyId}/website-suggestions/accept`
  const accepted = await ada.send('POST', path, { website: 'https://dune.com' })
  expect(await accepted.json()).toMatchObject({ name: 'Dune', website: 'https://dune.com' })
  expect(await (await ada.send('POST', '/api/website-suggestions/accept-sure')).json()).toEqual({ accepted: 1 })
  expect(await listOf(ada)).toEqual({ missing: 2, suggestions: [] })
  expect((await listOf(ben)).suggestions).toMatchObject([{ companyName: 'Cedar Robotics, Inc.', isSure: true }])
})

test('users can accept only suggested websites, and only for their own companies', async () => {
  const [own] = (await listOf(ben)).suggestions
  const accept = (user: TestUser, id: number, website: string) =>
    user.send('POST', `/api/companies/${id}/website-suggestions/accept`, { website })
  expect((await accept(ben, own?.companyId ?? 0, 'https://evil.example')).status).toBe(404)
  const body = async (response: Response) => ({ ...z.looseObject({}).parse(await response.json()), requestId: '' })
  const foreign = await accept(ada, own?.companyId ?? 0, 'https://cedarrobotics.com')
  const absent = await accept(ada, 2_000_000_000, 'https://cedarrobotics.com')
  expect([foreign.status, absent.status]).toEqual([404, 404])
  expect(await body(foreign)).toEqual(await body(absent))
})

test('an article about the company leads to its website, and the page confirms it', async () => {
  PAGES['https://elm.bio/'] = '<title>Elm</title>'
  const [elm] = await added(ben, ['Elm'])
  await app.runJob('news.poll', {})
  await app.database.execute(`
    with story as (
      insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
      values ('https://news.example/elm', 'news.example/elm', 'Elm raises', 'More at elm.bio today.', now(), 'day', 'press', '{}', now())
      returning id)
    insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, evidence, score)
    select tracked_company_id, story.id, now(), 'press', '[]', 1 from companies, story where companies.id = ${elm?.id}`)
  await search().run()
  const found = (await listOf(ben)).suggestions.find(({ companyId }) => companyId === elm?.id)
  expect(found).toMatchObject({
    website: 'https://elm.bio',
    isSure: true,
    evidence: [
      { kind: 'says-name', name: 'Elm' },
      { kind: 'article', title: 'Elm raises', url: 'https://news.example/elm' },
    ],
  })
})

test('a suggestion for a company beyond the listed ones can be accepted', async () => {
  const cara = await app.signUp()
  await app.database.query(
    `insert into companies (user_id, name, name_key, host_key)
     select $1, 'Many ' || number, 'many ' || number, '' from generate_series(1, 500) as number`,
    [cara.id],
  )
  const [last] = await added(cara, ['Cedar Robotics'])
  await app.runJob('news.poll', {})
  const chosen = { website: 'https://cedarrobotics.com' }
  expect((await cara.send('POST', `/api/companies/${last?.id}/website-suggestions/accept`, chosen)).status).toBe(200)
})
