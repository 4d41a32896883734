import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import {
  fingerprintOf,
  inRepository,
  MANIFEST_PATH,
  readManifest,
  repositoryPath,
  SHIPPED_FILES,
  type Manifest,
  type ShippedFile,
} from './train/shipped-files.ts'
import { installedVersion, WORD_LISTS } from './train/word-lists.ts'

const names = SHIPPED_FILES.map(({ name }) => name)
const USAGE = `usage: npm run train -- [--data DIR] [--check] [${names.join('|')} …]

  --data DIR   the prepared datasets (docs/data.md); LABELED_DATA can name the directory instead
  --check      write nothing; fail unless each file is rebuilt byte for byte`

const { values, positionals } = parseArgs({
  options: { data: { type: 'string' }, check: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const dataDir = values.data ?? process.env.LABELED_DATA ?? ''
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0) fail(`There is no ${unknown.join(', ')}.\n\n${USAGE}`)
const wanted = SHIPPED_FILES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const missing = datasetsOf(wanted).filter(({ file }) => dataDir === '' || !existsSync(join(dataDir, file)))
if (missing.length > 0) fail(`${missing.map(absence).join('\n')}\n\n${USAGE}`)

if (values.check) check()
else write()

function check(): void {
  const manifest = readManifest()
  const changed = datasetsOf(wanted).filter(
    ({ file }) => !isDeepStrictEqual(manifest.datasets[file], datasetFingerprint(file)),
  )
  for (const { file } of changed) console.log(`other data   ${file} is not the recorded version`)
  for (const { path, build } of wanted) {
    const isSame = build(dataDir).equals(inRepository(path))
    console.log(`${isSame ? 'identical' : 'DIFFERENT'}    ${path}`)
    if (!isSame) process.exitCode = 1
  }
}

function write(): void {
  const manifest: Manifest = existsSync(repositoryPath(MANIFEST_PATH))
    ? readManifest()
    : { files: {}, datasets: {}, wordLists: {} }
  for (const { path, build } of wanted) {
    const bytes = build(dataDir)
    writeFileSync(repositoryPath(path), bytes)
    manifest.files[path] = fingerprintOf(bytes)
    console.log(`${path}: ${bytes.length} bytes`)
  }
  const installed = WORD_LISTS.map((name): [string, string] => [name, installedVersion(name)])
  for (const { file } of datasetsOf(wanted)) manifest.datasets[file] = datasetFingerprint(file)
  const sorted = {
    files: byKey(manifest.files),
    datasets: byKey(manifest.datasets),
    wordLists: byKey(Object.fromEntries(installed)),
  }
  writeFileSync(repositoryPath(MANIFEST_PATH), `${JSON.stringify(sorted, null, 2)}\n`)
}

function datasetsOf(files: ShippedFile[]): ShippedFile['datasets'] {
  return [...new Set(files.flatMap(({ datasets }) => datasets))]
}

function absence({ file, name, source }: ShippedFile['datasets'][number]): string {
  return `Missing ${file}: prepared from ${name}, ${source}`
}

function datasetFingerprint(file: string) {
  return fingerprintOf(readFileSync(join(dataDir, file)))
}

function byKey<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
