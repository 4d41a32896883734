import { expect, test } from 'vitest'
import { mintServiceToken } from '../sessions/session-tokens.ts'
import { liveApp } from '../../../testing/live-app.ts'

const ATTACKER = { password: 'mallory was here first', data: { first_name: 'Mallory', note: 'planted' } }
const VICTIM = { password: 'seven clever herons', data: { first_name: 'Vera' } }

let counter = 0

const app = await liveApp({ environment: { AUTH_CONFIRM_EMAIL: 'on' }, poolSize: 8 })

const newAddress = () => `victim-${(counter += 1)}@example.com`

async function signUp(email: string, { password, data }: typeof ATTACKER | typeof VICTIM) {
  app.later(61)
  const answer = await app.client().signUp({ email, password, options: { data } })
  if (answer.error) throw answer.error
  return { user: answer.data.user!, link: await app.linkFor(email, 'confirmation') }
}

const opens = async (email: string, { password }: { password: string }) =>
  (await app.client().signInWithPassword({ email, password })).error === null

/** What the account says about its owner, in the auth client and in the product. */
async function namesOf(token: string) {
  const browser = app.client()
  const { data } = await browser.getUser(token)
  const profile = (await (await app.api(token)).json()) as { firstName: string | null }
  return { metadata: data.user!.user_metadata, firstName: profile.firstName }
}

test('an attacker who signs up first gains nothing once the owner confirms their own sign-up', async () => {
  const email = newAddress()
  await signUp(email, ATTACKER)
  const { link } = await signUp(email, VICTIM)
  const { fragment } = await app.open(link)
  expect([await opens(email, ATTACKER), await opens(email, VICTIM)]).toEqual([false, true])
  const { metadata, firstName } = await namesOf(fragment.get('access_token')!)
  expect(metadata).toMatchObject({ first_name: 'Vera', email, email_verified: true })
  expect(metadata).not.toHaveProperty('note')
  expect(firstName).toBe('Vera')
})

test('an attacker who signs up second gains nothing: the owner’s link applies the owner’s data', async () => {
  const email = newAddress()
  const { link } = await signUp(email, VICTIM)
  const planted = await signUp(email, ATTACKER)
  const { fragment } = await app.open(link)
  expect([await opens(email, ATTACKER), await opens(email, VICTIM)]).toEqual([false, true])
  expect((await namesOf(fragment.get('access_token')!)).firstName).toBe('Vera')
  expect((await app.open(planted.link)).fragment.get('error_code')).toBe('otp_expired')
  expect(await opens(email, ATTACKER)).toBe(false)
})

test('a sign-up response contains no data from another sign-up', async () => {
  const email = newAddress()
  await signUp(email, VICTIM)
  const { user } = await signUp(email, ATTACKER)
  expect(user.user_metadata).toMatchObject(ATTACKER.data)
  const { user: again } = await signUp(email, VICTIM)
  expect(again.user_metadata).not.toHaveProperty('note')
})

test('the confirmation email says so if the address was signed up more than once', async () => {
  const email = newAddress()
  await signUp(email, ATTACKER)
  const [first] = await app.emails(email, 'confirmation')
  expect(first?.text).not.toContain('more than once')
  await signUp(email, VICTIM)
  const [second] = await app.emails(email, 'confirmation')
  expect(second?.text).toContain('more than once')
})

test('a password reset of an unconfirmed account discards everything entered at sign-up', async () => {
  const email = newAddress()
  await signUp(email, ATTACKER)
  const { fragment } = await app.open(await app.recoveryLink(email))
  const token = fragment.get('access_token')!
  expect(await opens(email, ATTACKER)).toBe(false)
  const { metadata, firstName } = await namesOf(token)
  expect(JSON.stringify([metadata, firstName])).not.toMatch(/Mallory|planted/)
  expect((await app.send('PUT', '/user', token, { password: VICTIM.password })).status).toBe(200)
  expect([await opens(email, ATTACKER), await opens(email, VICTIM)]).toEqual([false, true])
})

test('a sign-in link or code discards everything entered at an earlier unconfirmed sign-up', async () => {
  for (const by of ['link', 'code'] as const) {
    const email = newAddress()
    await signUp(email, ATTACKER)
    app.later(61)
    await app.client().signInWithOtp({ email, options: { data: { first_name: 'Vera' } } })
    const token =
      by === 'link'
        ? (await app.open(await app.linkFor(email, 'confirmation'))).fragment.get('access_token')!
        : (
            await app.client().verifyOtp({
              email,
              token: await app.codeFor(email, 'confirmation'),
              type: 'email',
            })
          ).data.session!.access_token
    expect(await opens(email, ATTACKER)).toBe(false)
    const { metadata, firstName } = await namesOf(token)
    expect(firstName).toBe('Vera')
    expect(JSON.stringify(metadata)).not.toMatch(/Mallory|planted/)
  }
})

test('an invitation discards an earlier sign-up and gives nothing to a later one', async () => {
  const service = await mintServiceToken(app.keys, app.authUrl, app.time.now, 86_400)
  const invite = async (email: string) => {
    await app.send('POST', '/invite', service, { email, data: { first_name: 'Vera' } })
    return app.linkFor(email, 'invite')
  }
  const before = newAddress()
  await signUp(before, ATTACKER)
  const first = await app.open(await invite(before))
  expect(await opens(before, ATTACKER)).toBe(false)
  const { metadata, firstName } = await namesOf(first.fragment.get('access_token')!)
  expect(firstName).toBe('Vera')
  expect(JSON.stringify(metadata)).not.toMatch(/Mallory|planted/)
  const after = newAddress()
  const link = await invite(after)
  await signUp(after, ATTACKER)
  const second = await app.open(link)
  expect(await opens(after, ATTACKER)).toBe(false)
  expect((await namesOf(second.fragment.get('access_token')!)).metadata).not.toHaveProperty('note')
})

test('a resent email confirms a single sign-up, but sets no password if there were several', async () => {
  const resent = async (email: string) => {
    app.later(61)
    await app.client().resend({ type: 'signup', email })
    await app.open(await app.linkFor(email, 'confirmation'))
  }
  const alone = newAddress()
  await signUp(alone, VICTIM)
  await resent(alone)
  expect(await opens(alone, VICTIM)).toBe(true)
  const contested = newAddress()
  await signUp(contested, VICTIM)
  await signUp(contested, ATTACKER)
  await resent(contested)
  expect([await opens(contested, ATTACKER), await opens(contested, VICTIM)]).toEqual([false, false])
})

test('an unconfirmed squatter cannot keep the owner from changing to the address', async () => {
  const email = newAddress()
  await signUp(email, ATTACKER)
  const { client, user } = await app.confirmed(newAddress(), VICTIM.password)
  expect((await client.updateUser({ email })).error).toBeNull()
  await app.open(await app.linkFor(email, 'email-change-new'))
  expect((await app.signedIn(email, VICTIM.password)).user.id).toBe(user.id)
  expect(await opens(email, ATTACKER)).toBe(false)
})

test('only the newest sign-up’s code works, so many sign-ups are no easier to guess', async () => {
  const email = newAddress()
  await signUp(email, VICTIM)
  const older = await app.codeFor(email, 'confirmation')
  await signUp(email, VICTIM)
  const newer = await app.codeFor(email, 'confirmation')
  const verify = (token: string) => app.client().verifyOtp({ email, token, type: 'signup' })
  expect((await verify(older)).error?.code).toBe('otp_expired')
  expect((await verify(newer)).error).toBeNull()
})

test('pending passwords are stored as slow hashes and deleted once one is confirmed', async () => {
  const email = newAddress()
  await signUp(email, ATTACKER)
  const { link } = await signUp(email, VICTIM)
  const waiting = () =>
    app.database.query(
      'select p.* from auth.pending_sign_ups p join auth.users u on u.id = p.user_id where u.email = $1',
      [email],
    )
  expect((await waiting()).map(({ password_hash: hash }) => String(hash).split('$')[1])).toEqual([
    'argon2id',
    'argon2id',
  ])
  await app.open(link)
  expect(await waiting()).toEqual([])
})
