import { AppError } from '#domain/errors.ts'

/** What the SDK's errors tell, whichever of its classes they are. */
type ProviderError = { type: string; statusCode?: number; code?: string }

const UNAVAILABLE = 'The payment service cannot be reached right now. Please try again in a minute.'

/** Runs a call to the provider; what it refuses becomes an error of ours, and what it says of itself goes to the operator only. */
export async function asking<T>(call: Promise<T>): Promise<T> {
  try {
    return usable(await call)
  } catch (error) {
    throw troubleOf(error)
  }
}

/** The same, where an answer of "there is no such thing" is an answer. */
export async function askingForOne<T>(call: Promise<T>): Promise<T | null> {
  try {
    return usable(await call)
  } catch (error) {
    if (isMissing(error)) return null
    throw troubleOf(error)
  }
}

/** The SDK takes any JSON without an `error` in it for an answer, whatever status it came with. */
function usable<T>(answer: T): T {
  const status = (answer as { lastResponse?: { statusCode?: number } }).lastResponse?.statusCode ?? 200
  if (status >= 400)
    throw new AppError('unavailable', UNAVAILABLE, { cause: new Error(`the provider answered ${status}`) })
  return answer
}

export function troubleOf(error: unknown): unknown {
  if (!isProviderError(error)) return error
  // Only what is said about a card is meant for its holder.
  if (error.type === 'StripeCardError')
    return new AppError('payment-failed', (error as unknown as Error).message, { cause: error })
  if (error.type === 'StripeRateLimitError' || error.statusCode === 429)
    return new AppError('too-many-requests', 'Too many payments at once. Please try again in a minute.', {
      retryAfterSeconds: 60,
      cause: error,
    })
  return new AppError('unavailable', UNAVAILABLE, { cause: error, retryAfterSeconds: 30 })
}

/** What comes again, however often the same is asked under the same key. */
export const isStuck = (error: unknown) =>
  isProviderError(error) && (error.type === 'StripeIdempotencyError' || (error.statusCode ?? 0) >= 500)

export const isBadSignature = (error: unknown) =>
  isProviderError(error) && error.type === 'StripeSignatureVerificationError'

/** What only an operator can repair, named by the setting that is wrong. */
export function refusalOf(error: unknown): string | null {
  if (!isProviderError(error)) return null
  if (error.statusCode === 401 || error.statusCode === 403)
    return `STRIPE_SECRET_KEY: the payment provider refuses this key (${error.statusCode})`
  return isMissing(error)
    ? 'STRIPE_PRICE_ID: the payment provider knows no such price under this key (404)'
    : null
}

const isMissing = (error: unknown) =>
  isProviderError(error) && (error.code === 'resource_missing' || error.statusCode === 404)

const isProviderError = (error: unknown): error is ProviderError =>
  error instanceof Error &&
  'type' in error &&
  typeof error.type === 'string' &&
  error.type.startsWith('Stripe')
