import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../tools/build.ts'
import { startProduct, type RunningProduct } from '../tools/product.ts'
import { withFeedServer } from './fixtures/feed-server.ts'
import { withFixture, type Fixture } from './fixtures/product-database.ts'
import { printMeasurement } from './measure/measure.ts'

const COMPANIES = Number(process.env.GATHER_COMPANIES ?? 600)
const LATENCY_MS = 1000
const ROUNDS = 3

/** Whether a second worker speeds up polling when most of the time is spent waiting for sites. */
export async function run(): Promise<void> {
  await buildIfStale()
  await withFeedServer({ companies: COMPANIES, items: 1, latencyMs: LATENCY_MS }, (server) =>
    withFixture(async (fixture) => measure(fixture, await server.csv()), {
      ROLE: 'web',
      FETCH_ALLOW: '127.0.0.0/8',
      WORKER_PORT: '0',
    }),
  )
}

async function measure(fixture: Fixture, csv: string): Promise<void> {
  const workers: RunningProduct[] = [await startWorker(fixture)]
  try {
    await upload(fixture, csv)
    await until(fixture, `select from watches where kind = 'feed'`, COMPANIES)
    await sleep(5000)
    const one = await fastest(fixture)
    workers.push(await startWorker(fixture))
    const two = await fastest(fixture)
    printMeasurement(`workers: one polls ${COMPANIES} sites that answer after ${LATENCY_MS} ms`, one, 'ms')
    printMeasurement(`workers: two poll them`, two, 'ms')
    printMeasurement('workers: two as fast as one (target ≥ 1.7)', one / two, '×')
  } finally {
    for (const worker of workers) await worker.kill()
  }
}

const startWorker = ({ product, database }: Fixture) =>
  startProduct({
    dataDir: product.dataDir,
    environment: {
      DATABASE_URL: `postgres://${database.user}@/${database.database}?host=${database.host}`,
      ROLE: 'worker',
      WORKER_PORT: '0',
      FETCH_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: 'error',
    },
  })

async function upload({ product, signUp }: Fixture, csv: string): Promise<void> {
  const { headers } = await signUp('workers')
  const body = new FormData()
  body.set('file', new File([csv], 'portfolio.csv'))
  const response = await fetch(`${product.url}/api/companies/bulk-upload?detail=1&limit=0`, {
    method: 'POST',
    headers,
    body,
  })
  if (!response.ok) throw new Error(`the upload failed: ${await response.text()}`)
  await response.arrayBuffer()
}

async function fastest(fixture: Fixture): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await until(fixture, 'select from watches where claim is null and next_at > now()', COMPANIES)
    await sleep(2000)
    const started = performance.now()
    await fixture.database.query(`update watches set next_at = now() where kind = 'feed'`)
    await fixture.database.query(`insert into pgboss.job (name, data) values ('news.poll', '{}')`)
    await until(fixture, `select from watches where kind = 'feed' and claim is null and next_at > now()`, COMPANIES)
    times.push(performance.now() - started)
  }
  return Math.min(...times)
}

async function until({ database }: Fixture, rows: string, enough: number): Promise<void> {
  const end = Date.now() + 180_000
  for (;;) {
    const { rowCount } = await database.query(rows)
    if ((rowCount ?? 0) >= enough) return
    if (Date.now() > end) throw new Error(`only ${rowCount} of ${enough}: ${rows}`)
    await sleep(25)
  }
}
