import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { readPlaywright, readVitest, type Failure, type Tally } from './test-reports.ts'

type Step = {
  name: string
  command: string[]
  /** Where the command counts its checks; otherwise it is one check itself. */
  read?: (report: string) => Tally
}

const reports = mkdtempSync(join(tmpdir(), 'tidings-reports-'))
const reportOf = (name: string) => join(reports, `${name}.json`)

const steps: Step[] = [
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'unused', command: ['knip'] },
  { name: 'build', command: ['node', 'tools/build.ts'] },
  { name: 'unit', command: ['vitest', 'run'], read: readVitest },
  { name: 'browser', command: ['playwright', 'test'], read: readPlaywright },
]

/** More than these are no accident of a busy machine. */
const MOST_TRIED_AGAIN = 5

const environment = {
  ...process.env,
  CHROMIUM: findChromium(),
  VITEST_JSON_OUTPUT_NAME: reportOf('unit'),
  PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('browser'),
  FORCE_COLOR: '0',
}
const wanted = process.argv.slice(2)
const results: { name: string; ok: boolean; seconds: number }[] = []
const total = { passed: 0, skipped: 0, failed: [] as Failure[], flaky: [] as Failure[] }

for (const step of steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  console.log(`\n── ${step.name}`)
  const started = performance.now()
  const ok = await take(step)
  results.push({ name: step.name, ok, seconds: (performance.now() - started) / 1000 })
}
rmSync(reports, { recursive: true, force: true })

console.log('')
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(8)} ${seconds.toFixed(1)} s`)
// Named at the very end: whoever sees only the tail of a long log still learns what broke.
for (const { name, reason } of total.flaky)
  console.log(`FLAKY, passed at the second try only: ${name}\n      ${reason}`)
for (const { name, reason } of total.failed) console.log(`${name}\n      ${reason}`)
if (total.skipped > 0) console.log('A skipped check is a failed one here.')
console.log(`checks: ${total.passed} passed, ${total.failed.length} failed, ${total.skipped} skipped`)
process.exitCode = results.some(({ ok }) => !ok) || total.skipped > 0 ? 1 : 0

async function take(step: Step): Promise<boolean> {
  const ok = await run(step.command)
  if (!step.read) {
    count({ passed: Number(ok), skipped: 0, failures: ok ? [] : [died(step)] })
    return ok
  }
  const first = readSafely(step)
  // It may also fail by what no test answers for.
  if (!ok && first.failures.length === 0) first.failures.push(died(step))
  const mayBeAccident = first.failures.length <= MOST_TRIED_AGAIN && first.failures.every(({ place }) => place !== '')
  if (!ok && mayBeAccident) return tryAgain(step, first)
  count(first)
  return ok
}

/** A few that failed are run once more, alone and from the beginning: a fault fails again, an accident of the machine does not and is named. */
async function tryAgain(step: Step, first: Tally): Promise<boolean> {
  console.log(`\n── ${step.name}, what failed once more`)
  rmSync(reportOf(step.name), { force: true })
  const places = [...new Set(first.failures.map(({ place }) => place))]
  const ok = await run([...step.command, ...places])
  const second = readSafely(step)
  if (!ok && second.failures.length === 0) second.failures.push(died(step))
  const failed = new Set(second.failures.map(({ name }) => name))
  const flaky = ok ? first.failures : first.failures.filter(({ name }) => !failed.has(name))
  count({ passed: first.passed + flaky.length, skipped: first.skipped, failures: second.failures })
  total.flaky.push(...flaky)
  return ok
}

function run([program = '', ...args]: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env: environment })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

function count({ passed, skipped, failures }: Tally) {
  total.passed += passed
  total.skipped += skipped
  total.failed.push(...failures)
}

/** A run that died before its report has failed, however few tests it names. */
function readSafely(step: Step): Tally {
  try {
    return step.read?.(reportOf(step.name)) ?? { passed: 0, skipped: 0, failures: [] }
  } catch {
    return { passed: 0, skipped: 0, failures: [died(step)] }
  }
}

function died({ name }: Step): Failure {
  return { name, place: '', reason: 'ended without success' }
}
