import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, type Listening } from './listen.ts'
import { smallSite } from './testing/small-site.ts'
import { testApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
let listening: Listening

beforeAll(async () => {
  app = await testApp({ webRoot: smallSite() })
  listening = await listen(app.app, { host: '127.0.0.1', port: 0 })
})
afterAll(() => listening.close())

/** Sends bytes as they are and reads until the server hangs up or has been silent for a moment. */
const raw = (bytes: string) =>
  new Promise<string>((resolve) => {
    let answer = ''
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(1500, () => socket.destroy())
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })

const host = 'Host: localhost\r\n'

test.each([
  [
    'CL.TE',
    `POST /api/conversion HTTP/1.1\r\n${host}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`,
  ],
  [
    'TE.CL',
    `POST /api/conversion HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n`,
  ],
  ['two lengths', `POST /api/conversion HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`],
  ['obscured TE', `POST /api/conversion HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['bad header', `GET /api/config HTTP/1.1\r\n${host}Bad Header: 1\r\n\r\n`],
  ['no host', 'GET /api/config HTTP/1.1\r\n\r\n'],
  ['bad chunk', `POST /api/conversion HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
])('WH-07: %s is refused', async (_name, bytes) => {
  expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 4\d\d /)
})

test('headers over 16 KiB are refused', async () => {
  expect(await raw(`GET / HTTP/1.1\r\n${host}X: ${'a'.repeat(17_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
})

test.each(['TRACE', 'PROPFIND', 'LOCK'])('WH-07: %s answers 405', async (method) => {
  expect(await raw(`${method} / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 405 /)
})

test.each([
  ['forged', 'GET /api/config HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
  ['absolute', `GET http://evil.example/api/config HTTP/1.1\r\n${host}Connection: close\r\n\r\n`],
])('a %s host is refused with 421', async (_name, bytes) => {
  expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 421 /)
})

test('forwarded hosts are not believed', async () => {
  const answer = await raw(
    `GET /api/config HTTP/1.1\r\n${host}X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).not.toContain('evil.example')
})

test('LG-04: metrics are for loopback, not for a proxy on loopback, and else for the token', async () => {
  const withToken = await testApp({ environment: { METRICS_TOKEN: 'a-long-enough-token' } })
  const ask = (headers: Record<string, string>, peer: string) =>
    withToken.request('/metrics', { headers }, peer)
  expect((await ask({}, '127.0.0.1')).status).toBe(200)
  expect((await ask({ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1')).status).toBe(404)
  expect((await ask({}, '203.0.113.7')).status).toBe(404)
  expect((await ask({ authorization: 'Bearer wrong' }, '203.0.113.7')).status).toBe(404)
  const allowed = await ask({ authorization: 'Bearer a-long-enough-token' }, '203.0.113.7')
  expect(allowed.status).toBe(200)
  expect(await allowed.text()).toContain('http_request_duration_seconds_bucket')
})

test('LG-04: labels stay few however many paths are asked for, and hold nobody’s data', async () => {
  const user = await app.signUp('canary@example.com')
  for (let id = 1; id <= 20; id += 1) await user.get(`/api/companies/${id}?secret=canary-query`)
  for (let id = 1; id <= 20; id += 1) await app.request(`/random/${id}`)
  const text = await (await app.request('/metrics')).text()
  const routes = new Set([...text.matchAll(/route="([^"]+)"/g)].map(([, route]) => route))
  expect(routes.size).toBeLessThan(10)
  expect(text).not.toMatch(/canary|random/)
})
