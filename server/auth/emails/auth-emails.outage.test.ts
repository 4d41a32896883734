import { beforeAll, expect, test } from 'vitest'
import { liveApp, type LiveApp } from '../../testing/live-app.ts'
import { smtpServer, type SmtpServer } from '../../testing/network/smtp-server.ts'

let server: SmtpServer
let app: LiveApp

beforeAll(async () => {
  server = await smtpServer()
  app = await liveApp({ environment: { SMTP_URL: server.url, MAIL_FROM: 'post@tidings.example' } })
  return () => server.close()
})

test.each(['refusing', 'silent'] as const)(
  'with a %s mail server, sign-up works and recovery responds alike to known and unknown addresses',
  async (mood) => {
    server.state.mood = mood
    const email = `${mood}@example.com`
    expect((await app.post('/signup', { email, password: 'seven clever herons' })).status).toBe(200)
    for (const asked of [email, 'nobody@example.com']) {
      const response = await app.post('/recover', { email: asked })
      expect([response.status, await response.text()]).toEqual([200, '{}'])
    }
    server.state.mood = 'well'
  },
)

test('an email can be delivered after a failure, and repeats keep its link and Message-ID', async () => {
  const before = server.received.length
  const email = {
    kind: 'confirmation',
    to: 'refusing@example.com',
    nonce: 'n1',
    at: app.time.now.toISOString(),
  } as const
  app.later(120)
  const later = { ...email, at: app.time.now.toISOString() }
  server.state.mood = 'refusing'
  await expect(app.authServer!.deliver(later)).rejects.toThrow()
  server.state.mood = 'well'
  await app.authServer!.deliver(later)
  await app.authServer!.deliver(later)
  const [first, second] = server.received.slice(before).map(({ data }) => readable(data))
  const link = /\/verify\?token=[\w-]+/.exec(first!)?.[0]
  expect(link).toBeDefined()
  expect(second).toContain(link)
  expect(/Message-ID: .*/.exec(second!)?.[0]).toBe(/Message-ID: .*/.exec(first!)?.[0])
})

/** Decodes quoted-printable text the way a mail client does. */
const readable = (data: string) => data.replaceAll('=\r\n', '').replaceAll('=3D', '=')
