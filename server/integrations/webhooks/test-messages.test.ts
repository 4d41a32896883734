import { expect, test } from 'vitest'
import { CreatedWebhook } from '#domain/integrations/webhooks.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp } from '../../testing/test-app.ts'

const HOOKS = '/api/integrations/webhooks'

test('a user can send ten test messages, whichever webhook they go to, and then one every six minutes', async () => {
  const site = await loopbackSite((_, response) => response.end('thanks'))
  const app = await testApp({ environment: { FETCH_ALLOW: '127.0.0.0/8' }, safeFetch: loopbackFetch() })
  const [ada, ben] = [await app.signUp(), await app.signUp()]
  const create = async (user = ada) =>
    CreatedWebhook.parse(await (await user.send('POST', HOOKS, { url: `${site.url}/hook`, format: 'standard' })).json())
      .id
  const send = (id: number, user = ada) => user.send('POST', `${HOOKS}/${id}/test`)
  const [kept, removed] = [await create(), await create()]
  for (let nth = 0; nth < 10; nth += 1) expect((await send(nth % 2 ? kept : removed)).status).toBe(204)
  await ada.send('DELETE', `${HOOKS}/${removed}`)
  const refused = await send(kept)
  expect([refused.status, Number(refused.headers.get('retry-after')), await refused.json()]).toMatchObject([
    429,
    360,
    { message: 'You have sent many test messages. You can send the next one in 6 minutes.' },
  ])
  expect(site.requests).toHaveLength(10)
  expect((await send(await create(ben), ben)).status).toBe(204)
  app.time.now = new Date(app.time.now.getTime() + 6 * MINUTE_MS)
  expect((await send(kept)).status).toBe(204)
  expect((await send(kept)).status).toBe(429)
  await site.close()
})
