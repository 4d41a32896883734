import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { findChromium } from './chromium.ts'

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

type Tally = { passed: number; failed: number; skipped: number; failures?: string[] }

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
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests,
        failures: report.testResults.flatMap(failuresOf),
      }
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
const total = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] }

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
for (const failure of total.failures) console.log(failure)
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

function count({ passed, failed: bad, skipped, failures = [] }: Tally) {
  total.passed += passed
  total.failed += bad
  total.skipped += skipped
  total.failures.push(...failures)
}

/** Named once more at the very end: whoever sees only the tail of a long log still learns what broke. */
function failuresOf(file: z.infer<typeof VitestReport>['testResults'][number]): string[] {
  const where = relative(process.cwd(), file.name)
  const tests = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(
      ({ fullName, failureMessages }) => `${where} › ${fullName}\n      ${firstLines(failureMessages?.[0])}`,
    )
  return tests.length > 0 || file.status !== 'failed'
    ? tests
    : [`${where}\n      ${firstLines(file.message)}`]
}

function firstLines(message = ''): string {
  return stripVTControlCharacters(message).split('\n').slice(0, 8).join('\n      ')
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
