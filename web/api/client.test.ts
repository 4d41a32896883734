import { expect, test } from 'vitest'
import { updateProfile } from '#domain/account/endpoints.ts'
import { addCompany, exportPortfolio, listCompanies, uploadCompanies } from '#domain/companies/endpoints.ts'
import { fakeServer, Refusal } from '../testing/fake-server.ts'
import { createApiClient, NO_TOKEN } from './client.ts'
import { createQueryClient } from './context.ts'
import { NetworkError } from './network-error.ts'

const cedar = { name: 'Cedar', website: 'cedar.example' }

function setUp(routes: Record<string, unknown>, token: string | null = 'token', renewed: string | null = null) {
  const server = fakeServer(routes)
  const notices: string[] = []
  const access = {
    accessToken: () => Promise.resolve(token),
    renewToken: () => Promise.resolve(renewed),
    onSignedOut: () => notices.push('signed out'),
    onNoAccess: (path: string) => notices.push(path),
  }
  const api = createApiClient(access, { fetch: server.fetch as typeof fetch, upload: server.upload })
  return { ...server, api, notices }
}

test('the authenticated helper adds the Bearer access token', async () => {
  const { api, calls } = setUp({ 'POST /api/companies': { id: 1 } })
  expect(await api.call(addCompany, { body: cedar })).toEqual({ id: 1 })
  expect(calls[0]?.headers.get('authorization')).toBe('Bearer token')
  expect(calls[0]?.body).toEqual(cedar)
})

test("without a session it fails with 'No authentication token available' and sends nothing", async () => {
  const { api, calls } = setUp({}, null)
  await expect(api.call(addCompany, { body: cedar })).rejects.toThrow('No authentication token available')
  await expect(api.upload(uploadCompanies, { file: new File([], 'a.csv'), query: {} })).rejects.toThrow(NO_TOKEN)
  expect(calls).toEqual([])
})

test.each([
  [new Refusal(422, { code: 'invalid-input', message: 'Must be a valid URL' }), '422 Must be a valid URL'],
  [new Refusal(500, 'plain words'), '500 plain words'],
  [new Refusal(503, '', 'Service Unavailable'), '503 Service Unavailable'],
  [new Refusal(500, 'x'.repeat(999)), `500 ${'x'.repeat(200)}`],
])("non-OK: 'API request failed: {status} {body text}', at most 200 characters (%#)", async (answer, text) => {
  const { api } = setUp({ 'PATCH /api/profile': answer })
  await expect(api.call(updateProfile, { body: {} })).rejects.toMatchObject({
    message: `API request failed: ${text}`,
  })
})

test("default data fetch non-OK: '{status}: {body or status text}'", async () => {
  const { api } = setUp({
    'GET /a': new Refusal(404, { message: 'Company not found' }),
    'GET /b': new Refusal(500, '', 'Oops'),
  })
  await expect(api.get('/a')).rejects.toMatchObject({ message: '404: Company not found' })
  await expect(api.get('/b')).rejects.toMatchObject({ message: '500: Oops' })
})

test('default data fetching: GETs the key with credentials, and with a Bearer token only if signed in', async () => {
  const signedIn = setUp({ 'GET /api/companies': [] })
  const client = createQueryClient(signedIn.api)
  expect(await client.fetchQuery({ queryKey: ['/api/companies'] })).toEqual([])
  expect(signedIn.calls[0]).toMatchObject({ method: 'GET', credentials: 'include' })
  expect(signedIn.calls[0]?.headers.get('authorization')).toBe('Bearer token')

  const visitor = setUp({ 'GET /api/config': {} }, null)
  await visitor.api.get('/api/config')
  expect(visitor.calls[0]?.headers.has('authorization')).toBe(false)
})

test('"Staleness 5 minutes, no retries, no refetch on window focus"', async () => {
  const { api, calls } = setUp({ 'GET /api/companies': new Refusal(500, 'no') })
  const client = createQueryClient(api)
  expect(client.getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    retry: false,
    refetchOnWindowFocus: false,
  })
  await expect(client.fetchQuery({ queryKey: ['/api/companies'] })).rejects.toThrow('500: no')
  expect(calls).toHaveLength(1)
})

test('401 ends the session, and 402 redirects where the server says', async () => {
  const { api, notices } = setUp({
    'GET /a': new Refusal(401, { code: 'not-signed-in', message: 'Auth session missing!' }),
    'GET /b': new Refusal(402, { code: 'no-access', message: 'Trial over', redirect: '/subscribe' }),
  })
  await expect(api.get('/a')).rejects.toThrow('401: Auth session missing!')
  await expect(api.get('/b')).rejects.toThrow('402: Trial over')
  expect(notices).toEqual(['signed out', '/subscribe'])
})

test('a refused token is renewed once and the request is retried; a second refusal ends the session', async () => {
  const answer = ({ headers }: { headers: Headers }) =>
    headers.get('authorization') === 'Bearer fresh' ? ['ok'] : new Refusal(401)
  const { api, notices, calls } = setUp({ 'GET /a': answer }, 'stale', 'fresh')
  expect(await api.get('/a')).toEqual(['ok'])
  expect(calls).toHaveLength(2)
  expect(await (await api.picture('/a')).text()).toBe('["ok"]')
  expect(calls).toHaveLength(4)
  expect(notices).toEqual([])
  const refused = setUp({ 'GET /a': new Refusal(401) }, 'stale', 'fresh')
  await expect(refused.api.get('/a')).rejects.toThrow('401')
  expect([refused.calls.length, refused.notices]).toEqual([2, ['signed out']])
})

test("a list page has the next page's URL and the total, if the server sends them", async () => {
  const { api } = setUp({ 'GET /api/companies?limit=2': [1, 2] })
  expect(await api.page(listCompanies, '/api/companies?limit=2')).toEqual({
    items: [1, 2],
    next: null,
    total: null,
  })
  const headers = { link: '</api/companies?limit=2&cursor=x>; rel="next"', 'total-count': '5' }
  const paged = createApiClient(
    {
      accessToken: () => Promise.resolve('token'),
      renewToken: () => Promise.resolve(null),
      onSignedOut: () => {},
      onNoAccess: () => {},
    },
    { fetch: () => Promise.resolve(Response.json([1, 2], { headers })), upload: () => Promise.reject() },
  )
  expect(await paged.page(listCompanies, '/api/companies?limit=2')).toEqual({
    items: [1, 2],
    next: '/api/companies?limit=2&cursor=x',
    total: 5,
  })
})

test('onSaved reports saved changes, but not reads, failed changes or dry runs', async () => {
  const saved: string[] = []
  const server = fakeServer({
    'POST /api/companies': { id: 1 },
    'GET /api/companies': [],
    'POST /api/companies/bulk-upload?dryRun=1': 'plan',
    'POST /api/companies/bulk-upload': 'report',
  })
  const access = {
    accessToken: () => Promise.resolve('token'),
    renewToken: () => Promise.resolve(null),
    onSignedOut: () => {},
    onNoAccess: () => {},
    onSaved: (url: string) => saved.push(url),
  }
  const api = createApiClient(access, { fetch: server.fetch as typeof fetch, upload: server.upload })
  await api.call(listCompanies)
  await api.call(updateProfile, { body: { firstName: 'Ada' } }).catch(() => {})
  await api.upload(uploadCompanies, { file: new File([], 'a.csv'), query: { dryRun: '1' } })
  expect(saved).toEqual([])
  await api.call(addCompany, { body: cedar })
  await api.upload(uploadCompanies, { file: new File([], 'a.csv'), query: {} })
  expect(saved).toEqual(['/api/companies', '/api/companies/bulk-upload'])
})

const memberAccess = {
  accessToken: async () => 'token',
  renewToken: async () => null,
  onSignedOut: () => {},
  onNoAccess: () => {},
}
const notUploaded = () => Promise.reject(new TypeError('Failed to fetch'))
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'))
const badGateway = () => Promise.resolve(new Response('', { status: 502 }))

test.each([
  ['no connection', noConnection],
  ['a server that is down', badGateway],
])('%s: reads fall back to the copy on this device, and writes fail', async (_name, fetch) => {
  const copy = { owner: 'ada', size: 3, url: '', at: 1, body: '[7]', next: '/api/companies?cursor=1', total: '9' }
  const copies = { keep: () => {}, find: async (url: string) => (url === '/api/companies' ? copy : null) }
  const api = createApiClient(memberAccess, { fetch, upload: notUploaded }, copies)
  expect(await api.get('/api/companies')).toEqual([7])
  expect(await api.page(listCompanies, '/api/companies')).toEqual({ items: [7], next: copy.next, total: 9 })
  await expect(api.get('/api/analytics')).rejects.toThrow()
  await expect(api.call(addCompany, { body: cedar })).rejects.toThrow()
})

test('a response is kept with its token; an error is neither kept nor replaced by a copy', async () => {
  const kept: unknown[] = []
  const copies = { keep: (answer: unknown) => void kept.push(answer), find: () => Promise.reject(new Error('asked')) }
  const answers = [Response.json([1], { headers: { 'Total-Count': '1' } }), new Response('no', { status: 500 })]
  const fetch = async () => answers.shift() ?? Response.error()
  const api = createApiClient(memberAccess, { fetch, upload: notUploaded }, copies)
  await api.get('/api/companies')
  await expect(api.get('/api/companies')).rejects.toThrow('500: no')
  expect(kept).toEqual([{ token: 'token', url: '/api/companies', body: '[1]', next: null, total: '1' }])
})

const hanging: typeof fetch = (_url, { signal } = {}) =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
const giveUp = () => AbortSignal.timeout(5)
const UNREACHABLE = 'We could not reach the server. Check your connection and try again.'

test('a hanging connection times out and falls back to the copy on the device', async () => {
  const copy = { url: '/a', body: '"kept"', next: null, total: null, at: 1, owner: 'ada', size: 6 }
  const copies = { keep: () => {}, find: async (url: string) => (url === '/a' ? copy : null) }
  const api = createApiClient(memberAccess, { fetch: hanging, upload: notUploaded, giveUp }, copies)
  expect(await api.get('/a')).toBe('kept')
  await expect(api.get('/b')).rejects.toThrow(UNREACHABLE)
  await expect(api.get('/a', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
})

test('a write, a download or an upload on a hanging connection times out too, each after its own limit', async () => {
  const limits: string[] = []
  const api = createApiClient(memberAccess, {
    fetch: hanging,
    upload: ({ path, signal }) => hanging(path, { signal }) as never,
    giveUp: (limit) => {
      limits.push(limit)
      return giveUp()
    },
  })
  const file = new File([], 'a.csv')
  await expect(api.call(addCompany, { body: cedar })).rejects.toThrow(new NetworkError(UNREACHABLE))
  await expect(api.download(exportPortfolio, { query: { format: 'csv' } })).rejects.toThrow(UNREACHABLE)
  await expect(api.upload(uploadCompanies, { file, query: {} })).rejects.toThrow(UNREACHABLE)
  await expect(api.call(addCompany, { body: cedar, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  expect(limits).toEqual(['write', 'file', 'file', 'write'])
})

test('a connection lost while the body arrives is a lost connection', async () => {
  const cut = () => new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })
  const api = createApiClient(memberAccess, { fetch: async () => new Response(cut()), upload: notUploaded })
  await expect(api.get('/a')).rejects.toThrow(new NetworkError(UNREACHABLE))
  await expect(api.call(addCompany, { body: cedar })).rejects.toThrow(new NetworkError(UNREACHABLE))
  await expect(api.picture('/a')).rejects.toThrow(new NetworkError(UNREACHABLE))
})

test('a programming error is not mistaken for a lost connection', async () => {
  const fault = new TypeError('x is not a function')
  const copies = { keep: () => {}, find: () => Promise.reject(new Error('asked')) }
  const broken = { ...memberAccess, accessToken: () => Promise.reject(fault) }
  const api = createApiClient(broken, { fetch: noConnection, upload: notUploaded }, copies)
  await expect(api.get('/a')).rejects.toBe(fault)
  await expect(api.call(addCompany, { body: cedar })).rejects.toBe(fault)
})
