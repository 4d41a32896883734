import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { PrivateFeed } from '#domain/integrations/feeds.ts'
import { articlesFixture } from '../../server/testing/fixtures/articles-fixture.ts'
import { shareWith } from '../../server/testing/fixtures/sharing-fixture.ts'
import { repetitions } from '../../server/testing/repetitions.ts'
import { START, testApp, type TestApp } from '../../server/testing/test-app.ts'

const ROUNDS = repetitions({ sample: 5, all: 300 })
const Row = z.object({ id: z.number() })

let app: TestApp
let tenants: { word: string; id: string; reads: (() => Promise<Response>)[]; refused: (() => Promise<Response>)[] }[]

/** With a single connection, the next request runs into anything that the previous one left behind. */
beforeAll(async () => {
  app = await testApp({ poolSize: 1 })
  const { addArticle } = articlesFixture(app)
  tenants = []
  for (const word of ['Amaranth', 'Bergamot', 'Chicory']) {
    const [owner, guest] = [await app.signUp(), await app.signUp(`guest-of-${word.toLowerCase()}@example.com`)]
    const added = await owner.send('POST', '/api/companies', { name: word, website: `${word}.example` })
    const { id: companyId } = Row.parse(await added.json())
    const day = START.toISOString()
    await addArticle(companyId, { title: `${word} opens a lab`, at: day, linkedAt: day, eventType: 'launch' })
    const held = { kind: 'investment', amount: '25000', currency: 'USD', notes: `A stake of ${word}` }
    await owner.send('POST', `/api/companies/${companyId}/positions`, held)
    const share = await shareWith(app, owner, guest, { companyId, withPositions: true, withUpdates: true })
    const saved = await owner.send('POST', '/api/views', { name: word, query: `q=${word}` })
    const { id: viewId } = Row.parse(await saved.json())
    const sharedView = await shareWith(app, owner, guest, { viewId })
    const urls: string[] = []
    for (const chosen of [{ companyId }, { viewId }]) {
      const fed = await owner.send('POST', '/api/integrations/feeds', chosen)
      urls.push(...Object.values(PrivateFeed.parse(await fed.json()).urls ?? {}))
    }
    const wanted = { name: word, scopes: ['portfolio:read', 'news:read', 'search:read'], expiresInDays: null }
    const keyed = await owner.send('POST', '/api/integrations/keys', wanted)
    const { key } = z.object({ key: z.string() }).parse(await keyed.json())
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const useTool = (name: string, given: object) => () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
      return app.request('/mcp', { method: 'POST', headers, body })
    }
    tenants.push({
      word,
      id: owner.id,
      reads: [
        () => owner.get('/api/companies'),
        () => guest.get('/api/shared'),
        () => guest.get(`/api/shared/${share}`),
        () => guest.get(`/api/shared/${sharedView}`),
        () => guest.get(`/api/shared/${share}/companies/${companyId}`),
        () => app.request('/api/companies', { headers }),
        () => owner.get(`/api/search?q=${word}`),
        useTool('portfolio', {}),
        useTool('company', { id: companyId }),
        useTool('stories', {}),
        useTool('search', { query: word }),
        ...urls.map((url) => () => app.request(url)),
      ],
      refused: [
        () => guest.get(`/api/companies/${companyId}`),
        () => guest.get(`/api/shared/${share}/companies/2000000000`),
        () => owner.send('POST', `/api/companies/${companyId}/positions`, { kind: 'value' }),
        () => app.request('/api/profile', { method: 'PATCH', headers, body: '{}' }),
      ],
    })
  }
})

test('guests, keys and feeds on one connection never see each other’s data, even amid failures', async () => {
  const abort = (id: string) => app.database.asUser(id, (queries) => queries.execute(sql`select 1 / 0`)).catch(() => {})
  const timeOut = (id: string) =>
    app.database
      .asUser(id, async (queries) => {
        await queries.execute(sql`set local statement_timeout = 1`)
        await queries.execute(sql`select pg_sleep(1)`)
      })
      .catch(() => {})
  const wrong: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternate between tenants, so that consecutive requests on the connection never come from the same one.
    const calls = tenants.flatMap(({ word, reads, refused }) =>
      [...reads.map((call) => ({ call, isRead: true })), ...refused.map((call) => ({ call, isRead: false }))].map(
        (each, at) => ({ ...each, word, at }),
      ),
    )
    const failing = tenants.map(({ id }, at) => (round % 10 === at ? timeOut(id) : abort(id)))
    const answer = async ({ call, isRead, word, at }: (typeof calls)[number]) => {
      const response = await call()
      const text = `${[...response.headers].join('\n')}\n${await response.text()}`
      const isForeign = tenants.some(
        (other) => other.word !== word && text.toLowerCase().includes(other.word.toLowerCase()),
      )
      const isRight = isRead ? response.ok && text.includes(word) : response.status >= 400 && response.status < 500
      if (isForeign || !isRight) wrong.push(`${word} ${isRead ? 'reads' : 'is refused'} ${at}: ${response.status}`)
    }
    // All at once, they would wait so long for the connection that some are refused.
    for (const together of Map.groupBy(calls, ({ at }) => at).values()) await Promise.all(together.map(answer))
    await Promise.all(failing)
  }
  expect(wrong).toEqual([])
})
