import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startProduct } from '../tools/product.ts'
import { until } from './cluster/cluster.ts'
import { signUp } from './cluster/people.ts'
import { missingPrometheus, startPrometheus } from './operation/prometheus.ts'

const Source = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('${datasource}') })
const Panel = z.strictObject({
  id: z.number().int().positive(),
  type: z.enum(['stat', 'timeseries']),
  title: z.string().min(1),
  description: z.string().optional(),
  datasource: Source,
  fieldConfig: z.strictObject({
    defaults: z.looseObject({ unit: z.enum(['short', 'reqps', 'percentunit', 's', 'bytes']) }),
    overrides: z.array(z.unknown()),
  }),
  targets: z
    .array(z.strictObject({ refId: z.string(), datasource: Source, expr: z.string(), legendFormat: z.string() }))
    .min(1),
  gridPos: z.strictObject({ x: z.number(), y: z.number(), w: z.number().min(1), h: z.number().min(1) }),
  options: z.looseObject({}).optional(),
})
const Dashboard = z.looseObject({
  uid: z.string().min(1),
  schemaVersion: z.number().min(36),
  templating: z.strictObject({ list: z.array(z.looseObject({ name: z.string(), type: z.string() })) }),
  panels: z.array(Panel).min(1),
})

const { panels, templating } = Dashboard.parse(JSON.parse(readFileSync('docs/monitoring/dashboard.json', 'utf8')))
/** The queries that Grafana sends, with its variable filled in. */
const queries = panels.flatMap(({ title, targets }) =>
  targets.map(({ refId, expr, legendFormat }) => ({
    name: `${title} ${refId}`,
    expr: expr.replaceAll('$job', 'tidings'),
    legendFormat,
  })),
)

test('panels have unique positions and names, and use only declared variables', () => {
  const declared = new Set(templating.list.map(({ name }) => name))
  const used = JSON.stringify(panels).matchAll(/\$\{?(\w+)\}?/g)
  expect([...used].map(([, name]) => name).filter((name) => !declared.has(name ?? ''))).toEqual([])
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24)
    return Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`)
  })
  for (const each of [
    cells,
    panels.map(({ id }) => id),
    panels.map(({ title }) => title),
    queries.map(({ name }) => name),
  ])
    expect(each.filter((value, at) => each.indexOf(value as never) !== at)).toEqual([])
})

const prometheusIsMissing = missingPrometheus()
if (!prometheusIsMissing) {
  test('promtool accepts every query', () => {
    const home = mkdtempSync(join(tmpdir(), 'tidings-dashboard-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const rules = queries.map(({ expr }, at) => ({ record: `query_${at}`, expr }))
    // JSON is valid YAML.
    writeFileSync(join(home, 'queries.yaml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', 'queries.yaml'], {
      cwd: home,
      encoding: 'utf8',
    })
    expect(status, stdout + stderr).toBe(0)
  })
  if (inject('repeatsAll'))
    test('Prometheus finds data for every query, with the labels in its legend', { timeout: 180_000 }, askPrometheus)
} else process.stdout.write(`${prometheusIsMissing} The dashboard is not queried.\n`)

async function askPrometheus(): Promise<void> {
  const metricsToken = 'a token that only Prometheus knows'
  const product = await startProduct({ environment: { LOG_LEVEL: 'error', METRICS_TOKEN: metricsToken } })
  onTestFinished(product.stop)
  const prometheus = await startPrometheus({ targets: [new URL(product.url).host], metricsToken })
  onTestFinished(prometheus.stop)
  const person = await signUp(product.url)
  for (const { name, expr, legendFormat } of queries) {
    // Some panels only show values above zero.
    const whole = expr.replace(/ > 0$/, '')
    const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
    const hasData = async () => {
      await person.get('/api/companies')
      const series = await prometheus.query(whole)
      return series.some(({ metric, value }) => value[1] !== 'NaN' && labels.every((label) => metric[label]))
    }
    await until(hasData, `"${name}" shows something`, 30)
  }
}
