import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '#domain/companies/files.ts'
import { openCompanyFileReader } from './read-company-file.ts'
import { LIST, archive, sheetXml, workbook } from './testing/archive.ts'

const UNREADABLE = 'There was an error processing your file. Please check the format and try again.'
const reader = openCompanyFileReader()
let startMs: number

beforeAll(async () => {
  const fresh = openCompanyFileReader()
  const bytes = archive(workbook([{ name: 'One', xml: sheetXml(LIST) }]))
  const first = await costOf(() => fresh.read('ada', { name: 'list.xlsx', bytes }, { strict: true }))
  startMs = first.cpuMs
  await fresh.close()
})
afterAll(() => reader.close())

const sheetOf = (content: string | Buffer, lie = {}) => {
  const parts = workbook([{ name: 'One', xml: '' }])
  return archive([...parts.slice(0, -1), { name: 'xl/worksheets/sheet1.xml', content, ...lie }])
}
const zeros = (mb: number) => Buffer.alloc(mb * 1024 * 1024)
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: index.toString(36),
    content: '',
    stored: true,
    listedOnly: index > 0,
  }))
const bombs: [string, () => Buffer][] = [
  ['400 MiB of zeros in 400 KB', () => sheetOf(zeros(400))],
  ['a size that lies', () => sheetOf(zeros(100), { size: 1000 })],
  ['a size that lies and looks likely', () => sheetOf(zeros(200), { size: 15 * 1024 * 1024 })],
  ['a ratio beyond 100', () => sheetOf(zeros(20))],
  ['a hundred thousand entries', () => archive(many(100_000))],
  ['many entries that claim to be one', () => archive(many(65_537))],
  [
    'entries that overlap',
    () => archive([...workbook([{ name: 'One', xml: sheetXml(LIST) }]), { name: 'x.xml', content: 'x', start: 0 }]),
  ],
  [
    'a bomb beside the sheet',
    () =>
      archive([...workbook([{ name: 'One', xml: sheetXml(LIST) }]), { name: 'xl/media/a.zip', content: zeros(80) }]),
  ],
]

const MB = 1024 * 1024

/** The CPU time used by all threads of this process, and the rise in memory in the meantime. */
async function costOf(work: () => Promise<unknown>) {
  // Memory used to generate the file must not count toward reading it.
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2)
  const cpu = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(watch)
  return { cpuMs: (user + system) / 1000, riseMb: (peak - before) / MB }
}

test.each(bombs)('%s is refused quickly and cheaply', async (_, make) => {
  const bytes = make()
  expect(bytes.length).toBeLessThanOrEqual(MAX_FILE_BYTES)
  const { cpuMs, riseMb } = await costOf(() =>
    expect(reader.read('ada', { name: 'list.xlsx', bytes }, { strict: true })).rejects.toMatchObject({
      code: 'invalid-input',
      message: UNREADABLE,
    }),
  )
  // Some of these files need a worker thread, like any other file, so its startup time is subtracted.
  expect(cpuMs - startMs).toBeLessThan(1000)
  expect(riseMb).toBeLessThan(64)
})
