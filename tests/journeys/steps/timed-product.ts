import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { startEmbeddedPostgres } from '../../../server/platform/database/embedded/start.ts'
import type { JobName } from '../../../server/platform/queue/queue.ts'
import { startProduct, type RunningProduct } from '../../../tools/product.ts'
import type { Account } from './product.ts'

const HOUR_SECONDS = 3600
/** Larger numbers in the provider's objects are timestamps in seconds. */
const FIRST_MOMENT = 1_000_000_000

export type TimedProduct = RunningProduct & {
  periodEnded: (account: Account, hoursAgo: number) => Promise<void>
  runNow: (job: JobName) => Promise<void>
}

/** Instead of advancing the clock, moves stored dates into the past and lets the product's own jobs react. */
export async function startTimedProduct(): Promise<TimedProduct> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-time-'))
  const server = await startEmbeddedPostgres({ dataDir: join(home, 'own'), isDisposable: true })
  const owner = { host: server.socketDir, user: server.user, database: 'postgres' }
  const product = await startProduct({
    dataDir: join(home, 'data'),
    environment: {
      DATABASE_URL: `postgres://${server.user}@/postgres?host=${encodeURIComponent(server.socketDir)}`,
      LOG_LEVEL: 'warn',
      AUTH_RATE_LIMITS: 'off',
    },
  })
  const database = new pg.Client(owner)
  await database.connect()
  const queue = new PgBoss({
    db: { executeSql: async (text, values) => database.query(text, values) },
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  await queue.start()
  const runNow = async (job: JobName) => void (await queue.send(job, {}))

  return {
    ...product,
    runNow,
    async periodEnded({ session }, hoursAgo) {
      const { id: userId } = session.user as { id: string }
      const { rows } = await database.query<{ id: string; type: string; doc: Doc }>(
        `select id, type, doc from test_objects join subscriptions using (customer_id) where user_id = $1`,
        [userId],
      )
      const end = rows.find(({ type }) => type === 'subscription')?.doc.items?.data[0]?.current_period_end
      if (end === undefined) throw new Error('there is no subscription')
      const by = end - Math.floor(Date.now() / 1000) + hoursAgo * HOUR_SECONDS
      await database.query('begin')
      for (const { id, doc } of rows)
        await database.query(
          `update test_objects set doc = $2, created_at = created_at - make_interval(secs => $3) where id = $1`,
          [id, earlier(doc, by), by],
        )
      await database.query(
        `update users set created_at = created_at - $2::interval, trial_ends_at = trial_ends_at - $2::interval where id = $1`,
        [userId, `${by} seconds`],
      )
      await database.query('commit')
      await runNow('payments.advance-time')
    },
    async stop() {
      await queue.stop({ graceful: false })
      await product.stop()
      await database.end()
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

type Doc = { items?: { data: { current_period_end: number }[] } }

function earlier(value: unknown, seconds: number): unknown {
  if (typeof value === 'number') return value > FIRST_MOMENT ? value - seconds : value
  if (Array.isArray(value)) return value.map((one) => earlier(one, seconds))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, earlier(one, seconds)]))
}
