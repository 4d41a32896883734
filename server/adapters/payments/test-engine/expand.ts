import type { Ledger } from './ledger.ts'
import { invalid } from './refusal.ts'
import type { WireInvoice, WireSubscription } from './wire.ts'

const PARTS = [
  'latest_invoice',
  'latest_invoice.confirmation_secret',
  'default_payment_method',
  'pending_setup_intent',
]

/** A subscription with what was asked for in place of the ids; a word that is not known is refused, as the provider does. */
export async function expandSubscription(
  ledger: Ledger,
  subscription: WireSubscription,
  expand: string[],
): Promise<object> {
  const unknown = expand.find((part) => !PARTS.includes(part))
  if (unknown !== undefined) throw invalid(`This property cannot be expanded (${unknown}).`)
  const invoice = expand.some((part) => part.startsWith('latest_invoice'))
    ? await invoiceWith(ledger, subscription.latest_invoice, expand.includes(PARTS[1] ?? ''))
    : subscription.latest_invoice
  const method =
    expand.includes('default_payment_method') && subscription.default_payment_method
      ? await ledger.find('payment_method', subscription.default_payment_method)
      : subscription.default_payment_method
  const setup =
    expand.includes('pending_setup_intent') && subscription.pending_setup_intent
      ? await ledger.find('setup_intent', subscription.pending_setup_intent)
      : subscription.pending_setup_intent
  return {
    ...subscription,
    latest_invoice: invoice,
    default_payment_method: method,
    pending_setup_intent: setup,
  }
}

async function invoiceWith(ledger: Ledger, id: string, isSecretAsked: boolean): Promise<object> {
  const invoice = await ledger.get('invoice', id)
  if (!isSecretAsked || invoice.payment_intent === null) return toldInvoice(invoice)
  const { client_secret } = await ledger.get('payment_intent', invoice.payment_intent)
  return { ...toldInvoice(invoice), confirmation_secret: { client_secret, type: 'payment_intent' } }
}

/** The invoice without what only the engine needs to know. */
export const toldInvoice = (
  invoice: WireInvoice,
): Omit<WireInvoice, 'payment_intent'> & { payment_intent: undefined } => ({
  ...invoice,
  payment_intent: undefined,
})
