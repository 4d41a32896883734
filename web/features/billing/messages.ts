import { shortDate } from '#domain/time.ts'
import { ApiError } from '../../api/api-error.ts'
import type { ToastMessage } from '../../ui/overlays/toast.tsx'

export const payment = {
  noSecret: 'Failed to create subscription',
  noCardElement: 'Card element not found',
  failed: 'An error occurred',
}

export const INVOICES_UNKNOWN = 'Your billing history cannot be loaded right now. Please try again in a minute.'

/** The provider's own text where it declined; internal errors are not the payer's business. */
export function paymentErrorText(error: unknown): string {
  if (error instanceof ApiError) {
    const isWorded = error.code === 'payment-failed' || error.code === 'too-many-requests'
    return isWorded ? error.reason : payment.noSecret
  }
  // The browsers' texts for a lost connection differ.
  if (error instanceof TypeError) return payment.failed
  return (error instanceof Error && error.message) || payment.failed
}

export const canceled: ToastMessage = {
  title: 'Subscription canceled',
  description: 'It will not renew.',
}

export const ended: ToastMessage = {
  title: 'Subscription ended',
  description: 'The unpaid invoice is void. You will not be charged again.',
}

export const resumed: ToastMessage = {
  title: 'Subscription resumed',
  description: 'Your subscription continues.',
}

export const cardSaved = (isPaid: boolean): ToastMessage => ({
  title: 'Card updated',
  description: isPaid ? 'The open invoice was paid with it.' : 'It will be used for your next payment.',
})

export const portalFailed = (error: Error): ToastMessage => ({
  title: 'Failed to open the billing page',
  description: reasonOf(error),
  variant: 'destructive',
})

export const codeRedeemed = (endsAt: string | null): ToastMessage => ({
  title: 'Code redeemed',
  description: endsAt ? `Your access is complimentary until ${shortDate(endsAt)}.` : 'Your access is complimentary.',
})

export const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.reason || payment.failed : paymentErrorText(error)
