import { Hono } from 'hono'
import type Stripe from 'stripe'
import { AppError } from '#domain/errors.ts'
import { ConfigError, type Config } from '../config/config.ts'
import type { Database } from '../platform/database/open.ts'
import { type PaymentProvider, lazyProvider } from './payment-provider.ts'
import type { Clock } from '#domain/time.ts'
import { describeError, type Log } from '../platform/log.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { createWebhookDelivery, type Delivery, type Post } from './test-mode/webhook-delivery.ts'
import { failFast } from './stripe/failures.ts'
import { stripeReading, type StripeSettings } from './stripe/provider.ts'
import { stripeChanges } from './stripe/changes.ts'
import { stripeDetails } from './stripe/details.ts'
import { stripeOffers } from './stripe/offers.ts'
import { browserCalls } from './test-mode/browser-calls.ts'
import { createTestEngine } from './test-mode/engine.ts'
import { API_VERSION } from './test-mode/objects.ts'
import { testPages } from './test-mode/pages.ts'

const TEST_PATH = '/test-payments'
/** `failFast` handles timeouts and retries, so this timeout is never reached. */
const CALL = { timeout: 10_000, maxNetworkRetries: 0, telemetry: false }

export type Payments = {
  provider: PaymentProvider
  test: {
    routes: Hono
    advanceTime: () => Promise<void>
    deliver: () => Promise<void>
    stop: () => void
  } | null
}

export type PaymentChoices = {
  webhooks?: { post?: Post; arrange?: (batch: Delivery[]) => Delivery[] }
  /** False if the clock only moves by hand, as in tests. */
  waits: boolean
}

type Needs = PaymentChoices & { database: Database; clock: Clock; queue: Queue; log: Log }

export async function openPayments(config: Config, needs: Needs): Promise<Payments> {
  const { payments } = config
  if (payments.kind === 'test') return openTestMode(config, needs)
  const { apiBase, secretKey, ...rest } = payments
  const send = failFast(fetch, needs)
  const stripe = await openSdk(secretKey, send, apiBase ? addressOf(apiBase) : {})
  const provider = stripeProvider(stripe, {
    ...rest,
    clock: needs.clock,
  })
  await checkAtStart(provider, { log: needs.log, isMock: apiBase !== null })
  return { provider, test: null }
}

const CHECK_AGAIN_MS = 60_000

/** Aborts startup with one line for the operator, so that customers aren't the first to notice. */
class PaymentsRefused extends ConfigError {
  constructor(fault: string) {
    super([fault])
    this.message = fault
  }
}

/** If the provider is down, startup continues and the check is repeated until it responds. */
async function checkAtStart(provider: PaymentProvider, { log, isMock }: { log: Log; isMock: boolean }): Promise<void> {
  const check = async () => {
    const found = await provider.checkPrice()
    if (found && (found.isRefused || !isMock)) throw new PaymentsRefused(found.fault)
    if (found) log.warn({ because: found.fault }, 'configured price differs from the displayed price')
  }
  const checkLater = () =>
    setTimeout(() => {
      check().catch((error: unknown) => {
        if (!(error instanceof PaymentsRefused)) return checkLater()
        log.error(
          { event: 'payments.refused', err: describeError(error) },
          'payment provider rejects the configuration',
        )
      })
    }, CHECK_AGAIN_MS).unref()
  await check().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    log.warn({ err: describeError(error) }, 'payment provider does not respond; checking again every minute')
    checkLater()
  })
}

async function openTestMode(config: Config, needs: Needs): Promise<Payments> {
  const { database, clock, queue, log, webhooks = {}, waits } = needs
  const { prices, tax } = config.payments
  const pages = config.http.publicUrl + TEST_PATH
  const engine = createTestEngine({ database, clock, queue, pages, prices, tax, apiVersion: API_VERSION })
  let opened: Promise<Stripe> | undefined
  const sdk = () => (opened ??= openSdk('sk_test_embedded', (url, init) => engine.fetch(new Request(url, init))))
  const secret = await engine.webhookSecret()
  const delivery = createWebhookDelivery({
    database,
    clock,
    log,
    url: `${ownAddress(config)}/api/webhooks/stripe`,
    sign: async (payload, timestamp) => (await sdk()).webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    post: webhooks.post ?? fetch,
    ...(webhooks.arrange ? { arrange: webhooks.arrange } : {}),
    ...(waits ? { pause } : {}),
  })
  return {
    provider: lazyProvider(prices, async () =>
      stripeProvider(await sdk(), {
        prices,
        tax,
        webhookSecret: secret,
        isLive: false,
        clock,
      }),
    ),
    test: {
      routes: new Hono().route('/', browserCalls(engine)).route('/', testPages(engine)),
      advanceTime: async () => {
        await engine.advanceTime()
        await delivery.cleanUp()
      },
      deliver: delivery.run,
      stop: delivery.stop,
    },
  }
}

const stripeProvider = (sdk: Stripe, settings: StripeSettings): PaymentProvider => ({
  ...stripeReading(sdk, settings),
  ...stripeChanges(sdk),
  ...stripeOffers(sdk, settings),
  ...stripeDetails(sdk),
})

/** The SDK is large, so it is loaded only when needed. */
async function openSdk(
  secretKey: string,
  send: Post,
  address: Partial<ReturnType<typeof addressOf>> = {},
): Promise<Stripe> {
  const { default: Sdk } = await import('stripe')
  const httpClient = Sdk.createFetchHttpClient((url, init) => send(String(url), init ?? {}))
  return new Sdk(secretKey, { ...CALL, ...address, httpClient })
}

export const addressOf = (base: URL) => ({
  host: base.hostname,
  port: base.port || (base.protocol === 'https:' ? '443' : '80'),
  protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
})

function ownAddress({ role, http }: Config): string {
  if (role === 'worker' || http.port === 0) return http.publicUrl
  const host = ['0.0.0.0', '::', ''].includes(http.host) ? '127.0.0.1' : http.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${http.port}`
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
