import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimiter } from '../../server/platform/limiter.ts'
import { inboundApp, SECRET } from '../../server/testing/inbound/inbound-fixture.ts'
import { startProduct, type RunningProduct } from '../../tools/product.ts'

const MIB = 1024 * 1024
const SENT = 64 * MIB
const MOST_MORE_MB = 200
const WARM_MS = 3000
const PIECE = Buffer.alloc(64 * 1024, '%41')

type Kind = { type: string; start: string; isChunked?: boolean }
const PART = '--b\r\nContent-Disposition: form-data; name="body-mime"\r\n\r\n'
const KINDS: Kind[] = [
  { type: 'application/json', start: '{"name":"' },
  { type: 'application/x-www-form-urlencoded', start: 'body-mime=' },
  { type: 'multipart/form-data; boundary=b', start: PART },
  { type: '', start: '' },
  { type: 'application/json', start: '{"name":"', isChunked: true },
  { type: 'multipart/form-data; boundary=b', start: PART, isChunked: true },
]

/** Every route gets a body; a short run takes turns with their types. */
const kindsAt = (at: number) =>
  process.env.REPETITIONS === 'all' ? KINDS : KINDS.filter((_, kind) => kind % 3 === at % 3)

let product: RunningProduct
let routes: { method: string; path: string }[]

beforeAll(async () => {
  const { app } = await inboundApp()
  const taking = app.app.routes.filter(
    ({ method, path }) => /POST|PUT|PATCH|DELETE/.test(method) && !path.includes('*'),
  )
  const named = taking.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+(\{[^}]*\})?/g, '1')}`)
  routes = [...new Set(named)].map((route) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path }
  })
  product = await startProduct({
    environment: {
      LOG_LEVEL: 'error',
      AUTH_RATE_LIMITS: 'off',
      CONNECTIONS_PER_ADDRESS: '10000',
      INBOUND_DOMAIN: 'in.tidings.example',
      INBOUND_WEBHOOK_SECRET: SECRET,
    },
  })
})
afterAll(() => product.stop())

function headOf({ method, path }: { method: string; path: string }, kind: Kind, token: string): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(product.url).host}`,
    kind.isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${SENT}`,
    ...(kind.type ? [`Content-Type: ${kind.type}`] : []),
    ...(token ? [`Authorization: Bearer ${token}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

const framed = (bytes: Buffer | string, { isChunked }: Kind) =>
  isChunked
    ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from(bytes), Buffer.from('\r\n')])
    : bytes

/** Sends until there is an answer, and resolves with its status: 0 if there is none. */
function send(route: { method: string; path: string }, kind: Kind, token: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(product.url).port), 'localhost')
    let [status, sent] = [0, 0]
    const more = () => {
      while (sent + PIECE.length <= SENT && !socket.destroyed) {
        sent += PIECE.length
        if (!socket.write(framed(PIECE, kind))) return
      }
    }
    socket.on('data', (bytes) => {
      status = Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1] ?? 0)
      socket.destroy()
    })
    socket.on('drain', more)
    socket.on('error', () => {})
    socket.on('close', () => resolve(status))
    socket.setTimeout(60_000, () => socket.destroy())
    socket.write(headOf(route, kind, token))
    if (kind.start) socket.write(framed(kind.start, kind))
    more()
  })
}

async function signUp(): Promise<string> {
  const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'four quiet lamps burn' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${product.url}/auth/v1/signup`, { method: 'POST', headers, body })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Hashing passwords and reading news take memory of their own, which must not be counted. */
async function warmUp(): Promise<string> {
  const [token = ''] = await Promise.all(Array.from({ length: 8 }, signUp))
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${product.url}/api/companies/sample`, { method: 'POST', headers })
  await sleep(WARM_MS)
  return token
}

const isSignedIn = async (bearer: string) =>
  (await fetch(`${product.url}/api/auth/user`, { headers: { authorization: `Bearer ${bearer}` } })).ok

const memoryMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))?.[1]) / 1024

/** Answers that stand for a refusal, or for a route that had no use for the body. */
const isAnswer = (status: number) => status >= 200 && status < 500

test.skipIf(process.platform !== 'linux')(
  '64 MB to every route, of every type and with or without a session, neither stop the process nor fill its memory',
  async () => {
    let token = await warmUp()
    const slow = slowBodies(['/api/csp-reports', '/auth/v1/recover', '/api/webhooks/inbound-email/mime'])
    const before = memoryMb()
    let [most, isOver, healthy] = [before, false, 0]
    const watch = (async () => {
      while (!isOver) {
        expect(
          (
            await fetch(`${product.url}/healthz`, {
              headers: { connection: 'close' },
              signal: AbortSignal.timeout(15_000),
            })
          ).status,
        ).toBe(200)
        healthy += 1
        most = Math.max(most, memoryMb())
        await sleep(20)
      }
    })()
    const turns = createLimiter({ limit: 8 })
    const bad: unknown[] = []
    const ask = async (route: { method: string; path: string }, kind: Kind, bearer: string) => {
      const status = await send(route, kind, bearer)
      if (!isAnswer(status) && status !== 503) bad.push([route.method, route.path, kind.type, kind.isChunked, status])
      return status
    }
    const forAll = (bearer: () => string, kindsOf: (at: number) => Kind[]) =>
      Promise.all(
        routes.flatMap((route, at) =>
          kindsOf(at).map((kind) =>
            turns.run(async () => {
              const status = await ask(route, kind, bearer())
              // A route may have ended the session.
              if (status === 401 && bearer() && !(await isSignedIn(bearer()))) token = await signUp()
            }),
          ),
        ),
      )
    const sendAll = async () => {
      await forAll(
        () => '',
        () => KINDS.slice(2, 3),
      )
      await forAll(() => token, kindsAt)
    }
    await Promise.all([watch, sendAll().finally(() => (isOver = true))])
    for (const socket of slow) socket.destroy()
    expect(routes.length).toBeGreaterThan(100)
    expect(bad).toEqual([])
    expect(healthy).toBeGreaterThan(0)
    expect(most - before).toBeLessThan(MOST_MORE_MB)
  },
  300_000,
)

/** Bodies that arrive a byte at a time. */
function slowBodies(paths: string[]): Socket[] {
  return paths.map((path) => {
    const socket = connect(Number(new URL(product.url).port), 'localhost')
    const drip = setInterval(() => void socket.write('x'), 100)
    socket.on('error', () => {})
    socket.on('close', () => clearInterval(drip))
    const kind = { type: 'multipart/form-data; boundary=b', start: '' }
    socket.write(headOf({ method: 'POST', path }, kind, ''))
    return socket
  })
}
