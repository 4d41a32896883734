import * as XLSX from '@e965/xlsx'
import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { buildIfStale } from '../tools/build.ts'
import { csvFile, inventedRows, xlsxFile, type Row } from './fixtures/companies.ts'
import { load, printMeasurement, median } from './measure/measure.ts'
import { withFixture, type Account, type Fixture } from './fixtures/product-database.ts'

const ROUNDS = 3

export async function run(): Promise<void> {
  await buildIfStale()
  const files = [
    { kind: 'csv', rows: inventedRows(100_000), make: csvFile, parse: parseCsv },
    { kind: 'xlsx', rows: inventedRows(50_000), make: xlsxFile, parse: parseXlsx },
  ]
  for (const { kind, rows, make, parse } of files) {
    const bytes = make(rows)
    printMeasurement(`import ${kind} file`, bytes.length / 1024 / 1024, 'MB')
    await withFixture(async (fixture) => measure(fixture, kind, rows, bytes, parse))
  }
}

async function measure(fixture: Fixture, kind: string, rows: Row[], bytes: Buffer, parse: (bytes: Buffer) => number) {
  const { product } = fixture
  const parser: number[] = []
  const insert: number[] = []
  const whole: number[] = []
  const lags: number[] = []
  const rises: number[] = []
  const neighbors: number[] = []
  const reader = await fixture.signUp('neighbor')
  await fetch(`${product.url}/api/companies/sample`, { method: 'POST', headers: reader.headers })
  const read = (seconds: number) =>
    load(`${product.url}/api/companies`, { connections: 1, seconds, headers: reader.headers })
  await read(2)
  const idleMb = residentMb(product.pid)
  for (let round = 0; round < ROUNDS; round += 1) {
    parser.push(timed(() => parse(bytes)))
    insert.push(await bareInsert(fixture, await fixture.signUp(`${kind}-bare-${round}`), rows))
    const account = await fixture.signUp(`${kind}-${round}`)
    await lag(product.url)
    const stopWatching = watchMemory(product.pid)
    whole.push(await upload(product.url, account, kind, bytes, rows.length))
    rises.push(stopWatching() - idleMb)
    lags.push(await lag(product.url))

    const inPeace = await read(3)
    const second = await fixture.signUp(`${kind}-beside-${round}`)
    const busy = upload(product.url, second, kind, bytes, rows.length)
    const beside = await read(Math.max(1, (whole.at(-1) ?? 0) / 1000 - 0.5))
    await busy
    neighbors.push(beside.p95 / inPeace.p95)
  }
  const sum = median(parser) + median(insert)
  printMeasurement(`import ${kind} bare parser`, median(parser), 'ms')
  printMeasurement(`import ${kind} bare bulk insert`, median(insert), 'ms')
  printMeasurement(`import ${kind} whole`, median(whole), 'ms')
  printMeasurement(`import ${kind} whole/(parser + insert) (target ≤ 2)`, median(whole) / sum, 'ratio')
  printMeasurement(`import ${kind} memory above idle (target ≤ 250)`, Math.max(...rises), 'MB')
  printMeasurement(`import ${kind} longest block of the event loop (target ≤ 100)`, Math.max(...lags), 'ms')
  printMeasurement(`import ${kind} another user's p95 during/idle (target ≤ 2)`, median(neighbors), 'ratio')
}

async function upload(
  url: string,
  { headers }: Account,
  kind: string,
  bytes: Buffer,
  expected: number,
): Promise<number> {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], `portfolio.${kind}`))
  const started = performance.now()
  const response = await fetch(`${url}/api/companies/bulk-upload?detail=1&limit=0`, {
    method: 'POST',
    headers,
    body,
  })
  const report = (await response.json()) as { counts?: { new: number } }
  if (report.counts?.new !== expected) throw new Error(`the import failed: ${JSON.stringify(report).slice(0, 300)}`)
  return performance.now() - started
}

async function bareInsert({ database }: Fixture, { id }: Account, rows: Row[]): Promise<number> {
  const started = performance.now()
  await database.query('begin')
  for (let start = 0; start < rows.length; start += 1000) {
    const part = rows.slice(start, start + 1000)
    await database.query(
      `insert into companies (user_id, name, website, name_key, host_key)
       select $1, row.name, row.website, row.name, row.website from unnest($2::text[], $3::text[]) as row (name, website)`,
      [id, part.map(({ name }) => name), part.map(({ website }) => website)],
    )
  }
  await database.query('commit')
  return performance.now() - started
}

const parseCsv = (bytes: Buffer) => Papa.parse<string[]>(bytes.toString(), { skipEmptyLines: true }).data.length

function parseXlsx(bytes: Buffer): number {
  const book = XLSX.read(bytes, { dense: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? XLSX.utils.sheet_to_json(sheet, { header: 1 }).length : 0
}

function timed(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

async function lag(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1] ?? Number.NaN) * 1000
}

function watchMemory(pid: number): () => number {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, residentMb(pid))
  }
  const timer = setInterval(look, 20)
  return () => {
    clearInterval(timer)
    look()
    return peak
  }
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
