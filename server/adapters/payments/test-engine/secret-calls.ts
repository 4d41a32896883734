import { testOutbox } from '../../../database/billing-schema.ts'
import type { Queries } from '../../../database/open.ts'
import { eq } from 'drizzle-orm'
import { expandSubscription, toldInvoice } from './expand.ts'
import { newSetupIntent } from './invoice-objects.ts'
import type { Ledger } from './ledger.ts'
import { newCustomer, TEST_PRICE_ID, thePrice } from './objects.ts'
import { readParameters } from './parameters.ts'
import { cardErrorOf, charge, refund } from './paying.ts'
import { invalid, missing, Refusal } from './refusal.ts'
import {
  cancelSubscription,
  CREATE_PARAMETERS,
  createSubscription,
  giveUpInvoice,
  UPDATE_PARAMETERS,
  updateSubscription,
} from './subscriptions.ts'
import { listOf, newId } from './wire.ts'

export type Call = {
  ledger: Ledger
  queries: Queries
  id: string
  form: URLSearchParams
  /** Where the engine's own pages are: receipts and the portal. */
  pages: string
}
/** A card that is refused is an answer too: what it changed stays changed. */
export type Answer = { status: number; body: object }

const ok = (body: object): Answer => ({ status: 200, body })
const LIST = ['limit', 'starting_after', 'expand[]']

/** What the secret key may ask, by method and path. It is reached through the SDK inside this process and from nowhere else. */
export const SECRET_CALLS: Record<string, (call: Call) => Promise<Answer>> = {
  'GET /v1/prices/:id': async ({ id, form }) => {
    readParameters(form, ['expand[]'])
    if (id !== TEST_PRICE_ID) throw missing('price', id)
    return ok(thePrice)
  },

  'POST /v1/customers': async ({ ledger, form }) => {
    const given = readParameters(form, ['email', 'name', 'metadata[*]'])
    const customer = newCustomer(ledger.now, given.get('email'), given.entries('metadata'))
    await ledger.save('customer', customer)
    await ledger.emit('customer.created', customer)
    return ok(customer)
  },

  'GET /v1/customers': async ({ ledger, form }) => {
    const given = readParameters(form, [...LIST, 'email'])
    return ok(listOf(await ledger.all('customer', { email: given.get('email') }), '/v1/customers'))
  },

  'GET /v1/customers/:id': async ({ ledger, id, form }) => {
    readParameters(form, ['expand[]'])
    return ok(await ledger.get('customer', id))
  },

  'POST /v1/customers/:id': async ({ ledger, id, form }) => {
    const given = readParameters(form, ['email', 'invoice_settings[default_payment_method]', 'metadata[*]'])
    const customer = await ledger.get('customer', id)
    const method = given.get('invoice_settings[default_payment_method]')
    if (method && (await ledger.get('payment_method', method)).customer !== id)
      throw missing('payment_method', method)
    const next = {
      ...customer,
      email: given.get('email') ?? customer.email,
      metadata: { ...customer.metadata, ...given.entries('metadata') },
      invoice_settings: {
        ...customer.invoice_settings,
        default_payment_method: method ?? customer.invoice_settings.default_payment_method,
      },
    }
    await ledger.save('customer', next)
    await ledger.emit('customer.updated', next)
    return ok(next)
  },

  'DELETE /v1/customers/:id': async ({ ledger, id, form }) => {
    readParameters(form, [])
    await ledger.get('customer', id)
    await ledger.forget(id)
    const gone = { id, object: 'customer', deleted: true }
    await ledger.emit('customer.deleted', gone)
    return ok(gone)
  },

  'POST /v1/subscriptions': async ({ ledger, form, pages }) => {
    const given = readParameters(form, CREATE_PARAMETERS)
    const made = await createSubscription(ledger, given, pages)
    return ok(await expandSubscription(ledger, made, given.list('expand')))
  },

  'GET /v1/subscriptions': async ({ ledger, form }) => {
    const given = readParameters(form, [...LIST, 'customer', 'status'])
    if (given.get('status') !== 'all') throw invalid('Only all of them can be listed.', { param: 'status' })
    const customer = await ledger.get('customer', given.get('customer') ?? '')
    const expand = given.list('expand').map((part) => part.replace(/^data\./, ''))
    const found = []
    for (const one of await ledger.list('subscription', customer.id))
      found.push(await expandSubscription(ledger, one, expand))
    return ok(listOf(found, '/v1/subscriptions'))
  },

  'GET /v1/subscriptions/:id': async ({ ledger, id, form }) => {
    const given = readParameters(form, ['expand[]'])
    return ok(await expandSubscription(ledger, await ledger.get('subscription', id), given.list('expand')))
  },

  'POST /v1/subscriptions/:id': async ({ ledger, id, form }) => {
    const given = readParameters(form, UPDATE_PARAMETERS)
    const next = await updateSubscription(ledger, id, given)
    return ok(await expandSubscription(ledger, next, given.list('expand')))
  },

  'DELETE /v1/subscriptions/:id': async ({ ledger, id, form }) => {
    readParameters(form, [])
    return ok(await cancelSubscription(ledger, id, { reason: 'cancellation_requested' }))
  },

  'GET /v1/invoices': async ({ ledger, form }) => {
    const given = readParameters(form, [...LIST, 'customer', 'status'])
    const customer = await ledger.get('customer', given.get('customer') ?? '')
    const status = given.get('status')
    const found = (await ledger.list('invoice', customer.id)).filter(
      (one) => !status || one.status === status,
    )
    return ok(listOf(found.slice(0, Number(given.get('limit') ?? 10)).map(toldInvoice), '/v1/invoices'))
  },

  'POST /v1/invoices/:id/pay': async ({ ledger, id, form }) => {
    const given = readParameters(form, ['payment_method'])
    const invoice = await ledger.get('invoice', id)
    if (invoice.status !== 'open') throw invalid('Invoice is not open.', { code: 'invoice_not_open' })
    const method = await ledger.get('payment_method', given.get('payment_method') ?? '')
    if (method.customer !== invoice.customer) throw missing('payment_method', method.id)
    const outcome = await charge(ledger, invoice, method)
    if (outcome !== true) return { status: 402, body: { error: cardErrorOf(outcome) } }
    return ok(toldInvoice(await ledger.get('invoice', id)))
  },

  'POST /v1/invoices/:id/void': async ({ ledger, id, form }) => {
    readParameters(form, [])
    const invoice = await ledger.get('invoice', id)
    if (invoice.status !== 'open') throw invalid('Invoice is not open.', { code: 'invoice_not_editable' })
    await giveUpInvoice(ledger, id, 'void')
    return ok(toldInvoice(await ledger.get('invoice', id)))
  },

  'POST /v1/credit_notes': async ({ ledger, form }) => {
    const given = readParameters(form, ['invoice', 'amount', 'refund_amount'])
    const invoice = await ledger.get('invoice', given.get('invoice') ?? '')
    const amount = Number(given.get('amount'))
    if (invoice.status !== 'paid' || amount > invoice.amount_paid - invoice.post_payment_credit_notes_amount)
      throw invalid('The amount is more than what was paid.', { param: 'amount' })
    return ok(await refund(ledger, invoice, amount))
  },

  'GET /v1/payment_methods': async ({ ledger, form }) => {
    const given = readParameters(form, [...LIST, 'customer', 'type'])
    const customer = await ledger.get('customer', given.get('customer') ?? '')
    const found = await ledger.list('payment_method', customer.id)
    return ok(listOf(found.slice(0, Number(given.get('limit') ?? 10)), '/v1/payment_methods'))
  },

  'POST /v1/setup_intents': async ({ ledger, form }) => {
    const given = readParameters(form, ['customer', 'allowed_payment_method_types[]', 'usage'])
    const customer = await ledger.get('customer', given.get('customer') ?? '')
    const setup = newSetupIntent(ledger.now, customer.id)
    await ledger.save('setup_intent', setup)
    return ok(setup)
  },

  'GET /v1/setup_intents/:id': async ({ ledger, id, form }) => {
    readParameters(form, ['expand[]'])
    return ok(await ledger.get('setup_intent', id))
  },

  'POST /v1/billing_portal/sessions': async ({ ledger, form, pages }) => {
    const given = readParameters(form, ['customer', 'return_url', 'flow_data[type]'])
    const customer = await ledger.get('customer', given.get('customer') ?? '')
    const id = newId('bps')
    const returnUrl = given.get('return_url') ?? ''
    await ledger.save('billing_portal.session', {
      id,
      object: 'billing_portal.session',
      customer: customer.id,
      return_url: returnUrl,
    })
    return ok({ id, object: 'billing_portal.session', url: `${pages}/portal/${id}`, return_url: returnUrl })
  },

  'GET /v1/events': async ({ queries, form }) => {
    const given = readParameters(form, [...LIST, 'delivery_success'])
    const isDelivered = given.get('delivery_success') !== 'false'
    const rows = await queries
      .select()
      .from(testOutbox)
      .where(eq(testOutbox.isDelivered, isDelivered))
      .limit(Number(given.get('limit') ?? 10))
    return ok(
      listOf(
        rows.map(({ payload }) => JSON.parse(payload) as object),
        '/v1/events',
      ),
    )
  },
}

/** Finds the call for a request, and the id in its path. */
export function callFor(method: string, path: string) {
  for (const [pattern, run] of Object.entries(SECRET_CALLS)) {
    const [verb = '', shape = ''] = pattern.split(' ')
    const match = new RegExp(`^${shape.replace(':id', '([\\w-]{1,255})')}$`).exec(path)
    if (verb === method && match) return { run, id: match[1] ?? '' }
  }
  throw new Refusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  })
}
