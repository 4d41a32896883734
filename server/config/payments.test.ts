import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { publicConfigOf } from './public-config.ts'
import { configFaults } from '../testing/config-faults.ts'

const KEYS = {
  STRIPE_SECRET_KEY: ['sk_test_', 'secretsecret'].join(''),
  STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
  STRIPE_WEBHOOK_SECRET: ['whsec_', 'signing12'].join(''),
  STRIPE_PRICE_ID: 'price_1',
}
const LIVE = {
  STRIPE_SECRET_KEY: ['sk_live_', 'secretsecret'].join(''),
  STRIPE_PUBLISHABLE_KEY: ['pk_live_', 'public'].join(''),
}

test('without Stripe settings, payments use the embedded test mode', () => {
  const config = parseConfig({})
  expect(config.payments).toMatchObject({ kind: 'test', hasPromotionCodes: false })
  expect(publicConfigOf(config).payments).toEqual({
    mode: 'test',
    publishableKey: 'pk_test_embedded',
    base: '/test-payments',
  })
})

test('with all Stripe settings, payments use Stripe, and the browser gets only the publishable key', () => {
  const config = parseConfig(KEYS)
  expect(config.payments).toMatchObject({ kind: 'stripe', isLive: false, apiBase: null })
  expect(publicConfigOf(config).payments).toEqual({ mode: 'stripe', publishableKey: 'pk_test_public' })
  expect(JSON.stringify(publicConfigOf(config))).not.toMatch(/secretsecret|whsec/)
})

test('a partial Stripe configuration is refused, and an empty secret counts as unset', () => {
  for (const name of Object.keys(KEYS)) {
    const missing = configFaults({ ...KEYS, [name]: '' })
    expect(missing).toEqual([expect.stringContaining(`${name}: Stripe is only partly configured`)])
    expect(configFaults({ [name]: KEYS[name as keyof typeof KEYS] })).toHaveLength(3)
  }
})

test.each([
  ['a blank secret', { STRIPE_WEBHOOK_SECRET: '   ' }],
  ['a secret with a space', { STRIPE_WEBHOOK_SECRET: 'whsec_signing12 ' }],
  ['a secret with a line break', { STRIPE_WEBHOOK_SECRET: 'whsec_signing12\n' }],
  ['no prefix', { STRIPE_WEBHOOK_SECRET: 'signing12signing12' }],
  ['the keys exchanged', { STRIPE_SECRET_KEY: 'pk_test_public' }],
  ['keys of two modes', { STRIPE_PUBLISHABLE_KEY: ['pk_live_', 'public'].join('') }],
  ['a mock elsewhere', { STRIPE_API_BASE: 'http://192.0.2.1:12111' }],
  ['a mock that only looks local', { STRIPE_API_BASE: 'http://127.0.0.1.example.com' }],
  ['a mock with live keys', { ...LIVE, DEVELOPER_PAGES: 'off', STRIPE_API_BASE: 'http://127.0.0.1:1' }],
  ['developer pages with live payments', { ...LIVE, DEVELOPER_PAGES: 'on' }],
  ['developer pages by default with live payments', LIVE],
  ['test mode and keys', { PAYMENTS: 'test' }],
])('%s is refused, and no value is shown', (_, change) => {
  const found = configFaults({ ...KEYS, ...change })
  expect(found.length).toBeGreaterThan(0)
  expect(found.join()).not.toMatch(/secretsecret|signing12|192\.0\.2\.1/)
})

test.each(['http://127.0.0.1:12111', 'http://localhost:12111', 'http://[::1]:12111'])(
  'a mock at %s is accepted with a test key',
  (base) => {
    expect(parseConfig({ ...KEYS, STRIPE_API_BASE: base }).payments).toMatchObject({ apiBase: new URL(base) })
  },
)

test('a signing secret may have any length, but must have more than its prefix', () => {
  expect(parseConfig({ ...KEYS, STRIPE_WEBHOOK_SECRET: 'whsec_1' }).payments).toMatchObject({
    webhookSecret: 'whsec_1',
  })
  expect(configFaults({ ...KEYS, STRIPE_WEBHOOK_SECRET: 'whsec_' })).toHaveLength(1)
})

test('production requires Stripe settings or PAYMENTS=test', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://tidings.example',
    DATABASE: 'embedded',
    MAIL: 'outbox',
  }
  expect(configFaults(production)).toEqual(['STRIPE_SECRET_KEY: is required in production (or set PAYMENTS=test)'])
  expect(configFaults({ ...production, PAYMENTS: 'test' })).toEqual([])
  expect(configFaults({ ...production, ...KEYS, ...LIVE })).toEqual([])
})

test('PRICES are amounts in the smallest unit, after the plan’s own', () => {
  const { payments } = parseConfig({ PRICES: 'price_a=49.9 usd/year, price_b=750 JPY/month', PROMOTION_CODES: 'on' })
  expect(payments).toMatchObject({
    hasPromotionCodes: true,
    prices: [
      { cents: 499, currency: 'usd', interval: 'month' },
      { id: 'price_a', cents: 4990, currency: 'usd', interval: 'year' },
      { id: 'price_b', cents: 750, currency: 'jpy', interval: 'month' },
    ],
  })
})

test.each([
  'price_a',
  'price_a=49.00 usd',
  'price_a=49.00 usd/week',
  'price_a=0 usd/month',
  'price_a=4.999 usd/month',
  'price_a=4.9 jpy/month',
  'price_a=4.99 zzz/month',
  'price a=4.99 usd/month',
  'price_a=4.99 usd/month, price_a=5.99 usd/month',
])('PRICES: %s is refused', (PRICES) => {
  expect(configFaults({ PRICES })).toEqual(['PRICES: must be a comma list such as price_1Abc=49.00 usd/year'])
})

test('PRICES does not repeat STRIPE_PRICE_ID', () => {
  expect(configFaults({ ...KEYS, PRICES: 'price_1=49 usd/year' })).toEqual([
    'PRICES: names STRIPE_PRICE_ID, which is offered anyway',
  ])
})
