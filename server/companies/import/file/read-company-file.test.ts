import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '#domain/companies/files.ts'
import type { FileRow } from '#domain/companies/import/imports.ts'
import { openCompanyFileReader, type CompanyFileReader } from './read-company-file.ts'
import { refuseTooManyRows } from './unreadable.ts'
import { LIST, archive, sheetXml, workbook } from './testing/archive.ts'

const reader = openCompanyFileReader()
afterAll(() => reader.close())

const UNREADABLE = 'There was an error processing your file. Please check the format and try again.'
const csv = (rows: number) =>
  Buffer.from(
    `Company,Website\n${Array.from({ length: rows }, (_, index) => `Acme ${index},acme${index}.com\n`).join('')}`,
  )
const open = (bytes: Uint8Array, name = 'list.csv', from: CompanyFileReader = reader, userId = 'ada') =>
  from.read(userId, { name, bytes }, { strict: true })

async function rowsOf(bytes: Uint8Array, name?: string): Promise<FileRow[]> {
  const file = await open(bytes, name)
  const rows: FileRow[] = []
  for await (const batch of file.batches) {
    expect(batch.length).toBeLessThanOrEqual(1000)
    rows.push(...batch)
  }
  expect(rows).toHaveLength(file.total)
  return rows
}

test('a list is returned in batches of validated rows', async () => {
  const rows = await rowsOf(csv(2500))
  expect(rows).toHaveLength(2500)
  expect(rows.at(-1)).toEqual({
    row: 2501,
    name: 'Acme 2499',
    website: 'https://acme2499.com',
    category: null,
    stage: null,
    investmentDate: null,
    nameKey: 'acme 2499',
    hostKey: 'acme2499.com',
    reason: null,
    note: null,
  })
})

test.each([
  ['list.txt', Buffer.from('Dear Maria,\nplease find our portfolio in the attached workbook. Best regards, Ben\n')],
  ['list.doc', Buffer.from('Company,Website\nA,a.com\n')],
  ['list.csv', Buffer.from('<table><tr><td>Company</td></tr><tr><td>Acme</td></tr></table>')],
  ['list.html', Buffer.from('<table><tr><td>Welcome</td></tr></table>')],
  ['list.csv', Buffer.from('%PDF-1.7')],
  ['list.xlsx', Buffer.from('<html>')],
  ['list.xls', archive([{ name: 'a.txt', content: 'x' }])],
])('an unsupported file (%s): 415 "Please upload a CSV or Excel file"', async (name, bytes) => {
  await expect(open(bytes, name)).rejects.toMatchObject({
    code: 'unsupported-file',
    message: 'Please upload a CSV or Excel file',
  })
})

test.each([
  ['list.xlsb', '.xlsb'],
  ['list.numbers', 'Numbers'],
  ['list.gsheet', 'Google'],
])('%s is refused with a message that names its format', async (name, named) => {
  await expect(open(Buffer.from('x'), name)).rejects.toMatchObject({
    code: 'unsupported-file',
    message: expect.stringContaining(named),
  })
})

test('unknown headings: the refusal lists the columns to choose from, and the choice is applied', async () => {
  const bytes = Buffer.from('Bet,Where\nAcme,acme.com\nCedar,cedar.com\n')
  await expect(open(bytes)).rejects.toMatchObject({
    code: 'invalid-input',
    message: "CSV must contain a 'Company' or 'Name' column",
    details: {
      sheet: 1,
      headerRow: 1,
      columns: [
        { column: 1, heading: 'Bet', examples: ['Acme', 'Cedar'], field: 'name' },
        { column: 2, heading: 'Where', examples: ['acme.com', 'cedar.com'], field: 'website' },
      ],
    },
  })
  const choice = { headerRow: 1 }
  const file = await reader.read('ada', { name: 'list.csv', bytes }, { strict: true, choice })
  const [rows] = await Array.fromAsync(file.batches)
  expect(rows?.map(({ name, website }) => [name, website])).toEqual([
    ['Acme', 'https://acme.com'],
    ['Cedar', 'https://cedar.com'],
  ])
})

test('a supported file is read even if its extension is that of another supported type', async () => {
  const sheet = archive(workbook([{ name: 'One', xml: sheetXml(LIST) }]))
  expect((await rowsOf(sheet, 'list.CSV'))[0]?.name).toBe('Acme, Inc.')
  expect((await rowsOf(csv(1), 'list.xls'))[0]?.name).toBe('Acme 0')
})

test('a file of 5 MiB is read; one byte more is "Maximum file size is 5MB"', async () => {
  const full = Buffer.alloc(MAX_FILE_BYTES, ' ')
  csv(10).copy(full)
  expect(await rowsOf(full)).toHaveLength(10)
  await expect(open(Buffer.alloc(MAX_FILE_BYTES + 1, 'a'))).rejects.toMatchObject({
    code: 'too-large',
    message: 'Maximum file size is 5MB',
  })
})

test('a file without a name column is refused as invalid input', async () => {
  await expect(open(Buffer.from('Firm,Place\nA,b\n'))).rejects.toMatchObject({
    code: 'invalid-input',
    message: "CSV must contain a 'Company' or 'Name' column",
  })
})

test('5 MiB of line breaks and files with too many rows are refused', async () => {
  await expect(open(Buffer.alloc(MAX_FILE_BYTES, '\n'))).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(open(Buffer.from(`Name,Web\n${'A,a.co\n'.repeat(200_001)}`))).rejects.toMatchObject({
    message: 'The file has more than 200,000 rows. Please upload it in parts.',
  })
})

test('a workbook is refused at row 200,001, whatever follows it', async () => {
  const row = (n: number, cell = `A${n}`) =>
    `<row r="${n}"><c r="${cell}" t="inlineStr"><is><t>Acme ${n}</t></is></c></row>`
  const rows = Array.from({ length: 200_001 }, (_, index) => row(index + 1)).join('')
  // This cell is out of range: if reading continued past the limit, the file would be rejected for it instead.
  const xml = `<worksheet><sheetData>${rows}${row(200_002, 'ABCDE1')}</sheetData></worksheet>`
  await expect(open(archive(workbook([{ name: 'One', xml }])), 'list.xlsx')).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'The file has more than 200,000 rows. Please upload it in parts.',
  })
})

test('rows that contain only a style do not count toward the row limit', () => {
  const styled = '<x:row r="1"><x:c r="A1" s="1"/><x:c r="B1" s="1"><x:v></x:v></x:c></x:row>'
  const filled = '<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row>'
  expect(() => refuseTooManyRows(styled.repeat(200_001) + filled.repeat(10))).not.toThrow()
  expect(() => refuseTooManyRows(filled.repeat(200_000))).not.toThrow()
  expect(() => refuseTooManyRows(filled.repeat(200_001))).toThrow('too many rows')
})

test("one user's queue of large files does not delay another user's small file", async () => {
  const completed: string[] = []
  const finish = async (userId: string, file: string, rows: number) => {
    for await (const _ of (await open(csv(rows), 'list.csv', patient, userId)).batches);
    completed.push(file)
  }
  const patient = openCompanyFileReader({ waitingPerUser: 10 })
  const all = Array.from({ length: 6 }, (_, n) => finish('ada', `ada ${n + 1}`, 3000))
  all.push(finish('bob', 'bob', 1))
  await Promise.all(all)
  await patient.close()
  expect(completed.indexOf('bob')).toBeLessThan(completed.indexOf('ada 2'))
  expect(completed.filter((file) => file !== 'bob')).toEqual([1, 2, 3, 4, 5, 6].map((n) => `ada ${n}`))
})

test("nested tables of several users are refused with a reason and do not delay another user's small file", async () => {
  const bytes = Buffer.from('<table><tr><td>'.repeat(90_000))
  const refused = ['ada', 'ben', 'cleo', 'dora'].map((userId) => open(bytes, 'list.xls', reader, userId))
  const small = open(csv(1), 'list.csv', reader, 'eve')
  const message = 'The tables in this file are nested too deeply. Save it as CSV or XLSX and upload it again.'
  await Promise.all(refused.map((each) => expect(each).rejects.toMatchObject({ code: 'invalid-input', message })))
  expect((await small).total).toBe(1)
  ;(await small).close()
})

test('an archive inside an archive is not opened', async () => {
  const inner = archive([{ name: 'a', content: Buffer.alloc(1024 * 1024) }])
  const parts = [...workbook([{ name: 'One', xml: sheetXml(LIST) }]), { name: 'xl/embeddings/b.zip', content: inner }]
  expect(await rowsOf(archive(parts), 'list.xlsx')).toHaveLength(1)
})

test('a file that takes too much time or memory is abandoned, and the next one is read', async () => {
  const hasty = openCompanyFileReader({ deadlineMs: 1 })
  await expect(open(csv(50_000), 'list.csv', hasty)).rejects.toMatchObject({ message: UNREADABLE })
  await hasty.close()
  const small = openCompanyFileReader({ heapMb: 20 })
  await expect(open(csv(150_000), 'list.csv', small)).rejects.toMatchObject({ message: UNREADABLE })
  expect((await open(csv(5), 'list.csv', small)).total).toBe(5)
  await small.close()
})

test('files wait their turn; when too many are waiting, the next is refused with a retry time', async () => {
  const narrow = openCompanyFileReader({ concurrency: 1, waiting: 1 })
  const first = await open(csv(1), 'list.csv', narrow)
  const second = open(csv(2), 'list.csv', narrow)
  await expect(open(csv(3), 'list.csv', narrow)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Many files are being read right now. Please try again in a moment.',
    retryAfterSeconds: 5,
  })
  first.close()
  expect((await second).total).toBe(2)
  const third = expect(open(csv(3), 'list.csv', narrow)).rejects.toMatchObject({ code: 'unavailable' })
  await narrow.close()
  await third
  await expect(open(csv(4), 'list.csv', narrow)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a user with too many waiting files is told so', async () => {
  const narrow = openCompanyFileReader({ waitingPerUser: 1 })
  await open(csv(1), 'list.csv', narrow)
  const second = expect(open(csv(2), 'list.csv', narrow)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(open(csv(3), 'list.csv', narrow)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Your other files are still being read. Please try again in a moment.',
    retryAfterSeconds: 5,
  })
  await narrow.close()
  await second
})

test('a caller that stops reading frees the worker', async () => {
  const narrow = openCompanyFileReader({ concurrency: 1 })
  for await (const batch of (await open(csv(5000), 'list.csv', narrow)).batches) {
    expect(batch).toHaveLength(250)
    break
  }
  expect((await open(csv(1), 'list.csv', narrow)).total).toBe(1)
  await narrow.close()
})

test('reading a file neither pollutes prototypes nor needs __proto__', () => {
  const script = `
    const { openCompanyFileReader } = await import(${JSON.stringify(new URL('./read-company-file.ts', import.meta.url).href)})
    const { archive, workbook, sheetXml } = await import(${JSON.stringify(new URL('./testing/archive.ts', import.meta.url).href)})
    const reader = openCompanyFileReader()
    const names = ['__proto__', 'constructor', 'prototype']
    const files = [
      ['a.csv', Buffer.from('__proto__,constructor,Company\\npolluted,polluted,__proto__\\n')],
      ['a.xlsx', archive([
        ...workbook(names.map((name) => ({ name, xml: sheetXml([['Company', ...names], ['__proto__', 'polluted']]) })),
          { strings: '<__proto__><polluted>1</polluted></__proto__>' }),
        ...names.map((name) => ({ name, content: 'polluted' })),
      ])],
    ]
    for (const [name, bytes] of files) {
      const file = await reader.read('ada', { name, bytes }, { strict: false, choice: { sheets: [1] } })
      for await (const rows of file.batches) console.log(rows[0].name, String({}.polluted))
    }
    await reader.close()`
  const out = execFileSync(process.execPath, ['--disable-proto=throw', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
  })
  expect(out).toBe('__proto__ undefined\n__proto__ undefined\n')
})
