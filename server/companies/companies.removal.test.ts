import { beforeAll, expect, test } from 'vitest'
import { Company, RemovedCompany } from '#domain/companies/company.ts'
import { PortfolioPositions } from '#domain/companies/positions/endpoints.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { companyStore } from './store.ts'

let app: TestApp
let ada: TestUser
let ben: TestUser

beforeAll(async () => {
  app = await testApp()
  ada = await app.signUp()
  ben = await app.signUp()
})

const add = async (name: string, user = ada) =>
  Company.parse(
    await (
      await user.send('POST', '/api/companies', {
        name,
        website: `${name.replaceAll(' ', '-').toLowerCase()}.example`,
      })
    ).json(),
  )
const names = async (path: string, user = ada) =>
  ((await (await user.get(path)).json()) as { name: string }[]).map(({ name }) => name)

test('removed companies disappear from every list and can be restored unchanged', async () => {
  const cedar = await add('Cedar')
  await ada.send('DELETE', `/api/companies/${cedar.id}`)
  expect(await names('/api/companies')).not.toContain('Cedar')
  expect(await names('/api/companies/names')).not.toContain('Cedar')
  expect(await names('/api/news/feed')).not.toContain('Cedar')
  expect((await ada.get(`/api/companies/${cedar.id}/news`)).status).toBe(404)
  expect((await ada.send('PATCH', `/api/companies/${cedar.id}`, { name: 'x' })).status).toBe(404)
  const [removed] = RemovedCompany.array().parse(await (await ada.get('/api/companies/removed')).json())
  expect(removed).toEqual({ ...cedar, removedAt: START.toISOString() })

  const back = await ada.send('POST', '/api/companies/restore', { ids: [cedar.id] })
  expect(await back.json()).toEqual([cedar])
  expect(await names('/api/companies/removed')).toEqual([])
})

test('a company that is restored within a day keeps its tracked company; later it is tracked anew', async () => {
  const { id } = await add('Willow')
  await ada.send('DELETE', `/api/companies/${id}`)
  const restoredAfter = async (wait: number) => {
    const now = new Date(START.getTime() + wait)
    await app.database.asUser(ada.id, (queries) => companyStore(queries).restore(ada.id, [id], { since: START, now }))
    const [row] = await app.database.query(
      `select tracked_company_id is not null as "isTracked" from companies where id = $1`,
      [id],
    )
    await app.database.query('update companies set removed_at = $2 where id = $1', [id, START])
    return row?.isTracked
  }
  expect(await restoredAfter(HOUR_MS)).toBe(true)
  expect(await restoredAfter(22 * HOUR_MS)).toBe(true)
  expect(await restoredAfter(24 * HOUR_MS)).toBe(false)
  expect((await ada.send('POST', '/api/companies/restore', { ids: [id] })).status).toBe(200)
  expect(await app.database.query('select id from companies where tracked_company_id is null')).toEqual([])
})

test('restoring never duplicates a company that was added again', async () => {
  const first = await add('Lumen')
  await ada.send('DELETE', `/api/companies/${first.id}`)
  const second = await add('Lumen')
  const refused = await ada.send('POST', '/api/companies/restore', { ids: [first.id] })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ message: 'Lumen is already in your portfolio' })
  await ada.send('DELETE', `/api/companies/${second.id}`)
  const both = await ada.send('POST', '/api/companies/restore', { ids: [first.id, second.id] })
  expect(
    Company.array()
      .parse(await both.json())
      .map(({ id }) => id),
  ).toEqual([second.id])
})

test("removing several companies at once skips unknown ids and other users' companies", async () => {
  const mine = [await add('Alpha'), await add('Beta')]
  const theirs = await add('Gamma', ben)
  const ids = [...mine.map(({ id }) => id), theirs.id, 2_000_000_000]
  expect(await (await ada.send('POST', '/api/companies/remove', { ids })).json()).toEqual({ removed: 2 })
  expect(await names('/api/companies', ben)).toContain('Gamma')
  const foreign = await ben.send('POST', '/api/companies/restore', { ids: mine.map(({ id }) => id) })
  expect(foreign.status).toBe(404)
  expect(await names('/api/companies/removed', ben)).toEqual([])
})

test('after 30 days a removed company is gone for good', async () => {
  const old = await add('Delta')
  await ada.send('DELETE', `/api/companies/${old.id}`)
  app.time.now = new Date(START.getTime() + 30 * DAY_MS - 1)
  await app.runJob('companies.purge', {})
  const { rows } = await app.database.execute('select count(*)::int as n from companies where id = $1', [old.id])
  expect(rows).toEqual([{ n: 1 }])
  app.time.now = new Date(START.getTime() + 30 * DAY_MS + 1)
  const later = await app.signUp()
  await app.runJob('companies.purge', {})
  const after = await app.database.execute('select count(*)::int as n from companies where id = $1', [old.id])
  expect(after.rows).toEqual([{ n: 0 }])
  expect((await later.get('/api/companies/removed')).status).toBe(200)
  app.time.now = START
})

test.each([
  ['GET', '/api/companies/removed'],
  ['POST', '/api/companies/remove'],
  ['POST', '/api/companies/restore'],
  ['POST', '/api/companies/sample'],
  ['DELETE', '/api/companies/sample'],
  ['GET', '/api/companies/facets'],
  ['GET', '/api/companies/names'],
  ['POST', '/api/companies/bulk'],
  ['GET', '/api/companies/imports'],
  ['POST', '/api/companies/imports/1/undo'],
])('%s %s without a session is 401', async (method, path) => {
  expect((await app.request(path, { method })).status).toBe(401)
})

test.each([
  { ids: [] },
  { ids: ['1'] },
  { ids: [0] },
  { ids: [1.5] },
  {},
  { ids: Array.from({ length: 10_001 }, (_, i) => i + 1) },
])('missing, invalid or too many ids are 422: %j', async (body) => {
  expect((await ada.send('POST', '/api/companies/remove', body)).status).toBe(422)
  expect((await ada.send('POST', '/api/companies/restore', body)).status).toBe(422)
})

test("the sample portfolio has 12 labeled companies, loads once, and is removed separately from the user's own", async () => {
  const user = await app.signUp()
  await add('Willow', user)
  const loaded = Company.array().parse(await (await user.send('POST', '/api/companies/sample')).json())
  expect(loaded).toHaveLength(12)
  expect(loaded.every(({ sample, website }) => sample && website?.endsWith('.example'))).toBe(true)
  const invested = async () => PortfolioPositions.parse(await (await user.get('/api/positions')).json()).companies
  expect(new Set((await invested()).map(({ companyId }) => companyId))).toEqual(new Set(loaded.map(({ id }) => id)))
  expect(await (await user.send('POST', '/api/companies/sample')).json()).toEqual([])
  expect(await (await user.get('/api/companies/facets')).json()).toMatchObject({ total: 13, sample: 12 })
  await user.send('DELETE', `/api/companies/${loaded[0]?.id}`)
  expect((await user.send('DELETE', '/api/companies/sample')).status).toBe(204)
  expect(await names('/api/companies', user)).toEqual(['Willow'])
  expect(await names('/api/companies/removed', user)).toEqual([])
  expect(await invested()).toEqual([])
})
