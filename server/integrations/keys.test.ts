import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { SCOPES } from '#domain/endpoint.ts'
import { ApiKey, CreatedApiKey, MAX_KEYS } from '#domain/integrations/keys.ts'
import { DAY_MS } from '#domain/time.ts'
import { smallSite } from '../testing/files/built-site.ts'
import { articlesFixture } from '../testing/fixtures/articles-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

const KEYS = '/api/integrations/keys'
const WANTED = { name: 'Notebook', scopes: [...SCOPES], expiresInDays: 90 }

let app: TestApp
let ada: TestUser

beforeAll(async () => {
  app = await testApp({ webRoot: smallSite() })
})
beforeEach(async () => {
  app.time.now = START
  ada = await app.signUp()
})

const create = async (user: TestUser, wanted: object = WANTED) =>
  CreatedApiKey.parse(await (await user.send('POST', KEYS, wanted)).json())
const list = async (user: TestUser) => z.array(ApiKey).parse(await (await user.get(KEYS)).json())
const call = (key: string, path: string, method = 'GET') =>
  app.request(path, { method, headers: { authorization: `Bearer ${key}` } })

test('a key is shown once and stored as a hash; the list shows when it expires and was last used', async () => {
  const { key, ...created } = await create(ada)
  expect(key).toMatch(/^tid_[\w-]{43}$/)
  expect(created).toMatchObject({
    name: 'Notebook',
    hint: key.slice(-4),
    scopes: SCOPES,
    expiresAt: new Date(START.getTime() + 90 * DAY_MS).toISOString(),
    lastUsedAt: null,
  })
  expect(await list(ada)).toEqual([created])
  const stored = JSON.stringify(await app.database.query('select * from api_keys'))
  expect(stored).not.toContain(key.slice(4))
  expect((await call(key, '/api/companies')).status).toBe(200)
  expect(await list(ada)).toMatchObject([{ lastUsedAt: START.toISOString() }])
  const exported = await (await ada.get('/api/account/export')).arrayBuffer()
  expect(Buffer.from(exported).toString('latin1')).not.toContain(key)
})

test('a key reads only what its scopes cover and its owner can see', async () => {
  const { add } = articlesFixture(app)
  const ben = await app.signUp()
  const [own, foreign] = [await add(ada, 'Cedar'), await add(ben, 'Birch')]
  const { key } = await create(ada, { ...WANTED, scopes: ['portfolio:read'] })
  expect(await (await call(key, '/api/companies')).json()).toMatchObject([{ id: own, name: 'Cedar' }])
  expect((await call(key, `/api/companies/${own}`)).status).toBe(200)
  const [theirs, absent] = await Promise.all([foreign, 999_999].map((id) => call(key, `/api/companies/${id}`)))
  expect([theirs?.status, absent?.status]).toEqual([404, 404])
  const refused = await call(key, '/api/news')
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { code: 'forbidden', message: 'This API key lacks the scope news:read.' },
  ])
})

test("even an administrator's key cannot call endpoints without a scope, and no endpoint with one writes", async () => {
  await app.database.query(`update users set role = 'admin' where id = $1`, [ada.id])
  const { key } = await create(ada)
  const Paths = z.record(
    z.string(),
    z.record(z.string(), z.object({ 'x-access': z.string(), 'x-scope': z.string().optional() })),
  )
  const { paths } = z.object({ paths: Paths }).parse(await (await app.request('/api/openapi.json')).json())
  const allowed: string[] = []
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { 'x-access': access, 'x-scope': scope }] of Object.entries(methods)) {
      if (scope) allowed.push(`${method} ${path}`)
      if (scope || access === 'public') continue
      app.time.now = new Date(app.time.now.getTime() + 1000)
      const response = await call(key, path.replace('{id}', '1'), method.toUpperCase())
      expect([method, path, response.status]).toEqual([method, path, access === 'admin' ? 404 : 403])
      if (access !== 'admin') expect(await response.text()).toContain('API keys cannot be used here.')
    }
  expect(allowed.length).toBeGreaterThan(15)
  expect(
    allowed.filter((each) => !each.startsWith('get ') || /billing|account|auth|admin|integrations/.test(each)),
  ).toEqual([])
})

test('unknown, expired and revoked keys get the same response; revoking works at once in every process', async () => {
  const { key, id } = await create(ada, { ...WANTED, expiresInDays: 30 })
  const other = await create(ada)
  const second = await testApp({ database: app.database })
  const everywhere = async (secret: string) =>
    [
      await call(secret, '/api/companies'),
      await second.request('/api/companies', { headers: { authorization: `Bearer ${secret}` } }),
    ].map(({ status }) => status)
  expect(await everywhere(key)).toEqual([200, 200])
  expect((await ada.send('DELETE', `${KEYS}/${id}`)).status).toBe(204)
  expect(await everywhere(key)).toEqual([401, 401])
  const answers: unknown[] = []
  app.time.now = new Date(START.getTime() + 91 * DAY_MS)
  for (const secret of [key, other.key, 'tid_unknown', `tid_${'a'.repeat(43)}`]) {
    const response = await call(secret, '/api/companies')
    const { requestId: _id, ...body } = (await response.json()) as { requestId: string }
    answers.push([response.status, body])
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject([
    401,
    { message: 'This API key is not valid. It may have expired or been revoked.' },
  ])
})

test('a key stops working when its owner loses access and works again when access returns', async () => {
  const { key } = await create(ada)
  await app.database.query('update users set trial_ends_at = $1 where id = $2', [START, ada.id])
  const over = await call(key, '/api/companies')
  expect([over.status, await over.json()]).toMatchObject([402, { code: 'no-access' }])
  expect((await ada.send('POST', KEYS, WANTED)).status).toBe(402)
  expect(await list(ada)).toHaveLength(1)
  const later = new Date(START.getTime() + DAY_MS)
  await app.database.query('update users set trial_ends_at = $1 where id = $2', [later, ada.id])
  expect((await call(key, '/api/companies')).status).toBe(200)
  await app.database.query('update users set disabled_at = $1 where id = $2', [START, ada.id])
  expect((await call(key, '/api/companies')).status).toBe(402)
})

test('each key has its own rate limit', async () => {
  const [{ key }, other] = [await create(ada), await create(ada)]
  const statuses: number[] = []
  for (let at = 0; at < 61; at += 1) statuses.push((await call(key, '/api/companies/names')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  const refused = await call(key, '/api/companies/names')
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 1])
  expect((await call(other.key, '/api/companies/names')).status).toBe(200)
})

test.each<[string, object, string]>([
  ['no name', { name: ' \n' }, 'Enter a name'],
  ['a long name', { name: 'x'.repeat(81) }, 'A name must be at most 80 characters'],
  ['no scope', { scopes: [] }, 'Choose what the key may read'],
  ['an unknown lifetime', { expiresInDays: 7 }, 'Choose 30, 90 or 365 days, or null for a key that does not expire'],
])('a key with %s is refused', async (_, change, message) => {
  const response = await ada.send('POST', KEYS, { ...WANTED, ...change })
  expect([response.status, await response.json()]).toMatchObject([422, { message }])
})

test('the number of keys is limited', async () => {
  for (let at = 0; at < MAX_KEYS; at += 1) await create(ada)
  const refused = await ada.send('POST', KEYS, WANTED)
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { message: expect.stringContaining('at most 20') },
  ])
})

test("keys need a session, and nobody can revoke another user's key", async () => {
  expect((await app.request(KEYS)).status).toBe(401)
  expect((await app.request(KEYS, { method: 'POST' })).status).toBe(401)
  const { id, key } = await create(ada)
  const ben = await app.signUp()
  const bodies = []
  for (const wanted of [id, 999_999, 'x', 0]) {
    const response = await ben.send('DELETE', `${KEYS}/${wanted}`)
    expect(response.status).toBe(404)
    bodies.push((await response.text()).replace(/"requestId":"[^"]+"/, ''))
  }
  expect(new Set(bodies).size).toBe(1)
  expect(await list(ben)).toEqual([])
  expect((await call(key, '/api/companies')).status).toBe(200)
})

test('every example in the API guide works', async () => {
  const { add } = articlesFixture(app)
  const id = await add(ada, 'Cedar')
  const { key } = await create(ada)
  const index = await (await app.request('/docs/api')).text()
  expect(index).toContain('href="/docs/api/companies"')
  const pages = ['companies', 'news', 'search', 'analytics', 'insights']
  const html = (await Promise.all(pages.map(async (page) => (await app.request(`/docs/api/${page}`)).text()))).join('')
  const examples = [
    ...html.matchAll(
      /curl &quot;([^&]*(?:&amp;[^&]*)*)&quot; \\\n {2}-H &quot;Authorization: Bearer \$TIDINGS_KEY&quot;/g,
    ),
  ]
  expect(examples.length).toBeGreaterThan(15)
  for (const [, address = ''] of examples) {
    const url = address.replaceAll('&amp;', '&').replace('$COMPANY_ID', String(id))
    const { status } = await call(key, url)
    expect([url, status]).toEqual([url, url.includes('/logo') ? 204 : 200])
  }
})
