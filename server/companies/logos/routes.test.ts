import { afterAll, beforeAll, expect, test } from 'vitest'
import { Profile } from '#domain/account/profile.ts'
import { COMPANY_NOT_FOUND } from '#domain/companies/company.ts'
import { AppError } from '#domain/errors.ts'
import { securityHeaders } from '../../platform/http/headers.ts'
import { problemResponse } from '../../platform/http/problem.ts'
import { createRoutes } from '../../platform/http/route.ts'
import { provideSession } from '../../platform/http/session.ts'
import type { Auth } from '../../auth/auth.ts'
import { companies, users } from '../../platform/database/schema/accounts-and-companies.ts'
import { png } from '../../testing/files/pictures.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createLogos } from './logos.ts'
import { logoRoutes } from '../routes.ts'

const ADA = '00000000-0000-4000-8000-00000000000a'
const BEN = '00000000-0000-4000-8000-00000000000b'
const NOW = new Date('2026-03-01T12:00:00.000Z')
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

let database: TestDatabase
let app: ReturnType<typeof createRoutes>
const ids: Record<string, number> = {}
const asked: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  for (const id of [ADA, BEN])
    await database.system.insert(users).values({ id, email: `${id}@example.com`, trialEndsAt: NOW })
  for (const [name, website] of [
    ['Cedar', 'https://cedar.example'],
    ['Bare', 'https://bare.example'],
  ] as const) {
    const row = { userId: ADA, name, nameKey: name, hostKey: name, website }
    const [added] = await database.system.insert(companies).values(row).returning({ id: companies.id })
    ids[name] = added?.id ?? 0
  }
  const logos = createLogos({
    database,
    clock: () => NOW,
    log: silent,
    services: { logo: null, favicon: null },
    permission: async () => ({ answer: 'yes' }),
    fetch: ({ url }) => {
      asked.push(url)
      const isIcon = url === 'https://cedar.example/apple-touch-icon.png'
      const body = { bytes: isIcon ? png(180) : Buffer.alloc(0), status: isIcon ? 200 : 404 }
      return Promise.resolve({ url, headers: { 'content-type': 'text/html' }, notModified: false, ...body })
    },
  })
  app = createRoutes()
  app.onError((error, c) => problemResponse(error, c))
  app.use(async (c, next) => {
    c.set('requestId', 'one')
    c.set('log', silent)
    await next()
  })
  app.use(securityHeaders({ publicUrl: 'https://tidings.example', scriptHashes: [], connectOrigins: [] }))
  app.use(
    provideSession({ findKeyHolder: async () => null, ...auth, loadProfile: ({ id }) => Promise.resolve(profile(id)) }),
  )
  app.route('/api', logoRoutes(logos))
})
afterAll(() => database.close())

const unused = () => Promise.reject(new Error('not asked for here'))
const auth: Auth = {
  identify: (bearer) =>
    Promise.resolve(bearer === 'none' ? null : { id: bearer, email: 'a@example.com', sessionId: 's' }),
  confirmIdentity: unused,
  devices: unused,
  endSession: unused,
  endSessions: unused,
  export: unused,
  erase: unused,
  removeIdentity: unused,
  support: null,
}

const profile = (id: string): Profile =>
  Profile.parse({
    id,
    email: 'a@example.com',
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    role: 'user',
    subscriptionStatus: 'trial',
    stripeCustomerId: null,
    stripeSubscriptionId: null,
    trialEndsAt: '2026-03-10T00:00:00Z',
    usesModel: true,
    wantsReminders: true,
    createdAt: '2026-03-01T00:00:00Z',
    updatedAt: '2026-03-01T00:00:00Z',
    entitlement: { hasAccess: true, reason: 'trial', endsAt: '2026-03-10T00:00:00Z', renewsAt: null },
  })

const get = async (path: string, user: string | null = ADA, headers: Record<string, string> = {}) =>
  app.request(path, { headers: { ...(user && { authorization: `Bearer ${user}` }), ...headers } })
const logo = (name: string) => `/api/companies/${ids[name]}/logo`

test('the picture is served with its own media type, sandboxed, and cached privately', async () => {
  const response = await get(logo('Cedar'))
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png(180))
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png(180).length),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=86400',
    vary: 'authorization',
  })
})

test('a picture that the browser already has is not sent again', async () => {
  const etag = (await get(logo('Cedar'))).headers.get('etag') ?? ''
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await get(logo('Cedar'), ADA, { 'if-none-match': header })
    expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag])
  }
  expect((await get(logo('Cedar'), ADA, { 'if-none-match': '"other"' })).status).toBe(200)
  const named = await get(`${logo('Cedar')}?v=${etag.slice(1, -1)}`)
  expect(named.headers.get('cache-control')).toBe('private, max-age=86400, immutable')
  const old = await get(`${logo('Cedar')}?v=old`)
  expect(old.headers.get('cache-control')).toBe('private, max-age=86400')
})

test('a company without a logo is 204 with an empty body', async () => {
  const response = await get(logo('Bare'))
  expect([response.status, await response.text()]).toEqual([204, ''])
})

test("another user's logo gets the same 404 as an absent one", async () => {
  const foreign = await get(logo('Cedar'), BEN)
  const absent = await get('/api/companies/2000000000/logo', BEN)
  const impossible = await get('/api/companies/-1/logo', BEN)
  const texts = await Promise.all([foreign, absent, impossible].map((response) => response.text()))
  expect(foreign.status).toBe(404)
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toContain(new AppError('not-found', COMPANY_NOT_FOUND).message)
  expect(Object.fromEntries(foreign.headers)).toEqual(Object.fromEntries(absent.headers))
})

test.each([null, 'none'])('a request without a valid session is 401 (%s)', async (user) => {
  expect((await get(logo('Cedar'), user)).status).toBe(401)
})

test('no parameter can name an address to fetch', async () => {
  asked.length = 0
  for (const name of ['url', 'src', 'website', 'domain', 'host', 'u'])
    await get(`${logo('Cedar')}?${name}=https%3A%2F%2Fevil.example%2Fx.png`)
  expect(asked).toEqual([])
  const document = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } })
  const parameters = document.paths?.['/api/companies/{id}/logo']?.get?.parameters
  expect(parameters).toMatchObject([
    { name: 'id', in: 'path' },
    { name: 'v', in: 'query' },
  ])
})
