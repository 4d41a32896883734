import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { liveApp } from '../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'

let statements = 0
const { query } = pg.Client.prototype

afterAll(() => {
  pg.Client.prototype.query = query
})

const app = await liveApp({ environment: { AUTH_RATE_LIMITS: 'on', AUTH_CONFIRM_EMAIL: 'on' } })
await app.confirmed('known@example.com', PASSWORD)
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  statements += 1
  return Reflect.apply(query, this, given)
} as typeof query

const ROUNDS = 3

const leastWorkOf = (path: string, body: object, token?: string) => least(() => workOf(path, body, token))

/**
 * The least work that a request causes over several rounds. A single round can include unrelated statements, from
 * opening another connection or from an email sent in the meantime.
 */
async function least(work: (round: number) => ReturnType<typeof workOf>) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await work(round))
  return {
    hashes: Math.min(...rounds.map(({ hashes }) => hashes)),
    statements: Math.min(...rounds.map((done) => done.statements)),
  }
}

/** Counts password hashes, which are the slow part, and the statements sent to the database. */
async function workOf(path: string, body: object, token?: string) {
  app.later(token ? 61 : 3600)
  const before = { hashes: app.authServer?.work.hashes ?? 0, statements }
  const peer = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  await app.app.request(
    `${app.publicUrl}/auth/v1${path}`,
    token
      ? { method: 'PUT', headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) }
      : { method: 'POST', body: JSON.stringify(body) },
    peer,
  )
  return {
    hashes: (app.authServer?.work.hashes ?? 0) - before.hashes,
    statements: statements - before.statements,
  }
}

test('a wrong password costs the same whether or not the account exists', async () => {
  const known = await leastWorkOf('/token?grant_type=password', {
    email: 'known@example.com',
    password: 'wrong password',
  })
  const unknown = await leastWorkOf('/token?grant_type=password', {
    email: 'unknown@example.com',
    password: 'wrong password',
  })
  expect(known).toEqual(unknown)
  expect(known.hashes).toBe(1)
})

test.each(['/recover', '/resend', '/otp'])('%s costs the same for every address', async (path) => {
  const body = (email: string) => ({ email, type: 'signup', create_user: false })
  expect(await leastWorkOf(path, body('known@example.com'))).toEqual(
    await leastWorkOf(path, body('unknown@example.com')),
  )
})

test.each(['recovery', 'email_change'])('a wrong code of type %s costs the same for every address', async (type) => {
  await app.post('/recover', { email: 'known@example.com' })
  await app.settleJobs()
  const body = (email: string) => ({ email, type, token: '000000' })
  expect(await leastWorkOf('/verify', body('known@example.com'))).toEqual(
    await leastWorkOf('/verify', body('unknown@example.com')),
  )
})

test('signing up with a taken address takes as many hashes and about as many statements as with a free one', async () => {
  const taken = await leastWorkOf('/signup', { email: 'known@example.com', password: PASSWORD })
  const free = await least((round) => workOf('/signup', { email: `free-${round}@example.com`, password: PASSWORD }))
  const unconfirmed = await leastWorkOf('/signup', { email: 'free-0@example.com', password: PASSWORD })
  expect([taken.hashes, unconfirmed.hashes]).toEqual([free.hashes, free.hashes])
  expect(Math.abs(taken.statements - free.statements)).toBeLessThanOrEqual(2)
  expect(Math.abs(unconfirmed.statements - free.statements)).toBeLessThanOrEqual(4)
})

test('changing to a taken address costs the same as changing to a free one', async () => {
  const { session } = await app.signedIn('known@example.com', PASSWORD)
  await app.confirmed('other@example.com', PASSWORD)
  const change = (email: string) => leastWorkOf('/user', { email }, session.access_token)
  expect(await change('other@example.com')).toEqual(await change('nobody@example.com'))
})
