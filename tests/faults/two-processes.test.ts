import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { PrivateFeed } from '#domain/integrations/feeds.ts'
import { CreatedApiKey } from '#domain/integrations/keys.ts'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { startProduct, type RunningProduct } from '../../tools/product.ts'
import { startBalancer } from '../cluster/balancer.ts'

let database: TestDatabase
let behind: RunningProduct[]

const start = () =>
  startProduct({
    environment: {
      ...database.settings,
      NODE_ENV: 'production',
      DATABASE: '',
      MAIL: 'outbox',
      PAYMENTS: 'test',
      LOG_LEVEL: 'error',
      PUBLIC_URL: 'http://localhost',
    },
  })

beforeAll(async () => {
  database = await testDatabase()
  behind = [await start(), await start()]
})
afterAll(async () => {
  await Promise.all(behind.map((product) => product.stop()))
  await database.close()
})

test('a key or a feed that one process revokes is refused by the other at once', async () => {
  const [first, second] = behind
  const send = async (method: string, path: string, token: string, body?: unknown) =>
    fetch(`${first?.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const account = { email: 'ada@example.com', password: 'a rather long passphrase 42' }
  const { access_token: token } = SignedUp.parse(await (await send('POST', '/auth/v1/signup', '', account)).json())
  const wanted = { name: 'Notebook', scopes: ['portfolio:read'], expiresInDays: null }
  const key = CreatedApiKey.parse(await (await send('POST', '/api/integrations/keys', token, wanted)).json())
  const feed = PrivateFeed.parse(await (await send('POST', '/api/integrations/feeds', token, {})).json())
  const read = async ({ url }: RunningProduct) => [
    (await fetch(`${url}/api/companies`, { headers: { authorization: `Bearer ${key.key}` } })).status,
    (await fetch(`${url}${new URL(feed.urls?.atom ?? '').pathname}`)).status,
  ]
  // Read before, so that a process that remembers them would still know them.
  for (const product of behind) expect(await read(product)).toEqual([200, 200])
  expect((await send('DELETE', `/api/integrations/keys/${key.id}`, token)).status).toBe(204)
  expect((await send('DELETE', `/api/integrations/feeds/${feed.id}`, token)).status).toBe(204)
  expect(await read(second!)).toEqual([401, 404])
  expect(await read(first!)).toEqual([401, 404])
})

const SignedUp = z.object({ access_token: z.string() })

test(
  'two processes behind a balancer restart one after the other and no request fails',
  { timeout: 120_000 },
  async () => {
    const balancer = await startBalancer(() => behind.map(({ url }) => url))
    const url = `${balancer.url}/api/config`
    const statuses: number[] = []
    let stopped = false
    const clients = Array.from({ length: 6 }, async () => {
      while (!stopped)
        statuses.push(await fetch(url).then((response) => response.arrayBuffer().then(() => response.status)))
    })
    for (const index of [0, 1]) {
      await pause(500)
      const old = behind[index]!
      const exit = old.stop()
      await exit
      behind[index] = await start()
    }
    await pause(500)
    stopped = true
    await Promise.all(clients)
    expect(statuses.length).toBeGreaterThan(100)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    await balancer.close()
  },
)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
