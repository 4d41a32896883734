import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/platform/database/embedded/start.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { connect } from '../server/platform/database/open.ts'
import { checkMailings, type Result } from '../server/testing/simulations/mailing-checks.ts'
import { planMailings } from '../server/testing/simulations/mailing-plan.ts'
import { seededRandom } from '../server/testing/seeded-random.ts'
import { KILL_POINTS, seedSimulation } from '../server/testing/simulations/mailing-simulation.ts'
import { printMeasurement } from './measure/measure.ts'

/** Covers the clock changes on March 8 (New York, forward), March 29 (Berlin, forward) and April 5 (Auckland, back). */
const SIZE = { days: 90, readers: 5, companiesEach: 60, stories: 2000, seed: 1 }
const PLAN = planMailings({ ...SIZE, from: new Date('2026-02-20T00:00:00Z') })
const KILLS = 50

const worker = fileURLToPath(new URL('./servers/mailings-worker.ts', import.meta.url))

export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-mailings-'))
  const server = await startEmbeddedPostgres({ dataDir })
  const base = { host: server.socketDir, user: server.user }
  try {
    const undisturbed = await simulated(base, 'undisturbed', 0)
    print('mailings', undisturbed.result)
    const killed = await simulated(base, 'killed', KILLS)
    print('mailings, killed', killed.result)
    printMeasurement('mailings workers killed (target 50)', killed.kills, 'workers')
    const isSame = killed.emails === undisturbed.emails
    printMeasurement('mailings same emails when killed (target 1)', Number(isSame), 'of 1')
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function simulated(base: pg.PoolConfig, name: string, kills: number) {
  const admin = new pg.Client({ ...base, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const owner = { ...base, database: name }
  await migrate(owner, () => {})
  const client = new pg.Client(owner)
  await client.connect()
  await seedSimulation((text, values) => client.query(text, values), PLAN)
  const random = seededRandom(3)
  let killed = 0
  while (killed < kills && (await work(owner, KILL_POINTS[killed % KILL_POINTS.length] ?? '', random))) killed += 1
  await work(owner, '', random)
  const { rows } = await client.query(
    'select recipient, subject, text, created_at from outbox order by recipient, created_at, subject',
  )
  await client.end()
  const database = connect({ poolSize: 4 }, owner, true, () => {})
  const result = await checkMailings(database, PLAN)
  await database.close()
  const emails = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  return { result, emails, kills: killed }
}

/**
 * A worker is killed the nth time it reaches its kill point, up to this n. The run sends hundreds of emails in several
 * steps each, so the kills are spread over the whole run.
 */
const MOST_STEPS = 14

/** Resolves to whether the worker was killed. */
function work(owner: pg.PoolConfig, point: string, random: () => number): Promise<boolean> {
  const nth = point === '' ? 0 : 1 + Math.floor(random() * MOST_STEPS)
  const child = spawn(process.execPath, [worker, JSON.stringify(owner), JSON.stringify(SIZE), point, String(nth)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve(signal === 'SIGKILL') : reject(new Error('the worker failed')),
    )
  })
}

function print(name: string, result: Result): void {
  printMeasurement(`${name}: stories`, result.stories, 'stories')
  printMeasurement(`${name}: digests`, result.digests, 'emails')
  printMeasurement(`${name}: alerts`, result.alerts, 'emails')
  printMeasurement(`${name}: stories in digests`, result.storiesInDigests, 'stories')
  printMeasurement(`${name}: stories in alerts`, result.storiesInAlerts, 'stories')
  printMeasurement(`${name}: companies gone quiet`, result.goneQuiet, 'companies')
  printMeasurement(`${name}: sent twice (target 0)`, result.repeated, 'stories')
  printMeasurement(`${name}: lost (target 0)`, result.lost, 'stories')
  printMeasurement(`${name}: days with a wrong number of emails (target 0)`, result.wrongDays, 'days')
  printMeasurement(`${name}: alerts unlike the preview (target 0)`, result.unlikePreview, 'emails')
}
