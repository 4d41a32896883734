import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { allowsBody, boundedBodies } from './body.ts'
import { problemResponse } from './problem.ts'
import type { HttpEnvironment } from './session.ts'

const KIB = 1024
let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await testApp()
  user = await app.signUp()
})

/** 64 MB, of which as much is made as is read. */
function endless() {
  let made = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        made += 64 * KIB
        controller.enqueue(new Uint8Array(64 * KIB).fill(0x20))
        if (made >= 64 * KIB * KIB) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, made: () => made }
}

const TYPES = [
  'application/json',
  'application/csp-report',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'text/plain',
  '',
]
const PATHS: [method: string, path: string][] = [
  ['POST', '/api/csp-reports'],
  ['POST', '/api/webhooks/stripe'],
  ['POST', '/api/billing/portal'],
  ['POST', '/auth/v1/recover'],
  ['POST', '/test-payments/v1/confirm'],
]

test.each(TYPES)('at most 1 MB is read of a body of type "%s", declared or not', async (type) => {
  for (const [method, path] of PATHS)
    for (const length of [{}, { 'content-length': String(64 * KIB * KIB) }]) {
      const { body, made } = endless()
      const headers = { authorization: `Bearer ${user.token}`, ...(type && { 'content-type': type }), ...length }
      const init = { method, headers, body, duplex: 'half' } as RequestInit
      const { status } = await app.request(path, init)
      expect([path, status, made() <= (KIB + 128) * KIB]).toEqual([path, made() > 0 ? 413 : status, true])
      if (path === '/api/csp-reports') expect(status).toBe(413)
    }
})

test.each(TYPES)('nothing is read of a body of type "%s" before its sender is known', async (type) => {
  for (const path of ['/api/companies', '/api/companies/bulk', '/api/companies/bulk-upload', '/mcp']) {
    const { body, made } = endless()
    const headers = type ? { 'content-type': type } : {}
    const { status } = await app.request(path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    expect([path, status, made()]).toEqual([path, 401, 0])
  }
})

test('a parser that reports everything as malformed input does not hide that a body is too large', async () => {
  const answer = await user.send('POST', '/api/companies', { name: 'x'.repeat(KIB * KIB) })
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'too-large' }])
})

function small() {
  const released = Promise.withResolvers<void>()
  const routes = new Hono<HttpEnvironment>()
  routes.onError(problemResponse)
  routes.use(async (c, next) => {
    c.set('log', { warn: () => {}, error: () => {} } as never)
    await next()
  })
  routes.use(boundedBodies({ ordinary: 100 * KIB, large: 3000 * KIB }))
  routes.post('/held', async (c) => {
    await c.req.text()
    await released.promise
    return c.text('held')
  })
  routes.post('/read', async (c) => c.text(String((await c.req.text()).length)))
  routes.post('/large', allowsBody({ bytes: 2000 * KIB, refusal: 'Larger than large' }), async (c) =>
    c.text(String((await c.req.text()).length)),
  )
  const post = (path: string, bytes: number) => routes.request(path, { method: 'POST', body: 'x'.repeat(bytes) })
  return { post, release: released.resolve }
}

test('over the budget for all bodies together, requests get 503 with Retry-After until others are done', async () => {
  const { post, release } = small()
  const held = post('/held', 80 * KIB)
  const refused = await post('/read', 40 * KIB)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await post('/read', 10 * KIB)).status).toBe(200)
  expect(await (await post('/large', 1500 * KIB)).text()).toBe(String(1500 * KIB))
  release()
  expect((await held).status).toBe(200)
  expect((await post('/read', 90 * KIB)).status).toBe(200)
})

test('a route may allow more than 1 MB, and words its own refusal', async () => {
  const { post } = small()
  const refused = await post('/large', 2001 * KIB)
  expect([refused.status, await refused.json()]).toMatchObject([413, { message: 'Larger than large' }])
})
