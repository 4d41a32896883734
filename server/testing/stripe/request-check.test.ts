import { expect, test } from 'vitest'
import { checkRequest } from './request-check.ts'

function problemsOf(call: string, form: Record<string, string>): string[] {
  const [method = '', pathname = ''] = call.split(' ')
  const encoded = new URLSearchParams(form).toString()
  const [query, body] = method === 'POST' ? ['', encoded] : [encoded, '']
  return checkRequest({ method, pathname, query, body }).problems.map(({ message }) => message)
}

const SUBSCRIPTION = {
  customer: 'cus_1',
  'items[0][price]': 'price_1',
  payment_behavior: 'default_incomplete',
  'payment_settings[save_default_payment_method]': 'on_subscription',
  'payment_settings[payment_method_types][0]': 'card',
  'metadata[userId]': 'u',
  'expand[0]': 'latest_invoice.confirmation_secret',
  'expand[1]': 'default_payment_method',
}

test.each<[call: string, form: Record<string, string>]>([
  ['POST /v1/subscriptions', SUBSCRIPTION],
  ['POST /v1/subscriptions', { customer: 'cus_1', trial_end: 'now', cancel_at: '1900000000' }],
  ['POST /v1/subscriptions/sub_1', { metadata: '', description: '', 'items[0][deleted]': 'true' }],
  ['POST /v1/subscriptions/sub_1', { 'metadata[forfeited]': '' }],
  ['GET /v1/subscriptions', { status: 'all', limit: '100', 'expand[]': 'data.latest_invoice.payments' }],
  ['GET /v1/subscriptions', { 'created[gte]': '1900000000', 'expand[0]': 'data.items.data.discounts' }],
  ['GET /v1/customers/cus_1', { 'expand[0]': 'invoice_settings.default_payment_method' }],
  ['GET /v1/customers/search', { query: "email:'a@example.com'" }],
  ['DELETE /v1/subscriptions/sub_1', {}],
  ['POST /v1/billing_portal/sessions', { customer: 'cus_1', 'flow_data[type]': 'payment_method_update' }],
  ['POST /v1/prices', { currency: 'usd', unit_amount_decimal: '499.5' }],
])('a valid request passes: %s %o', (call, form) => {
  expect(problemsOf(call, form)).toEqual([])
})

test.each<[what: string, call: string, form: Record<string, string>, reason: RegExp]>([
  [
    'a misspelt word, which the compiler takes',
    'POST /v1/subscriptions',
    { ...SUBSCRIPTION, payment_behavior: 'default_incomplet' },
    /^Invalid payment_behavior: must be 'allow_incomplete', 'default_incomplete', /,
  ],
  [
    'a misspelt word in an array',
    'POST /v1/subscriptions',
    { ...SUBSCRIPTION, 'payment_settings[payment_method_types][0]': 'cards' },
    /^Invalid payment_settings\[payment_method_types\]\[0\]: must be .*'card', /,
  ],
  [
    'a parameter that this version has no more',
    'POST /v1/setup_intents',
    { customer: 'cus_1', 'payment_method_types[0]': 'card' },
    /^Received unknown parameter: payment_method_types$/,
  ],
  ['one that never was', 'POST /v1/customers', { mail: 'a' }, /^Received unknown parameter: mail$/],
  [
    'one that never was, further in',
    'POST /v1/customers/cus_1',
    { 'invoice_settings[default_card]': 'pm_1' },
    /^Received unknown parameter: invoice_settings\[default_card\]$/,
  ],
  [
    'no customer',
    'POST /v1/subscriptions',
    { 'items[0][price]': 'price_1' },
    /^Missing required param: customer or customer_account\.$/,
  ],
  ['nothing of what is required', 'POST /v1/prices', {}, /^Missing required param: currency\.$/],
  [
    'a part without what it requires',
    'POST /v1/billing_portal/sessions',
    { customer: 'cus_1', 'flow_data[after_completion][type]': 'portal_homepage' },
    /^Missing required param: flow_data\[type\]\.$/,
  ],
  [
    'an expansion of what is not there anymore',
    'POST /v1/subscriptions',
    { ...SUBSCRIPTION, 'expand[0]': 'latest_invoice.payment_intent' },
    /^This property cannot be expanded \(latest_invoice\.payment_intent\)\.$/,
  ],
  [
    'an expansion of what is not a reference',
    'GET /v1/subscriptions/sub_1',
    { 'expand[0]': 'latest_invoice.status' },
    /cannot be expanded \(latest_invoice\.status\)/,
  ],
  [
    'an expansion of what is included anyway',
    'GET /v1/customers/cus_1',
    { 'expand[0]': 'address' },
    /cannot be expanded \(address\)/,
  ],
  [
    'an expansion in a list that does not begin with data',
    'GET /v1/subscriptions',
    { 'expand[0]': 'latest_invoice' },
    /cannot be expanded \(latest_invoice\)/,
  ],
  [
    'an expansion with data where there is no list',
    'GET /v1/subscriptions/sub_1',
    { 'expand[0]': 'data.latest_invoice' },
    /cannot be expanded \(data\.latest_invoice\)/,
  ],
  [
    'an expansion that goes too deep',
    'GET /v1/subscriptions',
    { 'expand[0]': 'data.latest_invoice.customer.invoice_settings.default_payment_method' },
    /cannot be expanded/,
  ],
  [
    'yes for true',
    'POST /v1/subscriptions/sub_1',
    { cancel_at_period_end: 'yes' },
    /^Invalid cancel_at_period_end: must be boolean$/,
  ],
  ['a text for a number', 'GET /v1/invoices', { limit: 'many' }, /^Invalid limit: must be number$/],
  ['a number out of range', 'GET /v1/invoices', { limit: '101' }, /^Invalid limit: must be between 1 and 100$/],
  [
    'an empty text for what cannot be unset',
    'POST /v1/billing_portal/sessions',
    { customer: '' },
    /^Invalid customer: must be string$/,
  ],
  [
    'a text for an object',
    'POST /v1/subscriptions',
    { ...SUBSCRIPTION, trial_settings: 'on' },
    /^Invalid trial_settings: must be an object$/,
  ],
  [
    'a text for an array',
    'POST /v1/setup_intents',
    { allowed_payment_method_types: 'card' },
    /^Invalid allowed_payment_method_types: must be an array$/,
  ],
  [
    'an object for an array',
    'POST /v1/subscriptions',
    { customer: 'cus_1', 'items[price]': 'price_1' },
    /^Invalid items: must be an array$/,
  ],
  ['an object for a text', 'POST /v1/subscriptions', { 'customer[id]': 'cus_1' }, /^Invalid customer: must be string$/],
  [
    'metadata in layers',
    'POST /v1/customers',
    { 'metadata[user][id]': 'u' },
    /^Invalid metadata\[user\]: must be string, number, null$/,
  ],
  ['a call that there is not', 'POST /v1/subscribers', {}, /^Unrecognized request URL/],
  ['a call by another method', 'PUT /v1/customers/cus_1', {}, /^Unrecognized request URL/],
  ['a name that cannot be read', 'POST /v1/customers', { 'metadata[': 'u' }, /is not the name of a parameter$/],
])('%s is refused: %s %o', (_what, call, form, reason) => {
  const problems = problemsOf(call, form)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(reason)
})

test('a repeated or misplaced parameter is rejected', () => {
  const at = { method: 'POST', pathname: '/v1/customers', query: '', body: '' }
  const reason = (sent: Partial<typeof at>) => checkRequest({ ...at, ...sent }).problems[0]?.message
  expect(reason({ body: 'email=a&email=b' })).toBe('"email" is given twice')
  expect(reason({ query: 'email=a' })).toBe('The parameters of a POST are not there: email=a')
  expect(reason({ method: 'GET', body: 'email=a' })).toBe('The parameters of a GET are not there: email=a')
})
