import pg from 'pg'
import { expect, test } from 'vitest'
import { Health } from '#domain/admin/health.ts'
import { adminFixture, BOSS } from '../testing/fixtures/admin-fixture.ts'
import { START, testApp } from '../testing/test-app.ts'

const app = await adminFixture()
await app.database.query(`select pgboss.create_queue('auth.email', '{"policy":"standard"}')`)
await app.database.query(`select pgboss.create_queue('news.poll', '{"policy":"standard"}')`)

const checks = async () => {
  const health = Health.parse(await (await app.boss.get('/api/admin/health')).json())
  expect(health.checkedAt).toBe(START.toISOString())
  return new Map(health.checks.map((check) => [check.name, check]))
}
const job = (name: string, columns: string, values: string) =>
  app.database.query(`insert into pgboss.job (name${columns}) values ('${name}'${values})`)

test('an installation without workers gets a warning that says what to start', async () => {
  const found = await checks()
  expect(found.get('Workers')).toMatchObject({ state: 'warn', action: expect.stringContaining('ROLE=worker') })
  expect(found.get('Database')).toMatchObject({ state: 'good', text: expect.stringMatching(/\d+ of \d+ connections/) })
  expect(found.get('Email')).toMatchObject({ state: 'warn', text: expect.stringContaining('outbox') })
  expect([...found.keys()].filter((name) => name.startsWith('Replica'))).toEqual([])
})

test('jobs of the queue itself, which web processes finish too, are no sign of a worker', async () => {
  await app.database.query(`select pgboss.create_queue('__pgboss__send-it', '{"policy":"standard"}')`)
  await job('__pgboss__send-it', ', state, completed_on', `, 'completed', now()`)
  expect((await checks()).get('Workers')?.text).toBe('No job has finished yet.')
  await job('news.poll', ', state, completed_on', `, 'completed', now() - interval '10 minutes'`)
  expect((await checks()).get('Workers')).toMatchObject({ state: 'bad', text: expect.stringContaining('10 minutes') })
  await app.database.query(`delete from pgboss.job where state = 'completed'`)
})

test('connections of other roles are counted, although their details are hidden from ours', async () => {
  const clients = Array.from({ length: 20 }, () => new pg.Client(app.database.owner))
  await Promise.all(clients.map((client) => client.connect()))
  const [own] = await app.database.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database()`,
  )
  const text = (await checks()).get('Database')?.text ?? ''
  expect(Number(/(\d+) of \d+ connections/.exec(text)?.[1])).toBeGreaterThanOrEqual(Number(own?.n))
  await Promise.all(clients.map((client) => client.end()))
})

test('a payment provider that does not respond is a problem, even if no event is waiting', async () => {
  const isolated = await testApp({
    environment: {
      ADMIN_EMAILS: BOSS,
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_PRICE_ID: 'price_1',
      STRIPE_API_BASE: 'http://127.0.0.1:9',
    },
  })
  const boss = await isolated.signUp(BOSS)
  const health = Health.parse(await (await boss.get('/api/admin/health')).json())
  expect(health.checks.find(({ name }) => name === 'Payment events')).toMatchObject({
    state: 'bad',
    text: 'All received events are processed. The payment provider does not respond.',
    action: expect.stringContaining('outgoing traffic'),
  })
})

test('a payment event whose last attempt failed needs attention before it is late', async () => {
  await app.database.query(
    `insert into webhook_events (id, type, created_at, received_at, error) values ('evt_0', 'x', now(), now(), 'no')`,
  )
  const found = await checks()
  expect(found.get('Payment events')).toMatchObject({ state: 'warn', text: expect.stringContaining('1 has failed') })
  await app.database.query(`delete from webhook_events`)
})

test.each(['mailings.alerts-silent', 'integrations.webhook-disabled'])(
  'a failed %s is a failed email',
  async (name) => {
    await app.database.query(`select pgboss.create_queue('${name}', '{"policy":"standard"}')`)
    await job(name, ', state', `, 'failed'`)
    expect((await checks()).get('Email')?.text).toContain('1 email was given up.')
    await app.database.query(`delete from pgboss.job where name = '${name}'`)
  },
)

test('late jobs, failed emails, late polling and waiting payments are reported', async () => {
  await job('news.poll', ', state, completed_on', `, 'completed', now()`)
  await job('news.poll', ', state, start_after', `, 'created', now() - interval '20 minutes'`)
  const reason = JSON.stringify({ message: '550 <ada@example.com>: Recipient rejected' })
  await job('auth.email', ', state, output', `, 'failed', '${reason}'`)
  await app.database.query(
    `insert into watches (source, kind, url, every_seconds, next_at) values ('press', 'feed', 'https://a.example', 60, $1)`,
    [new Date(START.getTime() - 7_200_000).toISOString()],
  )
  await app.database.query(
    `insert into webhook_events (id, type, created_at, received_at) values ('evt_1', 'x', now(), now() - interval '1 hour')`,
  )
  const found = await checks()
  expect(found.get('Workers')).toMatchObject({ state: 'good' })
  expect(found.get('Job queue')).toMatchObject({ state: 'bad', text: '1 job due, news.poll for 20 minutes.' })
  expect(found.get('Email')?.text).toBe('1 email was given up. The latest reason: 550 <…>: Recipient rejected')
  expect(found.get('Sources')).toMatchObject({ state: 'bad', text: expect.stringContaining('2 hours late') })
  expect(found.get('Payment events')).toMatchObject({ state: 'bad', text: expect.stringContaining('1 hour') })
})
