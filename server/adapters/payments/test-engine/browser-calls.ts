import { timingSafeEqual } from 'node:crypto'
import { Hono, type Context } from 'hono'
import {
  authenticated,
  cardNamed,
  INCORRECT_NUMBER,
  methodOf,
  NOT_AUTHENTICATED,
  onSession,
  type Outcome,
} from './cards.ts'
import type { TestEngine } from './engine.ts'
import type { Ledger } from './ledger.ts'
import { ask, cardErrorOf, change, refuse, settle } from './paying.ts'
import { invalid, Refusal } from './refusal.ts'
import type { Answer } from './secret-calls.ts'
import type { WireMethod, WirePaymentIntent, WireSetupIntent } from './wire.ts'

type Kind = 'payment_intent' | 'setup_intent'
type Intent = WirePaymentIntent | WireSetupIntent
type Act = (ledger: Ledger, intent: Intent, form: URLSearchParams) => Promise<Answer>

/** What a browser may ask of the test mode with the secret of one payment. */
export function browserCalls(engine: TestEngine): Hono {
  const routes = new Hono()
  const answer =
    (kind: Kind, act: Act, formOf: (c: Context) => Promise<URLSearchParams>) => async (c: Context) => {
      try {
        const form = await formOf(c)
        const { status, body } = await engine.act(async (ledger) => {
          const intent = await ledger.find(kind, c.req.param('id') ?? '')
          if (!intent || !isSame(intent.client_secret, form.get('client_secret') ?? '')) throw NOT_YOURS
          return act(ledger, intent, form)
        })
        return Response.json(body, { status })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return Response.json({ error: error.error }, { status: error.status })
      }
    }

  for (const kind of ['payment_intent', 'setup_intent'] as const) {
    routes.get(`/v1/${kind}s/:id`, answer(kind, tell, queryOf))
    routes.post(`/v1/${kind}s/:id/confirm`, answer(kind, confirm, bodyOf))
    routes.post(`/v1/${kind}s/:id/_authenticate`, answer(kind, prove, bodyOf))
  }
  return routes
}

const tell: Act = async (_ledger, intent) => ({ status: 200, body: intent })

const confirm: Act = async (ledger, intent, form) => {
  if (!['requires_payment_method', 'requires_action'].includes(intent.status)) throw UNEXPECTED(intent)
  const card = cardNamed(form)
  if (!card) return { status: 402, body: { error: cardErrorOf(INCORRECT_NUMBER) } }
  return play(ledger, intent, methodOf(card, intent.customer, ledger.now), onSession(card.token))
}

/** The holder has proven who they are, or not; the bank's page is played by two buttons. */
const prove: Act = async (ledger, intent, form) => {
  if (intent.status !== 'requires_action' || !intent.payment_method) throw UNEXPECTED(intent)
  const method = await ledger.get('payment_method', intent.payment_method)
  const hasProven = form.get('outcome') === 'succeed'
  return play(
    ledger,
    intent,
    method,
    hasProven ? authenticated(method.metadata.test_card) : NOT_AUTHENTICATED,
  )
}

async function play(ledger: Ledger, intent: Intent, method: WireMethod, outcome: Outcome): Promise<Answer> {
  if (intent.object === 'setup_intent') return playSetup(ledger, intent, method, outcome)
  if (outcome === 'pays') await settle(ledger, intent, method)
  else if (outcome === 'authenticates') await ask(ledger, intent, method)
  else {
    await refuse(ledger, intent, outcome)
    return { status: 402, body: { error: cardErrorOf(outcome) } }
  }
  return { status: 200, body: await ledger.get('payment_intent', intent.id) }
}

async function playSetup(
  ledger: Ledger,
  setup: WireSetupIntent,
  method: WireMethod,
  outcome: Outcome,
): Promise<Answer> {
  if (typeof outcome !== 'string') {
    const error = cardErrorOf(outcome)
    const failed = { ...setup, status: 'requires_payment_method', next_action: null, last_setup_error: error }
    await ledger.save('setup_intent', failed as WireSetupIntent)
    return { status: 402, body: { error } }
  }
  const next: WireSetupIntent = {
    ...setup,
    payment_method: method.id,
    last_setup_error: null,
    ...(outcome === 'pays'
      ? { status: 'succeeded', next_action: null }
      : {
          status: 'requires_action',
          next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
        }),
  }
  await ledger.save('payment_method', method)
  await ledger.save('setup_intent', next)
  if (outcome === 'pays') await told(ledger, next)
  return { status: 200, body: next }
}

/** Whoever waited for this set-up waits no more; which card it is charged to is for its owner to say. */
async function told(ledger: Ledger, setup: WireSetupIntent): Promise<void> {
  await ledger.emit('setup_intent.succeeded', { ...setup, client_secret: undefined })
  for (const subscription of await ledger.list('subscription', setup.customer))
    if (subscription.pending_setup_intent === setup.id)
      await change(ledger, { ...subscription, pending_setup_intent: null }, subscription)
}

const MAX_FORM_CHARACTERS = 4096

const queryOf = async (c: Context) => new URL(c.req.url).searchParams

async function bodyOf(c: Context): Promise<URLSearchParams> {
  const text = await c.req.text()
  if (text.length > MAX_FORM_CHARACTERS) throw invalid('The form is too long.')
  return new URLSearchParams(text)
}

function isSame(secret: string, given: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const NOT_YOURS = new Refusal(401, {
  type: 'invalid_request_error',
  message: 'The client_secret does not match.',
})

const UNEXPECTED = ({ object, status }: Intent) =>
  invalid(`This ${object} cannot be confirmed: its status is ${status}.`, {
    code: `${object}_unexpected_state`,
  })
