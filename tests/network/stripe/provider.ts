import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { createWebhookDelivery } from '../../../server/billing/test-mode/webhook-delivery.ts'
import { browserCalls } from '../../../server/billing/test-mode/browser-calls.ts'
import { createTestEngine } from '../../../server/billing/test-mode/engine.ts'
import type { Database } from '../../../server/platform/database/open.ts'
import { openLog } from '../../../server/platform/log.ts'
import { PRICE } from '#domain/account/plan.ts'
import { TEST_PRICE_ID } from '#domain/billing/checkout.ts'
import { testCardOf } from '#domain/billing/test-cards.ts'

export const SLOW_CARD = '4111111111111111'

type Needs = {
  database: Database
  publishableKey: string
  webhook: { url: string; secret: string }
}

export function createProvider({ database, publishableKey, webhook: { url, secret } }: Needs) {
  const clock = () => new Date()
  const engine = createTestEngine({
    prices: [{ id: TEST_PRICE_ID, ...PRICE }],
    database,
    clock,
    queue: { enqueue: async () => {} },
    pages: 'https://pay.stripe.com',
    apiVersion: Stripe.API_VERSION,
  })
  const browser = browserCalls(engine)
  const { webhooks } = new Stripe('sk_test_lab')
  const deliverer = createWebhookDelivery({
    database,
    clock,
    log: openLog('silent'),
    url,
    sign: async (payload, timestamp) => webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    post: fetch,
  })
  const slow: (() => Promise<Response>)[] = []

  async function answerBrowser(method: string, address: URL, body: string): Promise<Response> {
    const form = new URLSearchParams(body || address.search)
    if (form.get('key') !== publishableKey)
      return Response.json({ error: { message: 'Invalid API Key provided' } }, { status: 401 })
    const path = address.pathname + address.search
    if (method === 'GET') return browser.request(path)
    const number = form.get('payment_method_data[card][number]') ?? ''
    const send = async (token: string) => {
      if (token) form.set('payment_method', token)
      return browser.request(path, { method, body: form.toString() })
    }
    if (number !== SLOW_CARD) return send(testCardOf(number)?.token ?? '')
    const intent = path.replace('/confirm', '')
    const before = await browser.request(
      `${intent}?${new URLSearchParams([['client_secret', form.get('client_secret') ?? '']])}`,
    )
    slow.push(() => send('pm_card_visa'))
    return Response.json({ ...((await before.json()) as object), status: 'processing' })
  }

  return {
    answerBrowser,

    api: ((request, response) => {
      void (async () => {
        const { method = 'GET', url: path = '/', headers } = request
        const key = headers['idempotency-key']
        const answer = await engine.fetch(
          new Request(new URL(path, 'http://provider.lab'), {
            method,
            headers: key ? { 'idempotency-key': String(key) } : {},
            ...(method === 'POST' ? { body: await text(request) } : {}),
          }),
        )
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      })()
    }) satisfies RequestListener,

    settle: async () => {
      for (const decide of slow.splice(0)) await decide()
    },

    deliver: async (signal: AbortSignal) => {
      while (!signal.aborted) {
        await deliverer.run()
        await sleep(100)
      }
    },
  }
}
