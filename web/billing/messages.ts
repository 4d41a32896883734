import { ApiError } from '../api/api-error.ts'

export const payment = {
  noSecret: 'Failed to create subscription',
  noCardElement: 'Card element not found',
  failed: 'An error occurred',
}

/** The reason in a red alert, without the status that only the API's own text carries. */
export const paymentErrorText = (error: unknown): string =>
  (error instanceof ApiError ? error.reason : error instanceof Error ? error.message : '') || payment.failed
