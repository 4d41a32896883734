import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CompanyWithNews, JoinedNews } from '#domain/news/briefs.ts'
import { HOUR_MS } from '#domain/time.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const FEED = '/api/news/feed'
const LATEST = '/api/news'

let app: TestApp
let ada: TestUser
let ben: TestUser

async function addCompany(user: TestUser, name: string): Promise<number> {
  const added = await user.send('POST', '/api/companies', { name, website: `https://${name}.dev` })
  app.time.now = new Date(app.time.now.getTime() + 60_000)
  return z.object({ id: z.number() }).parse(await added.json()).id
}

const addBrief = (user: TestUser, companyId: number, hoursAgo: number) =>
  app.database.query(
    `insert into briefs (user_id, company_id, status, body, published_at)
     values ($1, $2, 'extractive', '[]', $3::timestamptz + interval '123 microseconds')`,
    [user.id, companyId, new Date(NOW.getTime() - hoursAgo * HOUR_MS)],
  )

async function read(user: TestUser, path: string) {
  const response = await user.get(path)
  expect(response.status).toBe(200)
  const next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  const rows = z.array(z.union([JoinedNews, CompanyWithNews])).parse(await response.json())
  return { ids: rows.map((row) => ('companyId' in row ? row.companyId : row.id)), next }
}

async function readPages(user: TestUser, path: string, betweenPages = async () => {}) {
  const pages: number[][] = []
  for (let next: string | null = path; next !== null;) {
    const page = await read(user, next)
    pages.push(page.ids)
    next = page.next
    await betweenPages()
  }
  return pages
}

beforeAll(async () => {
  app = await testApp({ environment: { SOURCES: 'company-site' } })
  ;[ada, ben] = [await app.signUp(), await app.signUp()]
  for (const name of ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'ginkgo']) {
    const id = await addCompany(ada, name)
    // Two were published at the same time, and three have no brief.
    const hoursAgo = { alder: 5, cedar: 2, elm: 2, fir: 9 }[name]
    if (hoursAgo !== undefined) await addBrief(ada, id, hoursAgo)
  }
  await addBrief(ben, await addCompany(ben, 'hazel'), 3)
})

test('the oldest news comes first, then companies without news in the order they were added', async () => {
  expect((await read(ada, `${FEED}?sort=newest`)).ids).toEqual((await read(ada, FEED)).ids)
  const [fir, alder, cedar, elm, birch, dogwood, ginkgo] = (await read(ada, `${FEED}?sort=oldest`)).ids
  expect((await read(ada, FEED)).ids).toEqual([elm, cedar, alder, fir, ginkgo, dogwood, birch])
})

test.each([
  ['newest', 1],
  ['newest', 2],
  ['newest', 7],
  ['oldest', 1],
  ['oldest', 3],
])('sorted with the %s first, pages of %i rows concatenate to the whole feed', async (sort, limit) => {
  const whole = await read(ada, `${FEED}?sort=${sort}`)
  expect(whole.next).toBeNull()
  const pages = await readPages(ada, `${FEED}?sort=${sort}&limit=${limit}`)
  expect(pages.flat()).toEqual(whole.ids)
  expect(pages.every(({ length }) => length > 0 && length <= limit)).toBe(true)
})

test('pages of the latest news concatenate to the whole, whatever is added between them', async () => {
  const whole = (await read(ada, LATEST)).ids
  expect(whole).toHaveLength(4)
  const unread = whole.at(-1)!
  let isAdded = false
  const pages = await readPages(ada, `${LATEST}?limit=1`, async () => {
    if (!isAdded) await addBrief(ada, unread, 1)
    isAdded = true
  })
  expect(pages).toEqual(whole.map((id) => [id]))
  expect((await read(ada, LATEST)).ids[0]).toBe(unread)
})

test('a brief or a company added between two pages repeats or hides no row', async () => {
  const whole = await read(ada, FEED)
  const last = whole.ids.at(-1)!
  let added = 0
  const pages = await readPages(ada, `${FEED}?limit=2`, async () => {
    if (added > 0) return
    await addBrief(ada, last, 0)
    added = await addCompany(ada, 'juniper')
  })
  expect(pages.flat().filter((id) => id !== added)).toEqual(whole.ids)
  expect((await read(ada, FEED)).ids[0]).toBe(last)
})

test.each([FEED, LATEST])("%s: another user's cursor shows only the caller's own companies", async (path) => {
  const { next } = await read(ada, `${path}?limit=1`)
  const own = (await read(ben, FEED)).ids
  const { ids } = await read(ben, next!)
  expect(own).toEqual(expect.arrayContaining(ids))
})

test('only the rows of the chosen companies are returned, in pages as well', async () => {
  const whole = (await read(ada, FEED)).ids
  const chosen = [whole[4]!, whole[1]!, whole[0]!]
  const foreign = (await read(ben, FEED)).ids[0]!
  const path = `${FEED}?company=${[...chosen, foreign, 999_999].join(',')}`
  expect((await read(ada, path)).ids).toEqual(whole.filter((id) => chosen.includes(id)))
  expect((await readPages(ada, `${path}&limit=2`)).flat()).toEqual(whole.filter((id) => chosen.includes(id)))
})

const cursorOf = (...position: unknown[]) => `cursor=${Buffer.from(JSON.stringify(position)).toString('base64url')}`
const NO_PAGE = 'The page could not be found. Please start from the beginning.'
const COMPANY_IDS = 'Must be at most 200 company ids, separated by commas'

test.each([
  ['limit=0', undefined],
  ['limit=501', undefined],
  ['limit=x', undefined],
  ['sort=loudest', undefined],
  ['cursor=nonsense', NO_PAGE],
  ['cursor=W10', NO_PAGE],
  [cursorOf('feed', null, 'yesterday or so', 1, 1), NO_PAGE],
  [cursorOf('feed', '2026-02-30 00:00:00+00', '2026-02-01 00:00:00+00', 1, 1), NO_PAGE],
  [cursorOf('feed', null, '2026-02-01 00:00:00+00', -1, 1), NO_PAGE],
  [cursorOf('other', null, '2026-02-01 00:00:00+00', 1, 1), NO_PAGE],
  ['company=', COMPANY_IDS],
  ['company=1,x', COMPANY_IDS],
  ['company=0', COMPANY_IDS],
  ['company=9999999999', COMPANY_IDS],
  [`company=${Array.from({ length: 201 }, (_, at) => at + 1).join(',')}`, COMPANY_IDS],
])('%s is 422', async (query, message) => {
  const response = await ada.get(`${FEED}?${query}`)
  expect(response.status).toBe(422)
  const problem = z.object({ code: z.string(), message: z.string() }).parse(await response.json())
  expect(problem.code).toBe('invalid-input')
  if (message !== undefined) expect(problem.message).toContain(message)
})

test.each([
  'limit=0',
  'cursor=nonsense',
  cursorOf('latest', 'soon', 1, 1, 1),
  cursorOf('feed', null, '2026-02-01', 1, 1),
])('the latest news with %s is 422', async (query) => {
  expect((await ada.get(`${LATEST}?${query}`)).status).toBe(422)
})

test('the API reference describes the parameters', async () => {
  const openApi = await (await ada.get('/api/openapi.json')).text()
  expect(openApi).toContain('Only these companies: their ids, separated by commas')
})

test.each([250, 251])('a feed of %i rows, which is sent in chunks, is one array', async (companies) => {
  const cleo = await app.signUp()
  await app.database.query(
    `insert into companies (user_id, name, name_key, host_key) select $1, 'Company ' || n, 'company ' || n, '' from generate_series(1, $2::int) as n`,
    [cleo.id, companies],
  )
  const { ids } = await read(cleo, FEED)
  expect(new Set(ids).size).toBe(companies)
})
