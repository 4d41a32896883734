import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentSubscription } from '#domain/billing/subscriptions.ts'
import { openQueue } from '../../server/platform/queue/queue.ts'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { startProduct, type RunningProduct } from '../../tools/product.ts'
import { repetitions } from '../../server/testing/repetitions.ts'
import { openProvider, createSender, type Sender } from './webhook-provider.ts'

const KILLS = repetitions({ sample: 3, all: 100 })
const SENT_AT_ONCE = 4
const PAYS = 'pm_card_visa'
const FAILS_LATER = 'pm_card_chargeCustomerFail'

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-webhook-'))
let database: TestDatabase
let holder: pg.Client
let provider: Awaited<ReturnType<typeof openProvider>>
let sender: Sender
let product: RunningProduct | undefined
let customers: string[]
const ids = new Set<string>()

beforeAll(async () => {
  database = await testDatabase()
  holder = new pg.Client(database.owner)
  await holder.connect()
  provider = await openProvider(database)
  sender = createSender(provider.secret)
  const cards = Array.from({ length: Math.max(6, KILLS) }, (_, at) => (at % 3 === 0 ? FAILS_LATER : PAYS))
  const all = await provider.subscribers(cards)
  customers = all.customers
  sender.add(all.events)
  for (const { id } of all.events) ids.add(id)
}, 120_000)
afterAll(async () => {
  await product?.kill()
  await holder.end()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<RunningProduct> {
  return startProduct({
    dataDir,
    environment: {
      ...database.settings,
      DATABASE: '',
      LOG_LEVEL: 'error',
    },
  })
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 6000; tries += 1) {
    if (await done()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('it did not come to it')
}

async function whileHeld(hold: string, stuckIn: string, begin: () => void, act: (pid: number) => Promise<unknown>) {
  await holder.query('begin')
  await holder.query(hold)
  begin()
  let pid = 0
  await until(async () => {
    const [stuck] = await database.query(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
      [stuckIn],
    )
    pid = Number(stuck?.pid ?? 0)
    return pid > 0
  })
  await act(pid)
  await holder.query('rollback')
}

const sendSome = (url: string) => sender.take(SENT_AT_ONCE).map((event) => sender.send(url, event))

async function killBeforeYes({ url, kill }: RunningProduct) {
  let under: Promise<boolean>[] = []
  const begin = () => void (under = sendSome(url))
  await whileHeld('lock table pgboss.job in share mode', '%insert into pgboss.job%', begin, kill)
  expect(await Promise.all(under)).not.toContain(true)
}

async function killAfterYes({ url, kill }: RunningProduct, moment: number) {
  const under = sendSome(url)
  await Promise.any(under.map(async (one) => ((await one) ? true : Promise.reject(new Error('no')))))
  await new Promise((resolve) => setTimeout(resolve, (moment * 37) % 180))
  await kill()
  await Promise.all(under)
}

async function strikeWithin({ url }: RunningProduct, strike: (pid: number) => Promise<unknown>) {
  const [event] = sender.take(1)
  if (!event) return
  const hold = `select 1 from subscriptions where customer_id = '${event.customer}' for update`
  let under: Promise<boolean> | undefined
  const begin = () => void (under = sender.send(url, event))
  await whileHeld(hold, 'update "subscriptions"%', begin, strike)
  await under
  expect(await kept('processed_at is not null')).not.toContain(event.id)
}

const cutOff = (pid: number) => database.query('select pg_terminate_backend($1)', [pid])
const kept = async (where = 'true') =>
  (await database.query(`select id from webhook_events where ${where} order by id`)).map(({ id }) => String(id))

/** The queue reassigns a dead worker's jobs after a minute without a heartbeat. */
async function queueFindsTheDead() {
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => database.execute(text, values) },
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await database.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '2 minutes' where state = 'active'`,
  )
  await database.query(`update pgboss.queue set monitor_on = null, monitor_claim_on = null`)
  await boss.supervise()
  await boss.stop({ graceful: false })
  await database.query(`update pgboss.job set start_after = now() where state = 'retry'`)
}

test(
  `${KILLS} kills before, during and after event processing neither lose nor duplicate an event`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    for (let moment = 0; moment < KILLS; moment += 1) {
      product = await start()
      if (moment % 3 === 0) await killBeforeYes(product)
      if (moment % 3 === 1) await killAfterYes(product, moment)
      if (moment % 3 === 2) {
        // A lost connection has the same effect on a transaction as a kill, but the process survives.
        await strikeWithin(product, cutOff)
        await strikeWithin(product, product.kill)
      }
      expect(await kept()).toEqual(expect.arrayContaining([...sender.answered]))
    }

    await queueFindsTheDead()
    product = await start()
    const { url } = product
    await until(async () => {
      await Promise.all(sendSome(url))
      return sender.isEmpty()
    })
    await until(async () => (await kept('processed_at is null')).length === 0)
    expect(await kept()).toEqual([...ids].toSorted())
    await expectSynced()
    await expectEmailsOnce()
  },
)

async function expectSynced() {
  for (const customer of customers) {
    const said = currentSubscription(await provider.said(customer), new Date())
    const [row] = await database.query(
      'select subscription_id, status, current_period_end from subscriptions where customer_id = $1',
      [customer],
    )
    expect(row).toEqual({
      subscription_id: said?.id,
      status: said?.state,
      current_period_end: said?.currentPeriodEnd,
    })
  }
}

async function expectEmailsOnce() {
  const { queue } = openQueue('pg-boss', database, { debug() {}, info() {}, warn() {}, error() {} })
  const look = () => void database.asSystem((queries) => queue.enqueue(queries, 'reminders.run', {}))
  const dying = product
  if (dying) await whileHeld('lock table outbox in share mode', 'insert into "outbox"%', look, () => dying.kill())
  await queueFindsTheDead()
  product = await start()
  look()
  const emails = async () =>
    database.query(
      `select u.id, array_agg(o.kind) as kinds from users u left join outbox o on o.recipient = u.email group by u.id`,
    )
  await until(async () => (await emails()).every(({ kinds }) => (kinds as unknown[])[0] !== null))
  await until(
    async () =>
      (
        await database.query(
          `select 1 from pgboss.job where name like 'reminders.%' and state in ('created', 'active', 'retry')`,
        )
      ).length === 0,
  )
  const kinds = (await emails()).map(({ kinds: all }) => (all as string[]).join())
  const failing = customers.filter((_, at) => at % 3 === 0).length
  expect(kinds.toSorted()).toEqual([
    ...Array.from({ length: failing }, () => 'payment-failed'),
    ...Array.from({ length: customers.length - failing }, () => 'receipt'),
  ])
}
