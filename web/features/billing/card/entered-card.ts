import { testCardOf, type TestCard } from '#domain/billing/test-cards.ts'
import type { TestIntent } from '#domain/billing/subscriptions.ts'
import { intentOf, type Confirmation } from './card-field.tsx'

export type EnteredCard = { number: string; expiry: string; code: string }

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
const isAmex = (digits: string) => /^3[47]/.test(digits)
const numberLength = (digits: string) => (isAmex(digits) ? 15 : 16)
const codeLength = (digits: string) => (isAmex(digits) ? 4 : 3)

/** "4242 4242 4242 4242", or "3782 822463 10005". */
export function spacedNumber(text: string): string {
  const digits = digitsOf(text)
  const shown = digits.slice(0, numberLength(digits))
  const groups = isAmex(shown) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?$/
  return (groups.exec(shown)?.slice(1) ?? []).filter(Boolean).join(' ')
}

/** "12 / 34"; a lone 4 can only mean April. */
export function spacedExpiry(text: string): string {
  const typed = digitsOf(text)
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4)
  // The slash is removed along with the last digit of the year.
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

export const shortCode = (text: string, number: string) => digitsOf(text).slice(0, codeLength(digitsOf(number)))

/** Only test cards pass: any other number, even a real one, is rejected before anything is sent. */
export function validateCard(card: EnteredCard, now: Date): { card: TestCard } | { problem: string } {
  const number = digitsOf(card.number)
  if (number.length < numberLength(number)) return { problem: 'Your card number is incomplete.' }
  if (!hasCheckDigit(number)) return { problem: 'Your card number is invalid.' }
  const known = testCardOf(number)
  if (!known) return { problem: 'Your card number is incorrect.' }
  const problem = expiryProblem(digitsOf(card.expiry), now)
  if (problem) return { problem }
  if (digitsOf(card.code).length < codeLength(number)) return { problem: "Your card's security code is incomplete." }
  return { card: known }
}

function expiryProblem(digits: string, now: Date): string | null {
  const month = Number(digits.slice(0, 2))
  if (digits.length < 4) return "Your card's expiration date is incomplete."
  if (month < 1 || month > 12) return "Your card's expiration date is invalid."
  const year = 2000 + Number(digits.slice(2))
  if (year < now.getFullYear()) return "Your card's expiration year is in the past."
  const isPast = year === now.getFullYear() && month < now.getMonth() + 1
  return isPast ? "Your card's expiration date is in the past." : null
}

/** The Luhn checksum. */
function hasCheckDigit(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The provider's own wording. */
const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

export type Challenge = () => Promise<'succeed' | 'fail'>

/** Sends only the test card's token, never its number. */
export async function confirmWithTestCard(
  { base, card, challenge }: { base: string; card: TestCard; challenge: Challenge },
  clientSecret: string,
): Promise<Confirmation> {
  const { id, isSetup } = intentOf(clientSecret)
  const intent = `${base}/v1/${isSetup ? 'setup_intents' : 'payment_intents'}/${id}`
  const first = await send(`${intent}/confirm`, { client_secret: clientSecret, payment_method: card.token })
  if (!('status' in first) || first.status !== 'requires_action') return confirmationOf(first)
  const outcome = await challenge()
  return confirmationOf(await send(`${intent}/_authenticate`, { client_secret: clientSecret, outcome }))
}

type Answer = TestIntent | { message: string }

async function send(path: string, fields: Record<string, string>): Promise<Answer> {
  try {
    const response = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
    const body: TestIntent & { error?: { message?: string } } = await response.json()
    return response.ok ? body : { message: body.error?.message ?? '' }
  } catch {
    return { message: '' }
  }
}

function confirmationOf(answer: Answer): Confirmation {
  if (!('status' in answer)) return { ok: false, message: answer.message }
  const { status } = answer
  if (status === 'succeeded' || status === 'processing') return { ok: true, status }
  return { ok: false, message: status === 'requires_payment_method' ? NOT_AUTHENTICATED : '' }
}
