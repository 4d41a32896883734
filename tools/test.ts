import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { readPlaywright, readVitest, type Failure, type Tally } from './test-reports.ts'

type Step = {
  name: string
  command: string[]
  /** Reads the report of a command that counts its own checks; any other command is one check. */
  read?: (report: string) => Tally
}
type Run = { ok: boolean; seconds: number; output: Buffer }

const reports = mkdtempSync(join(tmpdir(), 'tidings-reports-'))
const reportOf = (name: string) => join(reports, `${name}.json`)

const concurrentSteps: Step[] = [
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'unused', command: ['knip'] },
]
const sequentialSteps: Step[] = [
  { name: 'build', command: ['node', 'tools/build.ts'] },
  { name: 'unit', command: ['vitest', 'run'], read: readVitest },
  { name: 'browser', command: ['playwright', 'test'], read: readPlaywright },
]

/** More failures than this are not flakiness. */
const MAX_RETRIED_FAILURES = 5

const environment = {
  ...process.env,
  CHROMIUM: findChromium(),
  VITEST_JSON_OUTPUT_NAME: reportOf('unit'),
  PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('browser'),
  FORCE_COLOR: '0',
  // Many tests start programs from their TypeScript source.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', 'node_modules', '.cache', 'node-compile'),
}
const wanted = process.argv.slice(2)
const isWanted = ({ name }: Step) => wanted.length === 0 || wanted.includes(name)
const results: { name: string; ok: boolean; seconds: number }[] = []
const total = { passed: 0, skipped: 0, failed: [] as Failure[], flaky: [] as Failure[] }

const started = concurrentSteps.filter(isWanted).map((step) => ({ step, running: run(step.command, 'pipe') }))
for (const { step, running } of started) {
  console.log(`\n── ${step.name}`)
  const { ok, seconds, output } = await running
  process.stdout.write(output)
  countCommand(step, ok)
  results.push({ name: step.name, ok, seconds })
}
for (const step of sequentialSteps.filter(isWanted)) {
  console.log(`\n── ${step.name}`)
  const begin = performance.now()
  const ok = await runStep(step)
  results.push({ name: step.name, ok, seconds: (performance.now() - begin) / 1000 })
}
rmSync(reports, { recursive: true, force: true })

console.log('')
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(8)} ${seconds.toFixed(1)} s`)
// Failures come last, because often only the tail of a long log is seen.
for (const { name, reason } of total.flaky) console.log(`FLAKY, passed only on retry: ${name}\n      ${reason}`)
for (const { name, reason } of total.failed) console.log(`${name}\n      ${reason}`)
if (total.skipped > 0) console.log('Skipped checks count as failures.')
console.log(`checks: ${total.passed} passed, ${total.failed.length} failed, ${total.skipped} skipped`)
process.exitCode = results.some(({ ok }) => !ok) || total.skipped > 0 ? 1 : 0

async function runStep(step: Step): Promise<boolean> {
  const { ok } = await run(step.command)
  if (!step.read) return countCommand(step, ok)
  const first = readSafely(step)
  // A run can also fail outside any test.
  if (!ok && first.failures.length === 0) first.failures.push(failureOf(step))
  const mayBeFlaky = first.failures.length <= MAX_RETRIED_FAILURES && first.failures.every(({ place }) => place !== '')
  if (!ok && mayBeFlaky) return retry(step, first)
  count(first)
  return ok
}

/** A real fault fails again; what passes on retry is reported as flaky. */
async function retry(step: Step, first: Tally): Promise<boolean> {
  console.log(`\n── ${step.name}, retrying failures`)
  rmSync(reportOf(step.name), { force: true })
  const places = [...new Set(first.failures.map(({ place }) => place))]
  const { ok } = await run([...step.command, ...places])
  const second = readSafely(step)
  if (!ok && second.failures.length === 0) second.failures.push(failureOf(step))
  const failed = new Set(second.failures.map(({ name }) => name))
  const flaky = ok ? first.failures : first.failures.filter(({ name }) => !failed.has(name))
  count({ passed: first.passed + flaky.length, skipped: first.skipped, failures: second.failures })
  total.flaky.push(...flaky)
  return ok
}

function run([program = '', ...args]: string[], stdio: 'inherit' | 'pipe' = 'inherit'): Promise<Run> {
  const begin = performance.now()
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const end = (ok: boolean) =>
      resolve({ ok, seconds: (performance.now() - begin) / 1000, output: Buffer.concat(chunks) })
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
  return { name, place: '', reason: 'exited with an error' }
}
