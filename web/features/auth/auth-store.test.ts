// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from '../../api/network-error.ts'
import { memoryAuth, sampleSession } from '../../testing/memory-auth.ts'
import { createAuth, LOADING_LIMIT_MS, type Auth } from './auth-store.ts'
import { resolveLandingSession } from './landing-session.ts'
import { returnPath } from './browser-storage.ts'

const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the state is loading until the initial session decides between signed in and signed out', async () => {
  const visitor = createAuth(memoryAuth().client)
  expect(visitor.getState().status).toBe('loading')
  await settled()
  expect(visitor.getState().status).toBe('signed-out')
  const user = createAuth(memoryAuth({ session: sampleSession() }).client)
  await settled()
  expect(user.getState()).toMatchObject({
    status: 'signed-in',
    session: { user: { email: 'ada@example.com' } },
  })
})

test('"Loading is forced off after 5 s if no session arrives", and a late session is still accepted', async () => {
  const service = memoryAuth({ initial: 'never' })
  const auth = createAuth(service.client)
  await vi.advanceTimersByTimeAsync(LOADING_LIMIT_MS - 1)
  expect(auth.getState().status).toBe('loading')
  await vi.advanceTimersByTimeAsync(1)
  expect(LOADING_LIMIT_MS).toBe(5000)
  expect(auth.getState().status).toBe('signed-out')
  service.emit('INITIAL_SESSION', sampleSession())
  expect(auth.getState().status).toBe('signed-in')
})

test('"A recovery event sets recovery mode ...; a signed-out event clears it"', async () => {
  const service = memoryAuth({ session: sampleSession() })
  const auth = createAuth(service.client)
  await settled()
  service.emit('PASSWORD_RECOVERY')
  expect(auth.getState().status).toBe('password-recovery')
  service.emit('TOKEN_REFRESHED')
  expect(auth.getState().status).toBe('password-recovery')
  service.emit('SIGNED_OUT', null)
  expect(auth.getState().status).toBe('signed-out')
  service.emit('SIGNED_IN', sampleSession())
  expect(auth.getState().status).toBe('signed-in')
})

type Service = ReturnType<typeof memoryAuth>

test.each<[string, (auth: Auth, service: Service) => unknown]>([
  ['a sign-out elsewhere', (_auth, service) => service.emit('SIGNED_OUT', null)],
  ['a sign-out that the service does not answer', (auth) => auth.signOut()],
  ['a refusal by the server', (auth) => auth.sessionEnded()],
])('when %s ends the session, the service worker is told', async (_name, end) => {
  const postMessage = vi.fn()
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller: { postMessage } }, configurable: true })
  const service = memoryAuth({ session: sampleSession() })
  const auth = createAuth({ ...service.client, signOut: () => new Promise<never>(() => {}) })
  await settled()
  expect(postMessage).not.toHaveBeenCalled()
  void end(auth, service)
  await vi.advanceTimersByTimeAsync(5000)
  expect(postMessage.mock.calls).toEqual([['signed-out']])
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const tokens = { kind: 'tokens', accessToken: 'a', refreshToken: 'r' } as const

test('a reset link starts recovery mode, which survives a reload and ends once the password is set', async () => {
  const service = memoryAuth()
  const auth = createAuth(service.client, tokens, '/reset-password')
  await settled()
  expect(auth.getState().status).toBe('password-recovery')
  const reloaded = createAuth(memoryAuth({ session: sampleSession() }).client, undefined, '/dashboard')
  await settled()
  expect(reloaded.getState().status).toBe('password-recovery')
  expect(await auth.setPassword('long enough')).toEqual({ problem: null })
  auth.endRecovery()
  expect(auth.getState().status).toBe('signed-in')
})

test('a reset link for the signed-in account is used without asking', async () => {
  const service = memoryAuth({ session: sampleSession('ada@example.com', 'user-1') })
  const auth = createAuth(service.client, tokens, '/reset-password')
  await settled()
  expect(auth.getState()).toMatchObject({ status: 'password-recovery', foreignLink: null })
  expect(service.done.some(({ name }) => name === 'setSession')).toBe(true)
})

const mine = () => sampleSession('me@example.com', 'me')
const theirs = { lets: sampleSession('attacker@example.com', 'attacker') }

test.each(['/dashboard', '/reset-password'])(
  'a link for another account at %s names both accounts and replaces nothing without consent',
  async (page) => {
    const service = memoryAuth({ session: mine(), ...theirs })
    const auth = createAuth(service.client, tokens, page)
    const seen = new Set<string | undefined>()
    auth.subscribe(() => seen.add(auth.getState().session?.user.id))
    await vi.advanceTimersByTimeAsync(LOADING_LIMIT_MS)
    expect(auth.getState()).toMatchObject({
      status: 'loading',
      foreignLink: { email: 'attacker@example.com', current: 'me@example.com' },
    })
    expect(service.done.map(({ name }) => name)).toEqual(['getUser'])
    await auth.answerLink(false)
    expect(auth.getState()).toMatchObject({
      status: 'signed-in',
      foreignLink: null,
      session: { user: { id: 'me' } },
    })
    expect(seen.has('attacker')).toBe(false)
  },
)

test('accepting a link switches to its account', async () => {
  const auth = createAuth(memoryAuth({ session: mine(), ...theirs }).client, tokens, '/dashboard')
  await settled()
  await auth.answerLink(true)
  expect(auth.getState()).toMatchObject({ status: 'signed-in', session: { user: { id: 'attacker' } } })
})

test('a rejected link keeps the current session', async () => {
  const refuse = { message: 'no', status: 403 }
  const auth = createAuth(memoryAuth({ session: mine(), refuse }).client, tokens, '/dashboard')
  await settled()
  expect(auth.getState()).toMatchObject({ status: 'signed-in', session: { user: { id: 'me' } } })
})

test('the landing page hands a link for another account to the application', async () => {
  const left: string[] = []
  const service = memoryAuth({ session: mine(), ...theirs })
  void resolveLandingSession(createAuth(service.client, tokens, '/'), (path) => left.push(path))
  await settled()
  expect(left).toEqual(['/dashboard#access_token=a&refresh_token=r'])
})

test.each([
  ['/reset-password', 'Invalid reset link. Please try again.'],
  ['/dashboard', 'This link is invalid or has expired. Log in, or ask for a new one.'],
])('a link with refused tokens at %s shows: %s', async (page, text) => {
  const auth = createAuth(memoryAuth({ refuse: { message: 'no', status: 403 } }).client, tokens, page)
  await settled()
  expect(auth.getState()).toMatchObject({ status: 'signed-out', linkProblem: text })
})

test.each([
  [{ message: 'Invalid login credentials', status: 400 }, 'Invalid login credentials'],
  [{ message: 'connect ECONNREFUSED 10.0.0.7', status: 500 }, 'An unexpected error occurred'],
])("auth errors: the backend's message, or 'An unexpected error occurred' (%#)", async (refuse, problem) => {
  const auth = createAuth(memoryAuth({ refuse }).client)
  expect(await auth.signIn('a@b.example', 'wrong')).toEqual({ problem })
})

test('on sign-up, first_name is derived from the local part of the email; the confirmation returns to /dashboard', async () => {
  const service = memoryAuth()
  const auth = createAuth(service.client)
  expect(await auth.signUp('grace.h@example.com', 'secret1')).toEqual({ problem: null, confirm: true })
  expect(service.done[0]?.with).toMatchObject({
    options: { data: { first_name: 'Grace' }, emailRedirectTo: expect.stringMatching(/\/dashboard$/) },
  })
})

test("a slow sign-up logs 'createUser timeout after 5 seconds' to the console but still completes", async () => {
  vi.useFakeTimers()
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const service = memoryAuth()
  const late = new Promise<void>((resolve) => setTimeout(resolve, 6000))
  const signUp: typeof service.client.signUp = async (...given) => {
    await late
    return service.client.signUp(...given)
  }
  const answer = createAuth({ ...service.client, signUp }).signUp('late@example.com', 'secret1')
  await vi.advanceTimersByTimeAsync(4900)
  expect(warned).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1200)
  expect(warned.mock.calls.flat()).toEqual(['[tidings] createUser timeout after 5 seconds'])
  expect(await answer).toEqual({ problem: null, confirm: true })
  vi.useRealTimers()
  warned.mockRestore()
})

test('the reset email links to reset-password-direct.html', async () => {
  const service = memoryAuth()
  await createAuth(service.client).requestReset('a@b.example')
  expect(JSON.stringify(service.done[0]?.with)).toContain('/reset-password-direct.html')
})

test('signing out always clears this device, even when the service does not answer', async () => {
  localStorage.setItem('tidings-session', '{}')
  const service = memoryAuth({ session: sampleSession() })
  const hanging = { ...service.client, signOut: () => new Promise<never>(() => {}) }
  const auth = createAuth(hanging)
  await settled()
  const leaving = auth.signOut()
  await vi.advanceTimersByTimeAsync(3000)
  await leaving
  expect(auth.getState()).toMatchObject({ status: 'signed-out', left: true })
  expect(localStorage.getItem('tidings-session')).toBeNull()
})

test('the landing page resolves the session, and a late session redirects', async () => {
  const left: string[] = []
  const leave = (path: string) => left.push(path)
  const signedIn = createAuth(memoryAuth({ session: sampleSession() }).client)
  expect(await resolveLandingSession(signedIn, leave)).toBe('dashboard')
  expect(await resolveLandingSession(createAuth(memoryAuth().client), leave)).toBe('visitor')

  returnPath.remember('/companies/7')
  const service = memoryAuth({ initial: 'never' })
  const slow = resolveLandingSession(createAuth(service.client), leave)
  await vi.advanceTimersByTimeAsync(LOADING_LIMIT_MS)
  expect(await slow).toBe('visitor')
  service.emit('TOKEN_REFRESHED', sampleSession())
  expect(left).toEqual(['/companies/7'])
})

test('a stored session that could not be renewed keeps the user signed in; a refused one does not', async () => {
  const stored = sampleSession('ada@example.com', 'user-1')
  localStorage.setItem('tidings-session', JSON.stringify(stored))
  const service = memoryAuth()
  const auth = createAuth(service.client)
  await settled()
  expect(auth.getState()).toMatchObject({ status: 'signed-in', session: { user: { id: 'user-1' } } })
  await expect(auth.accessToken()).rejects.toThrow(NetworkError)
  localStorage.removeItem('tidings-session')
  service.emit('SIGNED_OUT', null)
  expect(auth.getState().status).toBe('signed-out')
  expect(await auth.accessToken()).toBeNull()
})

test('the stored session is used if there is no answer within 5 s', async () => {
  localStorage.setItem('tidings-session', JSON.stringify(sampleSession()))
  const auth = createAuth(memoryAuth({ initial: 'never' }).client)
  await vi.advanceTimersByTimeAsync(LOADING_LIMIT_MS)
  expect(auth.getState().status).toBe('signed-in')
})
