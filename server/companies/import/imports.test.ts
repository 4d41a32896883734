import { utils, write } from '@e965/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { Company } from '#domain/companies/company.ts'
import { ImportUndone, PastImport } from '#domain/companies/endpoints.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let ada: TestUser
let ben: TestUser

beforeAll(async () => {
  app = await testApp()
  ada = await app.signUp()
  ben = await app.signUp()
})

const upload = (user: TestUser, text: string, query = '') =>
  user.upload(`/api/companies/bulk-upload${query}`, 'portfolio.csv', text)
const list = async (user: TestUser) => Company.array().parse(await (await user.get('/api/companies?sort=name')).json())
const imports = async (user: TestUser) =>
  PastImport.array().parse(await (await user.get('/api/companies/imports')).json())

const FILE =
  'Company,Website,Stage\nAcme,acme.example,Seed\nBeta,beta.example,\n,none.example,\nAcme Inc,www.acme.example,\n'

test('POST /api/companies/bulk-upload returns an array of created companies', async () => {
  const user = await app.signUp()
  const response = await upload(user, FILE)
  expect(response.status).toBe(200)
  const created = Company.array().parse(await response.json())
  expect(created.map(({ name, website, stage }) => [name, website, stage])).toEqual([
    ['Acme', 'https://acme.example', 'Seed'],
    ['Beta', 'https://beta.example', null],
  ])
  expect(await (await upload(user, FILE)).json()).toEqual([])
  expect(await list(user)).toHaveLength(2)
})

test('?detail=1 reports what happened to every row; ?dryRun=1 does the same without writing', async () => {
  const user = await app.signUp()
  const expected = {
    counts: { total: 4, new: 2, changed: 0, duplicate: 1, invalid: 1 },
    skipped: [{ row: 4, reason: 'Company name is required', name: '' }],
    duplicates: [{ row: 5, name: 'Acme Inc', companyId: null }],
    rows: [
      { row: 2, kind: 'new', name: 'Acme' },
      { row: 3, kind: 'new', name: 'Beta' },
      { row: 4, kind: 'invalid' },
    ],
  }
  const planned = (await (await upload(user, FILE, '?detail=1&dryRun=1')).json()) as object
  expect(planned).toMatchObject({ ...expected, importId: null, created: [] })
  expect(await list(user)).toEqual([])
  const done = (await (await upload(user, FILE, '?detail=1')).json()) as {
    created: Company[]
    importId: number
  }
  expect(done).toMatchObject(expected)
  expect(done.created.map(({ name }) => name)).toEqual(['Acme', 'Beta'])
  const cut = await (await upload(user, FILE, '?detail=1&dryRun=1&limit=1')).json()
  expect(cut).toMatchObject({ counts: { total: 4, duplicate: 3 }, duplicates: [{ row: 2 }] })
})

test('ignored columns are named in the preview and in the result', async () => {
  const user = await app.signUp()
  const file = 'Company,Owner,Website,Fund\nAcme,me,acme.example,II\n'
  for (const query of ['?dryRun=1', '?dryRun=1&limit=5', '?detail=1'])
    expect(await (await upload(user, file, query)).json()).toMatchObject({
      ignoredColumns: ['Owner', 'Fund'],
    })
  expect(await (await upload(user, FILE, '?dryRun=1')).json()).toMatchObject({ ignoredColumns: [] })
})

test('progress is streamed line by line and ends with the report', async () => {
  const user = await app.signUp()
  const response = await user.upload('/api/companies/bulk-upload?limit=10', 'portfolio.csv', FILE, {
    accept: 'application/x-ndjson',
  })
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(lines[0]).toEqual({ done: 4, total: 4 })
  expect(lines.at(-1)).toMatchObject({
    report: { counts: { new: 2 }, created: [{ name: 'Acme' }, { name: 'Beta' }] },
  })
})

test('undoing an import removes what it added and reverts what it changed, but keeps later edits', async () => {
  const user = await app.signUp()
  await upload(user, 'Company,Website,Stage,Category\nAcme,acme.example,Seed,\nBeta,,,Food\n')
  app.time.now = new Date(START.getTime() + 1000)
  await upload(
    user,
    'Company,Website,Stage,Category\nAcme,acme.example,Series A,Robots\nBeta,beta.example,,Drinks\nNew,new.example,,\n',
  )
  const before = await list(user)
  expect(before.map(({ name, stage, website, category }) => [name, stage, website, category])).toEqual([
    ['Acme', 'Series A', 'https://acme.example', 'Robots'],
    ['Beta', null, 'https://beta.example', 'Drinks'],
    ['New', null, 'https://new.example', null],
  ])
  await user.send('PATCH', `/api/companies/${before[0]?.id}`, { stage: 'Series B' })
  const [newest] = await imports(user)
  expect(newest).toMatchObject({ fileName: 'portfolio.csv', added: 1, changed: 2, undoneAt: null })

  const undone = await user.send('POST', `/api/companies/imports/${newest?.id}/undo`)
  expect(ImportUndone.parse(await undone.json())).toEqual({ removed: 1, reverted: 2, positions: 0 })
  expect((await list(user)).map(({ name, stage, website, category }) => [name, stage, website, category])).toEqual([
    ['Acme', 'Series B', 'https://acme.example', null],
    ['Beta', null, null, 'Food'],
  ])
  expect((await imports(user))[0]?.undoneAt).toBe(app.time.now.toISOString())
  const again = await user.send('POST', `/api/companies/imports/${newest?.id}/undo`)
  expect([again.status, ((await again.json()) as { message: string }).message]).toEqual([
    409,
    'This import has already been undone',
  ])
  app.time.now = START
})

test('a website from a file is tracked immediately, and no longer after undo', async () => {
  const user = await app.signUp()
  const trackedSites = () =>
    app.database.query(
      `select tracked.id is not null as tracked, tracked.website from companies
        left join tracked_companies tracked on tracked.id = companies.tracked_company_id
        where user_id = $1 and removed_at is null`,
      [user.id],
    )
  await upload(user, 'Company\nBeta\n')
  expect(await trackedSites()).toEqual([{ tracked: true, website: null }])
  await upload(user, 'Company,Website\nBeta,beta.example\n')
  expect(await trackedSites()).toEqual([{ tracked: true, website: 'https://beta.example/' }])
  const [newest] = await imports(user)
  await user.send('POST', `/api/companies/imports/${newest?.id}/undo`)
  expect(await trackedSites()).toEqual([{ tracked: true, website: null }])
})

test('an import can be undone for 30 days but not after that', async () => {
  const user = await app.signUp()
  await upload(user, 'Company\nEarly\n')
  const [early] = await imports(user)
  await upload(user, 'Company\nLate\n')
  const late = (await imports(user)).find(({ id }) => id !== early?.id)
  await app.database.query(`update imports set created_at = created_at - interval '30 days 1 second' where id = $1`, [
    early?.id,
  ])
  const undo = (id?: number) => user.send('POST', `/api/companies/imports/${id}/undo`)

  expect((await imports(user)).map(({ id }) => id)).toEqual([late?.id])
  expect((await undo(early?.id)).status).toBe(404)
  expect((await list(user)).map(({ name }) => name)).toEqual(['Early', 'Late'])
  expect((await undo(late?.id)).status).toBe(200)
  expect((await list(user)).map(({ name }) => name)).toEqual(['Early'])
})

test("undoing another user's import gets the same 404 as an absent one", async () => {
  await upload(ada, 'Company\nOwn\n')
  const [mine] = await imports(ada)
  const texts = []
  for (const id of [mine?.id, 2_000_000_000, 'x', '-1']) {
    const response = await ben.send('POST', `/api/companies/imports/${id}/undo`)
    expect(response.status).toBe(404)
    texts.push((await response.text()).replace(/"requestId":"[^"]+"/, ''))
  }
  expect(new Set(texts).size).toBe(1)
  expect(await imports(ben)).toEqual([])
  expect((await imports(ada))[0]?.undoneAt).toBeNull()
})

test('concurrent uploads of one file add each company once', async () => {
  const user = await app.signUp()
  const rows = Array.from({ length: 1500 }, (_, index) => `Company ${index},c${index}.example`)
  const text = ['Company,Website', ...rows].join('\n')
  const answers = await Promise.all([upload(user, text), upload(user, text), upload(user, text)])
  const counts = await Promise.all(answers.map(async (answer) => Company.array().parse(await answer.json()).length))
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 1500])
})

test('skipped rows can be downloaded as a file that says why', async () => {
  const user = await app.signUp()
  const response = await upload(
    user,
    'Company,Website\n=1+1,nonsense\nAcme,acme.example\nAcme,acme.example\nTotal,\n',
    '?dryRun=1&skipped=csv&strict=1',
  )
  expect(response.headers.get('content-disposition')).toContain('attachment')
  expect((await response.text()).replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
    'Row,Reason,Company,Website,Category,Stage,Date Invested',
    "2,Must be a valid URL,'=1+1,nonsense,,,",
    '4,Same company as row 3,Acme,https://acme.example,,,',
    '5,"Looks like a total, not a company",Total,,,,',
  ])
})

test('POST /api/companies/bulk takes a JSON list of {name, website} and returns the created companies', async () => {
  const user = await app.signUp()
  const response = await user.send('POST', '/api/companies/bulk', [
    { name: 'Acme', website: 'acme.example' },
    { name: 'Beta', website: '' },
    { name: 'acme', website: 'https://acme.example' },
  ])
  expect(
    Company.array()
      .parse(await response.json())
      .map(({ name, website }) => [name, website]),
  ).toEqual([
    ['Acme', 'https://acme.example'],
    ['Beta', null],
  ])
  const bad = await user.send('POST', '/api/companies/bulk', [{ name: '', website: 'acme.example' }])
  expect(await bad.json()).toMatchObject({ status: 422, message: 'Company name is required' })
})

test('sheets of a workbook can be chosen', async () => {
  const user = await app.signUp()
  const book = utils.book_new()
  for (const fund of ['Fund I', 'Fund II', 'Fund III'])
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Company'], [`Bet of ${fund}`]]), fund)
  const bytes: Buffer<ArrayBuffer> = write(book, { type: 'buffer', bookType: 'xlsx' })
  const send = (query: string) => user.upload(`/api/companies/bulk-upload?detail=1&${query}`, 'funds.xlsx', bytes)
  const question = await send('dryRun=1')
  expect(question.status).toBe(422)
  expect(await question.json()).toMatchObject({
    message: 'More than one sheet lists companies. Choose the sheets to import.',
    details: { sheets: [{ name: 'Fund I' }, { name: 'Fund II' }, { name: 'Fund III' }] },
  })
  expect(await (await send('sheets=1,3')).json()).toMatchObject({
    counts: { total: 2 },
    created: [{ name: 'Bet of Fund I' }, { name: 'Bet of Fund III' }],
  })
})

test('an uncertain file is 422 with a question, and nothing is imported until it is answered', async () => {
  const user = await app.signUp()
  const file = 'Bet,Where\nAcme,acme.example\nCedar,cedar.example\nTotal,\n'
  for (const query of ['', '?dryRun=1', '?detail=1']) {
    const question = await upload(user, file, query)
    expect(question.status).toBe(422)
    expect(await question.json()).toMatchObject({
      message: "CSV must contain a 'Company' or 'Name' column",
      details: { headerRow: 1, columns: [{ field: 'name' }, { field: 'website' }] },
    })
  }
  expect(await list(user)).toEqual([])
  const map = encodeURIComponent(JSON.stringify({ '#1': 'name', '#2': 'website' }))
  const report = await (await upload(user, file, `?detail=1&headerRow=1&map=${map}&skip=2`)).json()
  expect(report).toMatchObject({
    counts: { total: 3, new: 1, ignored: 2, invalid: 0 },
    created: [{ name: 'Cedar', website: 'https://cedar.example' }],
    skipped: [
      { row: 2, reason: 'Not selected' },
      { row: 4, reason: 'Looks like a total, not a company' },
    ],
  })
  for (const query of ['?headerRow=x', '?skip=1;2', '?unsure=maybe', '?sheets=a'])
    expect((await upload(user, file, query)).status).toBe(422)
})

test('an answer is remembered for the same headings, for this user alone, once something was imported', async () => {
  const [user, other] = [await app.signUp(), await app.signUp()]
  const file = (name: string) => `Company,Sector,Stage\nExited,,\n${name},AI,Seed\n`
  const unsure = { message: 'Some rows may not be companies. Choose whether to import them.' }
  expect(await (await upload(user, file('Acme'), '?dryRun=1&unsure=skip')).json()).toMatchObject({ counts: { new: 1 } })
  expect(await (await upload(user, file('Acme'), '?dryRun=1')).json()).toMatchObject(unsure)
  await upload(user, file('Acme'), '?unsure=skip')
  const next = await (await upload(user, file('Beta'), '?detail=1')).json()
  expect(next).toMatchObject({ counts: { new: 1, ignored: 1 }, created: [{ name: 'Beta' }] })
  expect(await (await upload(other, file('Acme'), '?dryRun=1')).json()).toMatchObject(unsure)
  expect((await user.send('DELETE', '/api/companies/imports/columns')).status).toBe(204)
  expect(await (await upload(user, file('Cedar'), '?dryRun=1')).json()).toMatchObject(unsure)
})
