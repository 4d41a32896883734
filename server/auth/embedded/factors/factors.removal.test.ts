import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { addAuthenticator } from '../../../testing/factors.ts'
import { liveApp, type Client } from '../../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'

let counter = 0

const app = await liveApp({ poolSize: 8 })

async function withTwoAuthenticators() {
  const owner = await app.signedUp(`owner-${(counter += 1)}@example.com`, PASSWORD)
  const phone = await addAuthenticator(app, owner.client, 'Phone')
  const tablet = await addAuthenticator(app, owner.client, 'Tablet')
  app.later(90)
  return { ...owner, email: owner.user.email ?? '', phone, tablet }
}

async function raisedBy({ factorId, code }: Awaited<ReturnType<typeof addAuthenticator>>, email: string) {
  app.later(30)
  const { client } = await app.signedIn(email, PASSWORD)
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: code() })
  if (error) throw error
  return client
}

async function claimsOf(client: Client) {
  const { data } = await client.refreshSession()
  const claims = (await client.getClaims(data.session?.access_token)).data?.claims
  const methods = (claims?.amr ?? []).map((entry) => (typeof entry === 'string' ? entry : entry.method))
  return [claims?.aal, ...methods.toSorted()]
}

test('removing an authenticator takes its proof from every session that it raised, and from no other', async () => {
  const { client, email, phone, tablet } = await withTwoAuthenticators()
  const { data: codes } = await client.mfa.recoveryCodes.generate()
  const byPhone = await raisedBy(phone, email)
  const byTablet = await raisedBy(tablet, email)
  const byBoth = await raisedBy(phone, email)
  await byBoth.mfa.recoveryCodes.verify({ code: codes?.codes[0] ?? '' })
  expect(await claimsOf(byBoth)).toEqual(['aal2', 'mfa/recovery_code', 'password', 'totp'])
  expect((await byTablet.mfa.unenroll({ factorId: phone.factorId })).error).toBeNull()
  expect(await claimsOf(byPhone)).toEqual(['aal1', 'password'])
  expect(await claimsOf(byTablet)).toEqual(['aal2', 'password', 'totp'])
  expect(await claimsOf(byBoth)).toEqual(['aal2', 'mfa/recovery_code', 'password'])
})

test('without the last authenticator, no session is raised, not even by a recovery code', async () => {
  const { client } = await app.signedUp('last@example.com', PASSWORD)
  const { factorId, code } = await addAuthenticator(app, client)
  const { data: codes } = await client.mfa.recoveryCodes.generate()
  app.later(90)
  const byCode = await app.signedIn('last@example.com', PASSWORD)
  await byCode.client.mfa.recoveryCodes.verify({ code: codes?.codes[0] ?? '' })
  const remover = await raisedBy({ factorId, code }, 'last@example.com')
  expect((await remover.mfa.unenroll({ factorId })).error).toBeNull()
  for (const each of [client, byCode.client, remover]) expect(await claimsOf(each)).toEqual(['aal1', 'password'])
})

test('a session that an authenticator raises while it is being removed drops as well', async () => {
  const { email, phone, tablet } = await withTwoAuthenticators()
  const remover = await raisedBy(tablet, email)
  const { client: late, session } = await app.signedIn(email, PASSWORD)
  const sessionId = (await late.getClaims(session.access_token)).data?.claims.session_id
  let removal: Promise<unknown> = Promise.resolve()
  await app.database.asSystem(async (queries) => {
    await queries.execute(sql`select 1 from auth.mfa_factors where id = ${phone.factorId} for update`)
    removal = remover.mfa.unenroll({ factorId: phone.factorId })
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%mfa_factors%'`
    await expect.poll(() => app.database.query(waiting)).not.toEqual([])
    await queries.execute(
      sql`update auth.sessions set aal = 'aal2', factor_id = ${phone.factorId} where id = ${sessionId}`,
    )
  })
  await removal
  expect((await claimsOf(late))[0]).toBe('aal1')
})
