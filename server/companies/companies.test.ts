import { beforeAll, expect, test } from 'vitest'
import { Company } from '#domain/companies.ts'
import { testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let app: TestApp
let ada: TestUser
let ben: TestUser

beforeAll(async () => {
  app = await testApp()
  ada = await app.signUp()
  ben = await app.signUp()
})

const cedar = { name: 'Cedar Robotics', website: 'cedar.example' }

test('a company is added, listed newest first, changed and removed', async () => {
  const added = await company(ada.send('POST', '/api/companies', cedar))
  expect(added).toMatchObject({
    name: 'Cedar Robotics',
    website: 'https://cedar.example',
    category: null,
    investmentDate: null,
  })
  const second = await company(
    ada.send('POST', '/api/companies', { name: 'Lumen', website: 'https://lumen.example' }),
  )
  const list = Company.array().parse(await (await ada.get('/api/companies')).json())
  expect(list.map(({ id }) => id)).toEqual([second.id, added.id])

  const changed = await ada.send('PATCH', `/api/companies/${added.id}`, { name: 'Cedar', website: '' })
  expect(await changed.json()).toMatchObject({ id: added.id, name: 'Cedar', website: null })
  expect((await ada.send('DELETE', `/api/companies/${added.id}`)).status).toBe(204)
  expect((await ada.get(`/api/companies/${added.id}`)).status).toBe(404)
})

test.each([
  ['GET', '/api/companies'],
  ['POST', '/api/companies'],
  ['GET', '/api/companies/1'],
  ['PATCH', '/api/companies/1'],
  ['DELETE', '/api/companies/1'],
])('%s %s: not signed in is 401', async (method, path) => {
  const response = await app.request(path, { method })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'not-signed-in', message: 'Auth session missing!' })
})

test("someone else's is 404 and byte-equal to absent", async () => {
  const { id } = await company(ada.send('POST', '/api/companies', cedar))
  const calls: [string, unknown?][] = [['GET'], ['PATCH', { name: 'Stolen' }], ['DELETE']]
  for (const [method, body] of calls) {
    const foreign = await ben.send(method, `/api/companies/${id}`, body)
    const absent = await ben.send(method, '/api/companies/2000000000', body)
    const [foreignText, absentText] = await Promise.all([foreign.text(), absent.text()])
    expect(foreign.status).toBe(404)
    expect(withoutRequestId(foreignText)).toBe(withoutRequestId(absentText))
    expect(foreignText).toContain('Company not found')
  }
  expect(await (await ada.get(`/api/companies/${id}`)).json()).toMatchObject({ name: 'Cedar Robotics' })
})

test.each([
  [{ name: '', website: 'cedar.example' }, 'Company name is required'],
  [{ name: 'Cedar', website: '' }, 'Company website is required'],
  [{ name: 'Cedar', website: 'javascript:alert(1)' }, 'Must be a valid URL'],
])('invalid input gets the text of the spec: %j', async (body, message) => {
  const response = await ada.send('POST', '/api/companies', body)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code: 'invalid-input', message })
})

test.each(['0', '-1', 'abc', '1e3', '99999999999999', '%00'])(
  'an id like %s names no company',
  async (id) => {
    expect((await ada.get(`/api/companies/${id}`)).status).toBe(404)
  },
)

test('user_id, id and dates in the body are not taken', async () => {
  const sent = { ...cedar, id: 1, userId: ben.id, user_id: ben.id, createdAt: '1999-01-01' }
  const added = await company(ada.send('POST', '/api/companies', sent))
  expect(added.createdAt).toBe(app.time.now.toISOString())
  expect(await (await ben.get('/api/companies')).json()).toEqual([])
})

const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')

const company = async (response: Promise<Response>) => Company.parse(await (await response).json())
