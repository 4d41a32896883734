import { utils, write } from '@e965/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { PortfolioExport } from '#domain/companies/export.ts'
import { ImportUndone } from '#domain/companies/endpoints.ts'
import { ImportReport } from '#domain/companies/import/imports.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})

/** The columns of the “All investments” report that Carta describes in its help pages. */
const CARTA = [
  'Fund,Company,Label,Security Type,Issue Date,Accepted Date,Custody,On Carta,Initial or Follow-On,# Shares,Cost/Share,Cost,Value/Share,Value,Gain (Loss),Multiple,Unrealized or Realized,Realized Date,Value Post-Money,Note Investment Valuation Cap',
  'Angel LP,Northwind Robotics,PS-12,Series Seed Preferred,03/14/2022,03/15/2022,Carta - Digital,Yes,Initial,"12,500",$2.00,"$25,000.00",$4.00,"$50,000.00","$25,000.00",2.00x,Unrealized,,,',
  'Angel LP,Northwind Robotics,PA-03,Series A Preferred,06/30/2023,06/30/2023,Carta - Digital,Yes,Follow-On,"5,000",$5.00,"$25,000.00",$5.00,"$25,000.00",$0.00,1.00x,Unrealized,,,',
  'Angel LP,Tidewater Bio,CN-4,Convertible Note,11/02/2021,11/02/2021,N/A,No,Initial,,,"$50,000.00",,,,,Unrealized,,,"$8,000,000.00"',
].join('\n')

/** The columns of an investor’s portfolio as AngelList exports it. */
const ANGELLIST = [
  'Company/Fund,Invest Date,Invested,Unrealized Value,Realized Value,Net Value,Multiple,Investment Entity,Lead,Investment Type,Round,Market,Instrument,Valuation or Cap Type,Valuation or Cap,Discount,Status',
  'Harbor Labs,02/20/2021,"$10,000.00","$31,000.00",$0.00,"$31,000.00",3.1,"HA Fund I, a series of Syndicate, LP",Jo Lead,Syndicate,Seed,Fintech,SAFE,Cap,"$8,000,000",20%,Live',
  'Harbor Labs,05/03/2022,"$5,000.00","$5,000.00",$0.00,"$5,000.00",1,"HA Fund II, a series of Syndicate, LP",Jo Lead,Syndicate,Series A,Fintech,Equity,Pre-money,"$40,000,000",,Live',
  'Quill & Sons,11/30/2020,"$2,500.50",Locked,$0.00,Locked,Locked,"QS Fund, LP",Al Lead,Syndicate,Pre-seed,Media,Convertible Note,Cap,"$4,000,000",,Live',
].join('\n')

const upload = async (user: TestUser, text: string | Buffer, query = '', name = 'portfolio.csv') =>
  ImportReport.parse(
    await (
      await user.upload(`/api/companies/bulk-upload?detail=1${query}`, name, text as Uint8Array<ArrayBuffer>)
    ).json(),
  )
const exported = async (user: TestUser) =>
  PortfolioExport.parse(await (await user.get('/api/companies/export?format=json&sort=name')).json()).companies
const positions = async (user: TestUser) =>
  (await exported(user)).flatMap(({ name, positions: own }) =>
    own.map(({ kind, date, amount, currency, instrument, round, valuation, valuationBasis }) =>
      [name, kind, date, `${currency} ${amount}`, instrument, round, valuation, valuationBasis].join(' '),
    ),
  )

test('Carta: each certificate is a position, and the cap belongs to the note', async () => {
  const user = await app.signUp()
  const { counts, ignoredColumns } = await upload(user, CARTA)
  expect(counts).toMatchObject({ new: 2, position: 1, positions: 3, duplicate: 0, invalid: 0 })
  expect(ignoredColumns).toContain('Gain (Loss)')
  expect(ignoredColumns).not.toContain('Cost')
  expect(await positions(user)).toEqual([
    'Northwind Robotics investment 2022-03-14 USD 25000 equity   ',
    'Northwind Robotics investment 2023-06-30 USD 25000 equity   ',
    'Tidewater Bio investment 2021-11-02 USD 50000 note  8000000 cap',
  ])
})

test('a Carta workbook with plain numbers asks for the currency and the date of the values', async () => {
  const user = await app.signUp()
  const sheet = utils.aoa_to_sheet([
    ['Fund', 'Company', 'Security Type', 'Issue Date', 'Cost', 'Value'],
    ['Angel LP', 'Northwind Robotics', 'Series Seed Preferred', 44634, 25000, 50000],
    ['Angel LP', 'Northwind Robotics', 'Series A Preferred', 45107, 12500.5, 12500.5],
  ])
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'All Investments')
  const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' })
  const asked = await upload(user, bytes, '&dryRun=1', 'carta.xlsx')
  expect(asked.counts).toMatchObject({ new: 1, positions: 0, amountsLeftOut: 4 })
  expect(asked.layout?.asks).toEqual(['currency', 'values-as-of'])
  expect(asked.warnings).toEqual([
    'Some amounts have no currency. They are left out until you choose one.',
    '“Value” has no dates. The values are left out until you choose one.',
  ])
  expect(asked.rows[0]?.reason).toBe('“25000” has no currency; it is left out.')
  await upload(user, bytes, '&currency=USD&valuesAsOf=2026-01-31', 'carta.xlsx')
  expect(await positions(user)).toEqual([
    'Northwind Robotics investment 2022-03-14 USD 25000 equity   ',
    'Northwind Robotics investment 2023-06-30 USD 12500.5 equity   ',
    'Northwind Robotics value 2026-01-31 USD 50000    ',
    'Northwind Robotics value 2026-01-31 USD 12500.5    ',
  ])
})

test('values cannot be dated to a year that does not exist', async () => {
  const user = await app.signUp()
  const response = await user.upload('/api/companies/bulk-upload?valuesAsOf=0000-01-01', 'angels.csv', ANGELLIST)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ message: 'Must be a date such as 2024-01-31' })
})

test('AngelList: each round of a company is a position; values wait for a date', async () => {
  const user = await app.signUp()
  const { counts, warnings, ignoredColumns } = await upload(user, ANGELLIST)
  expect(counts).toMatchObject({ new: 2, position: 1, positions: 3 })
  expect(warnings).toContain('“Unrealized Value” has no dates. The values are left out until you choose one.')
  expect(ignoredColumns).toEqual(expect.arrayContaining(['Realized Value', 'Multiple', 'Investment Entity', 'Status']))
  expect(await positions(user)).toEqual([
    'Harbor Labs investment 2021-02-20 USD 10000 safe Seed 8000000 cap',
    'Harbor Labs investment 2022-05-03 USD 5000 equity Series A 40000000 pre-money',
    'Quill & Sons investment 2020-11-30 USD 2500.5 note Pre-seed 4000000 cap',
  ])
})

test.each(['$ Invested', 'Invested $', 'Amount, $', 'Check Size ($)'])(
  'amounts headed %j are imported',
  async (heading) => {
    const user = await app.signUp()
    await upload(user, `Company\tURL\tDate\t${heading}\nAcme\tacme.example\t3/14/2021\t$25,000`)
    expect(await positions(user)).toEqual(['Acme investment 2021-03-14 USD 25000    '])
  },
)

test('an ordinary sheet: common money formats are read, and unclear values are left out with a reason', async () => {
  const user = await app.signUp()
  const { rows } = await upload(
    user,
    [
      'Company;Amount;Date;Type;Post-money valuation;Notes',
      'A;$25k;2022-03-14;SAFE;$8M;met at demo day',
      'B;25.000,00 €;2022-03-14;Preferred;12 Mio. €;',
      'C;(1,000);2022-03-14;SAFE;;',
      'D;USD 25000;2022-03-14;Convertible note;;',
      'E;25.000;2022-03-14;Equity;;',
      'F;about 5k;2022-03-14;Equity;;',
      'G;CHF 10’000;someday;Equity;€5M;',
    ].join('\n'),
  )
  expect(rows.map(({ name, reason }) => [name, reason]).filter(([, reason]) => reason !== null)).toEqual([
    ['C', '“(1,000)” is negative; it is left out.'],
    ['E', '“25.000” has no currency; it is left out.'],
    ['F', '“about 5k” is not an amount we can read; it is left out.'],
    ['G', '“someday” is not a date we can read; it is left out. The valuation “€5M” cannot be read; it is left out.'],
  ])
  expect(await positions(user)).toEqual([
    'A investment 2022-03-14 USD 25000 safe  8000000 post-money',
    'B investment 2022-03-14 EUR 25000 equity  12000000 post-money',
    'D investment 2022-03-14 USD 25000 note   ',
    'G investment  CHF 10000 equity   ',
  ])
})

test('importing a longer file adds only the new rows; a repeated row is two positions', async () => {
  const user = await app.signUp()
  const file = ['Company,Amount,Date', 'Acme,$5000,2022-03-14', 'Acme,$5000,2022-03-14']
  expect((await upload(user, file.join('\n'))).counts).toMatchObject({ new: 1, position: 1, positions: 2 })
  const again = await upload(user, file.join('\n'))
  expect(again).toMatchObject({ importId: null, counts: { new: 0, position: 0, positions: 0, duplicate: 2 } })
  const [first] = await exported(user)
  expect(first?.positions).toHaveLength(2)
  const grown = [...file, 'Acme,$5000,2022-03-14', 'Acme,$700,2023-01-01', 'Beta,$1,2024-01-01']
  expect((await upload(user, grown.join('\n'))).counts).toMatchObject({
    new: 1,
    position: 2,
    positions: 3,
    duplicate: 2,
  })
  expect(await positions(user)).toHaveLength(5)
})

test('details that the user filled in do not cause a duplicate position', async () => {
  const user = await app.signUp()
  const file = 'Company,Amount,Date\nAcme,$5000,2022-03-14\n'
  await upload(user, file)
  const [company] = z.array(z.object({ id: z.number() })).parse(await (await user.get('/api/companies')).json())
  const [own] = z
    .array(z.object({ id: z.number() }))
    .parse(await (await user.get(`/api/companies/${company?.id}/positions`)).json())
  const filled = { kind: 'investment', date: '2022-03-14', amount: '5000', currency: 'USD', round: 'Seed', notes: 'x' }
  await user.send('PUT', `/api/positions/${own?.id}`, filled)
  expect((await upload(user, file)).counts).toMatchObject({ positions: 0, duplicate: 1 })
})

test('undo removes what the import added, except a position edited since then', async () => {
  const user = await app.signUp()
  await upload(user, 'Company,Amount,Date\nAcme,$5000,2022-03-14\n')
  const before = await exported(user)
  const { importId } = await upload(
    user,
    'Company,Amount,Date\nAcme,$5000,2022-03-14\nAcme,$700,2023-01-01\nAcme,$800,2023-01-02\nBeta,$1,2024-01-01\n',
  )
  const [acme] = (await (await user.get('/api/companies?sort=name')).json()) as { id: number }[]
  const listed = z
    .array(z.object({ id: z.number(), amount: z.string() }))
    .parse(await (await user.get(`/api/companies/${acme?.id}/positions`)).json())
  const edited = listed.find(({ amount }) => amount === '800')
  app.time.now = new Date(app.time.now.getTime() + 1000)
  await user.send('PUT', `/api/positions/${edited?.id}`, { kind: 'investment', amount: '801', currency: 'USD' })
  const undone = ImportUndone.parse(await (await user.send('POST', `/api/companies/imports/${importId}/undo`)).json())
  expect(undone).toEqual({ removed: 1, reverted: 0, positions: 1 })
  expect((await user.send('DELETE', `/api/positions/${edited?.id}`)).status).toBe(204)
  expect(await exported(user)).toEqual(before)
})

test('undo also reaches a company that the user has removed since then', async () => {
  const user = await app.signUp()
  await upload(user, 'Company,Stage,Amount,Date\nAcme,Seed,$5000,2022-03-14\n')
  const before = await exported(user)
  const { importId } = await upload(user, 'Company,Stage,Amount,Date\nAcme,Series A,$700,2023-01-01\n')
  const [acme] = (await (await user.get('/api/companies')).json()) as { id: number }[]
  await user.send('DELETE', `/api/companies/${acme?.id}`)
  const undone = ImportUndone.parse(await (await user.send('POST', `/api/companies/imports/${importId}/undo`)).json())
  expect(undone).toEqual({ removed: 0, reverted: 1, positions: 1 })
  await user.send('POST', '/api/companies/restore', { ids: [acme?.id] })
  expect(await exported(user)).toEqual(before)
})

test.each(['csv', 'xlsx'])('exporting and importing preserves the portfolio: %s', async (format) => {
  const [from, to] = [await app.signUp(), await app.signUp()]
  await upload(from, CARTA, '&valuesAsOf=2026-01-31')
  await upload(from, ANGELLIST)
  await upload(from, 'Company,Website\nNo Money,no-money.example\n')
  const [company] = (await (await from.get('/api/companies?sort=name')).json()) as { id: number }[]
  for (const position of [
    { kind: 'proceeds', date: null, amount: '0.001', currency: 'KWD', notes: '=1+1, "quoted"; -' },
    { kind: 'investment', amount: '999999999999.999', currency: 'JPY', instrument: 'other', round: '- Seed' },
    { kind: 'investment', amount: '250000', currency: 'SEK', notes: 'Through Jo’s syndicate.\n\n- pro rata\n=2+2' },
    { kind: 'investment', amount: '1200.5', currency: 'EUR', notes: '=HYPERLINK("x")\n@second line' },
  ])
    expect((await from.send('POST', `/api/companies/${company?.id}/positions`, position)).status).toBe(201)
  const file = await (await from.get(`/api/companies/export?format=${format}`)).arrayBuffer()
  const { counts } = await upload(to, Buffer.from(file), '', `export.${format}`)
  const content = (companies: Awaited<ReturnType<typeof exported>>) =>
    companies.map(({ createdAt: _createdAt, ...rest }) => rest)
  expect(content(await exported(to))).toEqual(content(await exported(from)))
  expect(counts).toMatchObject({ new: 5, invalid: 0, ignored: 0, positions: 12 })
  expect(JSON.stringify(await exported(to))).toContain(String.raw`syndicate.\n\n- pro rata\n=2+2`)
  const again = await upload(to, Buffer.from(file), '', `export.${format}`)
  expect(again).toMatchObject({ importId: null, counts: { new: 0, changed: 0, positions: 0 } })
})

test('an unknown column is named and can be mapped, and the mapping is remembered for the next file', async () => {
  const [user, other] = [await app.signUp(), await app.signUp()]
  const file = 'Company,Kapital,Zweck\nAcme,€5000,Seed\n'
  const asked = await upload(user, file, '&dryRun=1')
  expect(asked).toMatchObject({ ignoredColumns: ['Kapital', 'Zweck'], counts: { positions: 0 } })
  const map = `&map=${encodeURIComponent(JSON.stringify({ Kapital: 'amount', zweck: 'round' }))}`
  const planned = await upload(user, file, `${map}&dryRun=1`)
  expect(planned).toMatchObject({ ignoredColumns: [], counts: { new: 1, positions: 1 } })
  expect(planned.layout?.reading?.columns.map(({ field }) => field)).toEqual(['name', 'amount', 'round'])
  // A preview doesn't save the mapping.
  expect((await upload(user, file, '&dryRun=1')).counts.positions).toBe(0)
  await upload(user, file, map)
  expect(await positions(user)).toEqual(['Acme investment  EUR 5000  Seed  '])
  const next = 'COMPANY,Kapital (EUR),Zweck\nBeta,7,\n'
  expect((await upload(user, next)).counts).toMatchObject({ new: 1, positions: 1 })
  expect((await upload(other, file, '&dryRun=1')).counts.positions).toBe(0)
  expect((await user.send('DELETE', '/api/companies/imports/columns')).status).toBe(204)
  expect((await upload(user, next, '&dryRun=1')).counts.positions).toBe(0)
})

test.each(['{', '[]', '{"a":"nonsense"}', '{"a":1}'])('a mapping such as %s is refused', async (map) => {
  const user = await app.signUp()
  const response = await user.upload(
    `/api/companies/bulk-upload?map=${encodeURIComponent(map)}`,
    'a.csv',
    'Company\nAcme\n',
  )
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    message: 'Columns must be given as a JSON object from headings to fields',
  })
})

test('rows that the user skips add no positions', async () => {
  const user = await app.signUp()
  const file = 'Company,Amount\nAcme,$1\nAcme,$2\nBeta,$3\nBeta,$4\n'
  const { counts } = await upload(user, file, '&skip=3,4')
  expect(counts).toMatchObject({ new: 1, position: 0, ignored: 2, duplicate: 1, positions: 1 })
  expect(await positions(user)).toEqual(['Acme investment  USD 1    '])
})

test('amounts that are left out are counted in the plan and in the result', async () => {
  const user = await app.signUp()
  const file = [
    'Company,Invested,Post-Money Valuation,Currency',
    'Northwind,"$25,000",$8m,USD',
    'Tidewater,a lot,,USD',
    'Harbor,-500,,USD',
    'Quill,0,,USD',
    'Plume,"$10,000",high,USD',
    'Total,"$35,000",,USD',
  ].join('\n')
  const planned = await upload(user, file, '&dryRun=1')
  expect(planned.counts).toMatchObject({ new: 5, positions: 2, ignored: 1, amountsLeftOut: 3 })
  expect((await upload(user, file)).counts).toEqual(planned.counts)
  // Uploading the file again leaves out the same amounts.
  expect((await upload(user, file, '&dryRun=1')).counts).toMatchObject({
    duplicate: 5,
    positions: 0,
    amountsLeftOut: 3,
  })
  expect((await upload(user, file, '&skip=3&dryRun=1')).counts).toMatchObject({ amountsLeftOut: 3 })
  const other = await app.signUp()
  expect((await upload(other, file, '&skip=3&dryRun=1')).counts).toMatchObject({ new: 4, amountsLeftOut: 2 })
})
