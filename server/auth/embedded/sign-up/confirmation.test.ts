import { expect, test } from 'vitest'
import { liveApp, memory } from '../../../testing/live-app.ts'
import { DAY_MS } from '#domain/time.ts'

const PASSWORD = 'seven clever herons'

const app = await liveApp({ environment: { AUTH_CONFIRM_EMAIL: 'on' }, poolSize: 8 })

test('sign-up gives no session until the link is opened, which leads to the requested page', async () => {
  const email = 'ada@example.com'
  const emailRedirectTo = `${app.publicUrl}/dashboard`
  const { data } = await app.client().signUp({ email, password: PASSWORD, options: { emailRedirectTo } })
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ email, confirmation_sent_at: app.time.now.toISOString() })
  const early = await app.client().signInWithPassword({ email, password: PASSWORD })
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
  const wrong = await app.client().signInWithPassword({ email, password: 'wrong password' })
  expect(wrong.error?.code).toBe('invalid_credentials')

  const opened = await app.open(await app.linkFor(email, 'confirmation'))
  expect(opened.location.startsWith(`${emailRedirectTo}#access_token=`)).toBe(true)
  expect([...opened.fragment.keys()]).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
    'type',
  ])
  expect((await app.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('the emailed code also confirms the address, once', async () => {
  const email = 'code@example.com'
  await app.client().signUp({ email, password: PASSWORD })
  const token = await app.codeFor(email, 'confirmation')
  const { data, error } = await app.client().verifyOtp({ email, token, type: 'email' })
  expect(error).toBeNull()
  expect(data.user?.email_confirmed_at).toBe(app.time.now.toISOString())
  expect((await app.client().verifyOtp({ email, token, type: 'email' })).error?.code).toBe('otp_expired')
})

test('after five wrong codes, even the right one is refused', async () => {
  const email = 'guess@example.com'
  await app.client().signUp({ email, password: PASSWORD })
  const token = await app.codeFor(email, 'confirmation')
  for (let guess = 0; guess < 5; guess += 1) {
    const wrong = String((Number(token) + guess + 1) % 1_000_000).padStart(6, '0')
    const { error } = await app.client().verifyOtp({ email, token: wrong, type: 'signup' })
    expect(error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    })
  }
  expect((await app.client().verifyOtp({ email, token, type: 'signup' })).error?.code).toBe('otp_expired')
})

test('sign-up, recovery, resend and magic links respond alike to known and unknown addresses', async () => {
  await app.confirmed('taken@example.com', PASSWORD)
  app.later(61)
  const signUp = async (email: string) => {
    const response = await app.post('/signup', { email, password: PASSWORD, data: { first_name: 'X' } })
    const body = (await response.text()).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replaceAll(email, 'EMAIL')
    return { status: response.status, body, headers: headersOf(response) }
  }
  expect(await signUp('taken@example.com')).toEqual(await signUp('fresh@example.com'))
  const [notice] = await app.emails('taken@example.com', 'sign-up-attempted')
  expect(notice?.subject).toBe('You already have an account')
  for (const path of ['/recover', '/resend', '/otp']) {
    const ask = async (email: string) => {
      const response = await app.post(path, { email, type: 'signup' })
      return { status: response.status, body: await response.text(), headers: headersOf(response) }
    }
    expect(await ask('taken@example.com')).toEqual(await ask('nobody@example.com'))
  }
})

const headersOf = (response: Response) =>
  [...response.headers].filter(([name]) => !['date', 'x-request-id', 'content-length', 'keep-alive'].includes(name))

test('resend repeats a pending confirmation and sends nothing to unknown or confirmed addresses', async () => {
  const email = 'again@example.com'
  await app.client().signUp({ email, password: PASSWORD })
  await app.settleJobs()
  app.later(61)
  expect((await app.client().resend({ type: 'signup', email })).error).toBeNull()
  expect(await app.emails(email, 'confirmation')).toHaveLength(2)
  await app.open(await app.linkFor(email, 'confirmation'))
  app.later(61)
  await app.client().resend({ type: 'signup', email })
  await app.client().resend({ type: 'signup', email: 'stranger@example.com' })
  expect(await app.emails(email, 'confirmation')).toHaveLength(2)
  expect(await app.emails('stranger@example.com')).toEqual([])
})

test('magic link: an unknown address signs up by confirming, and a known one gets a link', async () => {
  const email = 'magic@example.com'
  expect((await app.client().signInWithOtp({ email })).error).toBeNull()
  const token = await app.codeFor(email, 'confirmation')
  expect((await app.client().verifyOtp({ email, token, type: 'email' })).data.session).not.toBeNull()
  app.later(61)
  expect((await app.client().signInWithOtp({ email })).error).toBeNull()
  expect((await app.open(await app.linkFor(email, 'magiclink'))).fragment.get('type')).toBe('magiclink')
})

test('a magic link without create_user signs nobody up, and its response reveals nothing', async () => {
  await app.confirmed('member@example.com', PASSWORD)
  await app.client().signUp({ email: 'waiting@example.com', password: PASSWORD })
  await app.settleJobs()
  const answers = []
  for (const email of ['member@example.com', 'waiting@example.com', 'no@example.com']) {
    app.later(61)
    const response = await app.post('/otp', { email, create_user: false })
    answers.push({ status: response.status, body: await response.text(), headers: headersOf(response) })
  }
  expect(answers[0]).toMatchObject({ status: 200, body: '{}' })
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(await app.emails('member@example.com', 'magiclink')).toHaveLength(1)
  expect(await app.emails('waiting@example.com', 'confirmation')).toHaveLength(2)
  expect(await app.emails('no@example.com')).toEqual([])
  expect(await app.database.query(`select 1 from auth.users where email = 'no@example.com'`)).toEqual([])
})

test('signing up again returns the same response, whether or not the address is confirmed', async () => {
  const answerOf = async (email: string) => {
    app.later(61)
    const response = await app.post('/signup', { email, password: PASSWORD, data: { first_name: 'X' } })
    return (await response.text()).replaceAll(app.time.now.toISOString(), 'NOW').replaceAll(email, 'EMAIL')
  }
  const first = await answerOf('twice@example.com')
  expect(JSON.parse(first)).toMatchObject({ email: 'EMAIL', created_at: 'NOW', confirmation_sent_at: 'NOW' })
  await app.settleJobs()
  expect(await answerOf('twice@example.com')).toBe(first)
  await app.open(await app.linkFor('twice@example.com', 'confirmation'))
  expect(await answerOf('twice@example.com')).toBe(first)
  expect(await answerOf('twice@example.com')).toBe(first)
  const [account] = await app.database.query(`select id from auth.users where email = 'twice@example.com'`)
  expect(first).not.toContain(String(account?.id))
})

test('PKCE: only the requesting browser can exchange the link’s code, once, within five minutes', async () => {
  const email = 'pkce@example.com'
  await app.confirmed(email, PASSWORD)
  const storage = memory()
  const asking = app.client({ flowType: 'pkce', storage })
  const ask = async () => {
    app.later(61)
    await asking.resetPasswordForEmail(email, { redirectTo: `${app.publicUrl}/reset-password?from=mail` })
    const { location } = await app.open(await app.linkFor(email, 'recovery'))
    const url = new URL(location)
    expect(url.searchParams.get('from')).toBe('mail')
    return url.searchParams.get('code')!
  }
  const stolen = await ask()
  const verifier = 'x'.repeat(64)
  expect(await app.codeOf(app.post('/token?grant_type=pkce', { auth_code: stolen, code_verifier: verifier }))).toBe(
    'bad_code_verifier',
  )
  const { data, error } = await asking.exchangeCodeForSession(stolen)
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)
  expect(await app.codeOf(app.post('/token?grant_type=pkce', { auth_code: stolen, code_verifier: verifier }))).toBe(
    'flow_state_not_found',
  )
  const late = await ask()
  app.later(300)
  expect((await asking.exchangeCodeForSession(late)).error?.code).toBe('flow_state_expired')
})

test('after thirty wrong codes, only the link can confirm the address', async () => {
  const email = 'patient@example.com'
  await app.client().signUp({ email, password: PASSWORD })
  for (let tries = 0; tries < 30; tries += 1) await app.client().verifyOtp({ email, token: 'wrong', type: 'signup' })
  await app.settleJobs()
  app.later(61)
  await app.client().resend({ type: 'signup', email })
  const token = await app.codeFor(email, 'confirmation')
  expect((await app.client().verifyOtp({ email, token, type: 'signup' })).error?.code).toBe('otp_expired')
  expect((await app.open(await app.linkFor(email, 'confirmation'))).fragment.has('access_token')).toBe(true)
})

test('an unconfirmed alias uses up nobody’s trial; the first confirmed one starts it', async () => {
  const trialOf = async (session: { access_token: string } | null) =>
    (await (await app.api(session?.access_token ?? '')).json()) as { trialEndsAt: string }
  await app.client().signUp({ email: 'victim+typed@example.com', password: PASSWORD })
  app.later(10 * 86_400)
  const victim = await trialOf((await app.confirmed('victim@example.com', PASSWORD)).session)
  expect(Date.parse(victim.trialEndsAt) - app.time.now.getTime()).toBeGreaterThan(13 * DAY_MS)
  app.later(86_400)
  await app.client().signUp({ email: 'early@example.com', password: PASSWORD })
  app.later(3600)
  const proven = await trialOf((await app.confirmed('early+2@example.com', PASSWORD)).session)
  await app.open(await app.linkFor('early@example.com', 'confirmation'))
  const late = await trialOf((await app.signedIn('early@example.com', PASSWORD)).session)
  expect(late.trialEndsAt).toBe(proven.trialEndsAt)
})
