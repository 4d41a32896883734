import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { observedFetch } from './observed-fetch.ts'
import { statementName, traceQueries } from './query-spans.ts'
import { NO_TELEMETRY, openTelemetry, type Telemetry } from './telemetry.ts'
import { splitOrigin, within, withOrigin } from './origin.ts'

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute).default([]),
  status: z.object({ code: z.number().optional() }).default({}),
})
const Traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})
const Metrics = z.object({
  resourceMetrics: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeMetrics: z.array(z.object({ metrics: z.array(z.looseObject({ name: z.string() })) })),
    }),
  ),
})

type Received = { path: string; authorization: string | undefined; body: string }

/** An OTLP receiver on loopback. */
async function collector(status = 200) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  const of = (path: string) =>
    received.filter((each) => each.path === path).map(({ body }) => JSON.parse(body) as unknown)
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      of('/v1/traces').flatMap((body) =>
        Traces.parse(body).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    metrics: () => of('/v1/metrics').map((body) => Metrics.parse(body).resourceMetrics[0]),
  }
}

const CANARY = 'canary-5e1f'
let app: TestApp
let user: TestUser
let target: Awaited<ReturnType<typeof collector>>

beforeAll(async () => {
  target = await collector()
  app = await testApp({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: target.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key',
    },
  })
  user = await app.signUp(`${CANARY}@example.com`)
  const headers = {
    authorization: `Bearer ${user.token}`,
    'content-type': 'application/json',
    'x-request-id': 'from-the-page-1',
  }
  const body = JSON.stringify({ name: `Acme ${CANARY}`, website: 'https://acme.example' })
  await app.request(`/api/companies?token=${CANARY}`, { method: 'POST', headers, body })
  await app.request(`/feeds/${CANARY}.rss`)
  await app.flushTelemetry()
})

test('one trace id links a request, its job, the job’s fetches and every log line', () => {
  const traced = target
    .spans()
    .filter(({ attributes }) => attributes.some(({ value }) => value.stringValue === 'from-the-page-1'))
  expect(new Set(traced.map(({ traceId }) => traceId)).size).toBe(1)
  const find = (name: RegExp) => traced.find((span) => name.test(span.name))
  const request = find(/^POST \/api\/companies$/)
  const job = find(/^job companies\.gather$/)
  const fetched = traced.find(({ attributes }) => attributes.some(({ value }) => value.stringValue === 'acme.example'))
  const statement = find(/^INSERT companies$/)
  expect(request && job && fetched && statement).toBeDefined()
  expect(request?.parentSpanId ?? '').toBe('')
  expect(traced.map(({ spanId }) => spanId)).toEqual(expect.arrayContaining([job?.parentSpanId, fetched?.parentSpanId]))
  expect(fetched?.status.code).toBe(2)

  const lines = app.logged.filter((line) => line.includes('"requestId":"from-the-page-1"'))
  expect(lines.filter((line) => line.includes(`"traceId":"${request?.traceId}"`))).toHaveLength(lines.length)
  expect(lines.some((line) => line.includes('"msg":"request"'))).toBe(true)
  expect(lines.some((line) => line.includes('"msg":"fetch failed"'))).toBe(true)
})

test('traces and metrics contain no personal data or secrets', () => {
  const sent = target.received.map(({ body }) => body).join('\n')
  expect(sent).toContain('"INSERT companies"')
  for (const secret of [CANARY, user.id, user.token, user.email, 'collector-key', '127.0.0.1'])
    expect(sent, secret).not.toContain(secret)
  expect(target.received.every(({ authorization }) => authorization === 'Bearer collector-key')).toBe(true)
})

test('the exported metrics match those of /metrics', async () => {
  const [exported] = target.metrics()
  const names = exported?.scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)) ?? []
  const text = await (await app.request('/metrics')).text()
  expect(new Set(names)).toEqual(new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)))
  expect(exported?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'tidings' } })
  const durations = exported?.scopeMetrics[0]?.metrics.find(({ name }) => name === 'http_request_duration_seconds')
  const [point] = z
    .object({
      histogram: z.object({
        dataPoints: z.array(
          z.looseObject({
            count: z.coerce.number(),
            bucketCounts: z.array(z.coerce.number()),
            explicitBounds: z.array(z.number()),
          }),
        ),
      }),
    })
    .parse(durations).histogram.dataPoints
  expect(point?.bucketCounts).toHaveLength((point?.explicitBounds.length ?? 0) + 1)
  expect(point?.bucketCounts.reduce((sum, each) => sum + each, 0)).toBe(point?.count)
})

test('the SDK is not loaded while telemetry is off', () => {
  const config = { endpoint: target.url, headers: {}, serviceName: 'x', role: 'web', share: 1, metricsEveryMs: 60_000 }
  const program = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    const count = () => urls.filter((url) => url.includes('/@opentelemetry/')).length
    await import('./server/compose.ts')
    const { openTelemetry } = await import('./server/platform/telemetry/telemetry.ts')
    await openTelemetry(null)
    const off = count()
    const telemetry = await openTelemetry(${JSON.stringify(config)})
    await telemetry.close()
    console.log(JSON.stringify({ all: urls.length, off, on: count() }))`
  const output = execFileSync('node', ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const loaded = z.object({ all: z.number(), off: z.number(), on: z.number() }).parse(JSON.parse(output))
  expect(loaded.all).toBeGreaterThan(100)
  expect(loaded.on).toBeGreaterThan(5)
  expect(loaded.off).toBe(0)
})

test('a failing collector causes only a log line, and errors are exported without their message', async () => {
  const warned: object[] = []
  const log = { debug: () => {}, info: () => {}, warn: (fields: object) => warned.push(fields), error: () => {} }
  const { url, spans, received } = await collector(400)
  const config = { endpoint: url, headers: {}, serviceName: 'x', role: 'web', share: 1 }
  const telemetry = await openTelemetry({ ...config, metricsEveryMs: 60_000 }, log)
  expect(await telemetry.span('work', 'server', {}, async () => 42)).toBe(42)
  await expect(telemetry.span('work', 'server', {}, () => Promise.reject(new TypeError(CANARY)))).rejects.toThrow(
    CANARY,
  )
  await telemetry.close()
  expect(warned).toEqual([expect.objectContaining({ event: 'telemetry.trouble' })])
  const [, failed] = spans()
  expect(failed?.attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'TypeError' } })
  expect(received.map(({ body }) => body).join()).not.toContain(CANARY)
})

test('a statement is named by its operation and first table, never by its values', () => {
  const names: [text: string, name: string][] = [
    [`select "id" from "companies" where "name" = $1`, 'SELECT companies'],
    [`insert into "auth"."sessions" ("id") values ($1)`, 'INSERT auth.sessions'],
    [`begin; set local app.user_id = 'f00d'`, 'BEGIN'],
    [`  with x as (select 1) update watches set a = 'from people'`, 'WITH watches'],
    [`select 'from secret_name'`, 'SELECT'],
    [`-- note\nDELETE FROM only users`, 'DELETE users'],
    ['', 'STATEMENT'],
  ]
  for (const [text, name] of names) expect(statementName(text), text).toBe(name)
})

test('every form of query except a stream is traced once, and results are unchanged', async () => {
  const ended: (string | undefined)[] = []
  const begin: Telemetry['begin'] = (name) => (error) =>
    void ended.push(error instanceof Error ? `${name}: ${error.message}` : name)
  const failure = new Error('refused')
  const client = {
    query: (...given: unknown[]): unknown => {
      const last = given.at(-1)
      const isBad = JSON.stringify(given[0]).includes('bad')
      if (typeof last === 'function') return (last as (e: unknown, r: unknown) => unknown)(isBad ? failure : null, 7)
      if (typeof (given[0] as { submit?: unknown }).submit === 'function') return 'stream'
      return isBad ? Promise.reject(failure) : Promise.resolve(7)
    },
  }
  traceQueries(client, { begin })
  const query = client.query as (...given: unknown[]) => unknown
  expect(await query('select 1 from a')).toBe(7)
  await expect(query({ text: 'delete from bad' })).rejects.toBe(failure)
  expect(await new Promise((resolve) => query('commit', [], (_: unknown, answer: unknown) => resolve(answer)))).toBe(7)
  expect(query({ submit: () => {} })).toBe('stream')
  expect(ended).toEqual(['SELECT a', 'DELETE bad: refused', 'COMMIT'])
})

test('an origin can be added to a payload and split off again', () => {
  const payload = { userId: 'a', companyId: 7 }
  expect(withOrigin(payload)).toBe(payload)
  const sent = within({ requestId: 'r' }, () => withOrigin(payload))
  expect(splitOrigin(JSON.parse(JSON.stringify(sent)) as object)).toEqual({ origin: { requestId: 'r' }, payload })
  expect(splitOrigin({})).toEqual({ origin: {}, payload: {} })
})

test('a fetch is logged without its URL', async () => {
  const lines: unknown[] = []
  const log = {
    debug: (fields: object, text: string) => lines.push([fields, text]),
    info: () => {},
    warn: () => {},
    error: () => {},
  }
  const answer = { url: '', status: 200, headers: {}, bytes: Buffer.alloc(0), notModified: false }
  const fetch = observedFetch(async () => answer, { telemetry: NO_TELEMETRY, log })
  expect(await fetch({ url: 'https://feeds.example/secret?token=1' })).toBe(answer)
  expect(lines).toEqual([[{ method: 'GET', status: 200 }, 'fetched']])
})
