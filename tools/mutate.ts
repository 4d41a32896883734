import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nearestTests, readChanged } from './changed.ts'
import { copyTree } from './copy-tree.ts'
import { mutantsOf, sampled } from './mutate/mutants.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Where a rule that no test holds costs most. */
const GUARDED = /^(domain|server\/(billing|platform\/http|platform\/fetch|auth|news\/reading))\/.*(?<!\.test)\.tsx?$/
/** A mutant that nothing near notices is worth a test nearby. */
const MAX_TEST_FILES = 8
/** A mutant may loop forever. */
const MAX_MS = 300_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string', default: '40' } },
})
const { changed, sources } = readChanged()
const known = sources.map(({ path }) => path)
const files =
  positionals.length > 0 ? positionals : changed.filter((path) => GUARDED.test(path) && known.includes(path))
const mutants = files.flatMap((file) =>
  mutantsOf(file, readFileSync(join(root, file), 'utf8')).map((mutant) => ({ file, ...mutant })),
)
const chosen = sampled(mutants, Number(values.limit))
console.log(`mutate: ${chosen.length} of ${mutants.length} mutants in ${files.length} files`)

// Work on a copy so that an interrupted run leaves nothing broken.
const copy = copyTree('mutate')
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const survivors: string[] = []
const testsOf = new Map(files.map((file) => [file, testsFor(file)]))
for (const [file, tests] of testsOf)
  if (tests.length === 0) survivors.push(`${file}: no test imports it or is beside it`)
  else if (!(await passes(tests))) throw new Error(`These tests fail without any mutant: ${tests.join(' ')}`)

for (const { file, start, end, line, from, text } of chosen) {
  const tests = testsOf.get(file) ?? []
  if (tests.length === 0) continue
  const original = readFileSync(join(root, file), 'utf8')
  writeFileSync(join(copy, file), original.slice(0, start) + text + original.slice(end))
  // Most mutants fail the file's own tests, which saves loading the others.
  const survived = (await passes(tests.slice(0, 2))) && (tests.length <= 2 || (await passes(tests.slice(2))))
  writeFileSync(join(copy, file), original)
  const said = `${file}:${line}: ${oneLine(from)}  →  ${text === ';' ? '(dropped)' : oneLine(text)}`
  if (survived) survivors.push(said)
  console.log(`${survived ? 'SURVIVED' : 'noticed '} ${said}`)
}
console.log(`\nmutate: ${survivors.length} survived`)
for (const each of survivors) console.log(`survived: ${each}`)

/** Nearest first; among those, the ones with the name of the file. */
function testsFor(file: string): string[] {
  const name = basename(file).replace(/\.tsx?$/, '.')
  const isOwn = (test: string) => Number(basename(test).startsWith(name))
  return nearestTests([file], sources)
    .toSorted((a, b) => isOwn(b) - isOwn(a))
    .slice(0, MAX_TEST_FILES)
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 70 ? `${line.slice(0, 69)}…` : line
}

function passes(tests: string[]): Promise<boolean> {
  const child = spawn('vitest', ['run', '--bail', '1', '--reporter', 'dot', ...tests], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, VITEST_JSON_OUTPUT_NAME: undefined },
    detached: true,
  })
  // Negative: also what the tests have started.
  const end = (signal: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, signal)
  const timers = [setTimeout(() => end('SIGTERM'), MAX_MS), setTimeout(() => end('SIGKILL'), MAX_MS + 10_000)]
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      timers.forEach(clearTimeout)
      // A mutant that makes Vitest find no tests proves nothing.
      if (output.includes('No test files found')) reject(new Error(`No test files found: ${tests.join(' ')}`))
      else resolve(code === 0)
    })
  })
}
