import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { stateOf } from '#domain/billing/subscriptions.ts'
import { toEvent, toInvoice, toSnapshot } from './snapshot.ts'

const START = 1_772_366_400
const END = START + 31 * 86_400

const subscription = (change: object = {}) =>
  ({
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    created: START,
    ended_at: null,
    cancel_at: null,
    cancel_at_period_end: false,
    metadata: {},
    items: { data: [{ current_period_start: START, current_period_end: END, price: { id: 'price_1' } }] },
    latest_invoice: { status: 'paid' },
    default_payment_method: null,
    ...change,
  }) as unknown as Stripe.Subscription

const at = (seconds: number) => new Date(seconds * 1000)

test.each<[object, Date]>([
  [{}, at(END)],
  [{ latest_invoice: 'in_1' }, at(END)],
  [{ status: 'past_due', latest_invoice: { status: 'open' } }, at(START)],
  [{ status: 'past_due', latest_invoice: { status: 'open', created: START } }, at(START)],
  [{ status: 'past_due', latest_invoice: { status: 'open', created: END } }, at(END)],
  [{ latest_invoice: { status: 'draft', created: END + 1 } }, at(END)],
  [{ status: 'past_due', latest_invoice: 'in_1' }, at(START)],
  [{ status: 'canceled', ended_at: END - 5, latest_invoice: { status: 'uncollectible' } }, at(START)],
  [{ status: 'canceled', ended_at: START + 5 }, at(END)],
  [{ status: 'canceled', ended_at: START + 5, metadata: { forfeited: 'yes' } }, at(START + 5)],
])('a subscription with %j is paid until %s', (change, until) => {
  expect(toSnapshot(subscription(change)).currentPeriodEnd).toEqual(until)
})

test.each<[object, Date | null]>([
  [{}, null],
  [{ cancel_at_period_end: true }, at(END)],
  [{ cancel_at: END - 86_400 }, at(END - 86_400)],
  [{ cancel_at: END - 86_400, cancel_at_period_end: true }, at(END - 86_400)],
  [{ status: 'canceled', cancel_at: END, ended_at: END }, null],
])('a subscription with %j ends at %s', (change, end) => {
  expect(toSnapshot(subscription(change)).cancelAt).toEqual(end)
})

test('the secret is returned only while its invoice is open', () => {
  const secret = { client_secret: 'pi_1_secret_2', type: 'payment_intent' }
  const secretOf = (status: string) =>
    toSnapshot(subscription({ latest_invoice: { status, confirmation_secret: secret } })).clientSecret
  expect([secretOf('open'), secretOf('paid'), secretOf('void')]).toEqual(['pi_1_secret_2', null, null])
})

test.each(['', 'hibernating', 'ACTIVE', '__proto__'])('status %j is treated as unknown', (status) => {
  expect(stateOf(status)).toBe('unknown')
})

test('drafts are not listed as invoices', () => {
  expect(toInvoice({ status: 'draft' } as Stripe.Invoice)).toBeNull()
})

test.each<[object, string | null]>([
  [{ object: 'customer', id: 'cus_1' }, 'cus_1'],
  [{ object: 'invoice', customer: 'cus_1' }, 'cus_1'],
  [{ object: 'invoice', customer: { id: 'cus_1' } }, 'cus_1'],
  [{ object: 'invoice', customer: null }, null],
  [{ object: 'balance' }, null],
])('an event about %j belongs to customer %s', (object, customerId) => {
  const event = { id: 'evt_1', type: 'x', created: START, data: { object } } as unknown as Stripe.Event
  expect(toEvent(event)).toEqual({ id: 'evt_1', type: 'x', createdAt: at(START), customerId })
})

test.each<[string, object]>([
  ['an id that is a number', { id: 7 }],
  ['an id with a zero byte', { id: 'evt_\u0000' }],
  ['no id', { id: undefined }],
  ['a type that is a list', { type: ['x'] }],
  ['a moment that is a text', { created: 'yesterday' }],
  ['a moment beyond any calendar', { created: 1e300 }],
  ['no data', { data: undefined }],
  ['data that is a text', { data: 'x' }],
  ['an object that is nothing', { data: { object: null } }],
  ['a customer that is a number', { data: { object: { object: 'invoice', customer: 7 } } }],
  ['a customer without an id', { data: { object: { object: 'customer', id: {} } } }],
])('an event with %s is rejected', (_, wrong) => {
  const event = { id: 'evt_1', type: 'x', created: START, data: { object: { object: 'invoice' } } }
  expect(toEvent(event)).not.toBeNull()
  expect(toEvent({ ...event, ...wrong })).toBeNull()
})
