import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PrivateFeed } from '#domain/integrations/feeds.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { wellFormed } from '../../testing/well-formed.ts'

const FEEDS = '/api/integrations/feeds'

let app: TestApp
let ada: TestUser
let fixture: ReturnType<typeof articlesFixture>

beforeAll(async () => {
  app = await testApp({ environment: { PUBLIC_URL: 'https://tidings.example' } })
  fixture = articlesFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  await app.database.query('delete from users; delete from tracked_companies; delete from articles')
  ada = await app.signUp()
})

const create = async (user: TestUser, wanted: object = {}) =>
  PrivateFeed.parse(await (await user.send('POST', FEEDS, wanted)).json())
const urlsOf = (feed: PrivateFeed) => feed.urls!
const at = (hours: number) => new Date(START.getTime() - hours * HOUR_MS).toISOString()
const addStory = (companyId: number, title: string, more: object = {}) =>
  fixture.addArticle(companyId, { title, at: at(5), linkedAt: at(5), eventType: 'raise', ...more })
const read = async (url: string, headers: Record<string, string> = {}) => app.request(url, { headers })
const entries = async (url: string) =>
  (parseAtomFeed(await (await read(url)).text()).entries ?? []).map(({ id, updated, title, summary }) => ({
    id,
    updated,
    title: title?.value,
    summary: summary?.value,
  }))

test('a feed has one entry per story, newest first, as Atom and as JSON Feed', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  const first = await addStory(cedar, 'Cedar raises $18 million')
  await addStory(cedar, 'Cedar lands $18m', { story: first, at: at(4), linkedAt: at(4) })
  await addStory(cedar, 'Cedar opens in Oslo', { at: at(1), linkedAt: at(1), eventType: 'expansion' })
  const urls = urlsOf(await create(ada))
  const response = await read(urls.atom)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/atom+xml; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(response.headers.get('set-cookie')).toBeNull()
  const found = await entries(urls.atom)
  expect(found.map(({ title }) => title)).toEqual(['Cedar opens in Oslo', 'Cedar raises $18 million'])
  expect(found[1]).toMatchObject({ id: `tag:tidings.example,2026:story/${cedar}-${first}`, updated: at(4) })
  const json = parseJsonFeed(await (await read(urls.json)).json())
  expect(json.items?.map(({ id, title }) => [id, title])).toEqual(found.map(({ id, title }) => [id, title]))
  expect(json.feed_url).toBe(urls.json)
})

test('an unchanged feed is not sent again; a new article changes both validators', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  const story = await addStory(cedar, 'Cedar raises $18 million')
  const { atom } = urlsOf(await create(ada))
  const before = await read(atom)
  const [etag, modified] = [before.headers.get('etag') ?? '', before.headers.get('last-modified') ?? '']
  const again = await read(atom, { 'if-none-match': `W/${etag}` })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  expect((await read(atom, { 'if-modified-since': modified })).status).toBe(304)
  expect((await read(atom, { 'if-none-match': '"other"', 'if-modified-since': modified })).status).toBe(200)
  app.time.now = new Date(START.getTime() + 60_000)
  await addStory(cedar, 'Cedar lands $18m', { story, linkedAt: app.time.now.toISOString() })
  expect((await read(atom, { 'if-none-match': etag })).status).toBe(200)
  expect((await read(atom, { 'if-modified-since': modified })).status).toBe(200)
})

test('an entry keeps its id when an older article joins its story, and a denial updates it', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  const facts = [{ kind: 'raised', amount: { currency: 'USD', value: 18e6 }, certainty: 'stated' }]
  // Published and stored earlier, but seen later.
  const earlier = await addStory(cedar, 'Cedar lands $18 million', {
    linkedAt: at(1),
    at: at(6),
    extractedFacts: facts,
  })
  const first = await addStory(cedar, 'Cedar raises $18 million', { extractedFacts: facts })
  await fixture.join()
  const { atom } = urlsOf(await create(ada))
  expect(earlier).toBeLessThan(first)
  const [joined, ...others] = await entries(atom)
  expect([joined?.id, others]).toEqual([`tag:tidings.example,2026:story/${cedar}-${first}`, []])
  await addStory(cedar, 'Cedar denies raising money', {
    story: first,
    eventType: 'mention',
    denied: ['raise'],
    at: at(0.5),
    linkedAt: at(0.5),
  })
  await fixture.join()
  const [denied, ...rest] = await entries(atom)
  expect(rest).toEqual([])
  expect(denied).toMatchObject({ id: joined?.id, title: 'Cedar denies raising money', updated: at(0.5) })
  expect(denied?.summary).toContain('deny')
})

test('a feed can cover one company or a saved view', async () => {
  const [cedar, birch] = [await fixture.add(ada, 'Cedar'), await fixture.add(ada, 'Birch')]
  await addStory(cedar, 'Cedar raises $18 million', { section: 'Financial Updates' })
  await addStory(cedar, 'Cedar hires a chief', {
    at: at(400 * 24),
    linkedAt: at(400 * 24),
    eventType: 'arrival',
    section: 'Leadership & Team',
  })
  await addStory(birch, 'Birch raises $2 million', { section: 'Financial Updates' })
  const titles = async (wanted: object) =>
    (await entries(urlsOf(await create(ada, wanted)).atom)).map(({ title }) => title)
  expect(await titles({ companyId: birch })).toEqual(['Birch raises $2 million'])
  const view = (await (await ada.send('POST', '/api/views', { name: 'Money', query: 'q=raises' })).json()) as {
    id: number
  }
  expect(new Set(await titles({ viewId: view.id }))).toEqual(
    new Set(['Birch raises $2 million', 'Cedar raises $18 million']),
  )
  const old = (await (
    await ada.send('POST', '/api/views', { name: 'Old', query: `q=chief&company=${cedar}` })
  ).json()) as { id: number }
  expect(await titles({ viewId: old.id })).toEqual(['Cedar hires a chief'])
  expect((await (await ada.get(FEEDS)).json()) as object[]).toMatchObject([
    { name: 'Old' },
    { name: 'Money' },
    { name: 'Birch' },
  ])
  await ada.send('DELETE', `/api/views/${old.id}`)
  expect((await (await ada.get(FEEDS)).json()) as object[]).toHaveLength(2)
})

test('a stored view that cannot be read is our error, not the reader’s, and is logged', async () => {
  const view = (await (await ada.send('POST', '/api/views', { name: 'Money', query: 'q=raises' })).json()) as {
    id: number
  }
  const { atom } = urlsOf(await create(ada, { viewId: view.id }))
  await app.database.query(`update saved_views set query = 'event=nonsense' where id = $1`, [view.id])
  expect((await app.request(atom)).status).toBe(500)
  expect(app.logged.some((line) => line.includes('unexpected error') && line.includes('ZodError'))).toBe(true)
})

test('hidden stories, muted companies and founder updates are left out', async () => {
  const [cedar, birch] = [await fixture.add(ada, 'Cedar'), await fixture.add(ada, 'Birch')]
  const hidden = await addStory(cedar, 'Cedar raises $18 million')
  await addStory(birch, 'Birch raises $2 million')
  await addStory(cedar, 'Cedar, our August', { kind: 'founder-update', eventType: 'mention' })
  const { atom } = urlsOf(await create(ada))
  expect(await entries(atom)).toHaveLength(2)
  await ada.send('POST', `/api/companies/${cedar}/rejections`, { kind: 'story', value: String(hidden) })
  await ada.send('PUT', `/api/companies/${birch}/mute`, { for: 'always' })
  expect(await entries(atom)).toEqual([])
})

test('unknown and revoked tokens get identical responses; without access the response says why', async () => {
  const feed = await create(ada)
  const { atom } = urlsOf(feed)
  await app.database.query('update users set trial_ends_at = $1', [START])
  const over = await read(atom)
  expect([over.status, await over.text()]).toEqual([
    402,
    'Your access to Tidings has ended. This feed continues when you subscribe.\nhttps://tidings.example/subscribe\n',
  ])
  expect((await ada.send('POST', FEEDS, {})).status).toBe(402)
  await app.database.query('update users set trial_ends_at = $1', [new Date(START.getTime() + DAY_MS)])
  expect((await read(atom)).status).toBe(200)
  expect((await ada.send('DELETE', `${FEEDS}/${feed.id}`)).status).toBe(204)
  const answers = []
  for (const url of [atom, atom.replace(/feeds\/[^/]+/, `feeds/${'a'.repeat(43)}`), '/feeds/x/news.atom']) {
    const response = await read(url)
    answers.push(
      JSON.stringify([
        response.status,
        await response.text(),
        [...response.headers].filter(([name]) => name !== 'x-request-id'),
      ]),
    )
  }
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('404')
})

test('the token is neither stored nor logged', async () => {
  const { atom } = urlsOf(await create(ada))
  const token = atom.split('/')[4] ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  await read(atom)
  expect(JSON.stringify(await app.database.query('select * from private_feeds'))).not.toContain(token)
  expect(app.logged.join('\n')).toContain('/feeds/…/news.atom')
  expect(app.logged.join('\n')).not.toContain(token)
})

test('hostile titles stay text in well-formed documents', async () => {
  const hostile = await fixture.add(ada, 'Cedar')
  const titles = [
    ']]></title><script>alert(1)</script>',
    `"&'<>&amp; \u0007\u0008\uFFFE\u2028 \u{1F332} Cedar`,
    'Cedar‮ raises\r\nBEGIN:VEVENT\r\nSUMMARY:Injected',
  ]
  for (const [index, title] of titles.entries())
    await addStory(hostile, title, { eventType: ['raise', 'legal', 'launch'][index] })
  const urls = urlsOf(await create(ada))
  const xml = await (await read(urls.atom)).text()
  expect(wellFormed(xml)).toBe(true)
  expect(xml).not.toMatch(/<script/)
  expect(JSON.stringify(parseJsonFeed(await (await read(urls.json)).json()))).toContain('alert(1)')
  const calendar = await (await read(urls.calendar)).text()
  expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(3)
})

test("nobody can list or revoke another user's feeds, or create one for their companies or views", async () => {
  const ben = await app.signUp()
  const cedar = await fixture.add(ada, 'Cedar')
  const { id } = await create(ada, { companyId: cedar })
  expect((await ben.send('POST', FEEDS, { companyId: cedar })).status).toBe(404)
  const view = (await (await ada.send('POST', '/api/views', { name: 'Money', query: 'q=x' })).json()) as { id: number }
  expect((await ben.send('POST', FEEDS, { viewId: view.id })).status).toBe(404)
  expect((await ben.send('DELETE', `${FEEDS}/${id}`)).status).toBe(404)
  expect(await (await ben.get(FEEDS)).json()).toEqual([])
  const both = await ada.send('POST', FEEDS, { companyId: cedar, viewId: view.id })
  expect([both.status, await both.json()]).toMatchObject([
    422,
    { message: 'Choose a company or a saved view, not both' },
  ])
})

test('a feed is limited like an API key, whoever reads it and in whichever format', async () => {
  const [busy, other] = [urlsOf(await create(ada)), urlsOf(await create(ada))]
  const statuses: number[] = []
  for (let nth = 0; nth < 60; nth += 1) statuses.push((await read(nth % 2 ? busy.json : busy.atom)).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await read(busy.calendar)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({ message: 'This feed is read too often. Please slow down.' })
  expect((await read(other.atom)).status).toBe(200)
  app.time.now = new Date(START.getTime() + 1000)
  expect((await read(busy.atom)).status).toBe(200)
})
