import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { MAX_ATTEMPTS } from '#domain/integrations/choices.ts'
import { CreatedWebhook, Webhook, WebhookDelivery } from '#domain/integrations/webhooks.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const HOOKS = '/api/integrations/webhooks'

let app: TestApp
let ada: TestUser
let site: Awaited<ReturnType<typeof loopbackSite>>
let status = 500
let hookId: number
let deliveryId: number

const log = async () => z.array(WebhookDelivery).parse(await (await ada.get(`${HOOKS}/${hookId}/deliveries`)).json())
const retry = (user = ada) => user.send('POST', `${HOOKS}/${hookId}/deliveries/${deliveryId}/retry`)
const disabledAt = async () => z.array(Webhook).parse(await (await ada.get(HOOKS)).json())[0]?.disabledAt
const emails = () =>
  app.database.query("select text, message_id from outbox where recipient = $1 and kind = 'webhook-disabled'", [
    ada.email,
  ])

beforeAll(async () => {
  site = await loopbackSite((_, response) => response.writeHead(status).end('thanks'))
  app = await testApp({ environment: { FETCH_ALLOW: '127.0.0.0/8' }, safeFetch: loopbackFetch() })
  ada = await app.signUp()
  const created = await ada.send('POST', HOOKS, { url: `${site.url}/hook`, format: 'standard' })
  hookId = CreatedWebhook.parse(await created.json()).id
  const fixture = articlesFixture(app)
  const at = new Date(app.time.now.getTime() + 1000)
  app.time.now = at
  await fixture.addArticle(await fixture.add(ada, 'Cedar'), {
    title: 'Cedar raises $18 million',
    at: at.toISOString(),
    linkedAt: at.toISOString(),
    eventType: 'raise',
    extractedFacts: [],
  })
  await app.runJob('integrations.webhooks', {})
  deliveryId = (await log())[0]?.id ?? 0
})
afterAll(() => site.close())

test('a retry sends a waiting delivery at once, and a failure keeps it scheduled', async () => {
  expect((await retry()).status).toBe(204)
  expect(await log()).toMatchObject([{ state: 'waiting', attempts: 2, nextAttemptAt: expect.any(String) }])
})

test('if a retry after the last attempt fails, the webhook stays on', async () => {
  await app.database.query('update webhook_deliveries set attempts = $1, next_attempt_at = null', [MAX_ATTEMPTS])
  expect((await retry()).status).toBe(204)
  expect(await log()).toMatchObject([{ state: 'failed', attempts: MAX_ATTEMPTS + 1 }])
  expect(await disabledAt()).toBeNull()
  expect(await emails()).toEqual([])
})

test('an endpoint that answers 410 is turned off, and the email says why', async () => {
  status = 410
  expect((await retry()).status).toBe(204)
  expect(await disabledAt()).not.toBeNull()
  expect(await emails()).toMatchObject([{ text: expect.stringContaining('answered that it is gone for good') }])
})

test('if the email about it cannot be sent, the webhook is off anyway and the email is sent later, once', async () => {
  await ada.send('POST', `${HOOKS}/${hookId}/enable`)
  await app.database.query('delete from outbox')
  await app.database.query('alter table outbox add constraint mail_is_down check (false)')
  const notice = { userId: ada.id, endpointId: hookId, isGone: true }
  await expect(retry()).rejects.toThrow('outbox')
  expect(await disabledAt()).not.toBeNull()
  expect(await log()).toMatchObject([{ state: 'failed', status: 410 }])
  await app.database.query('alter table outbox drop constraint mail_is_down')
  await app.runJob('integrations.webhook-disabled', notice)
  await app.runJob('integrations.webhook-disabled', notice)
  expect(await emails()).toMatchObject([{ message_id: expect.stringMatching(/^[\w-]+@localhost$/) }])
})

test('a delivery cannot be retried while the webhook is off; once it is on, a retry delivers it once', async () => {
  const before = site.requests.length
  const refused = await retry()
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { message: 'This webhook is turned off. Turn it on first.' },
  ])
  expect(site.requests).toHaveLength(before)
  await ada.send('POST', `${HOOKS}/${hookId}/enable`)
  status = 200
  expect((await retry(await app.signUp())).status).toBe(404)
  expect((await retry()).status).toBe(204)
  expect(await log()).toMatchObject([{ state: 'delivered', answer: 'thanks' }])
  expect((await retry()).status).toBe(404)
  expect(site.requests).toHaveLength(before + 1)
})
