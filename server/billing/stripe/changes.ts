import type Stripe from 'stripe'
import { AppError } from '#domain/errors.ts'
import { isEnded, stateOf } from '#domain/billing/subscriptions.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { idOf, isRefunded } from './snapshot.ts'
import { withAppErrors, nullIfMissing } from './failures.ts'

export function stripeChanges(stripe: Stripe) {
  /** The cancel button sets a flag, and the provider's pages set a date; each has to be cleared separately. */
  async function setCancelAtPeriodEnd(id: string, isOn: boolean) {
    const marked = isOn ? null : await withAppErrors(stripe.subscriptions.retrieve(id))
    const hasDate = marked?.cancel_at_period_end === false && marked.cancel_at !== null
    await withAppErrors(stripe.subscriptions.update(id, hasDate ? { cancel_at: '' } : { cancel_at_period_end: isOn }))
  }

  /** Also voids an open invoice, which the provider would leave payable. Each step is idempotent. */
  async function cancelNow(id: string, { forfeit } = { forfeit: false }) {
    const found = await nullIfMissing(stripe.subscriptions.retrieve(id))
    if (!found) return
    if (forfeit) await withAppErrors(stripe.subscriptions.update(id, { metadata: { forfeited: 'yes' } }))
    if (!isEnded(stateOf(found.status))) await nullIfMissing(stripe.subscriptions.cancel(id))
    // Read only now, because canceling an incomplete subscription voids its invoice.
    const ended = await nullIfMissing(stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }))
    const invoice = ended?.latest_invoice
    if (invoice && typeof invoice !== 'string' && invoice.status === 'open')
      await withAppErrors(stripe.invoices.voidInvoice(invoice.id))
  }

  /** Also sets the card on the customer, so that the next subscription uses it. */
  async function useCard({ customerId, subscriptionId, setupIntentId }: Parameters<PaymentProvider['useCard']>[0]) {
    const setup = await nullIfMissing(stripe.setupIntents.retrieve(setupIntentId))
    const method = typeof setup?.payment_method === 'string' ? setup.payment_method : setup?.payment_method?.id
    if (!setup || setup.customer !== customerId) throw new AppError('not-found', 'No such card set-up')
    if (setup.status !== 'succeeded' || !method)
      throw new AppError('payment-failed', 'The card could not be saved. Please try again.')
    await withAppErrors(stripe.customers.update(customerId, { invoice_settings: { default_payment_method: method } }))
    if (!subscriptionId) return
    const subscription = await withAppErrors(
      stripe.subscriptions.update(subscriptionId, {
        default_payment_method: method,
        expand: ['latest_invoice'],
      }),
    )
    const invoice = subscription.latest_invoice
    if (invoice && typeof invoice !== 'string' && invoice.status === 'open')
      await withAppErrors(stripe.invoices.pay(invoice.id, { payment_method: method }))
  }

  async function adoptCard({ id, customerId }: Parameters<PaymentProvider['adoptCard']>[0]) {
    const cards = await withAppErrors(stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: 1 }))
    const [card] = cards.data
    if (card) await withAppErrors(stripe.subscriptions.update(id, { default_payment_method: card.id }))
  }

  async function refundLastPayment(customer: string) {
    const found = await nullIfMissing(stripe.invoices.list({ customer, status: 'paid', limit: 24 }))
    const invoice = found?.data.find((one) => one.amount_paid > 0 && idOf(one.customer) === customer)
    if (!invoice || isRefunded(invoice)) return null
    const { id: invoiceId, amount_paid: amountCents, currency } = invoice
    // With a credit note, the invoice itself shows the refund.
    await withAppErrors(
      stripe.creditNotes.create(
        { invoice: invoiceId, amount: amountCents, refund_amount: amountCents },
        { idempotencyKey: `refund:${invoiceId}` },
      ),
    )
    return { invoiceId, amountCents, currency }
  }

  return { setCancelAtPeriodEnd, cancelNow, useCard, adoptCard, refundLastPayment }
}
