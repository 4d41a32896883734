import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { findChromium } from './chromium.ts'

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

type Tally = { passed: number; failed: number; skipped: number }

const reports = mkdtempSync(join(tmpdir(), 'tidings-reports-'))
const reportFile = (name: string) => join(reports, `${name}.json`)

const steps: { name: string; command: string[]; tally?: () => Tally }[] = [
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'unused', command: ['knip'] },
  { name: 'build', command: ['node', 'tools/build.ts'] },
  {
    name: 'unit',
    command: [
      'vitest',
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${reportFile('unit')}`,
    ],
    tally: () => {
      const report = VitestReport.parse(readReport('unit'))
      return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
    },
  },
  {
    name: 'browser',
    command: ['playwright', 'test'],
    tally: () => {
      const { expected, unexpected, flaky, skipped } = PlaywrightReport.parse(readReport('browser')).stats
      return { passed: expected, failed: unexpected + flaky, skipped }
    },
  },
]

const wanted = process.argv.slice(2)
const results: { name: string; ok: boolean; seconds: number }[] = []
const total: Tally = { passed: 0, failed: 0, skipped: 0 }

const environment = {
  ...process.env,
  CHROMIUM: findChromium(),
  PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile('browser'),
  FORCE_COLOR: '0',
}
for (const step of steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  console.log(`\n── ${step.name}`)
  const started = performance.now()
  const ok = await run(step.command)
  results.push({ name: step.name, ok, seconds: (performance.now() - started) / 1000 })
  count(step.tally ? safely(step.tally) : { passed: Number(ok), failed: Number(!ok), skipped: 0 })
}
rmSync(reports, { recursive: true, force: true })

console.log('')
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(8)} ${seconds.toFixed(1)} s`)
const failed = results.some(({ ok }) => !ok) || total.failed > 0 || total.skipped > 0
if (total.skipped > 0) console.log('A skipped check is a failed one here.')
console.log(`checks: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = failed ? 1 : 0

function run([program = '', ...words]: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: 'inherit', env: environment })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

function count({ passed, failed: bad, skipped }: Tally) {
  total.passed += passed
  total.failed += bad
  total.skipped += skipped
}

/** A run that died before its report has failed, however few tests it names. */
function safely(tally: () => Tally): Tally {
  try {
    return tally()
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function readReport(name: string): unknown {
  return JSON.parse(readFileSync(reportFile(name), 'utf8'))
}
