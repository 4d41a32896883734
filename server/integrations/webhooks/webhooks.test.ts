import type { IncomingMessage, ServerResponse } from 'node:http'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { CreatedWebhook, MAX_WEBHOOKS, Webhook, WebhookDelivery } from '#domain/integrations/webhooks.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { loopbackFetch, loopbackSite } from '../../testing/network/loopback-site.ts'
import { BAD, REFUSED } from '../../testing/network/refused-targets.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const HOOKS = '/api/integrations/webhooks'

let app: TestApp
let ada: TestUser
let site: Awaited<ReturnType<typeof loopbackSite>>
let other: Awaited<ReturnType<typeof loopbackSite>>
let answer: (response: ServerResponse) => void
let received: { headers: Record<string, string>; body: string }[]
let fixture: ReturnType<typeof articlesFixture>

beforeAll(async () => {
  site = await loopbackSite((request, response) => void collect(request).then(() => answer(response)))
  other = await loopbackSite((_, response) => response.end())
  const safeFetch = loopbackFetch()
  app = await testApp({ environment: { FETCH_ALLOW: '127.0.0.0/8' }, safeFetch })
  fixture = articlesFixture(app)
})
beforeEach(async () => {
  // Signatures are checked against the real time.
  app.time.now = new Date()
  received = []
  other.requests.length = 0
  answer = (response) => response.end('thanks')
  await app.database.query('delete from outbox; delete from users; delete from tracked_companies; delete from articles')
  ada = await app.signUp()
})
afterAll(async () => {
  await site.close()
  await other.close()
})

async function collect(request: IncomingMessage) {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  received.push({ headers: request.headers as Record<string, string>, body })
}

const create = async (format = 'standard', user = ada) =>
  CreatedWebhook.parse(await (await user.send('POST', HOOKS, { url: `${site.url}/hook`, format })).json())
const run = () => app.runJob('integrations.webhooks', {})
/** A session token is valid for an hour, and these tests move the clock further than that. */
const get = async (path: string) => {
  const headers = { authorization: `Bearer ${await ada.tokenAt(app.time.now)}` }
  return (await app.request(path, { headers })).json()
}
const log = async (id: number) => z.array(WebhookDelivery).parse(await get(`${HOOKS}/${id}/deliveries`))
const forward = (ms: number) => (app.time.now = new Date(app.time.now.getTime() + ms))
const addStory = (companyId: number, title: string, more: object = {}) => {
  const at = forward(1000).toISOString()
  return fixture.addArticle(companyId, { title, at, linkedAt: at, eventType: 'raise', extractedFacts: [], ...more })
}

test('a new story is sent once, signed so that the reference library accepts it', async () => {
  const { id, secret } = await create()
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const cedar = await fixture.add(ada, 'Cedar')
  const story = await addStory(cedar, 'Cedar raises $18 million')
  await run()
  await run()
  expect(received).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: '' }] = received
  expect(new Verifier(secret).verify(body, headers)).toMatchObject({
    type: 'story.created',
    data: { id: `${cedar}-${story}`, company: { id: cedar, name: 'Cedar' }, title: 'Cedar raises $18 million' },
  })
  expect(() => new Verifier(secret).verify(body.replace('18', '19'), headers)).toThrow()
  expect(() => new Verifier(`whsec_${'A'.repeat(43)}=`).verify(body, headers)).toThrow()
  expect(headers).toMatchObject({ 'content-type': 'application/json' })
  expect(headers.cookie ?? headers.authorization).toBeUndefined()
  expect(await log(id)).toMatchObject([{ state: 'delivered', status: 200, answer: 'thanks', attempts: 1 }])
  const stored = JSON.stringify(await app.database.query('select * from webhook_endpoints'))
  expect(stored).not.toContain(secret.slice(6))
})

test('an article that joins a story later is not sent; a denial is sent once', async () => {
  await create()
  const cedar = await fixture.add(ada, 'Cedar')
  const story = await addStory(cedar, 'Cedar raises $18 million')
  await run()
  await addStory(cedar, 'Cedar lands $18m', { story })
  await run()
  expect(received).toHaveLength(1)
  await addStory(cedar, 'Cedar denies raising money', { story, eventType: 'mention', denied: ['raise'] })
  await run()
  await run()
  expect(received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
    'story.created',
    'story.updated',
  ])
  expect(received[1]?.body).toContain('"denied":true')
})

test('older stories, muted companies and founder updates are not sent; unanalyzed stories are delayed', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  const birch = await fixture.add(ada, 'Birch')
  await addStory(cedar, 'Cedar raises $18 million')
  forward(1000)
  await create()
  await ada.send('PUT', `/api/companies/${birch}/mute`, { for: 'always' })
  await addStory(birch, 'Birch raises $2 million')
  await addStory(cedar, 'Cedar, our August', { kind: 'founder-update', eventType: 'mention' })
  await addStory(cedar, 'Cedar opens in Oslo', { eventType: undefined, extractedFacts: undefined })
  await run()
  expect(received).toEqual([])
  forward(61 * MINUTE_MS)
  await run()
  expect(received.map(({ body }) => body)).toEqual([expect.stringContaining('Cedar opens in Oslo')])
})

test('Slack gets a single text in which titles cannot mention anyone', async () => {
  await create('slack')
  const cedar = await fixture.add(ada, 'Cedar')
  await addStory(cedar, 'Cedar <!channel> & <https://evil.example|click>')
  await run()
  const { text, ...rest } = JSON.parse(received[0]?.body ?? '{}') as { text: string }
  expect(rest).toEqual({})
  expect(text).toContain('Cedar &lt;!channel&gt; &amp; &lt;https://evil.example|click&gt;')
  expect(text).toMatch(/<https:\/\/press\.example\/\d+\|Read>$/)
})

test('a failed delivery is retried at growing intervals; then the webhook is turned off and the owner told', async () => {
  const { id } = await create()
  const cedar = await fixture.add(ada, 'Cedar')
  answer = (response) => response.writeHead(500).end(`broken\u0000\u0007${'x'.repeat(1000)}`)
  await addStory(cedar, 'Cedar raises $18 million')
  await run()
  await run()
  expect(received).toHaveLength(1)
  expect(await log(id)).toMatchObject([
    { state: 'waiting', status: 500, answer: expect.stringMatching(/^broken ?x+$/) },
  ])
  expect((await log(id))[0]?.answer).toHaveLength(300)
  for (const wait of [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 16 * HOUR_MS]) {
    forward(wait - 1000)
    await run()
    const before = received.length
    forward(1000)
    await run()
    expect(received).toHaveLength(before + 1)
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const hooks = z.array(Webhook).parse(await get(HOOKS))
  expect(hooks).toMatchObject([{ disabledAt: app.time.now.toISOString() }])
  expect(await log(id)).toMatchObject([{ state: 'failed', attempts: 7 }])
  const emails = await app.database.query("select subject, text from outbox where kind = 'webhook-disabled'")
  expect(emails).toMatchObject([{ subject: 'Your webhook was turned off' }])
  await addStory(cedar, 'Cedar opens in Oslo', { eventType: 'expansion' })
  await run()
  expect(received).toHaveLength(7)
  answer = (response) => response.end()
  await app.database.query('update webhook_endpoints set disabled_at = null')
  await addStory(cedar, 'Cedar hires a chief', { eventType: 'arrival' })
  await run()
  expect(received.slice(7).map(({ body }) => body)).toContainEqual(expect.stringContaining('Cedar hires a chief'))
})

test('the owner can turn a webhook back on; waiting deliveries are not sent', async () => {
  const { id } = await create()
  answer = (response) => response.writeHead(500).end()
  const cedar = await fixture.add(ada, 'Cedar')
  await addStory(cedar, 'Cedar raises $18 million')
  await run()
  await app.database.query('update webhook_endpoints set disabled_at = now()')
  expect((await ada.send('POST', `${HOOKS}/${id}/enable`)).status).toBe(204)
  answer = (response) => response.end()
  forward(5 * MINUTE_MS)
  await addStory(cedar, 'Cedar hires a chief', { eventType: 'arrival' })
  await run()
  expect(received.slice(1).map(({ body }) => body)).toEqual([expect.stringContaining('Cedar hires a chief')])
})

test('an endpoint that answers 410 is turned off at once', async () => {
  await create()
  answer = (response) => response.writeHead(410).end()
  await addStory(await fixture.add(ada, 'Cedar'), 'Cedar raises $18 million')
  await run()
  expect(await (await ada.get(HOOKS)).json()).toMatchObject([{ disabledAt: expect.any(String) }])
})

test('if a worker dies while sending, another one delivers under the same id', async () => {
  const { id } = await create()
  await addStory(await fixture.add(ada, 'Cedar'), 'Cedar raises $18 million')
  await run()
  const claimed = new Date(app.time.now.getTime() + 2 * MINUTE_MS)
  await app.database.query('update webhook_deliveries set delivered_at = null, status = null, next_attempt_at = $1', [
    claimed,
  ])
  await run()
  expect(received).toHaveLength(1)
  forward(2 * MINUTE_MS)
  await run()
  await run()
  expect(received).toHaveLength(2)
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
  expect(await log(id)).toHaveLength(1)
})

test('a delivery that one worker is sending is not sent by another', async () => {
  await create()
  const held = Promise.withResolvers<ServerResponse>()
  answer = held.resolve
  await addStory(await fixture.add(ada, 'Cedar'), 'Cedar raises $18 million')
  const first = run()
  const response = await held.promise
  await Promise.all([run(), run()])
  response.end('thanks')
  await first
  expect(received).toHaveLength(1)
})

test('the test button sends a message and shows the result even when the webhook is off', async () => {
  const { id, secret } = await create()
  await app.database.query('update webhook_endpoints set disabled_at = now()')
  expect((await ada.send('POST', `${HOOKS}/${id}/test`)).status).toBe(204)
  const [{ headers, body } = { headers: {}, body: '' }] = received
  expect(new Verifier(secret).verify(body, headers)).toMatchObject({ type: 'test' })
  expect(await log(id)).toMatchObject([{ event: 'test', title: 'Test message', state: 'delivered' }])
})

test('a redirect is not followed', async () => {
  const { id } = await create()
  answer = (response) => response.writeHead(307, { location: other.url }).end()
  await ada.send('POST', `${HOOKS}/${id}/test`)
  expect(other.requests).toEqual([])
  expect(await log(id)).toMatchObject([{ status: 307, state: 'failed' }])
})

test('an address in our own network is refused, both when it is entered and when it is sent to', async () => {
  const strict = await testApp({ realFetch: true })
  const ben = await strict.signUp()
  for (const url of [...REFUSED, ...BAD]) {
    const response = await ben.send('POST', HOOKS, { url, format: 'standard' })
    expect([url, response.status]).toEqual([url, 422])
  }
  await ben.send('POST', HOOKS, { url: 'https://example.com/hook', format: 'standard' })
  await strict.database.query('update webhook_endpoints set url = $1', [`${site.url}/hook`])
  const [{ id }] = z.tuple([Webhook]).parse(await (await ben.get(HOOKS)).json())
  await ben.send('POST', `${HOOKS}/${id}/test`)
  expect(received).toEqual([])
  expect(await (await ben.get(`${HOOKS}/${id}/deliveries`)).json()).toMatchObject([
    { state: 'failed', status: null, answer: 'This address could not be reached.' },
  ])
})

test('an installation on https accepts only https webhooks', async () => {
  const secure = await testApp({ environment: { PUBLIC_URL: 'https://tidings.example' } })
  const ben = await secure.signUp()
  const refused = await ben.send('POST', HOOKS, { url: 'http://example.com/hook', format: 'standard' })
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { message: 'Enter an address that begins with https://' },
  ])
})

test("nothing is sent without access, and another user's stories never are", async () => {
  const ben = await app.signUp()
  await create('standard', ben)
  const cedar = await fixture.add(ada, 'Cedar')
  await addStory(cedar, 'Cedar raises $18 million')
  await run()
  expect(received).toEqual([])
  const { id } = await create()
  await app.database.query('update users set trial_ends_at = $1 where id = $2', [
    new Date(app.time.now.getTime() - DAY_MS),
    ada.id,
  ])
  await addStory(cedar, 'Cedar opens in Oslo', { eventType: 'expansion' })
  await run()
  expect(received).toEqual([])
  const stored = await app.database.query('select id from webhook_deliveries where endpoint_id = $1', [id])
  expect(stored).toEqual([])
  expect((await ada.send('POST', `${HOOKS}/${id}/test`)).status).toBe(402)
})

test("webhooks are limited in number, and nobody can touch another user's", async () => {
  const { id } = await create()
  const ben = await app.signUp()
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/test'],
    ['POST', '/enable'],
    ['GET', '/deliveries'],
  ] as const)
    expect([path, (await ben.send(method, `${HOOKS}/${id}${path}`)).status]).toEqual([path, 404])
  for (let at = 1; at < MAX_WEBHOOKS; at += 1) await create()
  expect((await ada.send('POST', HOOKS, { url: site.url, format: 'standard' })).status).toBe(422)
  expect((await ada.send('DELETE', `${HOOKS}/${id}`)).status).toBe(204)
  expect((await app.request(HOOKS)).status).toBe(401)
})
