import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { liveApp } from '../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'

const app = await liveApp()

test('every event gets a log line with its user if known, IP address, request id and time, and a row in the audit log', async () => {
  const email = 'ada@example.com'
  const { client, user } = await app.signedUp(email, PASSWORD)
  await app.client().signInWithPassword({ email, password: 'wrong password' })
  await app.signedIn(email, PASSWORD)
  await app.client().resetPasswordForEmail(email)
  await client.updateUser({ password: 'a new fine password', current_password: PASSWORD })
  await client.updateUser({ email: 'new@example.com' })
  await app.open(await app.linkFor('new@example.com', 'email-change-new'))
  const { data } = await client.mfa.enroll({ factorType: 'totp' })
  const secret = data?.type === 'totp' ? data.totp.secret : ''
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.time.now.getTime() })
  await client.mfa.challengeAndVerify({ factorId: data!.id, code: '000000' === code ? '000001' : '000000' })
  await client.mfa.challengeAndVerify({ factorId: data!.id, code })
  await client.refreshSession()
  await client.signOut()
  await app.client().verifyOtp({ token_hash: 'nonsense', type: 'recovery' })

  const lines = app.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => String(event).startsWith('auth.'))
  const seen = new Set(lines.map(({ event }) => event))
  for (const event of [
    'user_signedup',
    'login_failed',
    'login',
    'user_recovery_requested',
    'user_updated_password',
    'user_email_change_requested',
    'user_email_changed',
    'factor_in_progress',
    'factor_failed',
    'factor_verified',
    'token_refreshed',
    'logout',
    'verification_failed',
  ]) {
    expect([event, seen.has(`auth.${event}`)]).toEqual([event, true])
  }
  for (const line of lines) {
    expect(line).toMatchObject({
      peer: '127.0.0.1',
      requestId: expect.stringMatching(/^[\w-]{8,}$/),
      time: expect.any(String),
      user: /recovery_requested|verification_failed/.test(String(line.event)) ? null : user.id,
    })
  }
  expect(lines.find(({ event }) => event === 'auth.login_failed')).toMatchObject({
    user: user.id,
    level: 'warn',
  })
  const rows = await app.database.query('select payload, ip_address from auth.audit_log_entries')
  expect(rows).toHaveLength(lines.length)
})

test('passwords, tokens and addresses stay out of logs and metrics, and no secret is stored in plain text', async () => {
  const email = 'canary@example.com'
  const { client, session } = await app.signedUp(email, PASSWORD)
  const link = await app.recoveryLink(email)
  const mailed = await app.codeFor(email, 'recovery')
  const opened = await app.open(link)
  const { data } = await client.mfa.enroll({ factorType: 'totp' })
  await app.client().signInWithPassword({ email, password: 'another-canary-password' })
  await app.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
  const all = app.logged.join('\n')
  const secret = data?.type === 'totp' ? data.totp.secret : ''
  const canaries = [
    PASSWORD,
    'another-canary-password',
    session.access_token,
    session.refresh_token,
    opened.fragment.get('refresh_token')!,
    new URL(link).searchParams.get('token')!,
    secret,
    email,
  ]
  for (const canary of canaries)
    expect([canary.slice(0, 12), all.includes(canary)]).toEqual([canary.slice(0, 12), false])
  expect(all).not.toMatch(new RegExp(`[^\\d]${mailed}[^\\d]`))
  const metrics = await (await app.request('/metrics')).text()
  expect(canaries.filter((canary) => metrics.includes(canary))).toEqual([])
  expect(await tablesWith(canaries.filter((canary) => canary !== email))).toEqual([])
  expect(await tablesWith([email])).toContain('auth.users')
})

/** Skips the outbox, which holds the emails themselves. */
async function tablesWith(texts: string[]): Promise<string[]> {
  const tables = await app.database.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'auth', 'pgboss') and tablename <> 'outbox'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await app.database.query(
      `select 1 from ${String(name)} as row where exists (select from unnest($1::text[]) as text where strpos(row::text, text) > 0) limit 1`,
      [texts],
    )
    if (rows.length > 0) found.push(String(name))
  }
  return found
}

test('control characters in a user agent break no log line and stay out of the audit log', async () => {
  await app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'user-agent': 'Evil\u001b[31m "quoted"' },
    body: JSON.stringify({ email: 'x@example.com', password: '{"event":"forged"}' }),
  })
  for (const line of app.logged) expect(() => JSON.parse(line) as unknown).not.toThrow()
  const [row] = await app.database.query(
    `select payload->'traits'->>'user_agent' as agent from auth.audit_log_entries order by created_at desc limit 1`,
  )
  expect(row?.agent).not.toContain('\u001b')
})
