import { beforeAll, expect, test } from 'vitest'
import { smtpServer, type SmtpServer } from '../../testing/network/smtp-server.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let server: SmtpServer
let app: TestApp

beforeAll(async () => {
  server = await smtpServer()
  app = await testApp({ environment: { SMTP_URL: server.url, METRICS_TOKEN: 'a token for metrics' } })
  return () => server.close()
})

const notice = (to: string, nonce: string) =>
  app.runJob('auth.email', { kind: 'account-deleted', to, nonce, at: app.time.now.toISOString() })
const reminder = (userId: string) =>
  app.runJob('reminders.email', { userId, kind: 'account-closed', about: String(app.time.now.getTime()) })
const closed = async (email: string) => {
  const user = await app.signUp(email)
  await app.database.query('update users set disabled_at = $2 where id = $1', [user.id, app.time.now])
  return user
}
const recipients = () => server.received.map(({ to }) => to)
const rows = () => app.database.query('select reason, detail, since, address_hash from suppressed_addresses')

test('an address that the mail server refuses is recorded, the email ends, and only sign-in emails follow', async () => {
  const gone = await closed('gone@example.com')
  const there = await closed('there@example.com')
  server.state.unknown = ['gone@example.com']
  await reminder(gone.id)
  const [row, ...more] = await rows()
  expect(more).toEqual([])
  expect(row).toMatchObject({ reason: 'refused', since: app.time.now })
  expect(row?.detail).toContain('User unknown')
  expect(JSON.stringify(row)).not.toContain('gone@')
  expect(app.logged.filter((line) => line.includes('email.suppressed'))).toHaveLength(1)
  const headers = { authorization: 'Bearer a token for metrics' }
  const metrics = await (await app.request('/metrics', { headers })).text()
  expect(metrics).toContain('\nmail_refused_total 1\n')
  expect(metrics).toContain('\nmail_failures_total 0\n')

  server.state.unknown = []
  await reminder(gone.id)
  await reminder(there.id)
  expect(recipients()).toEqual(['<there@example.com>'])
  await notice('Gone@Example.com', 'n1')
  expect(recipients()).toEqual(['<there@example.com>', '<Gone@example.com>'])
})

test('a mail server that is away suppresses nobody, and the email is tried again', async () => {
  const user = await closed('waiting@example.com')
  const before = (await rows()).length
  server.state.mood = 'refusing'
  await expect(reminder(user.id)).rejects.toThrow()
  server.state.mood = 'well'
  await reminder(user.id)
  expect(recipients()).toContain('<waiting@example.com>')
  expect(await rows()).toHaveLength(before)
})
