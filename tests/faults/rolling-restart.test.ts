import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/platform/database/embedded/start.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct, type RunningProduct } from '../../tools/product.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-rolling-'))
let database: EmbeddedPostgres
let environment: Record<string, string>

beforeAll(async () => {
  database = await startEmbeddedPostgres({ dataDir })
  const admin = new pg.Client({ host: database.socketDir, user: database.user, database: 'postgres' })
  await admin.connect()
  await admin.query('create database rolling')
  await admin.end()
  environment = {
    DATABASE_URL: `postgres://${database.user}@/rolling?host=${encodeURIComponent(database.socketDir)}`,
    NODE_ENV: 'production',
    DATABASE: '',
    MAIL: 'outbox',
    PAYMENTS: 'test',
    LOG_LEVEL: 'error',
  }
})
afterAll(async () => {
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  'two processes behind a balancer restart one after the other and no request fails',
  { timeout: 120_000 },
  async () => {
    const start = async () => {
      const product = await startProduct({ environment: { ...environment, PUBLIC_URL: 'http://localhost' } })
      return product
    }
    const behind = [await start(), await start()]
    const balancer = await balance(behind)
    const url = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}/api/config`
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
    await new Promise((resolve) => balancer.close(resolve))
    await Promise.all(behind.map((product) => product.stop()))
  },
)

async function balance(products: RunningProduct[]): Promise<Server> {
  const isReady = new Map<string, boolean>()
  const look = async () => {
    for (const { url } of products) {
      isReady.set(
        url,
        await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
    }
  }
  await look()
  const looking = setInterval(() => void look(), 50)
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const ready = products.filter(({ url }) => isReady.get(url))
    const chosen = ready[(turn += 1) % ready.length]
    if (!chosen) return outgoing.writeHead(503).end()
    const onward = request(`${chosen.url}${incoming.url}`, { agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502)
      answer.pipe(outgoing)
    })
    onward.once('error', () => outgoing.writeHead(502).end())
    onward.end()
  })
  server.once('close', () => clearInterval(looking))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
