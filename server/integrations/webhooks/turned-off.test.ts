import { expect, test } from 'vitest'
import { z } from 'zod'
import { CreatedWebhook, WebhookDelivery } from '#domain/integrations/webhooks.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp } from '../../testing/test-app.ts'

const HOOKS = '/api/integrations/webhooks'

test('a message that was stored before its webhook was turned off is not sent', async () => {
  let status = 500
  const site = await loopbackSite((_, response) => response.writeHead(status).end())
  const app = await testApp({ environment: { FETCH_ALLOW: '127.0.0.0/8' }, safeFetch: loopbackFetch() })
  const fixture = articlesFixture(app)
  const ada = await app.signUp()
  const run = () => app.runJob('integrations.webhooks', {})
  const made = await ada.send('POST', HOOKS, { url: `${site.url}/hook`, format: 'standard' })
  const { id } = CreatedWebhook.parse(await made.json())
  const log = async () => z.array(WebhookDelivery).parse(await (await ada.get(`${HOOKS}/${id}/deliveries`)).json())
  const forward = (ms: number) => (app.time.now = new Date(app.time.now.getTime() + ms))
  const at = forward(1000).toISOString()
  await fixture.addArticle(await fixture.add(ada, 'Cedar'), {
    title: 'Cedar raises $18 million',
    at,
    linkedAt: at,
    eventType: 'raise',
    extractedFacts: [],
  })
  await run()
  expect(await log()).toMatchObject([{ state: 'waiting', attempts: 1 }])
  await app.database.query('update webhook_endpoints set disabled_at = now() where id = $1', [id])
  status = 200
  forward(MINUTE_MS)
  await run()
  expect(site.requests).toHaveLength(1)
  expect(await log()).toMatchObject([{ state: 'failed', attempts: 2, nextAttemptAt: null }])
  await site.close()
})
