import type { Kind, TestRecords, WireInvoice, WireSubscription } from './records.ts'

/** An error in the provider's format. Throwing it rolls back the transaction. */
export class ApiError extends Error {
  readonly status: number
  readonly error: { type: string; message: string; code?: string; param?: string }

  constructor(status: number, error: ApiError['error']) {
    super(error.message)
    this.name = 'ApiError'
    this.status = status
    this.error = error
  }
}

/** A declined card is also an answer rather than an error, so that its changes are committed. */
export type Answer = { status: number; body: object }

export async function respond(work: () => Promise<Answer>): Promise<Response> {
  try {
    const { status, body } = await work()
    return Response.json(body, { status })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return Response.json({ error: error.error }, { status: error.status })
  }
}

export const invalid = (message: string, details: { code?: string; param?: string } = {}) =>
  new ApiError(400, { type: 'invalid_request_error', message, ...details })

export const missing = (kind: string, id: string) =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such ${kind}: '${id}'`,
  })

/** Unknown names are rejected, as they are by the provider. */
export type Parameters = {
  get: (name: string) => string | null
  /** Values of `expand[0]`, `expand[1]`, … or `expand[]`. */
  list: (name: string) => string[]
  /** Returns `metadata[userId]` as `userId`. */
  entries: (name: string) => Record<string, string>
  has: (name: string) => boolean
}

/** In `known`, `[]` stands for any list index and `[*]` for any name. */
export function readParameters(form: URLSearchParams, known: string[]): Parameters {
  for (const name of form.keys())
    if (!known.some((pattern) => pattern === shapeOf(name) || isFree(pattern, name)))
      throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
  return {
    get: (name) => form.get(name) || null,
    has: (name) => form.has(name),
    list: (name) => [...form].filter(([key]) => shapeOf(key) === `${name}[]`).map(([, value]) => value),
    entries: (name) =>
      Object.fromEntries(
        [...form]
          .filter(([key]) => isFree(`${name}[*]`, key))
          .map(([key, value]) => [key.slice(name.length + 1, -1), value]),
      ),
  }
}

const shapeOf = (name: string) => name.replaceAll(/\[\d+\]/g, '[]')

const isFree = (pattern: string, name: string) =>
  pattern.endsWith('[*]') && name.startsWith(pattern.slice(0, -2)) && /^[^[\]]*\[[\w.-]+\]$/.test(name)

const PARTS = ['latest_invoice', 'latest_invoice.confirmation_secret', 'default_payment_method', 'pending_setup_intent']
/** Stored whole, because there is nothing else to expand. */
const DISCOUNTS = 'discounts.source.coupon'

export async function expandSubscription(
  records: TestRecords,
  subscription: WireSubscription,
  expand: string[],
): Promise<object> {
  const unknown = expand.find((part) => ![...PARTS, DISCOUNTS].includes(part))
  if (unknown !== undefined) throw invalid(`This property cannot be expanded (${unknown}).`)
  const invoice = expand.some((part) => part.startsWith('latest_invoice'))
    ? await invoiceWith(records, subscription.latest_invoice, expand.includes(PARTS[1] ?? ''))
    : subscription.latest_invoice
  const expanded = async (part: 'default_payment_method' | 'pending_setup_intent', kind: Kind) =>
    expand.includes(part) && subscription[part] ? records.find(kind, subscription[part]) : subscription[part]
  return {
    ...subscription,
    latest_invoice: invoice,
    discounts: discountsOf(subscription, expand),
    default_payment_method: await expanded('default_payment_method', 'payment_method'),
    pending_setup_intent: await expanded('pending_setup_intent', 'setup_intent'),
  }
}

const discountsOf = ({ discounts }: Pick<WireSubscription, 'discounts'>, expand: string[]) =>
  expand.includes(DISCOUNTS) ? discounts : discounts.map(({ id }) => id)

async function invoiceWith(records: TestRecords, id: string, isSecretAsked: boolean): Promise<object> {
  const invoice = await records.get('invoice', id)
  if (!isSecretAsked || invoice.payment_intent === null) return publicInvoice(invoice)
  const { client_secret } = await records.get('payment_intent', invoice.payment_intent)
  return { ...publicInvoice(invoice), confirmation_secret: { client_secret, type: 'payment_intent' } }
}

export const publicInvoice = (
  invoice: WireInvoice,
): Omit<WireInvoice, 'payment_intent'> & { payment_intent: undefined } => ({
  ...invoice,
  payment_intent: undefined,
})
