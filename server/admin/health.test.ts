import { beforeAll, expect, test } from 'vitest'
import { Health } from '#domain/admin/health.ts'
import { adminFixture, type AdminFixture } from '../testing/fixtures/admin-fixture.ts'
import { START } from '../testing/test-app.ts'

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture()
  await app.database.query(`select pgboss.create_queue('auth.email', '{"policy":"standard"}')`)
  await app.database.query(`select pgboss.create_queue('news.poll', '{"policy":"standard"}')`)
})

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
