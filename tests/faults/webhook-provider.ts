import Stripe from 'stripe'
import { randomUUID } from 'node:crypto'
import { openPayments } from '../../server/billing/open-payments.ts'
import { parseConfig } from '../../server/config/config.ts'
import type { TestDatabase } from '../../server/testing/test-database.ts'

const stripe = new Stripe('sk_test_tests')

export type SentEvent = { id: string; payload: string; customer: string }
export type Sender = ReturnType<typeof createSender>

export function createSender(secret: string) {
  const waiting: SentEvent[] = []
  const answered = new Set<string>()

  async function send(url: string, event: SentEvent): Promise<boolean> {
    const { payload } = event
    const response = await fetch(`${url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload, secret }),
      },
      body: payload,
    }).catch(() => null)
    await response?.arrayBuffer().catch(() => {})
    if (response?.status === 200) answered.add(event.id)
    else waiting.push(event)
    return response?.status === 200
  }

  return {
    answered,
    send,
    add: (events: SentEvent[]) => void waiting.push(...events),
    take: (most: number): SentEvent[] => {
      const taken = waiting.splice(0, most)
      return taken.toSorted((a, b) => a.id.localeCompare(b.id))
    },
    isEmpty: () => waiting.length === 0,
  }
}

const MONTH_MS = 31 * 86_400_000
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const HANDLED_EVENTS = /"type":"(customer\.subscription\.|invoice\.(paid|payment_failed))/

export async function openProvider(database: TestDatabase) {
  let ago = 0
  const { provider, test } = await openPayments(parseConfig({}), {
    database,
    clock: () => new Date(Date.now() - ago),
    queue: { enqueue: async () => {} },
    log: quiet,
    waits: false,
  })
  const [row] = await database.query(`select doc ->> 'secret' as secret from test_objects where id = 'webhook_secret'`)

  /** Removes the events so that the product's own test mode doesn't deliver them. */
  const outbox = () => database.query('delete from test_outbox returning id, payload')

  async function subscribe(card: string): Promise<string> {
    const userId = randomUUID()
    const email = `${userId}@example.com`
    await database.query(
      `insert into users (id, email, trial_ends_at, created_at) values ($1, $2, now() - interval '40 days', now() - interval '31 days')`,
      [userId, email],
    )
    const customerId = await provider.ensureCustomer({ userId, email })
    await database.query(`insert into subscriptions (user_id, customer_id, synced_at) values ($1, $2, now())`, [
      userId,
      customerId,
    ])
    const { clientSecret } = await provider.startSubscription({
      userId,
      customerId,
      priceId: provider.prices[0]?.id ?? '',
      promotionId: null,
      attempt: 0,
      firstChargeAt: null,
    })
    const confirmed = await test?.routes.request(`/v1/payment_intents/${clientSecret?.split('_secret_')[0]}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: clientSecret ?? '', payment_method: card }),
    })
    if (!confirmed?.ok) throw new Error('the card was not taken')
    return customerId
  }

  return {
    secret: String(row?.secret),
    said: provider.listSubscriptions,

    async subscribers(cards: string[]): Promise<{ customers: string[]; events: SentEvent[] }> {
      ago = MONTH_MS
      const customers: string[] = []
      for (const card of cards) customers.push(await subscribe(card))
      const begun = await outbox()
      ago = 0
      await test?.advanceTime()
      const events = [...begun, ...(await outbox())].map(({ id, payload }) => ({
        id: String(id),
        payload: String(payload),
        customer: customers.find((customer) => String(payload).includes(customer)) ?? '',
      }))
      return { customers, events: events.filter(({ payload }) => HANDLED_EVENTS.test(payload)) }
    },
  }
}
