import { ApiError } from '../../api/api-error.ts'
import { NetworkError } from '../../api/network-error.ts'

export const payment = {
  noSecret: 'Failed to create subscription',
  noCardElement: 'Card element not found',
  failed: 'An error occurred',
}

/** Shows the provider's own message for a declined payment, but hides internal errors. */
export function paymentErrorText(error: unknown): string {
  if (error instanceof ApiError) {
    const isWorded = error.code === 'payment-failed' || error.code === 'too-many-requests'
    return isWorded ? error.reason : payment.noSecret
  }
  // A programming error has no text for users.
  if (error instanceof NetworkError || error instanceof TypeError) return payment.failed
  return (error instanceof Error && error.message) || payment.failed
}

export const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.reason || payment.failed : paymentErrorText(error)
