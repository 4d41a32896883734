import { Hono, type Context } from 'hono'
import { isSameSecret } from '../../platform/http/session.ts'
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
import type { TestRecords, WireMethod, WirePaymentIntent, WireSetupIntent } from './records.ts'
import { ask, cardErrorOf, change, declinePayment, markPaid } from './payments.ts'
import { ApiError, invalid, respond, type Answer } from './protocol.ts'

type Kind = 'payment_intent' | 'setup_intent'
type Intent = WirePaymentIntent | WireSetupIntent
type IntentHandler = (records: TestRecords, intent: Intent, form: URLSearchParams) => Promise<Answer>

export function browserCalls(engine: TestEngine): Hono {
  const routes = new Hono()
  const answer = (kind: Kind, act: IntentHandler, formOf: (c: Context) => Promise<URLSearchParams>) => (c: Context) =>
    respond(async () => {
      const form = await formOf(c)
      return engine.act(async (records) => {
        const intent = await records.find(kind, c.req.param('id') ?? '')
        if (!intent || !isSameSecret(intent.client_secret, form.get('client_secret') ?? '')) throw NOT_YOURS
        return act(records, intent, form)
      })
    })

  for (const kind of ['payment_intent', 'setup_intent'] as const) {
    routes.get(`/v1/${kind}s/:id`, answer(kind, showIntent, queryOf))
    routes.post(`/v1/${kind}s/:id/confirm`, answer(kind, confirm, bodyOf))
    routes.post(`/v1/${kind}s/:id/_authenticate`, answer(kind, prove, bodyOf))
  }
  return routes
}

const showIntent: IntentHandler = async (_records, intent) => ({ status: 200, body: intent })

const confirm: IntentHandler = async (records, intent, form) => {
  if (!['requires_payment_method', 'requires_action'].includes(intent.status)) throw UNEXPECTED(intent)
  const card = cardNamed(form)
  if (!card) return { status: 402, body: { error: cardErrorOf(INCORRECT_NUMBER) } }
  return play(records, intent, methodOf(card, intent.customer, records.now), onSession(card.token))
}

const prove: IntentHandler = async (records, intent, form) => {
  if (intent.status !== 'requires_action' || !intent.payment_method) throw UNEXPECTED(intent)
  const method = await records.get('payment_method', intent.payment_method)
  const hasProven = form.get('outcome') === 'succeed'
  return play(records, intent, method, hasProven ? authenticated(method.metadata.test_card) : NOT_AUTHENTICATED)
}

async function play(records: TestRecords, intent: Intent, method: WireMethod, outcome: Outcome): Promise<Answer> {
  if (intent.object === 'setup_intent') return playSetup(records, intent, method, outcome)
  if (outcome === 'pays') await markPaid(records, intent, method)
  else if (outcome === 'authenticates') await ask(records, intent, method)
  else {
    await declinePayment(records, intent, outcome)
    return { status: 402, body: { error: cardErrorOf(outcome) } }
  }
  return { status: 200, body: await records.get('payment_intent', intent.id) }
}

async function playSetup(
  records: TestRecords,
  setup: WireSetupIntent,
  method: WireMethod,
  outcome: Outcome,
): Promise<Answer> {
  if (typeof outcome !== 'string') {
    const error = cardErrorOf(outcome)
    const failed = { ...setup, status: 'requires_payment_method', next_action: null, last_setup_error: error }
    await records.save('setup_intent', failed as WireSetupIntent)
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
  await records.save('payment_method', method)
  await records.save('setup_intent', next)
  if (outcome === 'pays') await emitSetupSucceeded(records, next)
  return { status: 200, body: next }
}

async function emitSetupSucceeded(records: TestRecords, setup: WireSetupIntent): Promise<void> {
  await records.emit('setup_intent.succeeded', { ...setup, client_secret: undefined })
  for (const subscription of await records.list('subscription', setup.customer))
    if (subscription.pending_setup_intent === setup.id)
      await change(records, { ...subscription, pending_setup_intent: null }, subscription)
}

const MAX_FORM_CHARACTERS = 4096

const queryOf = async (c: Context) => new URL(c.req.url).searchParams

async function bodyOf(c: Context): Promise<URLSearchParams> {
  const text = await c.req.text()
  if (text.length > MAX_FORM_CHARACTERS) throw invalid('The form is too long.')
  return new URLSearchParams(text)
}

const NOT_YOURS = new ApiError(401, {
  type: 'invalid_request_error',
  message: 'The client_secret does not match.',
})

const UNEXPECTED = ({ object, status }: Intent) =>
  invalid(`This ${object} cannot be confirmed: its status is ${status}.`, {
    code: `${object}_unexpected_state`,
  })
