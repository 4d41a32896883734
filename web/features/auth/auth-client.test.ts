import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryAuth, sampleSession } from '../../testing/memory-auth.ts'
import { createAuthClient, type AuthPort, type Session } from './auth-client.ts'
import { SESSION_KEY } from './stored-session.ts'

// @vitest-environment happy-dom

const config = { url: 'http://auth.example', anonKey: 'anon' }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T08:00:00Z') })
  localStorage.clear()
})
afterEach(() => void vi.useRealTimers())

function opened(stored: unknown, library = memoryAuth({ session: sampleSession() })) {
  if (stored) localStorage.setItem(SESSION_KEY, JSON.stringify(stored))
  let loads = 0
  let whenIdle = () => {}
  const open = async () => {
    loads += 1
    return library.client
  }
  const client = createAuthClient(config, open, (act) => (whenIdle = act))
  const events: [string, string | undefined][] = []
  client.onAuthStateChange((event, session) => void events.push([event, session?.access_token]))
  return { client, library, events, loads: () => loads, idle: () => whenIdle() }
}

const expiresIn = (seconds: number): Session => ({
  ...sampleSession(),
  access_token: 'stored',
  expires_at: Date.now() / 1000 + seconds,
})
const tokenOf = async (client: AuthPort) => (await client.getSession()).data.session?.access_token
const settle = () => vi.advanceTimersByTimeAsync(0)

test('a valid stored session opens the page before the library is loaded', async () => {
  const { client, events, loads } = opened(expiresIn(91))
  await settle()
  expect(events).toEqual([['INITIAL_SESSION', 'stored']])
  expect(await tokenOf(client)).toBe('stored')
  expect(loads()).toBe(0)
})

test('a visitor without a session does not load the library either', async () => {
  const { events, loads } = opened(null)
  await settle()
  expect(events).toEqual([['INITIAL_SESSION', undefined]])
  expect(loads()).toBe(0)
})

test.each([
  ['about to expire', () => expiresIn(89)],
  ['expired', () => expiresIn(-10)],
  ['without an expiry', () => ({ ...expiresIn(600), expires_at: undefined })],
  ['without a refresh token', () => ({ ...expiresIn(600), refresh_token: undefined })],
  ['not a session', () => 'nonsense'],
])('a stored session that is %s is left to the library', async (_, stored) => {
  const { client, events, loads } = opened(stored())
  await settle()
  expect(loads()).toBe(1)
  expect(events).toEqual([['INITIAL_SESSION', 'token-of-user-1']])
  expect(await tokenOf(client)).toBe('token-of-user-1')
})

test('once the page is idle the library takes over, and its events arrive', async () => {
  const { client, events, library, loads, idle } = opened(expiresIn(600))
  idle()
  await settle()
  expect(loads()).toBe(1)
  expect(await tokenOf(client)).toBe('token-of-user-1')
  expect(events).toEqual([
    ['INITIAL_SESSION', 'stored'],
    ['INITIAL_SESSION', 'token-of-user-1'],
  ])
  library.emit('SIGNED_OUT', null)
  expect(events.at(-1)).toEqual(['SIGNED_OUT', undefined])
})

test('a session that the library also has is not announced twice', async () => {
  const { events, library, idle } = opened(sampleSession())
  idle()
  await settle()
  library.emit('SIGNED_IN')
  expect(events).toEqual([['INITIAL_SESSION', 'token-of-user-1']])
})

test('a session that has ended elsewhere is announced as ended', async () => {
  const { events, idle } = opened(sampleSession(), memoryAuth())
  idle()
  await settle()
  expect(events.at(-1)).toEqual(['INITIAL_SESSION', undefined])
})

test('calls, including nested ones, wait for the library and miss none of its events', async () => {
  const { client, events, library } = opened(null, memoryAuth())
  await client.signInWithPassword({ email: 'ada@example.com', password: 'secret' })
  expect(events.at(-1)).toEqual(['SIGNED_IN', 'token-of-user-1'])
  await client.mfa.recoveryCodes.getStatus()
  expect(library.done.map(({ name }) => name)).toContain('signIn')
})

test('the client is an ordinary object that can be awaited', async () => {
  const { client } = opened(null)
  expect(await Promise.race([Promise.resolve(client), settle().then(() => 'nothing')])).toBe(client)
})

test('a library that failed to load is loaded again on the next call', async () => {
  let attempts = 0
  const client = createAuthClient(config, async () => {
    attempts += 1
    if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return memoryAuth({ session: sampleSession() }).client
  })
  await expect(client.refreshSession()).rejects.toThrow('Failed to fetch')
  expect((await client.refreshSession()).data.session?.access_token).toBe('token-of-user-1')
})
