import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../../server/testing/network/free-port.ts'
import { until } from '../cluster/cluster.ts'

/** Returns null if it is installed. */
export const missingPrometheus = (): string | null =>
  ['promtool', 'prometheus'].every((name) => spawnSync(name, ['--version']).error === undefined)
    ? null
    : 'Prometheus is not installed (Debian: apt-get install prometheus).'

const Alerts = z.object({
  data: z.object({
    alerts: z.array(
      z.object({ labels: z.looseObject({ alertname: z.string() }), state: z.enum(['pending', 'firing']) }),
    ),
  }),
})
const Series = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
})

type Options = { targets: string[]; metricsToken: string; rules?: string }

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>

/** Scrapes the targets as the job `tidings` and evaluates the rules, both every second. */
export async function startPrometheus({ targets, metricsToken, rules }: Options) {
  const home = mkdtempSync(join(tmpdir(), 'tidings-prometheus-'))
  const port = await freePort()
  const scrape = {
    job_name: 'tidings',
    authorization: { credentials: metricsToken },
    static_configs: [{ targets }],
  }
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    scrape_configs: [scrape],
    ...(rules !== undefined && { rule_files: ['alerts.yaml'] }),
  }
  // JSON is valid YAML.
  writeFileSync(join(home, 'prometheus.yaml'), JSON.stringify(config))
  if (rules !== undefined) writeFileSync(join(home, 'alerts.yaml'), rules)
  const child = spawn(
    'prometheus',
    ['--config.file=prometheus.yaml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`],
    { cwd: home, stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const killChild = () => void child.kill('SIGKILL')
  process.once('exit', killChild)
  void ended.then(() => process.off('exit', killChild))
  const answer = async (path: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${port}/api/v1${path}`)).json()

  const prometheus = {
    query: async (expr: string) => Series.parse(await answer(`/query?query=${encodeURIComponent(expr)}`)).data.result,

    /** By name, in the given state or, without one, pending or firing. */
    async alerts(state?: 'firing'): Promise<string[]> {
      const { alerts } = Alerts.parse(await answer('/alerts')).data
      const named = alerts.filter((alert) => !state || alert.state === state).map(({ labels }) => labels.alertname)
      return [...new Set(named)].sort()
    },

    async stop(): Promise<void> {
      child.kill()
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
  const isScraping = async () => (await prometheus.query('up == 1')).length === targets.length
  await until(isScraping, 'Prometheus scrapes every target').catch(async (error: unknown) => {
    await prometheus.stop()
    throw error
  })
  return prometheus
}
