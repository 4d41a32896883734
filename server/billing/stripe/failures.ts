import { AppError } from '#domain/errors.ts'
import { CODE_NOT_VALID } from '#domain/billing/checkout.ts'
import { TAX_LOCATION_UNKNOWN } from '#domain/billing/tax.ts'
import type { Clock } from '#domain/time.ts'
import type { Log } from '../../platform/log.ts'

type ProviderError = Error & { type: string; statusCode?: number; code?: string }

const UNAVAILABLE = 'The payment service cannot be reached right now. Please try again in a minute.'

export async function withAppErrors<T>(call: Promise<T>, word: (error: unknown) => unknown = toAppError): Promise<T> {
  try {
    return usable(await call)
  } catch (error) {
    throw word(error)
  }
}

/** A code may exist but not apply: to this customer, this amount, or this currency. */
export const refusedCode = (error: unknown): unknown =>
  isProviderError(error) && error.type === 'StripeInvalidRequestError' && !isAboutTax(error)
    ? new AppError('invalid-input', CODE_NOT_VALID, { cause: error })
    : toAppError(error)

export async function nullIfMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return usable(await call)
  } catch (error) {
    if (isMissing(error)) return null
    throw toAppError(error)
  }
}

/** The SDK accepts any JSON without an `error` field, whatever its status. */
function usable<T>(answer: T): T {
  const status = (answer as { lastResponse?: { statusCode?: number } }).lastResponse?.statusCode ?? 200
  if (status >= 400)
    throw new AppError('unavailable', UNAVAILABLE, { cause: new Error(`the provider answered ${status}`) })
  return answer
}

export function toAppError(error: unknown): unknown {
  if (!isProviderError(error)) return error
  // Only card errors have a message meant for the cardholder.
  if (error.type === 'StripeCardError') return new AppError('payment-failed', error.message, { cause: error })
  if (error.type === 'StripeRateLimitError' || error.statusCode === 429)
    return new AppError('too-many-requests', 'Too many payments at once. Please try again in a minute.', {
      retryAfterSeconds: 60,
      cause: error,
    })
  if (isAboutTax(error)) return new AppError('invalid-input', TAX_LOCATION_UNKNOWN, { cause: error })
  return new AppError('unavailable', UNAVAILABLE, { cause: error, retryAfterSeconds: 30 })
}

const isAboutTax = ({ code }: ProviderError) => code === 'customer_tax_location_invalid'

export const isTaxIdInvalid = (error: unknown) => isProviderError(error) && error.code === 'tax_id_invalid'

/** Failures that the provider replays for the same idempotency key. */
export const isPersistentFailure = (error: unknown) =>
  isProviderError(error) && (error.type === 'StripeIdempotencyError' || (error.statusCode ?? 0) >= 500)

export const isBadSignature = (error: unknown) =>
  isProviderError(error) && error.type === 'StripeSignatureVerificationError'

export function configErrorOf(error: unknown, price: string): string | null {
  if (!isProviderError(error)) return null
  if (error.statusCode === 401 || error.statusCode === 403)
    return `STRIPE_SECRET_KEY: the payment provider refuses this key (${error.statusCode})`
  return isMissing(error) ? `${price}: the payment provider knows no such price under this key (404)` : null
}

const isMissing = (error: unknown) =>
  isProviderError(error) && (error.code === 'resource_missing' || error.statusCode === 404)

const isProviderError = (error: unknown): error is ProviderError =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')

type Send = (url: string, init: RequestInit) => Promise<Response>

/** Timeouts per call, including the retry. Writes get more time, because after a timeout their outcome is unknown. */
const PATIENCE = { readMs: 4000, writeMs: 8000, beforeRetryMs: 250 }
const RETRIES = 1
const FAILURES_TO_OPEN = 5
const OPEN_MS = 10_000

type Needs = { clock: Clock; log: Log; patience?: typeof PATIENCE }

/** A circuit breaker: if the provider hangs, a few users wait for seconds and the rest not at all. */
export function failFast(send: Send, { clock, log, patience = PATIENCE }: Needs): Send {
  let failures = 0
  let openUntil = 0

  function enter(): void {
    if (failures < FAILURES_TO_OPEN) return
    const now = clock().getTime()
    if (now < openUntil) throw new Error('not called: the payment provider has failed repeatedly')
    // The first caller after the pause tests the provider for everyone else.
    openUntil = now + OPEN_MS
  }

  function leave(hasFailed: boolean): void {
    if (!hasFailed) {
      if (failures >= FAILURES_TO_OPEN)
        log.info({ event: 'payments.circuit_closed' }, 'payment provider responds again')
      failures = 0
      return
    }
    failures += 1
    if (failures < FAILURES_TO_OPEN) return
    openUntil = clock().getTime() + OPEN_MS
    if (failures === FAILURES_TO_OPEN)
      log.warn({ event: 'payments.circuit_open' }, 'payment provider keeps failing; calls fail fast')
  }

  async function attempts(url: string, init: RequestInit): Promise<Response> {
    const isRead = (init.method ?? 'GET') === 'GET'
    const signal = AbortSignal.timeout(isRead ? patience.readMs : patience.writeMs)
    for (let left = RETRIES; ; left -= 1) {
      try {
        const response = await whole(await send(url, { ...init, redirect: 'error', signal }))
        if (left === 0 || !isWorthRetrying(response)) return response
      } catch (error) {
        if (left === 0 || signal.aborted) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, patience.beforeRetryMs))
    }
  }

  return async (url, init) => {
    enter()
    try {
      const response = await attempts(url, init)
      leave(response.status >= 500)
      return response
    } catch (error) {
      leave(true)
      throw error
    }
  }
}

/** Reads the whole response, so that the timeout covers the body. */
const whole = async (response: Response) =>
  new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers })

/** Every write carries an idempotency key, so repeating it is safe. */
function isWorthRetrying({ status, headers }: Response): boolean {
  const advice = headers.get('stripe-should-retry')
  if (advice !== null) return advice === 'true'
  return status === 409 || status >= 500
}
