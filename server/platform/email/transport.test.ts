import { beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../config/config.ts'
import { outbox } from '../database/schema/email.ts'
import { smtpServer, type SmtpServer } from '../../testing/network/smtp-server.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openEmailTransport, type Email } from './transport.ts'

let server: SmtpServer
let database: TestDatabase

beforeAll(async () => {
  server = await smtpServer()
  database = await testDatabase()
  return async () => {
    server.close()
    await database.close()
  }
})

const email: Email = {
  id: 'abc@tidings.example',
  kind: 'test',
  to: 'ada@example.com',
  subject: 'Grüße',
  text: 'Hello',
  html: '<p>Hello</p>',
  replyTo: 'help@tidings.example',
}
const clock = () => new Date('2026-03-01T12:00:00Z')
const open = (environment: Record<string, string>) =>
  openEmailTransport(parseConfig(environment).mail, { database, clock })

test('outbox: an email is stored unchanged, and only once even if sent again', async () => {
  const mail = open({})
  await mail.send(email)
  await mail.send(email)
  const rows = await database.system.select().from(outbox)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    recipient: 'ada@example.com',
    subject: 'Grüße',
    text: 'Hello',
    html: '<p>Hello</p>',
  })
})

test('smtp: an email has text and HTML, a stable id and the configured sender', async () => {
  const mail = open({ SMTP_URL: server.url, MAIL_FROM: 'Tidings <post@tidings.example>' })
  await mail.send(email)
  const { from, to, data } = server.received.at(-1)!
  expect([from, to]).toEqual(['<post@tidings.example>', '<ada@example.com>'])
  expect(data).toContain('Message-ID: <abc@tidings.example>')
  expect(data).toContain('Content-Type: text/plain')
  expect(data).toContain('Content-Type: text/html')
  expect(data).toContain('Auto-Submitted: auto-generated')
  expect(data).toContain('Reply-To: help@tidings.example')
})

test('smtp: an email with an unsubscribe link has the RFC 8058 headers', async () => {
  const mail = open({ SMTP_URL: server.url })
  await mail.send(email)
  expect(server.received.at(-1)?.data).not.toContain('List-Unsubscribe')
  const unsubscribe = 'https://tidings.example/unsubscribe?token=abc'
  await mail.send({ ...email, id: 'def@tidings.example', unsubscribe })
  const { data } = server.received.at(-1)!
  expect(data).toContain(`List-Unsubscribe: <${unsubscribe}>`)
  expect(data).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('smtp: line breaks or commas in a field add no header and no recipient', async () => {
  const mail = open({ SMTP_URL: server.url })
  const before = server.received.length
  await mail.send({ ...email, subject: 'Hi\r\nBcc: eve@example.com', to: 'ada@example.com' })
  await mail.send({ ...email, to: 'ada@example.com, eve@example.com' }).catch(() => {})
  const sent = server.received.slice(before)
  expect(sent.map(({ to }) => to).join()).not.toContain('<eve@example.com>')
  expect(sent[0]?.data).not.toMatch(/^Bcc:/im)
})

test('smtp: sending fails if the server refuses, and works on a later attempt', async () => {
  const mail = open({ SMTP_URL: server.url })
  server.state.mood = 'refusing'
  await expect(mail.send(email)).rejects.toThrow()
  const before = server.received.length
  server.state.mood = 'well'
  await mail.send(email)
  expect(server.received).toHaveLength(before + 1)
})

test('production requires SMTP_URL or MAIL=outbox, and SMTP_URL turns on email confirmation', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://tidings.example', DATABASE: 'embedded' }
  expect(() => parseConfig(production)).toThrow('SMTP_URL: must be named in production (or MAIL=outbox)')
  expect(() => parseConfig({ MAIL: 'outbox', SMTP_URL: server.url })).toThrow('MAIL: outbox contradicts SMTP_URL')
  expect(parseConfig({}).auth).toMatchObject({ confirmEmail: false })
  expect(parseConfig({ SMTP_URL: server.url }).auth).toMatchObject({ confirmEmail: true })
})
