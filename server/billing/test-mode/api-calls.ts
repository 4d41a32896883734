import { testOutbox } from '../../platform/database/schema/billing.ts'
import type { Queries } from '../../platform/database/open.ts'
import { eq } from 'drizzle-orm'
import {
  expandSubscription,
  publicInvoice,
  readParameters,
  invalid,
  missing,
  ApiError,
  type Answer,
} from './protocol.ts'
import { newSetupIntent, newCustomer } from './objects.ts'
import { addressIn, addTaxId } from './details.ts'
import { previewOf } from './preview.ts'
import { priceNamed, promotionNamed } from './prices.ts'
import { type TestRecords, listOf, newId } from './records.ts'
import { cardErrorOf, charge, refund } from './payments.ts'
import {
  cancelSubscription,
  CREATE_PARAMETERS,
  createSubscription,
  markUncollectible,
  UPDATE_PARAMETERS,
  updateSubscription,
} from './subscriptions.ts'

type Call = {
  records: TestRecords
  queries: Queries
  id: string
  form: URLSearchParams
  pages: string
}

const ok = (body: object): Answer => ({ status: 200, body })
const LIST = ['limit', 'starting_after', 'expand[]']

/** Reachable only through the SDK in this process. */
const API_CALLS: Record<string, (call: Call) => Promise<Answer>> = {
  'GET /v1/prices/:id': async ({ records, id, form }) => {
    readParameters(form, ['expand[]'])
    return ok(priceNamed(records, id))
  },

  'GET /v1/promotion_codes': async ({ form }) => {
    const promotion = promotionNamed(readParameters(form, [...LIST, 'code', 'active']).get('code') ?? '')
    return ok(listOf(promotion ? [promotion] : [], '/v1/promotion_codes'))
  },

  'POST /v1/invoices/create_preview': async ({ records, form }) => ok(await previewOf(records, form)),

  'POST /v1/customers': async ({ records, form }) => {
    const given = readParameters(form, ['email', 'name', 'metadata[*]'])
    const customer = newCustomer(records.now, given.get('email'), given.entries('metadata'))
    await records.save('customer', customer)
    await records.emit('customer.created', customer)
    return ok(customer)
  },

  'GET /v1/customers': async ({ records, form }) => {
    const given = readParameters(form, [...LIST, 'email'])
    return ok(listOf(await records.all('customer', { email: given.get('email') }), '/v1/customers'))
  },

  'GET /v1/customers/:id': async ({ records, id, form }) => {
    readParameters(form, ['expand[]'])
    return ok(await records.get('customer', id))
  },

  'POST /v1/customers/:id': async ({ records, id, form }) => {
    const given = readParameters(form, [
      'email',
      'name',
      'address',
      'address[*]',
      'tax[validate_location]',
      'invoice_settings[default_payment_method]',
      'metadata[*]',
    ])
    const customer = await records.get('customer', id)
    const method = given.get('invoice_settings[default_payment_method]')
    if (method && (await records.get('payment_method', method)).customer !== id) throw missing('payment_method', method)
    const next = {
      ...customer,
      email: given.get('email') ?? customer.email,
      name: form.get('name') ?? customer.name,
      address: form.get('address') === '' ? null : (addressIn(given.entries('address')) ?? customer.address),
      metadata: { ...customer.metadata, ...given.entries('metadata') },
      invoice_settings: {
        ...customer.invoice_settings,
        default_payment_method: method ?? customer.invoice_settings.default_payment_method,
      },
    }
    await records.save('customer', next)
    await records.emit('customer.updated', next)
    return ok(next)
  },

  'GET /v1/customers/:id/tax_ids': async ({ records, id, form }) => {
    readParameters(form, LIST)
    return ok(listOf(await records.list('tax_id', id), `/v1/customers/${id}/tax_ids`))
  },

  'POST /v1/customers/:id/tax_ids': async ({ records, id, form }) => ok(await addTaxId(records, id, form)),

  'DELETE /v1/tax_ids/:id': async ({ records, id, form }) => {
    readParameters(form, [])
    await records.remove('tax_id', id)
    return ok({ id, object: 'tax_id', deleted: true })
  },

  'DELETE /v1/customers/:id': async ({ records, id, form }) => {
    readParameters(form, [])
    await records.get('customer', id)
    await records.forget(id)
    const gone = { id, object: 'customer', deleted: true }
    await records.emit('customer.deleted', gone)
    return ok(gone)
  },

  'POST /v1/subscriptions': async ({ records, form, pages }) => {
    const given = readParameters(form, CREATE_PARAMETERS)
    const made = await createSubscription(records, given, pages)
    return ok(await expandSubscription(records, made, given.list('expand')))
  },

  'GET /v1/subscriptions': async ({ records, form }) => {
    const given = readParameters(form, [...LIST, 'customer', 'status'])
    if (given.get('status') !== 'all') throw invalid('Only all of them can be listed.', { param: 'status' })
    const customer = await records.get('customer', given.get('customer') ?? '')
    const expand = given.list('expand').map((part) => part.replace(/^data\./, ''))
    const found = []
    for (const one of await records.list('subscription', customer.id))
      found.push(await expandSubscription(records, one, expand))
    return ok(listOf(found, '/v1/subscriptions'))
  },

  'GET /v1/subscriptions/:id': async ({ records, id, form }) => {
    const given = readParameters(form, ['expand[]'])
    return ok(await expandSubscription(records, await records.get('subscription', id), given.list('expand')))
  },

  'POST /v1/subscriptions/:id': async ({ records, id, form, pages }) => {
    const given = readParameters(form, UPDATE_PARAMETERS)
    const next = await updateSubscription(records, id, given, pages)
    return ok(await expandSubscription(records, next, given.list('expand')))
  },

  'DELETE /v1/subscriptions/:id': async ({ records, id, form }) => {
    readParameters(form, [])
    return ok(await cancelSubscription(records, id, { reason: 'cancellation_requested' }))
  },

  'GET /v1/invoices': async ({ records, form }) => {
    const given = readParameters(form, [...LIST, 'customer', 'status'])
    const customer = await records.get('customer', given.get('customer') ?? '')
    const status = given.get('status')
    const found = (await records.list('invoice', customer.id)).filter((one) => !status || one.status === status)
    return ok(listOf(found.slice(0, Number(given.get('limit') ?? 10)).map(publicInvoice), '/v1/invoices'))
  },

  'POST /v1/invoices/:id/pay': async ({ records, id, form }) => {
    const given = readParameters(form, ['payment_method'])
    const invoice = await records.get('invoice', id)
    if (invoice.status !== 'open') throw invalid('Invoice is not open.', { code: 'invoice_not_open' })
    const method = await records.get('payment_method', given.get('payment_method') ?? '')
    if (method.customer !== invoice.customer) throw missing('payment_method', method.id)
    const outcome = await charge(records, invoice, method)
    if (outcome !== true) return { status: 402, body: { error: cardErrorOf(outcome) } }
    return ok(publicInvoice(await records.get('invoice', id)))
  },

  'POST /v1/invoices/:id/void': async ({ records, id, form }) => {
    readParameters(form, [])
    const invoice = await records.get('invoice', id)
    if (invoice.status !== 'open') throw invalid('Invoice is not open.', { code: 'invoice_not_editable' })
    await markUncollectible(records, id, 'void')
    return ok(publicInvoice(await records.get('invoice', id)))
  },

  'GET /v1/credit_notes': async ({ records, form }) => {
    const given = readParameters(form, [...LIST, 'customer'])
    return ok(listOf(await records.list('credit_note', given.get('customer') ?? ''), '/v1/credit_notes'))
  },

  'POST /v1/credit_notes': async ({ records, form }) => {
    const given = readParameters(form, ['invoice', 'amount', 'refund_amount'])
    const invoice = await records.get('invoice', given.get('invoice') ?? '')
    const amount = Number(given.get('amount'))
    if (invoice.status !== 'paid' || amount > invoice.amount_paid - invoice.post_payment_credit_notes_amount)
      throw invalid('The amount is more than what was paid.', { param: 'amount' })
    return ok(await refund(records, invoice, amount))
  },

  'GET /v1/payment_methods': async ({ records, form }) => {
    const given = readParameters(form, [...LIST, 'customer', 'type'])
    const customer = await records.get('customer', given.get('customer') ?? '')
    const found = await records.list('payment_method', customer.id)
    return ok(listOf(found.slice(0, Number(given.get('limit') ?? 10)), '/v1/payment_methods'))
  },

  'POST /v1/setup_intents': async ({ records, form }) => {
    const given = readParameters(form, ['customer', 'allowed_payment_method_types[]', 'usage'])
    const customer = await records.get('customer', given.get('customer') ?? '')
    const setup = newSetupIntent(records.now, customer.id)
    await records.save('setup_intent', setup)
    return ok(setup)
  },

  'GET /v1/setup_intents/:id': async ({ records, id, form }) => {
    readParameters(form, ['expand[]'])
    return ok(await records.get('setup_intent', id))
  },

  'POST /v1/billing_portal/sessions': async ({ records, form, pages }) => {
    const given = readParameters(form, ['customer', 'return_url', 'flow_data[type]'])
    const customer = await records.get('customer', given.get('customer') ?? '')
    const id = newId('bps')
    const returnUrl = given.get('return_url') ?? ''
    await records.save('billing_portal.session', {
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

export function callFor(method: string, path: string) {
  for (const [pattern, run] of Object.entries(API_CALLS)) {
    const [verb = '', shape = ''] = pattern.split(' ')
    const match = new RegExp(`^${shape.replace(':id', '([\\w-]{1,255})')}$`).exec(path)
    if (verb === method && match) return { run, id: match[1] ?? '' }
  }
  throw new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  })
}
