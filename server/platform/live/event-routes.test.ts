import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Profile } from '#domain/account/profile.ts'
import { createLiveEntitlement } from '../../account/account.ts'
import { compose } from '../../compose.ts'
import { parseConfig } from '../../config/config.ts'
import { connect } from '../database/open.ts'
import { createRoutes } from '../http/route.ts'
import { provideSession } from '../http/session.ts'
import { openLog } from '../log.ts'
import type { Auth } from '../../auth/auth.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { eventRoutes } from './event-routes.ts'

const PATIENT = { timeout: 15_000 }

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})

const streams: AbortController[] = []
afterAll(() => {
  for (const stream of streams) stream.abort()
})

type Requestable = { request: (path: string, init: RequestInit) => Response | Promise<Response> }

/** Reads a stream until it ends, appending to `text`. */
async function listen(server: Requestable, token: string, path = '/api/events', lastEventId?: string) {
  const stop = new AbortController()
  streams.push(stop)
  const response = await server.request(path, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: stop.signal,
  })
  const stream = { response, text: '', isOver: false, stop: () => stop.abort() }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) stream.text += decoder.decode(chunk, { stream: true })
    stream.isOver = true
  }
  void read().catch(() => {
    stream.isOver = true
  })
  return stream
}

test('a stream ends when its session ends or its account is deleted, and not before', async () => {
  const [out, gone, stays] = [await app.signUp(), await app.signUp(), await app.signUp()]
  const [ending, deleted, open] = [
    await listen(app, out.token),
    await listen(app, gone.token),
    await listen(app, stays.token),
  ]
  expect(open.response.headers.get('content-type')).toMatch('text/event-stream')
  await expect.poll(() => open.text, PATIENT).toMatch(/^: welcome\n\nevent: ready\ndata: {}\nid: \d+\n\n/)
  await app.database.query('delete from auth.sessions where id = $1', [out.sessionId])
  await app.database.query('delete from auth.users where id = $1', [gone.id])
  await expect.poll(() => [ending.isOver, deleted.isOver], PATIENT).toEqual([true, true])
  expect(open.isOver).toBe(false)
  expect((await listen(app, out.token)).response.status).toBe(401)
  open.stop()
})

/** Only the stream's routes, for a user whose access can end. */
async function standalone(pace?: { heartbeatMs: number; sessionCheckMs: number }) {
  const ada = await app.signUp()
  const access = { isOpen: true }
  const database = { isDown: false, checks: 0 }
  const identity = { id: ada.id, email: ada.email, sessionId: ada.sessionId }
  const auth = { identify: async (bearer: string) => (bearer === 'token' ? identity : null) } as Auth
  const load = async () => {
    database.checks += 1
    if (database.isDown) throw new Error('connection refused')
    return { entitlement: { hasAccess: access.isOpen } } as Profile
  }
  const events = { subscribe: async () => () => {}, register: () => {}, publish: () => {} }
  const { checkSession } = createLiveEntitlement({ events, auth, accounts: { load } })
  const api = createRoutes()
  api.use(async (c, next) => {
    c.set('log', openLog('silent'))
    await next()
  })
  api.use(provideSession({ findKeyHolder: async () => null, identify: auth.identify, loadProfile: load }))
  api.route('/', eventRoutes({ events, checkSession, ...(pace && { pace }) }))
  return { access, database, stream: await listen(api, 'token', '/events') }
}

test('when the trial ends, the page receives an event and the stream closes', async () => {
  const { access, stream } = await standalone()
  await expect.poll(() => stream.text, PATIENT).toMatch('welcome')
  access.isOpen = false
  await expect.poll(() => stream.isOver, PATIENT).toBe(true)
  expect(stream.text).toMatch(/event: entitlement\ndata: {}\n\n$/)
})

test('while the database is away, a stream stays open and is checked again', async () => {
  const { access, database, stream } = await standalone({ heartbeatMs: 10_000, sessionCheckMs: 10 })
  await expect.poll(() => stream.text, PATIENT).toMatch('welcome')
  database.isDown = true
  const before = database.checks
  await expect.poll(() => database.checks, PATIENT).toBeGreaterThan(before + 2)
  expect([stream.isOver, stream.text]).toEqual([false, ': welcome\n\n'])
  database.isDown = false
  access.isOpen = false
  await expect.poll(() => stream.isOver, PATIENT).toBe(true)
})

test('an idle stream sends heartbeats so that proxies keep it open', async () => {
  const { stream } = await standalone({ heartbeatMs: 40, sessionCheckMs: 10 })
  await expect.poll(() => stream.text.split(': still here\n\n').length, PATIENT).toBeGreaterThan(2)
  expect(stream.isOver).toBe(false)
  stream.stop()
})

test('a web process publishes what a worker found, and another process can resume its stream', async () => {
  const database = connect({ poolSize: 2 }, app.database.owner, true, () => {})
  const web = await compose(parseConfig({ DATA_DIR: app.dataDir, ROLE: 'web', SOURCES: 'company-site' }), {
    clock: () => app.time.now,
    database,
    jobs: 'inline',
    log: openLog('silent'),
  })
  try {
    const ada = await app.signUp()
    const at = new URL('/api/events', app.config.http.publicUrl).href
    const serving: Requestable = {
      request: (path, init) => web.app.request(path, init, { incoming: { socket: { remoteAddress: '127.0.0.1' } } }),
    }
    const first = await listen(serving, ada.token, at)
    await expect.poll(() => first.text, PATIENT).toMatch('event: ready')
    const added = await ada.send('POST', '/api/companies', {
      name: 'Cedar',
      website: 'https://cedar.example',
    })
    const { id } = (await added.json()) as { id: number }
    const publish = () =>
      app.database.query(
        `with inserted as (insert into briefs (tracked_company_id, status, body, published_at, created_at)
           select tracked_company_id, 'extractive', '[]', $2::timestamptz, $2 from companies where id = $1 returning tracked_company_id)
         select pg_notify('tidings_news', json_agg(tracked_company_id)::text) from inserted`,
        [id, app.time.now],
      )
    await publish()
    await expect.poll(() => first.text, PATIENT).toMatch(`event: news\ndata: {"companyId":${id}}\nid: `)
    const lastEventId = [...first.text.matchAll(/^id: (\d+)$/gm)].at(-1)![1]!
    first.stop()
    app.time.now = new Date(app.time.now.getTime() + 300_000)
    await publish()
    const second = await listen(app, ada.token, at, lastEventId)
    await expect.poll(() => second.text, PATIENT).toMatch(`event: news\ndata: {"companyId":${id}}\nid: `)
    second.stop()
  } finally {
    await web.close()
  }
})
