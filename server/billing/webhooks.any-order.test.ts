import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayments } from './open-payments.ts'
import type { PaymentProvider, SubscriptionSnapshot } from './payment-provider.ts'
import { billingFixture, VISA } from '../testing/fixtures/billing-fixture.ts'
import { repetitions } from '../testing/repetitions.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { createWebhookHandler } from './webhooks.ts'
import { createLock, createSync } from './sync.ts'
import { DAY_MS } from '#domain/time.ts'

const MONTH_MS = 31 * DAY_MS
const CASES = repetitions({ sample: 20, all: 130 })

type Step = { at: Date; said: SubscriptionSnapshot[]; events: string[] }

let app: TestApp
let provider: PaymentProvider
const tried = { cases: 0 }

beforeAll(async () => {
  app = await testApp({ poolSize: 10, webhooks: { arrange: () => [] } })
  provider = (
    await openPayments(app.config, {
      database: app.database,
      clock: () => app.time.now,
      queue: { enqueue: async () => {} },
      log: { debug() {}, info() {}, warn() {}, error() {} },
      waits: false,
    })
  ).provider
})
afterAll(() => {
  expect(tried.cases).toBeGreaterThanOrEqual(4 * CASES)
})

type Action = (user: TestUser, fixture: ReturnType<typeof billingFixture>) => Promise<unknown>

const pay =
  (card: string): Action =>
  async (user, fixture) =>
    fixture.subscribe(user, card)
const pass =
  (ms: number): Action =>
  (user, fixture) =>
    fixture.pass(user, ms)
const send =
  (path: string): Action =>
  async (user, fixture) =>
    (await fixture.renewed(user)).send('POST', path)

const lifecycles: [name: string, end: string, actions: Action[]][] = [
  ['paid and renewed', 'active', [pay(VISA), pass(MONTH_MS)]],
  ['renewal refused', 'past_due', [pay('pm_card_chargeCustomerFail'), pass(MONTH_MS), pass(DAY_MS)]],
  ['given up', 'canceled', [pay('pm_card_chargeCustomerFail'), pass(MONTH_MS), pass(8 * DAY_MS)]],
  ['canceled', 'canceled', [pay(VISA), send('/api/billing/cancel'), pass(MONTH_MS)]],
]

async function play(actions: Action[]) {
  app.time.now = START
  const user = await app.signUp()
  const fixture = billingFixture(app)
  const steps: Step[] = []
  const seen = new Set<unknown>()
  let customer = ''
  for (const act of actions) {
    await act(user, fixture)
    customer = String((await fixture.snapshot(user))?.customer_id)
    const rows = await app.database.query(
      `select id, payload from test_outbox where payload like $1 order by created_at`,
      [`%${customer}%`],
    )
    const fresh = rows.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    steps.push({
      at: app.time.now,
      said: await provider.listSubscriptions(customer),
      events: fresh.map(({ payload }) => String(payload)),
    })
  }
  return { user, customer, steps }
}

const HANDLED_EVENTS = /"type":"(customer\.subscription\.|invoice\.(paid|payment_failed))/

for (const [name, end, actions] of lifecycles)
  test(`any order, duplication and loss of events ends in the same state: ${name}`, async () => {
    const { user, customer, steps } = await play(actions)
    const events = steps.flatMap((one, step) =>
      one.events.filter((payload) => HANDLED_EVENTS.test(payload)).map((payload) => ({ payload, step })),
    )
    let now = 0
    const moment = () => steps[now]?.at ?? START
    const standIn: PaymentProvider = {
      ...provider,
      listSubscriptions: async (id) => {
        await Promise.resolve()
        return id === customer ? (steps[now]?.said ?? []) : []
      },
      listInvoices: async () => [],
      readEvent: async (payload) => {
        const { id, type, created } = JSON.parse(payload) as { id: string; type: string; created: number }
        return { id, type, createdAt: new Date(created * 1000), customerId: customer }
      },
      customersOfMissedEvents: async () => [],
    }
    const waiting: string[] = []
    const webhookHandler = createWebhookHandler({
      database: app.database,
      clock: moment,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      provider: standIn,
      queue: { enqueue: async (_, __, payload) => void waiting.push((payload as { id: string }).id) },
      lock: createLock(app.database, 4),
      sync: createSync({ provider: standIn, clock: moment, queue: { enqueue: async () => {} } }),
    })
    const hear = async (payloads: string[]) => {
      await Promise.all(payloads.map((payload) => webhookHandler.receive(payload, '', '127.0.0.1')))
      const due = waiting.splice(0)
      await Promise.all([...due, ...due.slice(0, 1)].map((id) => webhookHandler.process(id)))
    }
    const state = async () => {
      const [row] = await app.database.system
        .execute(
          `select subscription_id, status, price_id, current_period_end, cancel_at, ended_at, card from subscriptions where user_id = '${user.id}'`,
        )
        .then(({ rows }) => rows)
      return row
    }
    now = steps.length - 1
    await hear([events.at(-1)?.payload ?? ''])
    const expected = await state()
    expect(expected).toMatchObject({ status: end })

    const fate = fc.array(
      fc.record({ event: fc.nat({ max: events.length - 1 }), late: fc.nat({ max: steps.length }) }),
      {
        minLength: 0,
        maxLength: 6,
      },
    )
    await fc.assert(
      fc.asyncProperty(fate, fc.boolean(), async (fates, isReversed) => {
        tried.cases += 1
        await app.database.system.execute(
          `with gone as (delete from webhook_events where customer_id = '${customer}') update subscriptions set subscription_id = null, status = null, current_period_end = null, cancel_at = null, ended_at = null, card = null, synced_at = '2026-01-01' where user_id = '${user.id}'`,
        )
        const heard = new Set<number>()
        let isNewAtEnd = false
        for (now = 0; now < steps.length; now += 1) {
          const due = fates
            .filter(({ event, late }) => Math.min((events[event]?.step ?? 0) + late, steps.length - 1) === now)
            .map(({ event }) => event)
          if (isReversed) due.reverse()
          isNewAtEnd = now === steps.length - 1 && due.some((event) => !heard.has(event))
          await hear(due.map((event) => events[event]?.payload ?? ''))
          for (const event of due) heard.add(event)
        }
        now = steps.length - 1
        if (!isNewAtEnd) await webhookHandler.reconcile()
        expect(await state()).toEqual(expected)
      }),
      { numRuns: CASES },
    )
  })
