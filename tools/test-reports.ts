import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter } from 'vitest/node'
import { z } from 'zod'

export type Failure = { name: string; reason: string }
export type Tally = { passed: number; skipped: number; failures: Failure[] }

const VitestReport = z.object({
  numPassedTests: z.number(),
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

const PlaywrightSpec = z.object({
  title: z.string(),
  ok: z.boolean(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
})
const PlaywrightSuite = z.object({
  specs: z.array(PlaywrightSpec),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), skipped: z.number() }),
  config: z.object({ rootDir: z.string() }),
  suites: z.array(PlaywrightSuite),
})

export function readVitest(file: string): Tally {
  const report = VitestReport.parse(readJson(file))
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests,
    failures: [...report.testResults.flatMap(failuresOf), ...readUncaught(file)],
  }
}

/** Vitest's JSON report leaves out uncaught errors. */
export const uncaughtReporter = (file: string): Reporter => ({
  onTestRunEnd(_modules, errors) {
    rmSync(uncaughtIn(file), { force: true })
    if (errors.length > 0)
      writeFileSync(uncaughtIn(file), JSON.stringify(errors.map(({ stack, message }) => stack ?? message)))
  },
})

const uncaughtIn = (file: string) => `${file}.uncaught`

const readUncaught = (file: string): Failure[] =>
  existsSync(uncaughtIn(file))
    ? z
        .array(z.string())
        .parse(readJson(uncaughtIn(file)))
        .map((message) => ({ name: 'an error that nobody caught', reason: firstLines(message) }))
    : []

function failuresOf(file: z.infer<typeof VitestReport>['testResults'][number]): Failure[] {
  const place = relative(process.cwd(), file.name)
  const tests = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => failure(place, fullName, failureMessages?.[0]))
  return tests.length > 0 || file.status !== 'failed' ? tests : [failure(place, 'the file', file.message)]
}

export function readPlaywright(file: string): Tally {
  const { stats, config, suites } = PlaywrightReport.parse(readJson(file))
  const root = relative(process.cwd(), config.rootDir)
  const specs = suites.flatMap(specsOf).filter(({ ok }) => !ok)
  return {
    passed: stats.expected,
    skipped: stats.skipped,
    failures: specs.map(({ title, file: name, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return failure(`${root}/${name}:${line}`, title, errors.map(({ message }) => message).join('\n'))
    }),
  }
}

const specsOf = (suite: z.infer<typeof PlaywrightSuite>): z.infer<typeof PlaywrightSpec>[] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
]

const failure = (place: string, name: string, message = ''): Failure => ({
  name: `${place} › ${name}`,
  reason: firstLines(message),
})

const firstLines = (message: string) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, 10)
    .join('\n      ')

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
