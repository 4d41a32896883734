import { testCardByToken, testCardOf, type TestCard } from '#domain/billing/test-cards.ts'
import { secondsOf, newId, type WireMethod } from './records.ts'

export type Decline = { code: string; decline_code?: string; message: string }

const DECLINED: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}

const DECLINES: Partial<Record<TestCard['token'], Decline>> = {
  pm_card_visa_chargeDeclined: DECLINED,
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  pm_card_chargeDeclinedExpiredCard: { code: 'expired_card', message: 'Your card has expired.' },
  pm_card_chargeDeclinedIncorrectCvc: {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  pm_card_chargeDeclinedProcessingError: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}
const AUTHENTICATE = new Set<string>([
  'pm_card_authenticationRequiredOnSetup',
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequiredChargeDeclined',
])

export const INCORRECT_NUMBER: Decline = {
  code: 'incorrect_number',
  message: 'Your card number is incorrect.',
}
export const NOT_AUTHENTICATED: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

export type Outcome = 'pays' | 'authenticates' | Decline

export const onSession = (token: string): Outcome =>
  AUTHENTICATE.has(token) ? 'authenticates' : (DECLINES[token as TestCard['token']] ?? 'pays')

export const authenticated = (token: string): Outcome =>
  token === 'pm_card_authenticationRequiredChargeDeclined' ? DECLINED : 'pays'

export function offSession(token: string): Outcome {
  if (token === 'pm_card_authenticationRequired') return 'authenticates'
  if (token === 'pm_card_chargeCustomerFail') return DECLINED
  return DECLINES[token as TestCard['token']] ?? 'pays'
}

/** Looked up by token or, if a form sends one anyway, by card number, which goes no further than this line. */
export const cardNamed = (form: URLSearchParams): TestCard | null =>
  testCardByToken(form.get('payment_method') ?? '') ?? testCardOf(form.get('payment_method_data[card][number]') ?? '')

/** Never includes the card number. */
export const methodOf = (card: TestCard, customer: string, now: Date): WireMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: card.brand,
    checks: null,
    country: 'US',
    display_brand: card.brand,
    exp_month: 12,
    exp_year: now.getUTCFullYear() + 4,
    funding: 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: null,
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: secondsOf(now),
  customer,
  customer_account: null,
  livemode: false,
  metadata: { test_card: card.token },
  type: 'card',
})
