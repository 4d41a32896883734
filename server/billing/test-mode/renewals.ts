import { type TestRecords, secondsOf, type WireSubscription } from './records.ts'
import { invoiceFor } from './invoicing.ts'
import { monthsAfter, monthsOf } from './prices.ts'
import { change, charge } from './payments.ts'
import { cancelSubscription, expireSubscription, INCOMPLETE_HOURS } from './subscriptions.ts'

/** When a declined payment is retried, in days after the first decline. */
const RETRY_DAYS = [1, 3, 5, 7]

const DAY_SECONDS = 86_400

function dueAt(subscription: WireSubscription, nextAttempt: number | null): number | null {
  const [item] = subscription.items.data
  if (subscription.ended_at !== null || !item) return null
  if (subscription.status === 'incomplete') return subscription.created + INCOMPLETE_HOURS * 3600
  if (subscription.status === 'past_due' && nextAttempt !== null) return Math.min(nextAttempt, item.current_period_end)
  return item.current_period_end
}

/** Every event happens at its own due time, even after months of downtime. */
export async function advanceTime(records: TestRecords, subscription: WireSubscription, pages: string): Promise<void> {
  let current = subscription
  for (;;) {
    const invoice = await records.get('invoice', current.latest_invoice)
    const due = dueAt(current, invoice.status === 'open' ? invoice.next_payment_attempt : null)
    if (due === null || due > secondsOf(records.now)) return
    await happen(records, current, new Date(due * 1000), pages)
    current = await records.get('subscription', current.id)
  }
}

async function happen(records: TestRecords, subscription: WireSubscription, at: Date, pages: string): Promise<void> {
  if (subscription.status === 'incomplete') return expireSubscription(records, subscription)
  const [item] = subscription.items.data
  if (item && secondsOf(at) < item.current_period_end) return retry(records, subscription, at)
  const isEnding = subscription.cancel_at !== null && subscription.cancel_at <= secondsOf(at)
  const lacksCard = subscription.status === 'trialing' && !subscription.default_payment_method
  if (isEnding || lacksCard || subscription.status === 'past_due') {
    const reason = isEnding ? 'cancellation_requested' : 'payment_failed'
    await cancelSubscription(records, subscription.id, { reason, at })
    return
  }
  await renew(records, subscription, at, pages)
}

async function renew(records: TestRecords, subscription: WireSubscription, at: Date, pages: string): Promise<void> {
  const anchor = new Date(subscription.billing_cycle_anchor * 1000)
  const [item] = subscription.items.data
  if (!item) return
  const step = monthsOf(item.price)
  const months = (Math.floor(monthsBetween(anchor, at) / step) + 1) * step
  const rolled: WireSubscription = {
    ...subscription,
    status: 'active',
    items: {
      ...subscription.items,
      data: [
        {
          ...item,
          current_period_start: item.current_period_end,
          current_period_end: secondsOf(monthsAfter(anchor, months)),
        },
      ],
    },
  }
  const invoiced = await invoiceFor(records, rolled, 'subscription_cycle', pages, at)
  await change(records, invoiced, subscription, at)
  await attempt(records, invoiced, at, 0)
}

async function retry(records: TestRecords, subscription: WireSubscription, at: Date): Promise<void> {
  const invoice = await records.get('invoice', subscription.latest_invoice)
  const days = Math.round((secondsOf(at) - invoice.created) / DAY_SECONDS)
  await attempt(records, subscription, at, RETRY_DAYS.indexOf(days) + 1)
}

async function attempt(records: TestRecords, subscription: WireSubscription, at: Date, tried: number) {
  const invoice = await records.get('invoice', subscription.latest_invoice)
  // Discounts or credit paid for it.
  if (invoice.status === 'paid') return
  const method = subscription.default_payment_method
    ? await records.find('payment_method', subscription.default_payment_method)
    : null
  if ((await charge(records, invoice, method, at)) === true) return
  const nextDay = RETRY_DAYS[tried]
  if (nextDay === undefined) {
    await cancelSubscription(records, subscription.id, { reason: 'payment_failed', at })
    return
  }
  const failed = await records.get('invoice', invoice.id)
  await records.save('invoice', {
    ...failed,
    next_payment_attempt: invoice.created + nextDay * DAY_SECONDS,
  })
  if (subscription.status !== 'past_due')
    await change(records, { ...subscription, status: 'past_due' }, subscription, at)
}

const monthsBetween = (anchor: Date, at: Date) =>
  (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth()
