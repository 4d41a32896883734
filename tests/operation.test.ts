import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { installDebianPackage } from '../tools/debian.ts'
import { until } from './cluster/cluster.ts'
import { injections } from './operation/injections.ts'
import { startOperation, type Operation } from './operation/operation.ts'
import { missingPrometheus, startPrometheus, type Prometheus } from './operation/prometheus.ts'
import { alertNames, alertRules, impatientRules } from './operation/rules.ts'

const isWhole = inject('repeatsAll')
const IDLE_SECONDS = isWhole ? 600 : 20
const tried = isWhole ? injections : injections.slice(0, 2)

test('every alert is made to fire by something', () => {
  expect(injections.flatMap(({ alerts }) => alerts).sort()).toEqual([...alertNames].sort())
})

if (isWhole && missingPrometheus()) installDebianPackage('prometheus')
const prometheusIsMissing = missingPrometheus()
if (prometheusIsMissing) process.stdout.write(`${prometheusIsMissing} No alert is made to fire.\n`)
else describe('a running product, watched by Prometheus', { timeout: (IDLE_SECONDS + 180) * 1000 }, watchProduct)

function watchProduct(): void {
  let operation: Operation
  let impatient: Prometheus

  beforeAll(async () => {
    operation = await startOperation()
  }, 180_000)
  afterAll(async () => {
    await impatient?.stop()
    await operation?.close()
  })

  test('an idle product raises no alert and logs no error', async () => {
    const prometheus = await startPrometheus({ ...operation, rules: alertRules })
    onTestFinished(prometheus.stop)
    for (let second = 0; second < IDLE_SECONDS; second += 1) {
      expect(await prometheus.alerts(), `after ${second} s`).toEqual([])
      await sleep(1000)
    }
    expect(operation.errors()).toEqual([])
  })

  test.each(tried)('$what', async ({ alerts, inject: injectFault }) => {
    impatient ??= await startPrometheus({ ...operation, rules: impatientRules })
    await until(async () => (await impatient.alerts()).length === 0, 'all is well')
    const seen = new Set<string>()
    const areSeen = async () => {
      for (const name of await impatient.alerts('firing')) seen.add(name)
      return alerts.every((name) => seen.has(name))
    }
    const repair = await injectFault(operation)
    try {
      await until(areSeen, `${alerts.join(', ')} fire`)
    } finally {
      await repair()
    }
    const isResolved = async () => !(await impatient.alerts()).some((name) => alerts.includes(name))
    await until(isResolved, `${alerts.join(', ')} are resolved`)
  })
}
