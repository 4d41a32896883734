import { ApiError } from '../../api/api-error.ts'

export const payment = {
  noSecret: 'Failed to create subscription',
  noCardElement: 'Card element not found',
  failed: 'An error occurred',
}

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

export const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.reason || payment.failed : paymentErrorText(error)
