import { ApiError } from '../api/api-error.ts'

export const payment = {
  noSecret: 'Failed to create subscription',
  noCardElement: 'Card element not found',
  failed: 'An error occurred',
}

/** The provider's own words where it refused; what went wrong between us and the server is not the payer's business. */
export function paymentErrorText(error: unknown): string {
  if (error instanceof ApiError) return error.code === 'payment-failed' ? error.reason : payment.noSecret
  return (error instanceof Error && error.message) || payment.failed
}
