import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

/**
 * Polite polling, verified in the request log of a fake site: conditional requests, Retry-After on 429 and 503, at most
 * two requests per host at once, backoff with jitter, a pause after three parse failures, an honest User-Agent.
 */

type Answer = { status?: number; headers?: Record<string, string>; body?: string }
type Logged = { path: string; headers: IncomingHttpHeaders; status: number; at: Date }

let app: TestApp
let site: Awaited<ReturnType<typeof loopbackSite>>
const log: Logged[] = []
const atOnce = { now: 0, ever: 0 }
const MODIFIED = 'Fri, 27 Feb 2026 10:00:00 GMT'

const rss = (name: string) =>
  `<rss version="2.0"><channel><title>${name}</title><item><title>${name} opens</title><link>/news/${name}</link><pubDate>${MODIFIED}</pubDate></item></channel></rss>`

const isKnown = (headers: IncomingHttpHeaders) =>
  headers['if-none-match'] === '"one"' || headers['if-modified-since'] === MODIFIED

/** The site's responses by path; tests replace some of them. */
const answers: Record<string, (headers: IncomingHttpHeaders) => Answer> = {
  '/': () => ({
    headers: { 'content-type': 'text/html' },
    body: `<title>Acme</title>${['a', 'b', 'c'].map((name) => `<link rel="alternate" type="application/rss+xml" href="/${name}.xml">`).join('')}`,
  }),
  '/a.xml': (headers) => (isKnown(headers) ? { status: 304 } : { headers: { etag: '"one"' }, body: rss('first') }),
  '/b.xml': (headers) =>
    isKnown(headers) ? { status: 304 } : { headers: { 'last-modified': MODIFIED }, body: rss('second') },
  '/c.xml': () => ({ body: rss('third') }),
}
const usual = { ...answers }

function answer(path: string, headers: IncomingHttpHeaders, response: ServerResponse) {
  const { status = 200, headers: own = {}, body = '' } = answers[path]?.(headers) ?? { status: 404 }
  log.push({ path, headers, status, at: app.time.now })
  atOnce.now += 1
  atOnce.ever = Math.max(atOnce.ever, atOnce.now)
  setTimeout(() => {
    atOnce.now -= 1
    response.writeHead(status, own).end(body)
  }, 30)
}

type Watch = { state: string; next: number; every: number; failures: number; problem: string | null }

async function watchOf(path: string): Promise<Watch> {
  const [row] = await app.database
    .execute(`select state, next_at, every_seconds, failures, problem from watches where url = $1`, [site.url + path])
    .then(({ rows }) => rows as Record<string, string>[])
  return {
    state: row?.state ?? '',
    next: new Date(row?.next_at ?? '').getTime(),
    every: Number(row?.every_seconds),
    failures: Number(row?.failures),
    problem: row?.problem ?? null,
  }
}

const moveTo = (ms: number) => {
  app.time.now = new Date(Math.max(ms, app.time.now.getTime()))
}

const poll = () => app.runJob('news.poll', {})

/** Polls the watch when it's due, and returns the requests that the site received. */
async function pollWhenDue(path: string): Promise<{ watch: Watch; waitedMs: number; asked: Logged[] }> {
  moveTo((await watchOf(path)).next)
  const from = log.length
  await poll()
  const watch = await watchOf(path)
  const asked = log.slice(from).filter((each) => each.path === path)
  return { watch, waitedMs: watch.next - app.time.now.getTime(), asked }
}

beforeAll(async () => {
  site = await loopbackSite((request, response) => answer(request.url ?? '', request.headers, response))
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site',
      PUBLIC_URL: 'http://tidings.example',
    },
  })
  const ada = await app.signUp()
  await ada.send('POST', '/api/companies', { name: 'Acme', website: site.url })
  // Discovery has its own watch, which would request the feeds as well.
  await app.database.execute(`update watches set next_at = '2027-01-01' where url is null`)
})
afterAll(() => site.close())

test('ETag/Last-Modified -> 304', async () => {
  expect(log.filter(({ path }) => path === '/a.xml').map(({ status }) => status)).toEqual([200])
  moveTo(Math.max(...(await Promise.all(['/a.xml', '/b.xml', '/c.xml'].map(watchOf))).map(({ next }) => next)))
  const from = log.length
  await poll()
  const again = log.slice(from)
  const of = (path: string) => again.filter((each) => each.path === path)
  expect(of('/a.xml').map(({ status, headers }) => [status, headers['if-none-match']])).toEqual([[304, '"one"']])
  expect(of('/b.xml').map(({ status, headers }) => [status, headers['if-modified-since']])).toEqual([[304, MODIFIED]])
  expect(of('/c.xml').map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']])).toEqual([
    [undefined, undefined],
  ])
  for (const path of ['/a.xml', '/b.xml'])
    expect(await watchOf(path)).toMatchObject({ state: 'unchanged', failures: 0, problem: null })
})

test('per-host <=2 at once', () => {
  // Three of the site's feeds were due in one run, so without the limit there would have been more.
  expect(atOnce.ever).toBe(2)
})

test.each([
  ['429 in seconds', 429, () => '10800'],
  ['503 as a date', 503, () => new Date(app.time.now.getTime() + 3 * HOUR_MS).toUTCString()],
])('Retry-After on 429/503: %s', async (_, status, retryAfter) => {
  answers['/a.xml'] = () => ({ status, headers: { 'retry-after': retryAfter() } })
  const { watch, waitedMs, asked } = await pollWhenDue('/a.xml')
  answers['/a.xml'] = usual['/a.xml'] ?? (() => ({}))
  expect(asked.map((each) => each.status)).toEqual([status])
  expect(watch).toMatchObject({ state: 'throttled', failures: 0 })
  expect(waitedMs).toBeGreaterThan(3 * HOUR_MS - 1001)
  const throttledAt = app.time.now.getTime()
  // The site's other feeds become due in the meantime, but no request is sent.
  for (const hours of [1, 2, 2.9]) {
    moveTo(throttledAt + hours * HOUR_MS)
    await poll()
  }
  expect(log.filter(({ at }) => at.getTime() > throttledAt)).toEqual([])
  expect((await watchOf('/b.xml')).failures).toBe(0)
  const after = await pollWhenDue('/a.xml')
  expect(after.asked).toHaveLength(1)
  expect(after.watch).toMatchObject({ state: 'unchanged', problem: null })
})

test('backoff with jitter, up to once a day; a good answer ends it', async () => {
  const { every } = await watchOf('/a.xml')
  answers['/a.xml'] = () => ({ status: 500 })
  const shares: number[] = []
  for (let failures = 1; failures <= 7; failures += 1) {
    const { watch, waitedMs, asked } = await pollWhenDue('/a.xml')
    expect(asked).toHaveLength(1)
    expect(watch).toMatchObject({ state: 'failed', failures, every })
    shares.push(waitedMs / 1000 / Math.min(24 * 3600, every * 2 ** (failures - 1)))
  }
  for (const share of shares) {
    expect(share).toBeGreaterThanOrEqual(0.9)
    expect(share).toBeLessThanOrEqual(1)
  }
  expect(new Set(shares.map((share) => share.toFixed(6))).size).toBeGreaterThan(1)
  answers['/a.xml'] = usual['/a.xml'] ?? (() => ({}))
  expect((await pollWhenDue('/a.xml')).watch).toMatchObject({ state: 'unchanged', failures: 0, every })
})

test('pause after 3 parse failures', async () => {
  answers['/c.xml'] = () => ({ body: '<html><title>Not a feed anymore</title></html>' })
  const waits: number[] = []
  for (let failures = 1; failures <= 3; failures += 1) {
    const { watch, waitedMs, asked } = await pollWhenDue('/c.xml')
    expect(asked).toHaveLength(1)
    expect(watch).toMatchObject({ state: 'failed', failures, problem: 'There is no feed at this address.' })
    waits.push(waitedMs)
  }
  expect(waits[1]).toBeLessThan(6 * HOUR_MS)
  expect(waits[2]).toBeGreaterThanOrEqual(6 * HOUR_MS)
  const paused = app.time.now.getTime()
  moveTo(paused + 5.9 * HOUR_MS)
  await poll()
  expect(log.filter(({ path, at }) => path === '/c.xml' && at.getTime() > paused)).toEqual([])
  answers['/c.xml'] = () => ({ body: rss('fourth') })
  expect((await pollWhenDue('/c.xml')).watch).toMatchObject({ state: 'ok', failures: 0, problem: null })
})

test('honest User-Agent', () => {
  expect(log.length).toBeGreaterThan(20)
  expect([...new Set(log.map(({ headers }) => headers['user-agent']))]).toEqual([
    expect.stringMatching(/^Tidings\/\d+\.\d+ \(\+http:\/\/tidings\.example\/contact\)$/),
  ])
  expect(log.filter(({ headers }) => headers.cookie ?? headers.referer ?? headers.authorization)).toEqual([])
})
