import { beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await testApp()
  user = await app.signUp()
})

const crossSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

/** What a browser could be made to attach by itself: cookies with various names, each holding the session. */
const ambient = () => ({
  cookie: ['session', 'sb-access-token', 'tidings-session'].map((name) => `${name}=${user.token}`).join('; '),
})

test.each([
  ['application/x-www-form-urlencoded', 'name=Planted&website=evil.example'],
  ['text/plain', '{"name":"Planted","website":"evil.example"}'],
  ['application/json', '{"name":"Planted","website":"evil.example"}'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nPlanted\r\n--x--\r\n'],
])('a form that another site sends as %s changes nothing, because cookies grant no access', async (type, body) => {
  const send = (method: string, path: string) =>
    app.request(path, { method, headers: { ...crossSite, ...ambient(), 'content-type': type }, body })
  for (const [method, path] of [
    ['POST', '/api/companies'],
    ['PATCH', '/api/profile'],
    ['DELETE', '/api/account'],
  ] as const) {
    expect((await send(method, path)).status, `${method} ${path}`).toBe(401)
  }
  expect(await (await user.get('/api/companies')).json()).toEqual([])
})

test('a token in the URL does not authenticate either', async () => {
  expect((await app.request(`/api/companies?access_token=${user.token}`, { headers: crossSite })).status).toBe(401)
})

test('GET requests change nothing', async () => {
  const before = await app.database.query('select count(*)::int as rows from companies')
  for (const path of ['/api/companies', '/api/profile', '/api/account', '/auth/v1/logout']) {
    await app.request(path, { headers: { ...crossSite, authorization: `Bearer ${user.token}` } })
  }
  expect(await app.database.query('select count(*)::int as rows from companies')).toEqual(before)
  expect((await user.get('/api/auth/user')).status).toBe(200)
})
