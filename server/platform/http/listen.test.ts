import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS, listen, type Listening } from './listen.ts'
import { smallSite } from '../../testing/files/built-site.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let listening: Listening

beforeAll(async () => {
  app = await testApp({ webRoot: smallSite() })
  listening = await listen(app.app, { host: '127.0.0.1', port: 0 })
})
afterAll(() => listening.close())

/** Sends raw bytes and reads until the server hangs up or has been silent for a moment. */
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
  ['TE.CL', `POST /api/conversion HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n`],
  ['two lengths', `POST /api/conversion HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`],
  ['obscured TE', `POST /api/conversion HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['bad header', `GET /api/config HTTP/1.1\r\n${host}Bad Header: 1\r\n\r\n`],
  ['no host', 'GET /api/config HTTP/1.1\r\n\r\n'],
  ['bad chunk', `POST /api/conversion HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
])('%s is refused', async (_name, bytes) => {
  expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 4\d\d /)
})

test('headers over 16 KiB are refused', async () => {
  expect(await raw(`GET / HTTP/1.1\r\n${host}X: ${'a'.repeat(17_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
})

test.each(['TRACE', 'PROPFIND', 'LOCK'])('%s answers 405', async (method) => {
  expect(await raw(`${method} / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 405 /)
})

test.each([
  ['forged', 'GET /api/config HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
  ['absolute', `GET http://evil.example/api/config HTTP/1.1\r\n${host}Connection: close\r\n\r\n`],
])('a %s host is refused with 421', async (_name, bytes) => {
  expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 421 /)
})

test.each([
  ['the same twice', `${host}${host}`],
  ['another one first', `Host: evil.example\r\n${host}`],
  ['another one last', `${host}HOST: evil.example\r\n`],
])('two Host headers are refused: %s', async (_name, hosts) => {
  for (const path of ['/api/config', '/healthz']) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  }
})

test.each(['127.0.0.1.evil.example', '127.evil.example', 'localhost.evil.example', '127.0.0.1:80@evil.example'])(
  'the host %s, which only looks local, is refused',
  async (name) => {
    const answer = await raw(`GET /api/config HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|21) /)
  },
)

test('a public installation answers only at its own address', async () => {
  const site = await testApp({ environment: { PUBLIC_URL: 'https://tidings.example' } })
  const statusAt = async (url: string) => (await site.request(url)).status
  expect(await statusAt('https://tidings.example/api/config')).toBe(200)
  for (const url of [
    'http://localhost/api/config',
    'http://127.0.0.1:3000/api/config',
    'http://[::1]/api/config',
    'https://tidings.example:8443/api/config',
  ])
    expect([url, await statusAt(url)]).toEqual([url, 421])
})

test('connections per IP address are limited, others are unaffected, and closing one makes room', async () => {
  const limited = await listen(app.app, { host: '127.0.0.1', port: 0, connectionsPerAddress: 2 })
  const open = (localAddress: string) =>
    new Promise<{ socket: Socket; isOpen: boolean }>((resolve) => {
      const socket = connect({ port: limited.port, host: '127.0.0.1', localAddress })
      socket.on('error', () => {})
      socket.once('close', () => resolve({ socket, isOpen: false }))
      socket.once('data', () => resolve({ socket, isOpen: true }))
      socket.write(`GET /healthz HTTP/1.1\r\n${host}\r\n`)
    })
  const [first, second] = [await open('127.0.0.1'), await open('127.0.0.1')]
  expect([first.isOpen, second.isOpen]).toEqual([true, true])
  expect((await open('127.0.0.1')).isOpen).toBe(false)
  expect((await open('127.0.0.2')).isOpen).toBe(true)
  first.socket.destroy()
  await expect.poll(async () => (await open('127.0.0.1')).isOpen, { timeout: 5000 }).toBe(true)
  await limited.close()
})

test('a trusted proxy is exempt from the connection limit', async () => {
  const limited = await listen(app.app, {
    host: '127.0.0.1',
    port: 0,
    connectionsPerAddress: 1,
    trustProxy: ['127.0.0.0/8'],
  })
  const statuses = await Promise.all(
    Array.from({ length: 5 }, async () => (await fetch(`http://127.0.0.1:${limited.port}/healthz`)).status),
  )
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  await limited.close()
})

/** Sends all of the body before reading, slowly enough for a server to hang up in between. */
async function sendFirst(head: string, bytes: number, end: string): Promise<string> {
  const socket = connect(listening.port, '127.0.0.1').pause()
  const failed = new Promise<never>((_, reject) => socket.on('error', reject))
  const send = async () => {
    socket.write(head)
    const chunk = Buffer.alloc(bytes / 16, 'x')
    for (let sent = 0; sent < 16; sent += 1) {
      await new Promise((go) => socket.write(chunk, go))
      await setTimeout(50)
    }
    socket.write(`${end}GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
    return text(socket)
  }
  return Promise.race([send(), failed])
}

test.each([
  ['a file over 5 MiB', 'POST /api/companies/bulk-upload', 'multipart/form-data; boundary=b', 413],
  ['a list over 1 MiB', 'POST /api/companies/bulk', 'application/json', 413],
  ['an oversized sign-up', 'POST /auth/v1/signup', 'application/json', 413],
  ['a file without a session', 'POST /api/companies/bulk-upload', 'multipart/form-data; boundary=b', 401],
])('%s is refused only after it was sent, and the connection stays usable', async (_name, line, type, status) => {
  const { token } = await app.signUp()
  const bearer = status === 401 ? '' : `Authorization: Bearer ${token}\r\n`
  const bytes = 16 * 1024 * 1024
  const head = `${line} HTTP/1.1\r\n${host}${bearer}Content-Type: ${type}\r\n`
  for (const [length, end] of [
    [`Content-Length: ${bytes}\r\n\r\n`, ''],
    [`Transfer-Encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n`, '\r\n0\r\n\r\n'],
  ] as const) {
    const answer = await sendFirst(`${head}${length}`, bytes, end)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain('{"status":"alive"}')
  }
})

test('forwarded host headers are ignored', async () => {
  const answer = await raw(
    `GET /api/config HTTP/1.1\r\n${host}X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).not.toContain('evil.example')
})

test('metrics are served to direct loopback requests or with the token', async () => {
  const withToken = await testApp({ environment: { METRICS_TOKEN: 'a-long-enough-token' } })
  const ask = (headers: Record<string, string>, peer: string) => withToken.request('/metrics', { headers }, peer)
  expect((await ask({}, '127.0.0.1')).status).toBe(200)
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])
    expect([name, (await ask({ [name]: '127.0.0.1' }, '127.0.0.1')).status]).toEqual([name, 404])
  expect((await ask({}, '203.0.113.7')).status).toBe(404)
  expect((await ask({ authorization: 'Bearer wrong' }, '203.0.113.7')).status).toBe(404)
  const allowed = await ask({ authorization: 'Bearer a-long-enough-token' }, '203.0.113.7')
  expect(allowed.status).toBe(200)
  expect(await allowed.text()).toContain('http_request_duration_seconds_bucket')
})

test.each([
  ['a public address', { PUBLIC_URL: 'https://tidings.example' }],
  ['a trusted proxy', { TRUST_PROXY: '127.0.0.1' }],
])('metrics of an installation with %s require the token, even on loopback', async (_kind, environment) => {
  const site = await testApp({ environment: { ...environment, METRICS_TOKEN: 'a-long-enough-token' } })
  expect((await site.request('/metrics')).status).toBe(404)
  const authorization = 'Bearer a-long-enough-token'
  expect((await site.request('/metrics', { headers: { authorization } })).status).toBe(200)
})

test('metric labels stay few, however many paths are requested, and hold no user data', async () => {
  const user = await app.signUp('canary@example.com')
  for (let id = 1; id <= 20; id += 1) await user.get(`/api/companies/${id}?secret=canary-query`)
  for (let id = 1; id <= 20; id += 1) await app.request(`/random/${id}`)
  const metrics = await (await app.request('/metrics')).text()
  const routes = new Set([...metrics.matchAll(/route="([^"]+)"/g)].map(([, route]) => route))
  expect(routes.size).toBeLessThan(10)
  expect(metrics).not.toMatch(/canary|random/)
})

/** Sends raw bytes and resolves with everything received before the server hung up. */
const untilClosed = (port: number, bytes: string, then?: (socket: Socket) => void) =>
  new Promise<string>((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      then?.(socket)
    })
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })

describe('connection time limits', () => {
  const short = { checkEvery: 20, headers: 100, request: 200, keepAlive: 100, drain: 100, rest: 100 }
  const hanging = { fetch: () => new Promise<Response>(() => {}) }
  const echo = { fetch: async (request: Request) => new Response(await request.text()) }
  const open = async (answer: { fetch: (request: Request) => Promise<Response> }, limits: typeof short) =>
    listen(answer, { host: '127.0.0.1', port: 0 }, limits)

  test('every limit is set', () => {
    for (const [name, ms] of Object.entries(LIMITS)) expect([name, ms > 0 && ms <= 65_000]).toEqual([name, true])
  })

  test('a silent connection and one that never finishes its headers are closed', async () => {
    const { port, close } = await open(echo, { ...short, request: 60_000 })
    expect(await untilClosed(port, '')).toMatch(/^HTTP\/1\.1 408 /)
    expect(await untilClosed(port, `GET / HTTP/1.1\r\n${host}`)).toMatch(/^HTTP\/1\.1 408 /)
    await close()
  })

  test('a request whose body arrives too slowly is closed', async () => {
    const { port, close } = await open(echo, short)
    const bytes = `POST / HTTP/1.1\r\n${host}Content-Length: 1000000\r\n\r\n`
    let dripping: NodeJS.Timeout | undefined
    await untilClosed(port, bytes, (socket) => {
      dripping = setInterval(() => void socket.write('x'), 20)
    })
    clearInterval(dripping)
    await close()
  })

  test('the rest of a body that was answered early is read for a limited time', async () => {
    const refuse = { fetch: async () => new Response('no', { status: 413 }) }
    const { port, close } = await open(refuse, { ...short, request: 60_000, keepAlive: 60_000 })
    const head = `POST / HTTP/1.1\r\n${host}Content-Length: 1000000\r\n\r\n`
    let dripping: NodeJS.Timeout | undefined
    const answer = await untilClosed(port, head, (socket) => {
      dripping = setInterval(() => void socket.write('x'), 20)
    })
    clearInterval(dripping)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    await close()
  })

  test('closing the server ends idle connections, and hanging requests after a grace period', async () => {
    const { port, close } = await open(hanging, { ...short, keepAlive: 60_000 })
    const kept = await open(echo, { ...short, keepAlive: 60_000, drain: 60_000 })
    const endless = untilClosed(port, `GET / HTTP/1.1\r\n${host}\r\n`)
    const answered = Promise.withResolvers<void>()
    const idle = untilClosed(kept.port, `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\n\r\nx`, (socket) => {
      socket.once('data', () => answered.resolve())
    })
    await answered.promise
    await Promise.all([close(), kept.close()])
    expect(await endless).toBe('')
    expect(await idle).toMatch(/^HTTP\/1\.1 200 /)
  })
})
