/** The form sends only the token, so that not even a real card typed by mistake leaves the page. */
export const TEST_CARDS = [
  { number: '4242424242424242', token: 'pm_card_visa', brand: 'visa', plays: 'Pays' },
  { number: '5555555555554444', token: 'pm_card_mastercard', brand: 'mastercard', plays: 'Pays' },
  { number: '378282246310005', token: 'pm_card_amex', brand: 'amex', plays: 'Pays' },
  { number: '4000000000000002', token: 'pm_card_visa_chargeDeclined', brand: 'visa', plays: 'Is declined' },
  {
    number: '4000000000009995',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    plays: 'Has insufficient funds',
  },
  {
    number: '4000000000000069',
    token: 'pm_card_chargeDeclinedExpiredCard',
    brand: 'visa',
    plays: 'Has expired',
  },
  {
    number: '4000000000000127',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
    brand: 'visa',
    plays: 'Incorrect CVC',
  },
  {
    number: '4000000000000119',
    token: 'pm_card_chargeDeclinedProcessingError',
    brand: 'visa',
    plays: 'Processing error',
  },
  {
    number: '4000002500003155',
    token: 'pm_card_authenticationRequiredOnSetup',
    brand: 'visa',
    plays: 'Asks for 3-D Secure, then pays',
  },
  {
    number: '4000002760003184',
    token: 'pm_card_authenticationRequired',
    brand: 'visa',
    plays: 'Asks for 3-D Secure at every payment',
  },
  {
    number: '4000008400001629',
    token: 'pm_card_authenticationRequiredChargeDeclined',
    brand: 'visa',
    plays: 'Asks for 3-D Secure, then is declined',
  },
  {
    number: '4000000000000341',
    token: 'pm_card_chargeCustomerFail',
    brand: 'visa',
    plays: 'Pays now, fails at renewal',
  },
] as const

export type TestCard = (typeof TEST_CARDS)[number]

export const testCardOf = (number: string): TestCard | null =>
  TEST_CARDS.find((card) => card.number === number.replaceAll(/[\s-]/g, '')) ?? null

export const testCardByToken = (token: string): TestCard | null =>
  TEST_CARDS.find((card) => card.token === token) ?? null
