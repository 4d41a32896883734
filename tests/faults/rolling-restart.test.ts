import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/platform/database/embedded/start.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '../../tools/product.ts'
import { startBalancer } from '../cluster/balancer.ts'

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
    await Promise.all(behind.map((product) => product.stop()))
  },
)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
