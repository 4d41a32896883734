import { beforeAll, expect, test } from 'vitest'
import { Company } from '#domain/companies/company.ts'
import { companyStore } from './store.ts'
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
/** A company that isn't in any portfolio yet. */
const another = () => {
  number += 1
  return { name: `Company number ${number}`, website: `https://number-${number}.example` }
}
let number = 0

test('a company is added, listed newest first, changed and removed', async () => {
  const added = await company(ada.send('POST', '/api/companies', cedar))
  expect(added).toMatchObject({
    name: 'Cedar Robotics',
    website: 'https://cedar.example',
    category: null,
    investmentDate: null,
  })
  const second = await company(ada.send('POST', '/api/companies', { name: 'Lumen', website: 'https://lumen.example' }))
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
])('%s %s without a session is 401', async (method, path) => {
  const response = await app.request(path, { method })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'not-signed-in', message: 'Auth session missing!' })
})

test("another user's company gets the same 404 as an absent one", async () => {
  const mine = another()
  const { id } = await company(ada.send('POST', '/api/companies', mine))
  const calls: [string, unknown?][] = [['GET'], ['PATCH', { name: 'Stolen' }], ['DELETE']]
  for (const [method, body] of calls) {
    const foreign = await ben.send(method, `/api/companies/${id}`, body)
    const absent = await ben.send(method, '/api/companies/2000000000', body)
    const [foreignText, absentText] = await Promise.all([foreign.text(), absent.text()])
    expect(foreign.status).toBe(404)
    expect(withoutRequestId(foreignText)).toBe(withoutRequestId(absentText))
    expect(foreignText).toContain('Company not found')
  }
  expect(await (await ada.get(`/api/companies/${id}`)).json()).toMatchObject({ name: mine.name })
})

test.each([
  [{ name: '', website: 'cedar.example' }, 'Company name is required'],
  [{ name: 'Cedar', website: '' }, 'Company website is required'],
  [{ name: 'Cedar', website: 'javascript:alert(1)' }, 'Must be a valid URL'],
])('invalid input gets the message of the rule it breaks: %j', async (body, message) => {
  const response = await ada.send('POST', '/api/companies', body)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code: 'invalid-input', message })
})

test.each(['', '  ', null])('an edit that leaves no name, %j, gets the message of the edit', async (name) => {
  const { id } = await company(ada.send('POST', '/api/companies', another()))
  const response = await ada.send('PATCH', `/api/companies/${id}`, { name })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code: 'invalid-input', message: 'Company name cannot be empty.' })
})

test('a portfolio cannot contain a company twice, however it is spelled', async () => {
  const lumen = await company(
    ada.send('POST', '/api/companies', {
      name: 'Lumen Labs, Inc.',
      website: 'https://www.lumen-labs.example/',
    }),
  )
  const again = await ada.send('POST', '/api/companies', {
    name: ' LUMEN LABS ',
    website: 'lumen-labs.example/about',
  })
  expect(again.status).toBe(409)
  expect(await again.json()).toMatchObject({
    code: 'conflict',
    message: 'LUMEN LABS is already in your portfolio',
  })
  expect((await ben.send('POST', '/api/companies', { name: 'Lumen Labs', website: 'lumen-labs.example' })).status).toBe(
    201,
  )

  const other = await company(ada.send('POST', '/api/companies', another()))
  const renamed = await ada.send('PATCH', `/api/companies/${other.id}`, {
    name: 'lumen labs',
    website: 'lumen-labs.example',
  })
  expect(renamed.status).toBe(409)
  expect(await (await ada.get(`/api/companies/${other.id}`)).json()).toEqual(other)
  const itself = await ada.send('PATCH', `/api/companies/${lumen.id}`, { name: 'Lumen Labs' })
  expect(itself.status).toBe(200)
})

test('an edit waits while an import has locked the portfolio', async () => {
  const { id } = await company(ada.send('POST', '/api/companies', another()))
  let edited = false
  let edit: Promise<Response> | undefined
  await app.database.asUser(ada.id, async (queries) => {
    await companyStore(queries).lock(ada.id)
    edit = ada.send('PATCH', `/api/companies/${id}`, { name: 'Patient' }).finally(() => {
      edited = true
    })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(edited).toBe(false)
  })
  expect((await edit)?.status).toBe(200)
})

test('category, stage and investment date are optional, editable and stored as null when empty', async () => {
  const added = await company(
    ada.send('POST', '/api/companies', {
      ...another(),
      category: ' Robotics ',
      investmentDate: '2024-02-29',
    }),
  )
  expect(added).toMatchObject({ category: 'Robotics', stage: null, investmentDate: '2024-02-29' })
  const path = `/api/companies/${added.id}`
  const changed = await ada.send('PATCH', path, { category: '', stage: 'Seed', investmentDate: '' })
  expect(await changed.json()).toMatchObject({ category: null, stage: 'Seed', investmentDate: null })
  const bad = await ada.send('PATCH', path, { investmentDate: '2024-02-30' })
  expect(bad.status).toBe(422)
  expect((await ada.send('PATCH', path, { stage: 'x'.repeat(101) })).status).toBe(422)
})

test.each(['0', '-1', 'abc', '1e3', '99999999999999', '%00'])('company id %s is not found', async (id) => {
  expect((await ada.get(`/api/companies/${id}`)).status).toBe(404)
})

test('user_id, id and dates in the body are ignored', async () => {
  const sent = { ...another(), id: 1, userId: ben.id, user_id: ben.id, createdAt: '1999-01-01' }
  const added = await company(ada.send('POST', '/api/companies', sent))
  expect(added.createdAt).toBe(app.time.now.toISOString())
  const theirs = Company.array().parse(await (await ben.get('/api/companies')).json())
  expect(theirs.map(({ name }) => name)).not.toContain(sent.name)
})

const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')

const company = async (response: Promise<Response>) => Company.parse(await (await response).json())
