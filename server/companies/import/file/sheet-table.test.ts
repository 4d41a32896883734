import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { mergedCells } from './merged-cells.ts'
import { parseCompanyFile } from './parse-company-file.ts'
import { xlsSheets, zippedSheets } from './sheet-table.ts'
import { LIST, archive, sheetXml, workbook } from './testing/archive.ts'

const sheetsOf = (parts: ReturnType<typeof workbook>) => zippedSheets(archive(parts)).sheets
const table = (parts: ReturnType<typeof workbook>) => sheetsOf(parts)[0]?.rows.map((row) => row.cells)
const sheet = (lines: string[][], after?: string) => workbook([{ name: 'One', xml: sheetXml(lines, after) }])
const read = async (bytes: Buffer, kind: 'xlsx' | 'xls') => {
  const list = await parseCompanyFile(bytes, { kind, strict: true })
  return list.judge(0, list.total)
}

test('every visible sheet is read, and hidden and chart sheets are skipped', () => {
  const other = sheetXml([['Name'], ['Wrong']])
  const sheets = [
    { name: 'Chart', xml: other, type: 'chartsheet' },
    { name: 'Hidden', xml: other, state: 'hidden' },
    { name: 'Deep', xml: other, state: 'veryHidden' },
    { name: 'List', xml: sheetXml(LIST) },
    { name: 'Later', xml: other },
  ]
  expect(sheetsOf(workbook(sheets)).map(({ name, rows }) => [name, rows.map(({ cells }) => cells)])).toEqual([
    ['List', LIST],
    ['Later', [['Name'], ['Wrong']]],
  ])
})

test('cell links are read from relations and HYPERLINK formulas only', () => {
  const relations = [
    ['r1', 'https://acme.com/?a=1&amp;b=2', 'External'],
    ['r2', 'mailto:a@acme.com', 'External'],
    ['r3', '../secret.xml', 'Internal'],
  ].map(([id, target, mode]) => `<Relationship Id="${id}" Type="x/hyperlink" Target="${target}" TargetMode="${mode}"/>`)
  const after = `<hyperlinks><hyperlink ref="A2" r:id="r1"/><hyperlink ref="B2:B9" r:id="r2"/><hyperlink ref="A3" r:id="r3"/><hyperlink ref="ZZZ3" r:id="r1"/></hyperlinks>`
  const formula =
    '<c t="str"><f>HYPERLINK(&quot;https://cedar.com/?a=1&amp;amp;b=é&quot;,&quot;Cedar&quot;)</f><v>Cedar</v></c>'
  const parts = [
    ...sheet(
      [
        ['Company', 'Mail'],
        ['Acme', 'a'],
        [formula, ''],
      ],
      after,
    ),
    { name: 'xl/worksheets/_rels/sheet1.xml.rels', content: `<Relationships>${relations.join('')}</Relationships>` },
  ]
  expect(sheetsOf(parts)[0]?.rows.map(({ links }) => links)).toEqual([
    undefined,
    { 0: 'https://acme.com/?a=1&b=2', 1: 'mailto:a@acme.com' },
    { 0: 'https://cedar.com/?a=1&amp;b=é' },
  ])
})

test.each([
  ['xl/workbook.bin', '.xlsb'],
  ['Index/Document.iwa', 'Numbers'],
])('a workbook with %s is refused with a message that names %s', async (name, named) => {
  await expect(read(archive([{ name, content: 'x' }]), 'xlsx')).rejects.toMatchObject({
    refusal: { code: 'unsupported-file', message: expect.stringContaining(named) },
  })
})

test('formulas yield their cached value as text; errors and unknown values are empty', () => {
  const cells = [
    '<c t="str"><f>A1&amp;"x"</f><v>Acme &amp; Co</v></c>',
    '<c><f>1+1</f><v>2</v></c>',
    '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    '<c><f>NOW()</f></c>',
    '<c t="b"><v>1</v></c>',
  ]
  expect(table(sheet([cells]))).toEqual([['Acme & Co', '2', '', '', 'TRUE']])
})

test('shared and rich strings are read, and merged cells contain their text once', () => {
  const parts = workbook(
    [
      {
        name: 'One',
        xml: sheetXml(
          [['<c t="s"><v>0</v></c>', ''], ['<c t="s"><v>1</v></c>']],
          '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
        ),
      },
    ],
    { strings: '<si><t>Company</t></si><si><r><t>Ac</t></r><r><t>me é</t></r></si>' },
  )
  expect(table(parts)).toEqual([['Company', ''], ['Acme é']])
})

test('a cell merged over several rows applies to all of them', () => {
  const merged = ['A2:A3', 'B4:B5'].map((range) => `<mergeCell ref="${range}"/>`)
  const [list] = sheetsOf(
    sheet(
      [
        ['Sector', 'Company', 'Stage'],
        ['AI', 'Acme', 'Seed'],
        ['', 'Bolt', 'Seed'],
        ['Health', 'Cedar', 'Seed'],
        ['Health', '', 'Series A'],
      ],
      `<mergeCells count="2">${merged.join('')}</mergeCells>`,
    ),
  )
  expect(list?.rows.map(({ cells }) => cells)).toEqual([
    ['Sector', 'Company', 'Stage'],
    ['AI', 'Acme', 'Seed'],
    ['AI', 'Bolt', 'Seed'],
    ['Health', 'Cedar', 'Seed'],
    ['Health', 'Cedar', 'Series A'],
  ])
})

test('the number of merged cells that overlap a row is limited', () => {
  const merges = Array.from({ length: 200 }, (_, c) => ({ s: { r: 0, c }, e: { r: 1_048_575, c } }))
  const { fill } = mergedCells(merges)
  fill(
    0,
    merges.map(() => 'x'),
  )
  const cells: string[] = []
  fill(1, cells)
  expect(cells).toHaveLength(100)
})

test('dates are read as days, including dates counted from 1904', async () => {
  const lines = (serial: number) => [
    ['Company', 'Website', 'Investment Date'],
    ['Acme', 'acme.com', `<c s="1"><v>${serial}</v></c>`],
    ['Cedar', 'cedar.com', '<c t="d"><v>2024-01-05</v></c>'],
  ]
  const from1900 = await read(archive(sheet(lines(45296.5))), 'xlsx')
  expect(from1900.map((row) => row.investmentDate)).toEqual(['2024-01-05', '2024-01-05'])
  const from1904 = workbook([{ name: 'One', xml: sheetXml(lines(43834)) }], {
    properties: '<workbookPr date1904="1"/>',
  })
  const rows = await read(archive(from1904), 'xlsx')
  expect(rows.map((row) => row.investmentDate)).toEqual(['2024-01-05', '2024-01-05'])
})

test.each([
  ['a name that leaves the archive', [...sheet(LIST), { name: '../../evil.xml', content: 'x' }]],
  ['an absolute name', [...sheet(LIST), { name: '/etc/evil.xml', content: 'x' }]],
  ['an encrypted entry', [...sheet(LIST), { name: 'x.xml', content: 'x', flags: 1 }]],
  ['two parts of one name', [...sheet(LIST), { name: 'XL/workbook.xml', content: 'x' }]],
  ['a document type', sheet([['<!DOCTYPE x [<!ENTITY a "b">]><c><v>1</v></c>']])],
  [
    'a cell beyond the last column',
    workbook([
      {
        name: 'One',
        xml: '<worksheet><sheetData><row r="1"><c r="ZZZZZZ1"><v>1</v></c></row></sheetData></worksheet>',
      },
    ]),
  ],
  [
    'a cell beyond the last row',
    workbook([
      {
        name: 'One',
        xml: '<worksheet><sheetData><row r="1"><c r="A4294967295"><v>1</v></c></row></sheetData></worksheet>',
      },
    ]),
  ],
  [
    'a row beyond the last',
    workbook([
      {
        name: 'One',
        xml: '<worksheet><sheetData><row r="1048577"><c r="A1048577"><v>1</v></c></row></sheetData></worksheet>',
      },
    ]),
  ],
  ['a string that is not there', sheet([['<c t="s"><v>7</v></c>']])],
  ['only hidden sheets', workbook([{ name: 'One', xml: sheetXml(LIST), state: 'hidden' }])],
  ['a sheet without its part', workbook([{ name: 'One', xml: '' }]).slice(0, -1)],
])('a workbook with %s cannot be processed', async (_, parts) => {
  await expect(read(archive(parts), 'xlsx')).rejects.toMatchObject({
    refusal: {
      code: 'invalid-input',
      message: 'There was an error processing your file. Please check the format and try again.',
    },
  })
})

test.each([1, 30, 200, 1000])('a file that lacks its last %i bytes cannot be processed', async (missing) => {
  const whole = archive(sheet(LIST))
  await expect(read(whole.subarray(0, -missing), 'xlsx')).rejects.toMatchObject({
    refusal: { code: 'invalid-input' },
  })
})

test('an archive that is not a workbook is an unsupported file', async () => {
  await expect(read(archive([{ name: 'a.txt', content: 'x' }]), 'xlsx')).rejects.toMatchObject({
    refusal: { code: 'unsupported-file', message: 'Please upload a CSV or Excel file' },
  })
})

test('an empty sheet is refused because it has no header row', async () => {
  await expect(read(archive(sheet([])), 'xlsx')).rejects.toMatchObject({
    refusal: { message: 'CSV file must have at least a header row and one data row' },
  })
})

test('the last possible row of a sheet is read', () => {
  const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c><c r="A1048576"><v>2</v></c></row>'
  const xml = sheetXml(LIST).replace('</sheetData>', `${far}</sheetData>`)
  expect(sheetsOf(workbook([{ name: 'One', xml }]))[0]?.rows.at(-1)?.row).toBe(1_048_576)
})

test.each(['biff8', 'xlsx'] as const)('a workbook that the library writes as %s is read', async (bookType) => {
  const book = utils.book_new()
  const hidden = utils.aoa_to_sheet([['Name'], ['Wrong']])
  utils.book_append_sheet(book, hidden, 'Hidden')
  utils.book_append_sheet(book, utils.aoa_to_sheet([...LIST, ['Café', 'cafe.com']]), 'List')
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] }
  const bytes: Buffer = write(book, { type: 'buffer', bookType })
  const rows = await read(bytes, bookType === 'xlsx' ? 'xlsx' : 'xls')
  expect(rows.map((row) => [row.row, row.name, row.website])).toEqual([
    [2, 'Acme, Inc.', 'https://acme.com'],
    [3, 'Café', 'https://cafe.com'],
  ])
})

test('text from before Unicode is read in its code page', async () => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([LIST[0] ?? [], ['Caf_ _', 'cafe.com']]), 'List')
  const written: Buffer = write(book, { type: 'buffer', bookType: 'biff5' })
  const bytes = Buffer.from(written.toString('latin1').replace('Caf_ _', 'Caf\xE9 \x80'), 'latin1')
  expect((await read(bytes, 'xls'))[0]?.name).toBe('Café €')
})

test('a compound file that has no workbook or is encrypted is refused', async () => {
  const other = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])
  await expect(xlsSheets(other)).rejects.toThrow('no workbook')
  const encrypted = Buffer.concat([other, Buffer.from('EncryptedPackage', 'utf16le')])
  await expect(xlsSheets(encrypted)).rejects.toThrow('encrypted')
})
