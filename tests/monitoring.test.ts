import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { LATE_SECONDS } from '#domain/admin/health.ts'
import { testApp } from '../server/testing/test-app.ts'
import { missingPrometheus } from './operation/prometheus.ts'
import { alertNames, alertRules } from './operation/rules.ts'

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})
const dashboard = Dashboard.parse(JSON.parse(readFileSync('docs/monitoring/dashboard.json', 'utf8')))

/** Metrics that Prometheus itself adds. */
const FOREIGN = ['up']
let exported: Set<string>

beforeAll(async () => {
  const app = await testApp()
  const text = await (await app.request('/metrics')).text()
  exported = new Set([...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) => seriesOf(name, type)))
})

const seriesOf = (name: string, type: string | undefined) =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name]

/** Metric names in an expression, without functions and labels. */
const metricsIn = (expression: string) =>
  [
    ...expression
      .replaceAll(/"[^"]*"/g, '""')
      .replaceAll(/\{[^}]*\}/g, '')
      .replaceAll(/\b(?:by|without)\s*\([^)]*\)/g, '')
      .matchAll(/\b([a-z]\w*_\w+|up)\b(?!\s*\()/g),
  ].map(([, name = '']) => name)

test('every metric used by an alert or panel is exported', () => {
  const rules = [...alertRules.matchAll(/expr: (?:\|\n((?: {10,}.*\n)+)|(.*))/g)].map(
    ([, block, line]) => block ?? line ?? '',
  )
  expect(rules).toHaveLength(alertNames.length)
  const read = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
  expect(read.filter((expression) => metricsIn(expression).length === 0)).toEqual([])
  const missing = read.flatMap(metricsIn).filter((name) => !exported.has(name) && !FOREIGN.includes(name))
  expect(missing).toEqual([])
})

test('every alert is tested and documented for the operator', () => {
  const tested = readFileSync('docs/monitoring/alerts.test.yaml', 'utf8')
  const explained = readFileSync('docs/operations.md', 'utf8')
  expect(alertNames.length).toBeGreaterThan(10)
  expect(alertNames.filter((name) => !tested.includes(`${name} fires`))).toEqual([])
  expect(alertNames.filter((name) => !explained.includes(`| \`${name}\``))).toEqual([])
})

test('alerts and the health page use the same limits', () => {
  const limitOf = (metric: string) => Number(new RegExp(`${metric}\\)? > (\\d+)`).exec(alertRules)?.[1])
  expect(limitOf('job_queue_oldest_seconds')).toBe(LATE_SECONDS.jobs)
  expect(limitOf('webhook_backlog_oldest_seconds')).toBe(LATE_SECONDS.payments)
  expect(limitOf('watches_overdue_seconds')).toBe(LATE_SECONDS.polling)
})

const prometheusIsMissing = missingPrometheus()
if (!prometheusIsMissing)
  test('promtool accepts the alert rules and their tests pass', () => {
    const run = (...command: string[]) => spawnSync('promtool', command, { cwd: 'docs/monitoring', encoding: 'utf8' })
    for (const result of [run('check', 'rules', 'alerts.yaml'), run('test', 'rules', 'alerts.test.yaml')])
      expect(result.status, result.stdout + result.stderr).toBe(0)
  })
else process.stdout.write(`${prometheusIsMissing} The alert rules are not run.\n`)
