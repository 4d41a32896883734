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
  product = await composeOn(database, { DATA_DIR: dataDir })
})
afterAll(async () => {
  await product.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('"dead letter visible to admin": given-up jobs and parked watches appear in /metrics', async () => {
  const readMetrics = async () => {
    const text = await (await product.request('GET', '/metrics', null)).text()
    return /^(?:jobs_given_up|watches_parked) .*$/gm[Symbol.match](text)
  }
  expect(await readMetrics()).toEqual(['jobs_given_up 0', 'watches_parked 0'])
  await product.enqueue('news.poll', {})
  await database.query(`update pgboss.job set state = 'failed' where name = 'news.poll'`)
  await database.query(
    `insert into watches (source, kind, url, every_seconds, next_at, failures) values ('press', 'feed', 'https://a.example/feed', 3600, now(), 7)`,
  )
  expect(await readMetrics()).toEqual(['jobs_given_up 1', 'watches_parked 1'])
})

test('backlogs appear in /metrics: jobs by queue, connections, webhooks and mail', async () => {
  const metrics = async () => {
    const text = await (await product.request('GET', '/metrics', null)).text()
    return (name: string) => {
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      return line === undefined ? null : Number(line.slice(name.length))
    }
  }
  await product.enqueue('news.poll', {})
  await database.query('delete from pgboss.job')
  const before = await metrics()
  expect(before('webhook_backlog')).toBe(0)
  expect(before('webhook_backlog_oldest_seconds')).toBe(0)
  expect(before('job_queue_depth{queue="news.poll"}')).toBe(0)

  await product.enqueue('news.poll', {})
  await database.query(`update pgboss.job set start_after = now() - interval '90 seconds'`)
  await database.query(
    `insert into pgboss.job (name, start_after) select name, now() + interval '1 hour' from pgboss.queue where name = 'news.poll'`,
  )
  await database.query(
    `insert into webhook_events (id, type, created_at, received_at, processed_at) values
     ('evt_1', 'x', now(), now() - interval '5 minutes', null), ('evt_2', 'x', now(), now(), null), ('evt_3', 'x', now(), now(), now())`,
  )
  const after = await metrics()
  expect(after('job_queue_depth{queue="news.poll"}')).toBe(1)
  expect(after('job_queue_oldest_seconds{queue="news.poll"}')).toBeGreaterThanOrEqual(90)
  expect(after('webhook_backlog')).toBe(2)
  expect(after('webhook_backlog_oldest_seconds')).toBeGreaterThanOrEqual(300)
  expect(after('database_pool_connections{pool="system",state="idle"}')).toBeGreaterThan(0)
  expect(after('database_pool_waiting{pool="app"}')).toBe(0)
  expect(after('database_pool_waiting{pool="system"}')).toBe(0)
  expect(after('mail_failures_total')).toBe(0)
})
