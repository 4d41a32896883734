import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { strictApi } from './strict-api.ts'

const KEY = 'sk_test_strict'

let answered: string[] = []
let api: Awaited<ReturnType<typeof strictApi>>

beforeAll(async () => {
  api = await strictApi(KEY, async (request) => {
    answered.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`)
    return Response.json({ id: 'sub_1' })
  })
})
beforeEach(() => {
  answered = []
})
afterAll(() => api.close())

const client = (settings: { key?: string; apiVersion?: string } = {}) => {
  const { hostname: host, port } = new URL(api.url)
  const { key = KEY, apiVersion } = settings
  return new Stripe(key, {
    host,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    ...(apiVersion ? { apiVersion: apiVersion as typeof Stripe.API_VERSION } : {}),
  })
}

test('a request that compiles but is invalid gets the API’s error and is not passed on', async () => {
  const asked = client().subscriptions.create({
    customer: 'cus_1',
    payment_behavior: 'default_incomplet',
    expand: ['latest_invoice.payment_intent'],
  })
  await expect(asked).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    param: 'payment_behavior',
    message: expect.stringContaining("must be 'allow_incomplete', 'default_incomplete'") as string,
  })
  expect(api.seen.at(-1)?.problems).toHaveLength(2)
  expect(answered).toEqual([])
})

test('a valid request is passed on unchanged', async () => {
  const made = await client().subscriptions.create({ customer: 'cus_1', expand: ['customer'] })
  expect(made.id).toBe('sub_1')
  expect(answered).toEqual(['POST /v1/subscriptions customer=cus_1&expand[0]=customer'])
})

test.each([
  [{ key: 'sk_test_other' }, 'Invalid API Key provided'],
  [{ apiVersion: '2024-06-20' }, 'Invalid API version: 2024-06-20'],
])('a client with %o is refused: %s', async (settings, message) => {
  await expect(client(settings).customers.list()).rejects.toMatchObject({ statusCode: 400, message })
  expect(answered).toEqual([])
})

test('a body that is not a form is rejected', async () => {
  const response = await fetch(`${api.url}/v1/customers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
      'stripe-version': Stripe.API_VERSION,
      'content-type': 'application/json',
    },
    body: '{}',
  })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { type: 'invalid_request_error', message: 'Invalid content type: application/json' } },
  ])
})
