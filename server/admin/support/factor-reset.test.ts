import { beforeAll, beforeEach, expect, test } from 'vitest'
import { FACTOR_RESET_HOURS } from '#domain/admin/support.ts'
import { addAuthenticator } from '../../testing/factors.ts'
import { liveApp } from '../../testing/live-app.ts'

const PASSWORD = 'seven clever herons'
const EVIDENCE = { evidence: 'Called from the number on file, knew two invoices' }
const BOSS = 'boss@example.com'

const app = await liveApp({ environment: { ADMIN_EMAILS: BOSS } })
let boss = ''
let counter = 0

beforeAll(async () => void (await app.signedUp(BOSS, PASSWORD)))

/** The clock moves further than a token lasts. */
beforeEach(async () => {
  const { client } = await app.signedIn(BOSS, PASSWORD)
  boss = (await client.getSession()).data.session?.access_token ?? ''
})

async function withAuthenticator() {
  const email = `owner-${(counter += 1)}@example.com`
  const owner = await app.signedUp(email, PASSWORD)
  const factor = await addAuthenticator(app, owner.client, 'Phone')
  app.later(90)
  return { email, id: owner.user.id, factor }
}

const send = (method: string, path: string, body?: object) =>
  app.request(path, {
    method,
    headers: { authorization: `Bearer ${boss}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

async function afterWaiting(hours: number) {
  app.later(hours * 3600)
  await app.runJob('admin.factor-resets', {})
}

async function needsCode(email: string): Promise<boolean> {
  const { client } = await app.signedIn(email, PASSWORD)
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel()
  return data?.nextLevel === 'aal2'
}

test('a second factor is removed only after the waiting time, of which its owner is told at once', async () => {
  const { email, id } = await withAuthenticator()
  expect((await send('POST', `/api/admin/users/${id}/factor-reset`, EVIDENCE)).status).toBe(204)
  expect((await send('POST', `/api/admin/users/${id}/factor-reset`, EVIDENCE)).status).toBe(409)
  const sent = await app.database.query('select subject from outbox where recipient = $1 and kind = $2', [
    email,
    'factor-reset',
  ])
  expect(sent).toEqual([{ subject: 'Your two-step verification will be turned off' }])
  await afterWaiting(FACTOR_RESET_HOURS - 1)
  expect(await needsCode(email)).toBe(true)
  await afterWaiting(1)
  expect(await needsCode(email)).toBe(false)
  const acts = await app.database.query('select act from admin_audit where user_id = $1 order by id', [id])
  expect(acts.map(({ act }) => act)).toEqual(['request-factor-reset', 'reset-factor'])
})

test('whoever still has the second factor keeps it by signing in', async () => {
  const { email, id, factor } = await withAuthenticator()
  expect((await send('POST', `/api/admin/users/${id}/factor-reset`, EVIDENCE)).status).toBe(204)
  app.later(60)
  const { client } = await app.signedIn(email, PASSWORD)
  const { error } = await client.mfa.challengeAndVerify({ factorId: factor.factorId, code: factor.code() })
  expect(error).toBeNull()
  await client.signOut()
  await afterWaiting(FACTOR_RESET_HOURS)
  expect(await needsCode(email)).toBe(true)
})

test('an administrator can cancel a reset', async () => {
  const { email, id } = await withAuthenticator()
  await send('POST', `/api/admin/users/${id}/factor-reset`, EVIDENCE)
  expect((await send('DELETE', `/api/admin/users/${id}/factor-reset`)).status).toBe(204)
  await afterWaiting(FACTOR_RESET_HOURS)
  expect(await needsCode(email)).toBe(true)
})
