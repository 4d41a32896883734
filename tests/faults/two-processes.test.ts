import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { PrivateFeed } from '#domain/integrations/feeds.ts'
import { CreatedApiKey } from '#domain/integrations/keys.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { emptyDatabase, testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { startProduct, type RunningProduct } from '../../tools/product.ts'
import { startBalancer } from '../cluster/balancer.ts'
import { checkOutPrevious } from './previous-release.ts'
import { startProgram, startServer, type StartedProcess } from './started-process.ts'

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

test('a key or feed revoked in one process is immediately refused by the other', async () => {
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
  // Read first, so that a process that cached them would still accept them.
  for (const product of behind) expect(await read(product)).toEqual([200, 200])
  expect((await send('DELETE', `/api/integrations/keys/${key.id}`, token)).status).toBe(204)
  expect((await send('DELETE', `/api/integrations/feeds/${feed.id}`, token)).status).toBe(204)
  expect(await read(second!)).toEqual([401, 404])
  expect(await read(first!)).toEqual([401, 404])
})

const SignedUp = z.object({ access_token: z.string() })

test(
  'no request fails while two processes behind a balancer restart one after the other',
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

const Company = z.object({ id: z.number(), name: z.string() })
const Described = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

const urlOf = async (product: StartedProcess) => {
  await product.says('Tidings is ready at')
  return /ready at (\S+)/.exec(product.out())?.[1] ?? ''
}

const previous = inject('repeatsAll') ? checkOutPrevious() : null
if (previous)
  test('the previous release works on this release’s schema, alongside it', { timeout: 240_000 }, async () => {
    const shared = await emptyDatabase()
    const settings = { DATA_DIR: previous.home, LOG_LEVEL: 'error', AUTH_RATE_LIMITS: 'off', ...shared.settings }
    const older = startProgram(previous.main, { PORT: '0', SOURCES: 'company-site', ...settings })
    const running = [older]
    onTestFinished(async () => {
      for (const product of running) product.kill()
      await Promise.all(running.map(({ ended }) => ended))
      await shared.drop()
      rmSync(previous.home, { recursive: true, force: true })
    })
    const before = await urlOf(older)
    const account = { email: 'ada@example.com', password: 'a rather long passphrase 42' }
    const call = async (url: string, method: string, path: string, body?: unknown, token = '') => {
      const response = await fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, json: () => JSON.parse(text) as unknown }
    }
    await call(before, 'POST', '/auth/v1/signup', account)

    const applied: string[] = []
    await migrate(shared.owner, (line) => applied.push(line))
    expect(applied.join()).toMatch(/applied \d+ database migration/)
    const newer = startServer(settings)
    running.push(newer)
    const now = await urlOf(newer)

    const signedIn = await call(before, 'POST', '/auth/v1/token?grant_type=password', account)
    const { access_token: token } = SignedUp.parse(signedIn.json())
    const at = (url: string) => (method: string, path: string, body?: unknown) => call(url, method, path, body, token)
    const [old, current] = [at(before), at(now)]
    const names = async (ask: typeof old) =>
      z
        .array(Company)
        .parse((await ask('GET', '/api/companies')).json())
        .map(({ name }) => name)
    const add = async (ask: typeof old, name: string) => {
      const added = await ask('POST', '/api/companies', { name, website: `https://${name}.example` })
      expect(added.status).toBe(201)
      return Company.parse(added.json()).id
    }
    const id = await add(old, 'older')
    await add(current, 'newer')
    for (const ask of [old, current]) expect((await names(ask)).toSorted()).toEqual(['newer', 'older'])
    expect((await old('POST', '/api/companies/sample')).status).toBeLessThan(300)

    const { paths } = Described.parse((await old('GET', '/api/openapi.json')).json())
    const reads = Object.keys(paths).filter((path) => 'get' in (paths[path] ?? {}) && path !== '/api/events')
    expect(reads.length).toBeGreaterThan(30)
    const failed: string[] = []
    for (const path of reads) {
      const { status } = await old('GET', path.replaceAll(/\{\w+\}/g, String(id)))
      if (status >= 500) failed.push(`${status} ${path}`)
    }
    expect(failed).toEqual([])
    expect((await old('GET', '/api/news/feed')).status).toBe(200)
    expect((await old('DELETE', `/api/companies/${id}`)).status).toBeLessThan(300)
    expect(await names(current)).not.toContain('older')
    expect((await old('DELETE', '/api/account', { password: account.password })).status).toBeLessThan(500)
    expect(older.out()).not.toContain('"level":"error"')
  })
else if (inject('repeatsAll'))
  process.stdout.write('Left out: the release before, because there is no git history with an older migration.\n')
