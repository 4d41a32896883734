import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppError } from '#domain/errors.ts'
import { csvTable } from '../server/companies/import/file/csv-table.ts'
import { openCompanyFileReader } from '../server/companies/import/file/read-company-file.ts'
import { Unreadable } from '../server/companies/import/file/unreadable.ts'
import { datasetPath } from './fixtures/datasets.ts'
import { printMeasurement } from './measure/measure.ts'

const MB = 1024 * 1024

export async function run(): Promise<void> {
  const corpora = datasetPath('corpora', 'corpora')
  if (corpora === null) return
  const files = readdirSync(corpora, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:csv|xlsx|xlsm|xlsb|xls)$/i.test(path))
    .map((path) => join(corpora, path))
  const reader = openCompanyFileReader()
  const outcomes = new Map<string, string[]>()
  let slowest = { ms: 0, file: '' }
  const idle = process.memoryUsage().rss
  let peak = idle
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10)
  for (const path of files) {
    const bytes = readFileSync(path)
    const name = /\.(?:csv|xlsx|xls)$/i.test(path) ? basename(path) : `${basename(path)}.xlsx`
    const started = performance.now()
    const outcome = await outcomeOf(reader, { name, bytes })
    const ms = performance.now() - started
    if (ms > slowest.ms) slowest = { ms, file: basename(path) }
    outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), basename(path)])
  }
  clearInterval(watch)
  await reader.close()
  printMeasurement('corpora files', files.length, '')
  for (const outcome of ['read', 'crashed'])
    printMeasurement(`corpora ${outcome}`, outcomes.get(outcome)?.length ?? 0, 'files')
  for (const [outcome, names] of outcomes) {
    if (!['read', 'crashed'].includes(outcome))
      printMeasurement(`corpora refused with "${outcome}"`, names.length, 'files')
  }
  printMeasurement(`corpora slowest (${slowest.file})`, slowest.ms, 'ms')
  printMeasurement('corpora peak memory above idle', (peak - idle) / MB, 'MB')
  compareSpectrum(join(corpora, 'csv-spectrum'))
  if (outcomes.has('crashed')) throw new Error(`crashed on ${outcomes.get('crashed')?.join(', ')}`)
}

async function outcomeOf(
  reader: ReturnType<typeof openCompanyFileReader>,
  file: { name: string; bytes: Uint8Array },
): Promise<string> {
  try {
    const read = await reader.read('bench', file, { strict: false })
    let rows = 0
    for await (const batch of read.batches) rows += batch.length
    return rows === read.total ? 'read' : 'crashed'
  } catch (error) {
    // A parser error or a resource limit doesn't count as a refusal.
    if (error instanceof AppError && (error.cause === undefined || isRefusal(error.cause))) return error.message
    console.error(file.name, error)
    return 'crashed'
  }
}

const isRefusal = (cause: unknown) =>
  cause instanceof Unreadable || (cause instanceof Error && cause.message.startsWith('Unreadable:'))

function compareSpectrum(folder: string): void {
  const names = readdirSync(join(folder, 'csvs')).filter((name) => name.endsWith('.csv'))
  const differing = names.filter((name) => {
    const expected = readFileSync(join(folder, 'json', name.replace(/csv$/, 'json')), 'utf8')
    const [header, ...rows] = csvTable(readFileSync(join(folder, 'csvs', name)), 1000).rows
    const ours = rows.map(({ cells }) =>
      Object.fromEntries((header?.cells ?? []).map((key, column) => [key, cells[column] ?? ''])),
    )
    return JSON.stringify(ours) !== JSON.stringify(JSON.parse(expected.replaceAll('\\r\\n', '\\n')))
  })
  printMeasurement('corpora csv-spectrum as expected', names.length - differing.length, `of ${names.length}`)
  if (differing.length > 0) console.log(`corpora csv-spectrum differs: ${differing.join(', ')}`)
}
