import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { CreatedWebhook, WebhookDelivery } from '#domain/integrations/webhooks.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestUser } from '../../testing/test-app.ts'

test.each([
  ['a slow endpoint with many messages delays nobody and gets only a few at a time', 1],
  ['a user with many slow endpoints delays nobody and gets only a few messages at a time', 10],
])('%s', async (_name, endpoints) => {
  const held: ServerResponse[] = []
  let answer = (response: ServerResponse): unknown => response.end('thanks')
  const slow = await loopbackSite((_, response) => void answer(response))
  const fast = await loopbackSite((_, response) => response.end())
  const app = await testApp({ environment: { FETCH_ALLOW: '127.0.0.0/8' }, safeFetch: loopbackFetch() })
  app.time.now = new Date()
  const fixture = articlesFixture(app)
  const run = () => app.runJob('integrations.webhooks', {})
  const withNews = async (user: TestUser, name: string, url: string) => {
    const count = url === slow.url ? endpoints : 1
    for (let made = 0; made < count; made += 1)
      await user.send('POST', '/api/integrations/webhooks', { url: `${url}/hook`, format: 'standard' })
    const at = (app.time.now = new Date(app.time.now.getTime() + 1000)).toISOString()
    const companyId = await fixture.add(user, name)
    await fixture.addArticle(companyId, {
      title: `${name} raises $2 million`,
      at,
      linkedAt: at,
      eventType: 'raise',
      extractedFacts: [],
    })
  }
  await withNews(await app.signUp(), 'Cedar', slow.url)
  await run()
  await app.database.query(
    `insert into webhook_deliveries (user_id, endpoint_id, message_id, event, story_key, payload, created_at, next_attempt_at)
     select user_id, endpoint_id, 'm' || n, event, 'k' || n, payload, created_at, created_at
     from webhook_deliveries, generate_series(1, 40) as n`,
  )
  await withNews(await app.signUp(), 'Birch', fast.url)
  answer = (response) => held.push(response)
  const sending = run()
  await expect.poll(() => fast.requests.length).toBe(1)
  expect(held.length).toBeLessThan(10)
  answer = (response) => response.end('thanks')
  for (const response of held) response.end('thanks')
  await sending
  expect(slow.requests).toHaveLength(41 * endpoints)
  await Promise.all([slow.close(), fast.close()])
})

test("a webhook that asks for a day's rest closes neither its host nor its address to other users", async () => {
  let status = 429
  const site = await loopbackSite((_, response) => response.writeHead(status, { 'retry-after': '86400' }).end())
  const app = await testApp({ environment: { FETCH_ALLOW: '127.0.0.0/8' }, safeFetch: loopbackFetch() })
  const statusOfTest = async () => {
    const user = await app.signUp()
    const made = await user.send('POST', '/api/integrations/webhooks', { url: `${site.url}/hook`, format: 'standard' })
    const { id } = CreatedWebhook.parse(await made.json())
    await user.send('POST', `/api/integrations/webhooks/${id}/test`)
    const deliveries = await (await user.get(`/api/integrations/webhooks/${id}/deliveries`)).json()
    return z.array(WebhookDelivery).parse(deliveries)[0]?.status
  }
  expect(await statusOfTest()).toBe(429)
  status = 200
  expect(await statusOfTest()).toBe(200)
  await site.close()
})
