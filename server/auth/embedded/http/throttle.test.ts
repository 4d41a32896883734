import { expect, test } from 'vitest'
import { liveApp } from '../../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'

const app = await liveApp({ environment: { AUTH_RATE_LIMITS: 'on', AUTH_CONFIRM_EMAIL: 'on' } })

const call = async (path: string, body: object, peer = '192.0.2.1', headers: Record<string, string> = {}) => {
  const init = {
    method: 'POST',
    headers: { 'x-supabase-api-version': '2024-01-01', ...headers },
    body: JSON.stringify(body),
  }
  const response = await app.request(`/auth/v1${path}`, init, peer)
  const { code, message } = (await response.json()) as { code?: string; message?: string }
  return { status: response.status, code, message, retryAfter: response.headers.get('retry-after') }
}
const signIn = (email: string, password: string, peer?: string, headers?: Record<string, string>) =>
  call('/token?grant_type=password', { email, password }, peer, headers)

async function account(email: string) {
  await call('/signup', { email, password: PASSWORD }, '192.0.2.200')
  await app.open(await app.linkFor(email, 'confirmation'))
}

test.each([
  ['known@example.com', '192.0.2.10'],
  ['unknown@example.com', '192.0.2.11'],
])('sign-in for %s allows ten wrong passwords in 15 minutes, whatever the headers claim', async (email, peer) => {
  if (email.startsWith('known')) await account(email)
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1) {
    const forged = `203.0.113.${tries}`
    const headers = { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` }
    statuses.push((await signIn(email, 'wrong password', peer, headers)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429])
  expect(await signIn(email, PASSWORD, peer)).toMatchObject({
    code: 'over_request_rate_limit',
    retryAfter: '900',
  })
})

test('the right password works from another IP address, and from the blocked one after 15 minutes', async () => {
  expect((await signIn('known@example.com', PASSWORD, '192.0.2.12')).status).toBe(200)
  app.later(900)
  expect((await signIn('known@example.com', PASSWORD, '192.0.2.10')).status).toBe(200)
})

test('one IP address cannot try one password on many accounts', async () => {
  const statuses: number[] = []
  for (let tries = 0; tries < 31; tries += 1) {
    app.later(2)
    statuses.push((await signIn(`victim-${tries}@example.com`, 'wrong password', '192.0.2.20')).status)
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
})

test('an attack on one account from many IP addresses is blocked, but the owner’s known device is not', async () => {
  await account('target@example.com')
  expect((await signIn('target@example.com', PASSWORD, '192.0.2.30', { 'user-agent': 'Owner' })).status).toBe(200)
  // One attempt stands in for a hundred from different addresses, because they all share the account's counter.
  await app.database.query('delete from auth.throttles')
  expect((await signIn('target@example.com', 'wrong password', '198.51.100.1')).status).toBe(400)
  await app.database.query('update auth.throttles set count = 100')
  expect((await signIn('target@example.com', PASSWORD, '198.51.100.240')).status).toBe(429)
  expect((await signIn('target@example.com', PASSWORD, '192.0.2.30', { 'user-agent': 'Owner' })).status).toBe(200)
})

test('parallel guesses are counted like sequential ones', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => signIn('parallel@example.com', 'wrong password', '192.0.2.40')),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test.each([
  ['/recover', {}],
  ['/resend', { type: 'signup' }],
  ['/otp', {}],
])('%s allows one request a minute per email address, known or not, with the same response', async (path, body) => {
  for (const email of ['known@example.com', `nobody-${path.slice(1)}@example.com`]) {
    const peer = '192.0.2.50'
    app.later(61)
    expect((await call(path, { email, ...body }, peer)).status).toBe(200)
    app.later(1)
    const refused = await call(path, { email, ...body }, peer)
    expect(refused).toMatchObject({ status: 429, code: 'over_email_send_rate_limit', retryAfter: '59' })
    expect(refused.message).toBe('For security purposes, you can only request this after 59 seconds.')
    app.later(59)
    expect((await call(path, { email, ...body }, peer)).status).toBe(200)
  }
})

test('verification attempts are limited per IP address or IPv6 network, with the time to wait, and logged', async () => {
  const statuses: number[] = []
  for (let tries = 0; tries < 30; tries += 1)
    statuses.push((await call('/verify', { type: 'signup', token_hash: 'x' }, '192.0.2.60')).status)
  expect(statuses).toEqual(Array(30).fill(403))
  const refused = await call('/verify', { type: 'signup', token_hash: 'x' }, '192.0.2.60')
  expect(refused).toMatchObject({ status: 429, retryAfter: '10' })
  const event = app.logged.findLast((line) => line.includes('"event":"auth.limit-hit"'))
  expect(event).toMatch(/"requestId":"[\w-]+".*"peer":"192\.0\.2\.60"/)
  app.later(10)
  expect((await call('/verify', { type: 'signup', token_hash: 'x' }, '192.0.2.60')).status).toBe(403)
  const neighbor = (last: string) => call('/verify', { type: 'signup', token_hash: 'x' }, `2001:db8:1:2::${last}`)
  for (let tries = 0; tries < 30; tries += 1) await neighbor(String(tries))
  expect((await neighbor('ffff')).status).toBe(429)
})
