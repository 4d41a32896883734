import { z } from 'zod'
import { PRICE } from '#domain/account/plan.ts'
import type { OfferedPrice } from '#domain/account/price.ts'
import { TEST_PRICE_ID } from '#domain/billing/checkout.ts'
import { listOf, switchOf, webAddress } from './fields.ts'

const key = (prefix: string, pattern: RegExp) =>
  z.string().regex(pattern, `must start with ${prefix} and have no spaces`).optional()

export const PaymentSettings = z.object({
  PAYMENTS: z.enum(['test']).optional().describe('Must be set to use test mode in production'),
  STRIPE_SECRET_KEY: key('sk_ or rk_', /^(sk|rk)_(test|live)_\S+$/).describe(
    'Stripe secret key; all four or none. Without them, payments run in test mode and no money moves',
  ),
  STRIPE_PUBLISHABLE_KEY: key('pk_', /^pk_(test|live)_\S+$/).describe('Stripe publishable key, sent to the browser'),
  STRIPE_WEBHOOK_SECRET: key('whsec_', /^whsec_\S+$/).describe(
    'Signing secret of the webhook endpoint `$PUBLIC_URL/api/webhooks/stripe`',
  ),
  STRIPE_PRICE_ID: key('price_', /^\S+$/).describe('The monthly price of $4.99; checked at startup'),
  PRICES: prices().describe(
    'More prices to offer beside the monthly one: a comma list such as `price_1Abc=49.00 usd/year`; each is checked at startup. In test mode, the ids are free',
  ),
  PROMOTION_CODES: switchOf()
    .default(false)
    .describe(
      'Accept promotion codes of the payment provider; in test mode, those in [operations](operations.md#prices)',
    ),
  TAX: z
    .enum(['off', 'inclusive', 'exclusive'])
    .default('off')
    .describe(
      'Let the payment provider add tax: `inclusive` if prices contain it, `exclusive` if it is added. Asks customers for an address and a tax id',
    ),
  STRIPE_API_BASE: webAddress()
    .optional()
    .describe('A mock of the Stripe API on this machine, for tests; only with a test key'),
})

const PRICE_PATTERN = /^([\w-]{1,255})=(\d{1,9})(?:\.(\d{1,3}))?\s+([a-z]{3})\/(month|year)$/i

function prices() {
  const problem = 'must be a comma list such as price_1Abc=49.00 usd/year'
  return z
    .string()
    .default('')
    .transform((list, context): OfferedPrice[] => {
      const read = listOf(list).map(readPrice)
      const ids = read.map((price) => price?.id)
      if (read.includes(null) || new Set(ids).size < ids.length) context.addIssue({ code: 'custom', message: problem })
      return read.filter((price) => price !== null)
    })
}

function readPrice(entry: string): OfferedPrice | null {
  const [, id = '', whole = '', fraction = '', code = '', interval = ''] = PRICE_PATTERN.exec(entry) ?? []
  if (!id || !Intl.supportedValuesOf('currency').includes(code.toUpperCase())) return null
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  if (fraction.length > digits || Number(`${whole}.${fraction}`) === 0) return null
  return {
    id,
    cents: Number(whole + fraction.padEnd(digits, '0')),
    currency: code.toLowerCase(),
    interval: interval.toLowerCase() === 'year' ? 'year' : 'month',
  }
}

const KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'] as const

type Given = Partial<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string'
const isLive = (value: unknown) => isText(value) && /^[a-z]{2}_live_/.test(value)

function isLoopback(value: unknown): boolean {
  if (!isText(value) || !URL.canParse(value)) return false
  const { hostname } = new URL(value)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

export function paymentRules(given: Given): [boolean, string][] {
  const production = given.NODE_ENV === 'production'
  const hasDeveloperPages = [true, 'on'].includes((given.DEVELOPER_PAGES ?? !production) as boolean | string)
  const missing = KEYS.filter((name) => !given[name])
  const isHalf = missing.length > 0 && missing.length < KEYS.length
  const base = given.STRIPE_API_BASE
  return [
    ...missing.map((name): [boolean, string] => [
      isHalf,
      `${name}: Stripe is only partly configured; set all of ${KEYS.join(', ')}, or none`,
    ]),
    [
      production && missing.length === KEYS.length && !given.PAYMENTS,
      'STRIPE_SECRET_KEY: is required in production (or set PAYMENTS=test)',
    ],
    [Boolean(given.PAYMENTS) && missing.length === 0, 'PAYMENTS: test cannot be combined with STRIPE_SECRET_KEY'],
    [
      missing.length === 0 && isLive(given.STRIPE_SECRET_KEY) !== isLive(given.STRIPE_PUBLISHABLE_KEY),
      'STRIPE_PUBLISHABLE_KEY: must be of the same mode as STRIPE_SECRET_KEY',
    ],
    [
      Boolean(base) && (!isLoopback(base) || isLive(given.STRIPE_SECRET_KEY) || missing.length > 0),
      'STRIPE_API_BASE: only an address on this machine, and only with a test key',
    ],
    [
      isText(given.STRIPE_PRICE_ID) && given.PRICES !== undefined && offersTwice(given),
      'PRICES: names STRIPE_PRICE_ID, which is offered anyway',
    ],
    [isLive(given.STRIPE_SECRET_KEY) && hasDeveloperPages, 'DEVELOPER_PAGES: must be off with live payments'],
  ]
}

/** The rules also see settings that could not be read. */
const offersTwice = ({ PRICES, STRIPE_PRICE_ID }: Given) =>
  Array.isArray(PRICES) && PRICES.some((price: OfferedPrice) => price.id === STRIPE_PRICE_ID)

export function paymentConfig(settings: z.infer<typeof PaymentSettings>) {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_ID: priceId,
    STRIPE_API_BASE: apiBase,
  } = settings
  const offered = (id: string): OfferedPrice[] => [{ id, ...PRICE }, ...settings.PRICES]
  const hasPromotionCodes = settings.PROMOTION_CODES
  const tax = settings.TAX === 'off' ? null : settings.TAX
  if (!secretKey || !publishableKey || !webhookSecret || !priceId)
    return { kind: 'test' as const, prices: offered(TEST_PRICE_ID), hasPromotionCodes, tax }
  return {
    kind: 'stripe' as const,
    prices: offered(priceId),
    hasPromotionCodes,
    tax,
    secretKey,
    publishableKey,
    webhookSecret,
    apiBase: apiBase ? new URL(apiBase) : null,
    isLive: isLive(secretKey),
  }
}
