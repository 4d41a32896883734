import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { printMeasurement, residentMb } from '../measure/measure.ts'
import { withoutLoad } from './phases.ts'
import { metric, printAnswers, type LoadTarget } from './load-target.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 20)
const SHARE_OF_USERS = 0.3
const SAMPLE_MS = 5000
/** The share of samples to discard. */
const WARM_UP = 1 / 3
const HOUR_MS = 3_600_000

type Sample = { at: number; values: Record<string, number> }

/** Finds what keeps growing under a constant load. */
export async function soak(target: LoadTarget): Promise<void> {
  const { send, users, loopLag } = target
  const alone = await withoutLoad(target, users)
  await loopLag()
  const samples: Sample[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      samples.push({ at: performance.now(), values: await look(target) })
      await sleep(SAMPLE_MS)
    }
  })()
  const some = users.slice(0, Math.round(users.length * SHARE_OF_USERS))
  const answers = await send({ users: some, seconds: MINUTES * 60 })
  isOver = true
  await watching

  const name = `load soak, ${some.length} users for ${MINUTES} min:`
  printAnswers(name, answers, { p95: 150, p99: 400 }, alone)
  const warm = samples.slice(Math.floor(samples.length * WARM_UP))
  for (const what of Object.keys(warm[0]?.values ?? {})) {
    const { slope, error, first, last } = slopeOf(warm.map(({ at, values }) => [at, values[what] ?? 0]))
    if (what.startsWith('table') && first === last) continue
    const limit = what.startsWith('memory') ? ' (limit < 1)' : what.startsWith('table') ? '' : ' (limit 0)'
    const unit = /^(memory|heap|table)/.test(what) ? 'MB' : ''
    printMeasurement(`${name} ${what}, from ${first.toFixed(1)} to ${last.toFixed(1)} ${unit}`, last - first, unit)
    printMeasurement(`${name} ${what}, slope ± ${error.toFixed(1)}`, slope, `${unit}/h`)
    // What twenty minutes cannot tell from no growth fails nothing.
    printMeasurement(`${name} ${what}, slope at least${limit}`, slope - 2 * error, `${unit}/h`)
  }
}

async function look({ cluster, database }: LoadTarget): Promise<Record<string, number>> {
  const values: Record<string, number> = {}
  for (const [role, list] of [
    ['web', cluster.web],
    ['worker', cluster.workers],
  ] as const)
    for (const [at, { pid, output }] of list.entries()) {
      const url = /ready at (\S+)/.exec(output())?.[1] ?? ''
      values[`memory of ${role} ${at + 1}`] = residentMb(pid)
      values[`heap of ${role} ${at + 1}`] = (await metric(url, 'nodejs_heap_size_used_bytes')) / 1024 / 1024
      values[`files of ${role} ${at + 1}`] = readdirSync(`/proc/${pid}/fd`).length
    }
  const { rows } = await database.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = 'tidings' and pid <> pg_backend_pid()`,
  )
  values['connections to the database'] = rows[0]?.n ?? 0
  const tables = await database.query<{ name: string; mb: number }>(
    `select oid::regclass::text as name, (pg_total_relation_size(oid) / 1048576.0)::float8 as mb from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'pgboss'::regnamespace)`,
  )
  for (const { name, mb } of tables.rows) values[`table ${name}`] = mb
  return values
}

/** The least-squares slope per hour, with its standard error. */
function slopeOf(points: [at: number, value: number][]) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middle, level] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))]
  const spread = points.reduce((sum, [at]) => sum + (at - middle) ** 2, 0)
  const slope = points.reduce((sum, [at, value]) => sum + (at - middle) * (value - level), 0) / spread
  const rest = points.reduce((sum, [at, value]) => sum + (value - level - slope * (at - middle)) ** 2, 0)
  return {
    slope: slope * HOUR_MS,
    error: Math.sqrt(rest / Math.max(1, points.length - 2) / spread) * HOUR_MS,
    first: points[0]?.[1] ?? 0,
    last: points.at(-1)?.[1] ?? 0,
  }
}
