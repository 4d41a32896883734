import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { missingPooler } from '../tests/cluster/pooler.ts'
import { missingPrometheus } from '../tests/operation/prometheus.ts'
import { readChanged, selectChanged } from './changed.ts'
import { findChromium } from './chromium.ts'
import { installDebianPackage } from './debian.ts'
import { makeTestDirectory } from './test-directory.ts'
import { readPlaywright, readVitest, type Failure, type Tally } from './test-reports.ts'

type Step = {
  name: string
  command: string[]
  /** Parses the report of a command that counts its own checks. Any other command counts as one check. */
  read?: (report: string) => Tally
}
type Run = { ok: boolean; output: Buffer }
type Stdio = 'inherit' | 'pipe'

const directory = makeTestDirectory()
const reportOf = (name: string) => join(directory, `${name}.json`)

const unit: Step = { name: 'unit', command: ['vitest', 'run'], read: readVitest }
const browser: Step = { name: 'browser', command: ['playwright', 'test'], read: readPlaywright }

/**
 * The steps in a group run in parallel: the slowest tests come first and mostly wait while the checks use the CPU. Unit
 * tests and journeys don't share a group, because each keeps two cores busy and together they would run into timeouts.
 */
const groups: Step[][] = [
  [{ name: 'build', command: ['node', 'tools/build.ts'] }],
  [
    unit,
    { name: 'format', command: ['oxfmt', '--check'] },
    { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
    // Parallel checkers repeat each other's work, which is noticeable on two cores.
    { name: 'types', command: ['tsc', '-b', '--singleThreaded'] },
    { name: 'unused', command: ['knip'] },
  ],
  [browser],
]

const environment = {
  ...process.env,
  CHROMIUM: findChromium(),
  TMPDIR: directory,
  VITEST_JSON_OUTPUT_NAME: reportOf('unit'),
  PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('browser'),
  FORCE_COLOR: '0',
  // Many tests start programs from their TypeScript source.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', 'node_modules', '.cache', 'node-compile'),
}
const wanted = process.argv.slice(2).filter((name) => name !== 'changed')
if (process.argv.includes('changed')) narrowToChanged()
// Without it, the cluster tests would be left out.
if (isWanted(unit) && missingPooler()) installDebianPackage('pgbouncer')
// Without it, no alert would be made to fire.
if (isWanted(unit) && missingPrometheus()) installDebianPackage('prometheus')
const results: { name: string; ok: boolean; seconds: number }[] = []
const total = { passed: 0, skipped: 0, failed: [] as Failure[] }
for (const group of groups) await runTogether(group)

console.log('')
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(8)} ${seconds.toFixed(1)} s`)
// Failures come last, because often only the tail of a long log gets read.
for (const { name, reason } of total.failed) console.log(`${name}\n      ${reason}`)
if (total.skipped > 0) console.log('Skipped checks count as failures.')
console.log(`checks: ${total.passed} passed, ${total.failed.length} failed, ${total.skipped} skipped`)
process.exitCode = results.some(({ ok }) => !ok) || total.skipped > 0 ? 1 : 0

function isWanted({ name }: Step): boolean {
  return wanted.length === 0 || wanted.includes(name)
}

function narrowToChanged() {
  const { changed, sources } = readChanged()
  const { tests, journeys } = selectChanged(changed, sources)
  console.log(`changed: ${changed.length} files, tried by ${tests.length} test files and ${journeys.length} journeys`)
  unit.command.push(...tests)
  browser.command.push(...journeys)
  if (journeys.length === 0) groups.pop()
}

/** The first step streams its output; the others print theirs when they finish. */
async function runTogether(steps: Step[]): Promise<void> {
  const started = steps
    .filter(isWanted)
    .map((step, at) => ({ step, running: timed(() => runStep(step, at === 0 ? 'inherit' : 'pipe')) }))
  for (const { step, running } of started) {
    console.log(`\n── ${step.name}`)
    const { ok, output, seconds } = await running
    process.stdout.write(output)
    results.push({ name: step.name, ok, seconds })
  }
}

async function timed<Result>(act: () => Promise<Result>): Promise<Result & { seconds: number }> {
  const begin = performance.now()
  const result = await act()
  return { ...result, seconds: (performance.now() - begin) / 1000 }
}

async function runStep(step: Step, stdio: Stdio): Promise<Run> {
  const { ok, output } = await run(step.command, stdio)
  if (!step.read) return { ok: countCommand(step, ok), output }
  const tally = readSafely(step)
  // A run can also fail outside any test.
  if (!ok && tally.failures.length === 0) tally.failures.push(failureOf(step))
  count(tally)
  return { ok, output }
}

function run([program = '', ...args]: string[], stdio: Stdio): Promise<Run> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const end = (ok: boolean) => resolve({ ok, output: Buffer.concat(chunks) })
    const child = spawn(program, args, { stdio: ['inherit', stdio, stdio], env: environment })
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', () => end(false))
    child.once('close', (code) => end(code === 0))
  })
}

function countCommand(step: Step, ok: boolean): boolean {
  count({ passed: Number(ok), skipped: 0, failures: ok ? [] : [failureOf(step)] })
  return ok
}

function count({ passed, skipped, failures }: Tally) {
  total.passed += passed
  total.skipped += skipped
  total.failed.push(...failures)
}

/** A run that died before writing its report has failed. */
function readSafely(step: Step): Tally {
  try {
    return step.read?.(reportOf(step.name)) ?? { passed: 0, skipped: 0, failures: [] }
  } catch {
    return { passed: 0, skipped: 0, failures: [failureOf(step)] }
  }
}

function failureOf({ name }: Step): Failure {
  return { name, reason: 'exited with an error' }
}
