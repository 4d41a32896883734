import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../server/testing/test-database.ts'
import { composeOn } from './composed.ts'

test('while a process stops, it answers and enqueues, but takes no more jobs', async () => {
  const database = await testDatabase()
  onTestFinished(database.close)
  const product = await composeOn(database, {}, { jobs: 'pg-boss' })
  onTestFinished(product.close)
  await product.startJobs()
  const states = async () =>
    (await database.query(`select state from pgboss.job where name = 'account.expire-trials' order by created_on`)).map(
      ({ state }) => state,
    )
  await product.enqueue('account.expire-trials', {})
  await expect.poll(states, { timeout: 20_000 }).toEqual(['completed'])

  product.announceStop()
  expect((await product.request('GET', '/healthz', null)).status).toBe(200)
  expect((await product.request('GET', '/readyz', null)).status).toBe(503)
  await product.enqueue('account.expire-trials', {})
  // A worker that is notified of a job takes it within milliseconds.
  await sleep(2000)
  expect(await states()).toEqual(['completed', 'created'])
})
