import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Company, SORTS } from '#domain/companies/company.ts'
import { testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let app: TestApp
let ada: TestUser

const NAMES = ['alpha', 'Beta', 'Émile', 'Zeta 100%', 'under_score', 'Gamma', 'Delta', 'omega', 'Kappa', 'Iota']

beforeAll(async () => {
  app = await testApp()
  ada = await app.signUp()
  const ben = await app.signUp()
  await ben.send('POST', '/api/companies/bulk', [{ name: 'Bens own', website: 'ben.example' }])
  const list = NAMES.map((name, index) => ({
    name,
    website: `https://${index}.example`,
    category: index % 2 ? 'Fintech' : 'Health',
    stage: index < 3 ? 'Seed' : undefined,
    investmentDate: index % 3 ? `2024-0${(index % 4) + 1}-01` : undefined,
  }))
  expect((await ada.send('POST', '/api/companies/bulk', list)).status).toBe(200)
})

async function pages(query: string, user = ada) {
  const rows: Company[] = []
  let path: string | undefined = `/api/companies?${query}`
  for (let page = 0; path && page < 50; page += 1) {
    const response: Response = await user.get(path)
    rows.push(...Company.array().parse(await response.json()))
    path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return rows
}
const namesOf = (rows: Company[]) => rows.map(({ name }) => name)

test.each(SORTS)('sorted by %s: pages of three add up to the same list as one page', async (sort) => {
  const whole = await pages(`limit=500&sort=${sort}`)
  expect(new Set(namesOf(whole))).toEqual(new Set(NAMES))
  expect(await pages(`limit=3&sort=${sort}`)).toEqual(whole)
  expect(await pages(`sort=${sort}`)).toEqual(whole)
})

test('the default is newest first; names ignore case and accents; undated companies come last either way', async () => {
  expect(namesOf(await pages('')).toReversed()).toEqual(NAMES)
  expect(namesOf(await pages('sort=name')).slice(0, 4)).toEqual(['alpha', 'Beta', 'Delta', 'Émile'])
  for (const sort of ['invested', 'invested-desc']) {
    const dates = (await pages(`sort=${sort}&limit=4`)).map(({ investmentDate }) => investmentDate)
    const dated = dates.filter((date) => date !== null)
    expect(dates.slice(dated.length).every((date) => date === null)).toBe(true)
    expect(dated).toEqual(sort === 'invested' ? dated.toSorted() : dated.toSorted().toReversed())
  }
})

test('sorting by amount puts the most used currency first and companies without an investment last', async () => {
  const eve = await app.signUp()
  const names = ['None', 'Small', 'Large', 'Euros', 'Yen', 'Both']
  await eve.send('POST', '/api/companies/bulk', [...names.map((name) => ({ name })), { name: 'Only valued' }])
  const idOf = new Map((await pages('', eve)).map(({ id, name }) => [name, id]))
  const add = async (name: string, amount: string, currency: string, kind = 'investment') => {
    const position = { kind, amount, currency, date: '2024-01-31' }
    expect((await eve.send('POST', `/api/companies/${idOf.get(name)}/positions`, position)).status).toBe(201)
  }
  await add('Small', '100', 'USD')
  await add('Large', '60', 'USD')
  await add('Large', '60.001', 'USD')
  await add('Euros', '999999999999.999', 'EUR')
  await add('Yen', '5000000', 'JPY')
  await add('Both', '7', 'USD')
  await add('Both', '9000', 'EUR')
  await add('Only valued', '12345', 'USD', 'value')
  const none = ['None', 'Only valued']
  for (const limit of [500, 2]) {
    expect(namesOf(await pages(`sort=amount-desc&limit=${limit}`, eve))).toEqual([
      'Large',
      'Small',
      'Both',
      'Euros',
      'Yen',
      ...none.toReversed(),
    ])
    expect(namesOf(await pages(`sort=amount&limit=${limit}`, eve))).toEqual([
      'Both',
      'Small',
      'Large',
      'Euros',
      'Yen',
      ...none,
    ])
  }
  expect(namesOf(await pages('sort=amount-desc')).toReversed()).toEqual(NAMES)
})

test.each([
  ['q=beta', ['Beta']],
  ['q=fintech+beta', ['Beta']],
  ['q=2.example', ['Émile']],
  ['q=%25', ['Zeta 100%']],
  ['q=_', ['under_score']],
  ['q=%5C', []],
  ["q='%3B+drop+table+companies", []],
  ['stage=Seed&sort=name', ['alpha', 'Beta', 'Émile']],
  ['category=Fintech&stage=Seed', ['Beta']],
  ['category=nothing', []],
  ['q=%00beta', ['Beta']],
  ['category=%00&stage=&q=beta', ['Beta']],
])('filter %s', async (query, expected) => {
  expect(namesOf(await pages(query))).toEqual(expected)
  const counted = await ada.get(`/api/companies?${query}&limit=1&total=1`)
  expect(counted.headers.get('total-count')).toBe(String(expected.length))
})

test.each([
  'limit=0',
  'limit=501',
  'limit=x',
  'sort=price',
  'limit=1&cursor=nonsense',
  'cursor=W10',
  `q=${'x'.repeat(201)}`,
])('a query like %s is 422', async (query) => {
  expect((await ada.get(`/api/companies?${query}`)).status).toBe(422)
})

test("an invalid cursor is 422, one of another order is 422 or harmless, and no page shows another user's companies", async () => {
  const cursor = Buffer.from(JSON.stringify(['not a date', 'not a number'])).toString('base64url')
  expect((await ada.get(`/api/companies?limit=2&cursor=${cursor}`)).status).toBe(422)
  for (const made of SORTS) {
    const { headers } = await ada.get(`/api/companies?limit=3&sort=${made}`)
    const next = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1]
    expect(next).toBeDefined()
    for (const sort of SORTS) {
      const response = await ada.get(`/api/companies?limit=500&sort=${sort}&cursor=${next}`)
      expect([200, 422]).toContain(response.status)
      if (response.ok)
        expect(NAMES).toEqual(expect.arrayContaining(namesOf(Company.array().parse(await response.json()))))
    }
  }
  const all = await pages('limit=2&sort=name-desc')
  expect(namesOf(all)).not.toContain('Bens own')
})

test('facets count the companies in each category and stage', async () => {
  expect(await (await ada.get('/api/companies/facets')).json()).toEqual({
    total: 10,
    sample: 0,
    removed: 0,
    categories: [
      { value: 'Fintech', count: 5 },
      { value: 'Health', count: 5 },
    ],
    stages: [{ value: 'Seed', count: 3 }],
  })
})

test("all of the user's company names are returned at once, in alphabetical order", async () => {
  const Names = z.array(z.strictObject({ id: z.number(), name: z.string(), website: z.string().nullable() }))
  const found = Names.parse(await (await ada.get('/api/companies/names')).json())
  expect(found).toHaveLength(10)
  expect(found.map(({ id }) => id)).toEqual((await pages('limit=500&sort=name')).map(({ id }) => id))
  expect(found.map(({ name }) => name)).not.toContain('Bens own')
})
