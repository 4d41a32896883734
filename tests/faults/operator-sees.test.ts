import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { composeOn, type Composed } from './composed.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-operator-'))
let database: TestDatabase
let product: Composed

beforeAll(async () => {
  database = await testDatabase()
  product = await composeOn(database.owner, { DATA_DIR: dataDir })
})
afterAll(async () => {
  await product.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('JO-03: "dead letter visible to admin": what is given up and what is parked stands in /metrics', async () => {
  const figures = async () => {
    const text = await (await product.request('GET', '/metrics', null)).text()
    return /^(?:jobs_given_up|watches_parked) .*$/gm[Symbol.match](text)
  }
  expect(await figures()).toEqual(['jobs_given_up 0', 'watches_parked 0'])
  await product.enqueue('gather.run', {})
  await database.query(`update pgboss.job set state = 'failed' where name = 'gather.run'`)
  await database.query(
    `insert into watches (source, address, every_seconds, next_at, failures) values ('press', 'https://a.example/feed', 3600, now(), 7)`,
  )
  expect(await figures()).toEqual(['jobs_given_up 1', 'watches_parked 1'])
})
