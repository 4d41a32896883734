import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { shareWith } from '../../server/testing/fixtures/sharing-fixture.ts'
import { testApp, type TestApp, type TestUser } from '../../server/testing/test-app.ts'
import { BODIES } from './bodies.ts'
import { become, MATRIX, outcomeOf, ROLES } from './roles.ts'
import { describedRoutes, isStream, OUTSIDE, registeredRoutes, type ApiRoute } from './routes.ts'

const UNDESCRIBED = ['GET /api/openapi.json']
let app: TestApp
let routes: ApiRoute[]
let owner: TestUser
let others: Record<'a stranger' | 'a guest of everything', TestUser>
let ids: Record<string, number>

beforeAll(async () => {
  app = await testApp()
  routes = await describedRoutes(app)
  owner = await app.signUp()
  others = { 'a stranger': await app.signUp(), 'a guest of everything': await app.signUp() }
  const created = await owner.upload(
    '/api/companies/bulk-upload',
    'a.csv',
    'Company,Website\nOne,one.example\nTwo,two.example\n',
  )
  const [one, two] = z.array(z.object({ id: z.number() })).parse(await created.json())
  await owner.send('DELETE', `/api/companies/${two?.id}`)
  await owner.send('POST', `/api/companies/${one?.id}/aliases`, { alias: 'Own Name' })
  await owner.send('POST', `/api/companies/${one?.id}/feeds`, { url: 'https://own.example/feed' })
  await owner.send('POST', `/api/companies/${one?.id}/rejections`, { kind: 'name', value: 'one' })
  await owner.send('POST', '/api/discover/hidden', { name: 'Own Hidden' })
  const [imported] = z
    .array(z.object({ id: z.number() }))
    .parse(await (await owner.get('/api/companies/imports')).json())
  const held = { kind: 'investment', amount: '25000', currency: 'USD', notes: 'Own note' }
  const position = z
    .object({ id: z.number() })
    .parse(await (await owner.send('POST', `/api/companies/${one?.id}/positions`, held)).json())
  const wanted = { companyId: null, events: ['raise'], delivery: 'digest' }
  const alert = z
    .object({ id: z.number() })
    .parse(await (await owner.send('POST', '/api/mailings/alerts', wanted)).json())
  const keyed = await owner.send('POST', '/api/integrations/keys', {
    name: 'Own',
    scopes: ['news:read'],
    expiresInDays: null,
  })
  const fed = await owner.send('POST', '/api/integrations/feeds', { companyId: one?.id })
  const feed = z.object({ id: z.number() }).parse(await fed.json())
  const hooked = await owner.send('POST', '/api/integrations/webhooks', {
    url: 'https://own.example/',
    format: 'slack',
  })
  const hook = z.object({ id: z.number() }).parse(await hooked.json())
  const key = z.object({ id: z.number() }).parse(await keyed.json())
  const invited = await owner.send('POST', '/api/shares', { email: 'guest@example.com' })
  const share = z.object({ id: z.number() }).parse(await invited.json())
  const everything = { withPositions: true, withUpdates: true }
  await shareWith(app, owner, others['a guest of everything'], everything)
  const kept = await owner.send('POST', '/api/views', { name: 'Own', query: 'q=own' })
  const view = z.object({ id: z.number() }).parse(await kept.json())
  const planted = async (sql: string) =>
    z.array(z.object({ id: z.number() })).parse((await app.database.execute(sql)).rows)[0]?.id ?? 0
  const given = `insert into grants (user_id, reason, granted_by, created_at) values ('${owner.id}', 'Own', 'x', now()) returning id`
  const coded = `insert into grant_codes (code_hash, hint, reason, created_by, created_at) values ('x', 'X', 'Own', 'x', now()) returning id`
  const emailed = `insert into update_messages (user_id, hash, state, received_at, subject) values ('${owner.id}', 'x', 'waiting', now(), 'Own') returning id`
  const notified = `insert into push_devices (user_id, session_id, endpoint, endpoint_hash, p256dh, auth, server_key, user_agent, created_at) values ('${owner.id}', '${owner.sessionId}', 'https://own.example/push', 'x', 'x', 'x', 'x', 'Own', now()) returning id`
  ids = {
    id: one?.id ?? 0,
    removed: two?.id ?? 0,
    views: view.id,
    alerts: alert.id,
    keys: key.id,
    webhooks: hook.id,
    'integrations/feeds': feed.id,
    shares: share.id,
    shared: share.id,
    imports: imported?.id ?? 0,
    positions: position.id,
    grants: await planted(given),
    codes: await planted(coded),
    updates: await planted(emailed),
    devices: await planted(notified),
  }
})

const filled = (path: string, id: string | number) =>
  path.replace('{id}', String(id)).replace('{companyId}', String(ids.id))
const ownId = (path: string) =>
  ids[
    /\/(imports|views|grants|codes|alerts|devices|keys|updates|positions|webhooks|shares|shared|integrations\/feeds)\//.exec(
      path,
    )?.[1] ?? 'id'
  ] ?? 0

function bodyOf({ method, path }: ApiRoute, idOf = (name: string) => ids[name]): unknown {
  const body = BODIES[`${method} ${path}`]
  return body === undefined
    ? undefined
    : JSON.parse(JSON.stringify(body).replaceAll(/"\{(\w+)\}"/g, (_, name: string) => String(idOf(name))))
}

async function call(user: TestUser, { method, path }: ApiRoute, id: string | number, body: unknown) {
  const target = filled(path, id)
  const response = await (path.endsWith('/bulk-upload')
    ? user.upload(target, 'a.csv', 'Company,Website\nPlanted,planted.example\n')
    : user.send(method, target, body))
  return response
}

const isDeletion = ({ method, path }: ApiRoute) => method === 'DELETE' && path === '/api/account'

test('every route under /api declares who may call it', async () => {
  const declared = routes.map(({ method, path }) => `${method} ${path}`)
  expect(routes.filter(({ access }) => !MATRIX[access ?? ''])).toEqual([])
  expect(
    registeredRoutes(app)
      .filter((route) => !declared.includes(route))
      .toSorted(),
  ).toEqual(UNDESCRIBED)
})

test('every route outside /api and the auth protocol is listed', () => {
  const outside = app.app.routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !/\*|^\w+ (?:\/api\/|\/auth\/v1\/)/.test(route))
  expect([...new Set(outside)].filter((route) => !OUTSIDE.some(([known]) => route.startsWith(known)))).toEqual([])
})

test('an undeclared route is detected', async () => {
  const careless = await testApp()
  careless.app.get('/api/careless', (c) => c.text('everything'))
  careless.app.all('/api/careless-too', (c) => c.text('everything'))
  const declared = (await describedRoutes(careless)).map(({ method, path }) => `${method} ${path}`)
  expect(registeredRoutes(careless).filter((route) => !declared.includes(route))).toEqual(
    expect.arrayContaining(['GET /api/careless', 'ALL /api/careless-too']),
  )
})

test('requests without a session get 401 except on public routes', async () => {
  for (const route of routes) {
    const { method, path, access } = route
    const body = bodyOf(route)
    const response = await app.request(filled(path, 1), {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined || method === 'GET' ? {} : { body: JSON.stringify(body) }),
    })
    const outcome = await outcomeOf(response, isStream(path))
    expect(`${method} ${path}: ${outcome}`).toBe(`${method} ${path}: ${MATRIX[access ?? '']?.nobody}`)
  }
})

test.each(ROLES)('every route gives the documented outcome for: %s', async (role) => {
  const user = await app.signUp()
  // Account deletion goes last, because it ends the caller's session.
  for (const route of routes.toSorted((a, b) => Number(isDeletion(a)) - Number(isDeletion(b)))) {
    await become(app, user, role)
    const body = isDeletion(route) ? { password: '' } : bodyOf(route)
    const response = await call(user, route, 2_000_000_000, body)
    const outcome = await outcomeOf(response, isStream(route.path))
    const cell = `${route.method} ${route.path}`
    expect(`${cell}: ${outcome}`).toBe(`${cell}: ${MATRIX[route.access ?? '']?.[role]}`)
  }
})

const OWNED = [
  'users',
  'companies',
  'positions',
  'imports',
  'import_changes',
  'company_aliases',
  'company_rejections',
  'company_feeds',
  'hidden_suggestions',
  'saved_views',
  'grants',
  'mailing_preferences',
  'alert_rules',
  'push_devices',
  'api_keys',
  'private_feeds',
  'webhook_endpoints',
  'webhook_deliveries',
  'shares',
  'update_addresses',
  'update_messages',
]

async function owned(): Promise<string> {
  const texts = []
  for (const table of [...OWNED, 'briefs']) {
    const column = table === 'users' ? 'id' : 'user_id'
    const { rows } = await app.database.execute(
      `select coalesce(string_agg(t::text, chr(10) order by t::text), '') as rows from ${table} t where ${column} = $1`,
      [owner.id],
    )
    texts.push((rows as { rows: string }[])[0]?.rows)
  }
  return texts.join('\n')
}

const ABSENT = 2_000_000_000
const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')

test.each(['a stranger', 'a guest of everything'] as const)('another user’s ids are unknown to %s', async (who) => {
  const other = others[who]
  const before = await owned()
  for (const route of routes.filter(({ access }) => access !== 'public')) {
    // Session ids are tested separately; deleting the account would end the caller's session.
    if (['/api/account/sessions/{id}', '/api/account'].includes(route.path)) continue
    const body = bodyOf(route)
    const response = await call(other, route, ownId(route.path), body)
    if (isStream(route.path)) await response.body?.cancel()
    if (route.path.includes('{id}')) {
      const absent = await call(other, route, ABSENT, body)
      expect([route.path, response.status]).toEqual([route.path, 404])
      expect(withoutRequestId(await response.text())).toBe(withoutRequestId(await absent.text()))
    } else {
      expect(response.status).toBeLessThan(500)
      const unknown = bodyOf(route, () => ABSENT)
      if (JSON.stringify(unknown) === JSON.stringify(body)) continue
      const absent = await call(other, route, ABSENT, unknown)
      // One response echoes the ids that it was given.
      const said = async (answer: Response) => [
        route.path,
        answer.status,
        withoutRequestId(await answer.text()).replaceAll(/"companyId":\d+/g, ''),
      ]
      expect(await said(response)).toEqual(await said(absent))
    }
  }
  expect(await owned()).toBe(before)
  const injected = { name: 'Injected', website: 'injected.example', userId: owner.id, user_id: owner.id }
  await app.request('/api/companies', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${other.token}`,
      'content-type': 'application/json',
      'x-user-id': owner.id,
    },
    body: JSON.stringify(injected),
  })
  expect(await owned()).toBe(before)
})
