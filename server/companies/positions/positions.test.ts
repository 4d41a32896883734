import { beforeAll, expect, test } from 'vitest'
import { PortfolioPositions } from '#domain/companies/positions/endpoints.ts'
import { Position } from '#domain/companies/positions/position.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let ada: TestUser
let ben: TestUser
let cedar: number

beforeAll(async () => {
  app = await testApp()
  ada = await app.signUp()
  ben = await app.signUp()
  cedar = await added(ada, 'Cedar Robotics')
})

async function added(user: TestUser, name: string): Promise<number> {
  const website = `${name.toLowerCase().replaceAll(' ', '-')}.example`
  const response = await user.send('POST', '/api/companies', { name, website })
  return Position.pick({ id: true }).parse(await response.json()).id
}

const safe = {
  kind: 'investment',
  date: '2022-03-14',
  amount: '25000.00',
  currency: 'USD',
  instrument: 'safe',
  round: ' Seed ',
  valuation: '8000000',
  valuationBasis: 'cap',
  notes: '',
}
const listed = async (user: TestUser, id: number) =>
  Position.array().parse(await (await user.get(`/api/companies/${id}/positions`)).json())
const add = async (user: TestUser, id: number, position: object) =>
  Position.parse(await (await user.send('POST', `/api/companies/${id}/positions`, position)).json())
const portfolio = async (user: TestUser) => PortfolioPositions.parse(await (await user.get('/api/positions')).json())

test('a position is added, listed by date, changed and removed', async () => {
  const first = await add(ada, cedar, safe)
  expect(first).toMatchObject({ companyId: cedar, amount: '25000', round: 'Seed', valuation: '8000000', notes: null })
  const undated = await add(ada, cedar, { kind: 'proceeds', amount: '0.1', currency: 'USD' })
  const value = await add(ada, cedar, { kind: 'value', date: '2021-01-01', amount: '0', currency: 'USD', round: 'A' })
  expect(value).toMatchObject({ amount: '0', round: null })
  expect((await listed(ada, cedar)).map(({ id }) => id)).toEqual([value.id, first.id, undated.id])

  const changed = await ada.send('PUT', `/api/positions/${first.id}`, { ...safe, amount: '30000', instrument: '' })
  expect(await changed.json()).toMatchObject({ id: first.id, amount: '30000', instrument: null, valuation: '8000000' })
  for (const { id } of [first, undated, value]) {
    expect((await ada.send('DELETE', `/api/positions/${id}`)).status).toBe(204)
    expect((await ada.send('DELETE', `/api/positions/${id}`)).status).toBe(404)
  }
  expect(await listed(ada, cedar)).toEqual([])
})

test.each([
  [{ amount: '25,000' }, 'Amount must be a number such as 25000 or 25000.50'],
  [{ amount: 25000 }, 'Amount must be a number such as 25000 or 25000.50'],
  [{ amount: '-1' }, 'Amount must be a number such as 25000 or 25000.50'],
  [{ amount: '1000000000000' }, 'Amount must be a number such as 25000 or 25000.50'],
  [{ amount: '0' }, 'Amount must be more than zero'],
  [{ currency: 'DOLLARS' }, 'Currency must be a code such as USD'],
  [{ date: 'yesterday' }, 'Must be a date such as 2024-01-31'],
  [{ date: '0022-03-14' }, 'Must be a date such as 2024-01-31'],
  [{ valuation: '0' }, 'Must be more than zero'],
  [{ date: '2099-01-01' }, 'Date must not be in the future'],
  [{ kind: 'value', date: '' }, 'A value needs the date it was true on'],
  [{ round: 'x'.repeat(101) }, 'Must be at most 100 characters'],
  [{ notes: 'x'.repeat(1001) }, 'Must be at most 1,000 characters'],
])('%o is refused: %s', async (change, message) => {
  const response = await ada.send('POST', `/api/companies/${cedar}/positions`, { ...safe, ...change })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ message })
})

test('every call without a session is 401', async () => {
  for (const [method, path] of [
    ['GET', '/api/positions'],
    ['GET', `/api/companies/${cedar}/positions`],
    ['POST', `/api/companies/${cedar}/positions`],
    ['PUT', '/api/positions/1'],
    ['DELETE', '/api/positions/1'],
  ] as const)
    expect((await app.request(path, { method })).status).toBe(401)
})

test("another user's positions get the same 404 as absent ones and stay unchanged", async () => {
  const id = await added(ada, 'Only Mine')
  const mine = await add(ada, id, safe)
  const bytes = async (method: string, path: string, body?: unknown) => {
    const response = await ben.send(method, path, body)
    return `${response.status} ${(await response.text()).replace(/"requestId":"[^"]+"/, '')}`
  }
  const absent = 2_000_000_000
  for (const [method, foreign, missing, body] of [
    ['GET', `/api/companies/${id}/positions`, `/api/companies/${absent}/positions`],
    ['POST', `/api/companies/${id}/positions`, `/api/companies/${absent}/positions`, safe],
    ['PUT', `/api/positions/${mine.id}`, `/api/positions/${absent}`, safe],
    ['DELETE', `/api/positions/${mine.id}`, `/api/positions/${absent}`],
  ] as const) {
    const answer = await bytes(method, foreign, body)
    expect(answer).toMatch(/^404 /)
    expect(answer).toBe(await bytes(method, missing, body))
  }
  expect(await listed(ada, id)).toEqual([mine])
  expect(await portfolio(ben)).toEqual({ totals: [], years: [], companies: [] })
})

test('a second value for the same day is refused', async () => {
  const id = await added(ada, 'Valued')
  await add(ada, id, safe)
  const value = { kind: 'value', date: '2026-01-31', amount: '60000', currency: 'USD' }
  const first = await add(ada, id, value)
  const again = await ada.send('POST', `/api/companies/${id}/positions`, { ...value, amount: '70000' })
  expect(again.status).toBe(409)
  expect((await ada.send('PUT', `/api/positions/${first.id}`, { ...value, amount: '70000' })).status).toBe(200)
  const other = await add(ada, id, { ...value, date: '2026-02-01' })
  expect((await ada.send('PUT', `/api/positions/${other.id}`, value)).status).toBe(409)
})

test('positions are removed and restored with their company', async () => {
  const eve = await app.signUp()
  const id = await added(eve, 'Comes Back')
  const position = await add(eve, id, safe)
  await eve.send('DELETE', `/api/companies/${id}`)
  expect((await eve.get(`/api/companies/${id}/positions`)).status).toBe(404)
  expect((await eve.send('PUT', `/api/positions/${position.id}`, safe)).status).toBe(404)
  expect((await portfolio(eve)).companies).toEqual([])
  await eve.send('POST', '/api/companies/restore', { ids: [id] })
  expect(await listed(eve, id)).toEqual([position])
})

test('the portfolio is totaled by currency, and values count only where they were entered', async () => {
  const fay = await app.signUp()
  const [one, two] = [await added(fay, 'One'), await added(fay, 'Two')]
  await add(fay, one, safe)
  await add(fay, one, { kind: 'value', date: '2026-01-31', amount: '50000', currency: 'USD' })
  await add(fay, two, { ...safe, amount: '10000.10' })
  await add(fay, two, { ...safe, amount: '7000', currency: 'EUR' })
  await add(fay, two, { kind: 'proceeds', date: '2024-05-01', amount: '500', currency: 'USD' })
  const { totals, years, companies } = await portfolio(fay)
  expect(totals).toMatchObject([
    { currency: 'USD', invested: '35000.1', value: '50000', companies: 2, valued: 1, multiple: null, flows: null },
    { currency: 'EUR', invested: '7000', value: null, companies: 1, valued: 0, multiple: null },
  ])
  expect(years).toEqual([
    { currency: 'EUR', year: 2022, invested: '7000', proceeds: '0' },
    { currency: 'USD', year: 2024, invested: '0', proceeds: '500' },
    { currency: 'USD', year: 2022, invested: '35000.1', proceeds: '0' },
  ])
  const investedOn = safe.date
  expect(companies).toEqual([
    { companyId: one, currency: 'USD', invested: '25000', investedOn, value: '50000', multiple: 2 },
    { companyId: two, currency: 'USD', invested: '10000.1', investedOn, value: null, multiple: null },
    { companyId: two, currency: 'EUR', invested: '7000', investedOn, value: null, multiple: null },
  ])
})

test('a company without an investment date uses the date of its first investment', async () => {
  const ivy = await app.signUp()
  const [early, late, dated] = [await added(ivy, 'Early'), await added(ivy, 'Late'), await added(ivy, 'Dated')]
  await ivy.send('PATCH', `/api/companies/${dated}`, { investmentDate: '2023-07-01' })
  await add(ivy, late, { ...safe, date: '2024-02-03' })
  for (const date of ['2022-03-14', '2021-01-05']) await add(ivy, early, { ...safe, date })
  await add(ivy, early, { ...safe, kind: 'value', date: '2019-09-09' })
  await add(ivy, dated, { ...safe, date: '2020-01-01' })
  const company = async (id: number) => (await ivy.get(`/api/companies/${id}`)).json()
  expect(await company(early)).toMatchObject({ investmentDate: '2021-01-05' })
  expect(await company(dated)).toMatchObject({ investmentDate: '2023-07-01' })
  const sorted = (await (await ivy.get('/api/companies?sort=invested')).json()) as { name: string }[]
  expect(sorted.map(({ name }) => name)).toEqual(['Early', 'Dated', 'Late'])
  const csv = await (await ivy.get('/api/companies/export?format=csv&sort=invested')).text()
  expect(csv.split('\r\n').flatMap((line) => (line.startsWith('Late,') ? line.split(',')[4] : []))).toEqual([
    '2024-02-03',
  ])
})

test('positions are part of the exported portfolio', async () => {
  const gil = await app.signUp()
  const id = await added(gil, 'Exported')
  await add(gil, id, safe)
  await add(gil, id, { kind: 'proceeds', date: '2024-05-01', amount: '1200.5', currency: 'EUR' })
  const csv = await (await gil.get('/api/companies/export?format=csv')).text()
  expect(
    csv
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(16).join(',')),
  ).toEqual(['investment,2022-03-14,25000,USD,safe,Seed,8000000,cap,', 'proceeds,2024-05-01,1200.5,EUR,,,,,'])
  const json = (await (await gil.get('/api/companies/export?format=json')).json()) as { companies: unknown[] }
  expect(json.companies).toMatchObject([
    { positions: [{ kind: 'investment', amount: '25000', valuationBasis: 'cap' }, { kind: 'proceeds' }] },
  ])
})

test('a company has at most 1,000 positions', async () => {
  const id = await added(ada, 'Crowded')
  await app.database.execute(
    `insert into positions (user_id, company_id, kind, amount, currency, created_at, updated_at)
     select $1, $2, 'investment', n, 'USD', now(), now() from generate_series(1, 1000) n`,
    [ada.id, id],
  )
  const response = await ada.send('POST', `/api/companies/${id}/positions`, safe)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ message: 'A company can have at most 1,000 positions' })
})
