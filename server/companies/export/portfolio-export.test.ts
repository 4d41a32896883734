import { read, utils } from '@e965/xlsx'
import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { NO_STORIES, PortfolioExport } from '#domain/companies/export.ts'
import { testApp, START, type TestApp, type TestUser } from '../../testing/test-app.ts'

const FORMATS = ['csv', 'xlsx', 'json'] as const
const COLUMNS = [
  'Company',
  'Website',
  'Category',
  'Stage',
  'Date Invested',
  'Added',
  'Latest News',
  'News Items',
  'Stories, 30 Days',
  'Stories, 90 Days',
  'Last Story',
  'Last Story Title',
  'Last Event',
  'Main Section',
  'Quiet Since',
  'Sample',
  'Position',
  'Position Date',
  'Amount',
  'Currency',
  'Instrument',
  'Round',
  'Valuation',
  'Valuation Basis',
  'Position Notes',
]

let app: TestApp
let ada: TestUser
let ben: TestUser

beforeAll(async () => {
  app = await testApp()
  ada = await app.signUp()
  ben = await app.signUp()
  await add(ada, [
    ['Cedar Robotics', 'https://cedar.example', 'Robotics', 'Seed', '2024-01-31'],
    ['Lumen', null, 'Energy', null, null],
    ['Aster', 'https://aster.example', 'Robotics', 'Series A', '2023-05-01'],
  ])
  await add(ben, [['Secret of Ben', 'https://ben.example', 'Robotics', null, null]])
  await query(
    `insert into briefs (user_id, company_id, status, body, published_at)
     select user_id, id, 'extractive', '[]', $1::timestamptz - n * interval '1 day' from companies, generate_series(1, 2) n
     where name in ('Aster', 'Secret of Ben')`,
    [START],
  )
})

type Row = [name: string, website: string | null, category: string | null, stage: string | null, date: string | null]

async function query(text: string, values: unknown[] = []) {
  await app.database.execute(text, values)
}

/** Writes directly to the table, to get data that an older version or a careless writer may have left there. */
async function add(user: TestUser, rows: Row[], more = { sample: false }): Promise<void> {
  for (const [at, row] of rows.entries())
    await query(
      `insert into companies (user_id, name, website, category, stage, investment_date, name_key, host_key, created_at, is_sample)
       values ($1, $2, $3, $4, $5, $6, $2, '', $7, $8)`,
      [user.id, ...row, new Date(START.getTime() + at), more.sample],
    )
}

const ask = (user: TestUser, question: string) => user.get(`/api/companies/export?${question}`)

async function lines(response: Response): Promise<unknown[][]> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.headers.get('content-type')?.startsWith('text/csv'))
    return Papa.parse<string[]>(new TextDecoder().decode(bytes), { skipEmptyLines: true }).data
  const { SheetNames, Sheets } = read(bytes)
  return utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '', raw: true })
}

const names = async (user: TestUser, question: string) =>
  PortfolioExport.parse(await (await ask(user, `format=json&${question}`)).json()).companies.map(({ name }) => name)

test.each(['GET', 'POST'])('%s without a session is 401', async (method) => {
  const response = await app.request('/api/companies/export?format=csv', { method })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'not-signed-in', message: 'Auth session missing!' })
})

test.each(['', 'format=', 'format=pdf', 'format=CSV'])(
  'a missing or unknown format is refused: %j',
  async (question) => {
    const response = await ask(ada, question)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ message: 'Format must be csv, xlsx or json' })
  },
)

test.each([
  ['csv', 'text/csv; charset=utf-8'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['json', 'application/json; charset=utf-8'],
])('%s is sent as a file with the right name and media type', async (format, mediaType) => {
  const response = await ask(ada, `format=${format}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(mediaType)
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="tidings-portfolio-2026-03-01.${format}"`,
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test.each(['csv', 'xlsx'])('%s: "portfolio with analytics columns", newest first', async (format) => {
  const number = (value: number) => (format === 'csv' ? String(value) : value)
  const noPosition = Array.from({ length: 9 }, () => '')
  const noStories = [number(0), number(0), '', '', '', '', '', '', ...noPosition]
  const robotics = ['Robotics', 'Series A', '2023-05-01', '2026-03-01', '2026-02-28', number(2)]
  expect(await lines(await ask(ada, `format=${format}`))).toEqual([
    COLUMNS,
    ['Aster', 'https://aster.example', ...robotics, ...noStories],
    ['Lumen', '', 'Energy', '', '', '2026-03-01', '', number(0), ...noStories],
    [
      'Cedar Robotics',
      'https://cedar.example',
      'Robotics',
      'Seed',
      '2024-01-31',
      '2026-03-01',
      '',
      number(0),
      ...noStories,
    ],
  ])
})

test('json: the same data, sorted by name', async () => {
  const json: unknown = await (await ask(ada, 'format=json&sort=name')).json()
  expect(json).toEqual({
    exportedAt: START.toISOString(),
    companies: [
      {
        name: 'Aster',
        website: 'https://aster.example',
        category: 'Robotics',
        stage: 'Series A',
        investmentDate: '2023-05-01',
        createdAt: '2026-03-01T12:00:00.002Z',
        sample: false,
        news: { items: 2, latestAt: '2026-02-28T12:00:00.000Z' },
        stories: NO_STORIES,
        positions: [],
      },
      expect.objectContaining({ name: 'Cedar Robotics', news: { items: 0, latestAt: null } }),
      expect.objectContaining({ name: 'Lumen', website: null, investmentDate: null }),
    ],
  })
})

test('an export follows the current filter and order, or contains only the selected companies', async () => {
  expect(await names(ada, 'category=Robotics&sort=oldest')).toEqual(['Cedar Robotics', 'Aster'])
  expect(await names(ada, 'stage=Seed')).toEqual(['Cedar Robotics'])
  expect(await names(ada, 'q=lum')).toEqual(['Lumen'])
  expect(await names(ada, 'q=nothing-like-it')).toEqual([])
  const ids = new Map(
    ((await (await ada.get('/api/companies')).json()) as { id: number; name: string }[]).map((row) => [
      row.name,
      row.id,
    ]),
  )
  const chosen = [ids.get('Lumen'), ids.get('Cedar Robotics')]
  expect(await names(ada, `sort=name&ids=${chosen.join(',')}`)).toEqual(['Cedar Robotics', 'Lumen'])
  expect(await names(ben, `ids=${chosen.join(',')}`)).toEqual([])
  const posted = await ada.send('POST', '/api/companies/export', { format: 'csv', ids: chosen })
  expect((await lines(posted)).slice(1).map(([name]) => name)).toEqual(['Lumen', 'Cedar Robotics'])
  expect((await ada.send('POST', '/api/companies/export', { format: 'csv' })).status).toBe(422)
})

test.each(FORMATS)('%s excludes removed companies and those of other users', async (format) => {
  const cai = await app.signUp()
  await add(cai, [
    ['Kept by Cai', null, null, null, null],
    ['Removed by Cai', null, null, null, null],
  ])
  await query(`update companies set removed_at = now() where name = 'Removed by Cai' and user_id = $1`, [cai.id])
  const response = await ask(cai, `format=${format}`)
  const all = format === 'json' ? await response.text() : JSON.stringify(await lines(response))
  expect(all).toContain('Kept by Cai')
  expect(all).not.toContain('Removed by Cai')
  expect(all).not.toMatch(/Secret of Ben|Cedar/)
})

test('sample companies are labeled, and an empty portfolio exports only the headings', async () => {
  const eve = await app.signUp()
  expect(await lines(await ask(eve, 'format=xlsx'))).toEqual([COLUMNS])
  expect(await lines(await ask(eve, 'format=csv'))).toEqual([COLUMNS])
  expect(await names(eve, '')).toEqual([])
  await add(eve, [['Harbor', null, null, null, null]], { sample: true })
  expect((await lines(await ask(eve, 'format=csv')))[1]?.[COLUMNS.indexOf('Sample')]).toBe('Yes')
})

test('"always allowed: … export": it works after the trial', async () => {
  const dan = await app.signUp()
  await add(dan, [['Old Friend', null, null, null, null]])
  await query(`update users set trial_ends_at = $2 where id = $1`, [dan.id, START])
  expect((await dan.get('/api/companies')).status).toBe(402)
  expect(await names(dan, '')).toEqual(['Old Friend'])
})

test('exports are logged without the search text', async () => {
  await ask(ada, 'format=csv&q=confidential')
  const written = app.logged.findLast((line) => line.includes('"portfolio.exported"'))
  expect(JSON.parse(written ?? '{}')).toMatchObject({ user: ada.id, peer: '127.0.0.1', format: 'csv' })
  expect(app.logged.join('\n')).not.toContain('confidential')
})

test('a portfolio of many pages is exported completely and in order', async () => {
  const fay = await app.signUp()
  await query(
    `insert into companies (user_id, name, name_key, host_key, created_at)
     select $1, 'Company ' || n, 'company ' || n, '', $2::timestamptz + n * interval '1 ms' from generate_series(1, 2500) n`,
    [fay.id, START],
  )
  const expected = Array.from({ length: 2500 }, (_, at) => `Company ${at + 1}`)
  expect(await names(fay, 'sort=oldest')).toEqual(expected)
  for (const format of ['csv', 'xlsx']) {
    const [, ...rows] = await lines(await ask(fay, `format=${format}&sort=oldest`))
    expect(rows.map(([name]) => name)).toEqual(expected)
  }
})
