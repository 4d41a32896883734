import type { TestIntent } from '#domain/billing/subscriptions.ts'
import type { TestCard } from '#domain/billing/test-cards.ts'
import { intentOf, type Confirmation } from './card-confirmer.ts'

/** The provider's own words for a bank that did not recognise its customer. */
const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

export type Challenge = () => Promise<'succeed' | 'fail'>

/** Confirms with the test mode as the provider's script does with the provider; of the card only its name is sent. */
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
    const body = (await response.json()) as TestIntent & { error?: { message?: string } }
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
