import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Hono } from 'hono'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { SCOPES } from '#domain/endpoint.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { mcpRoutes } from './mcp-routes.ts'

let app: TestApp
let ada: TestUser
let fixture: ReturnType<typeof articlesFixture>

beforeAll(async () => {
  app = await testApp()
  fixture = articlesFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  ada = await app.signUp()
})

const keyOf = async (user: TestUser, scopes: readonly string[] = SCOPES) => {
  const response = await user.send('POST', '/api/integrations/keys', { name: 'Agent', scopes, expiresInDays: 30 })
  return (await response.json()) as { id: number; key: string }
}

async function connect(key: string) {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', app.config.http.publicUrl), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (url, init) => app.request(String(url), init),
  })
  await client.connect(transport)
  return client
}

const Result = z.object({ isError: z.boolean().optional(), content: z.tuple([z.object({ text: z.string() })]) })
async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { isError = false, content } = Result.parse(await client.callTool({ name, arguments: input }))
  return [isError, content[0].text] as const
}

test('the official client connects, lists the tools and reads the portfolio with them', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  const at = START.toISOString()
  await fixture.addArticle(cedar, {
    title: 'Cedar raises $18 million',
    at,
    linkedAt: at,
    eventType: 'raise',
    section: 'Financial Updates',
  })
  await fixture.addArticle(cedar, {
    title: 'Cedar, our August',
    at,
    linkedAt: at,
    kind: 'founder-update',
    eventType: 'mention',
  })
  const client = await connect((await keyOf(ada)).key)
  expect(client.getServerVersion()).toEqual({ name: 'tidings', version: '1' })
  await client.ping()
  const { tools } = await client.listTools()
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual(
    ['portfolio', 'company', 'stories', 'search'].map((name) => [name, true]),
  )
  expect(JSON.parse((await call(client, 'portfolio'))[1])).toMatchObject([{ id: cedar, name: 'Cedar' }])
  const expected = [{ company: 'Cedar', title: 'Cedar raises $18 million', kind: 'Funding' }]
  expect(JSON.parse((await call(client, 'stories'))[1])).toMatchObject(expected)
  expect(JSON.parse((await call(client, 'stories'))[1])).toHaveLength(1)
  expect(JSON.parse((await call(client, 'company', { id: cedar }))[1])).toMatchObject({
    name: 'Cedar',
    stories: expected,
  })
  expect(JSON.parse((await call(client, 'search', { query: 'raises' }))[1])).toMatchObject([{ company: 'Cedar' }])
  await client.close()
})

test('a tool needs its scope, shows nothing of other users, and says what is wrong', async () => {
  const ben = await app.signUp()
  const birch = await fixture.add(ben, 'Birch')
  const client = await connect((await keyOf(ada, ['portfolio:read', 'news:read'])).key)
  expect(await call(client, 'search', { query: 'x' })).toEqual([true, 'This API key lacks the scope search:read.'])
  expect(await call(client, 'portfolio')).toEqual([false, '[]'])
  expect(await call(client, 'company', { id: birch })).toEqual(await call(client, 'company', { id: 999_999 }))
  expect(await call(client, 'stories', { company_id: birch })).toEqual([true, 'Company not found'])
  expect((await call(client, 'stories', { days: 0 }))[0]).toBe(true)
  expect((await call(client, 'company'))[0]).toBe(true)
  await expect(client.callTool({ name: 'refresh', arguments: {} })).rejects.toThrow('not found')
  await client.close()
})

test('only valid keys of users with access are accepted', async () => {
  const { id, key } = await keyOf(ada)
  const post = (authorization?: string, body = '{"jsonrpc":"2.0","id":1,"method":"ping"}') =>
    app.request('/mcp', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    })
  expect((await post()).status).toBe(401)
  expect((await post(`Bearer ${ada.token}`)).status).toBe(401)
  expect(await (await post(`Bearer ${key}`)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  expect(await (await post(`Bearer ${key}`, 'not json')).json()).toMatchObject({ error: { code: -32_700 } })
  expect(await (await post(`Bearer ${key}`, '{"id":1}')).json()).toMatchObject({ error: { code: -32_700 } })
  expect((await post(`Bearer ${key}`, '[{"jsonrpc":"2.0","id":1,"method":"ping"}]')).status).toBe(422)
  expect(await (await post(`Bearer ${key}`, '{"jsonrpc":"2.0","id":1,"method":"x"}')).json()).toMatchObject({
    error: { code: -32_601 },
  })
  expect((await post(`Bearer ${key}`, '{"jsonrpc":"2.0","method":"notifications/initialized"}')).status).toBe(202)
  expect((await app.request('/mcp', { headers: { authorization: `Bearer ${key}` } })).status).toBe(405)
  await app.database.query('update users set trial_ends_at = $1 where id = $2', [START, ada.id])
  expect((await post(`Bearer ${key}`)).status).toBe(402)
  await ada.send('DELETE', `/api/integrations/keys/${id}`)
  expect((await post(`Bearer ${key}`)).status).toBe(401)
})

test('a bug in a tool reaches the error handler and tells the agent nothing', async () => {
  const holder = { id: ada.id, scopes: SCOPES, profile: { entitlement: { hasAccess: true } } }
  const companies = { names: () => Promise.reject(new Error('duplicate key "secret"')) }
  const broken = new Hono<HttpEnvironment>()
    .use((c, next) => {
      c.set('keyHolder', async () => holder as never)
      return next()
    })
    .route('/', mcpRoutes({ companies } as never))
    .onError((error, c) => c.text(`handled: ${error.message}`, 500))
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"portfolio","arguments":{}}}'
  const response = await broken.request('/', { method: 'POST', body })
  expect([response.status, await response.text()]).toEqual([500, 'handled: duplicate key "secret"'])
})
