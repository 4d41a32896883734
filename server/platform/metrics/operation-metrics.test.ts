import { expect, test } from 'vitest'
import { exposition } from './exposition.ts'
import { createHttpMetrics } from './http-metrics.ts'
import { measuredTransport, operationMetrics } from './operation-metrics.ts'
import type { Email } from '../email/transport.ts'
import { testDatabase } from '../../testing/test-database.ts'

const email: Email = {
  id: '1@localhost',
  kind: 'test',
  to: 'a@example.com',
  replyTo: 'b@example.com',
  subject: 's',
  text: 't',
  html: 'h',
}

test('a failed email is counted, and its sender still gets the error', async () => {
  let isDown = false
  const { mail, metrics } = measuredTransport({
    send: async () => {
      if (isDown) throw new Error('connection refused')
    },
  })
  await mail.send(email)
  isDown = true
  await expect(mail.send(email)).rejects.toThrow('connection refused')
  await expect(mail.send(email)).rejects.toThrow('connection refused')
  const text = await createHttpMetrics(metrics).text()
  expect(text).toContain('# TYPE mail_failures_total counter\nmail_failures_total 2\n')
  expect(text).toContain('# TYPE mail_sent_total counter\nmail_sent_total 1\n')
})

test('a metric has one value per set of labels, or NaN if it cannot be read in time', async () => {
  const samples = [
    { labels: { queue: 'a' }, value: 1 },
    { labels: { queue: 'b' }, value: 2 },
  ]
  const readers = [
    { name: 'depth', help: 'Waiting', read: async () => samples },
    { name: 'broken', help: 'Not there', read: () => Promise.reject(new Error('down')) },
    { name: 'stuck', help: 'No answer', read: () => new Promise<number>(() => {}) },
  ]
  const text = await createHttpMetrics(readers, 20).text()
  expect(text).toContain(exposition([{ name: 'depth', help: 'Waiting', type: 'gauge', samples }]))
  expect(text).toContain('\nbroken NaN\n')
  expect(text).toContain('\nstuck NaN\n')
})

test('the pool metrics show how many connections are busy and how many requests are waiting', async () => {
  const database = await testDatabase({ poolSize: 1 })
  const wanted = operationMetrics(database).filter(({ name }) => name.startsWith('database_pool'))
  const text = () => createHttpMetrics(wanted).text()
  let waiting: Promise<unknown> = Promise.resolve()
  await database.asSystem(async () => {
    waiting = database.asSystem(async () => {})
    const during = await text()
    expect(during).toContain('database_pool_connections{pool="system",state="busy"} 1\n')
    expect(during).toContain('database_pool_waiting{pool="system"} 1\n')
    expect(during).toContain('database_pool_waiting{pool="app"} 0\n')
  })
  await waiting
  expect(await text()).toContain('database_pool_connections{pool="system",state="busy"} 0\n')
  await database.close()
})

test('a scrape does not count its own queries as waiting for a connection', async () => {
  const database = await testDatabase({ poolSize: 1 })
  const { text } = createHttpMetrics(operationMetrics(database))
  for (let scrape = 0; scrape < 3; scrape += 1)
    expect(await text()).toContain('database_pool_waiting{pool="system"} 0\n')
  await database.close()
})
