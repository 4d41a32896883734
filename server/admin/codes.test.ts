import { expect, test } from 'vitest'
import { Profile } from '#domain/account/profile.ts'
import { AdminUserPage, CreatedCode, GrantCode, Redeemed } from '#domain/admin/users.ts'
import { adminFixture, BOSS } from '../testing/fixtures/admin-fixture.ts'
import type { TestUser } from '../testing/test-app.ts'
import { DAY_MS } from '#domain/time.ts'

const REFUSED = 'This code is not valid, or it was used already.'

const app = await adminFixture()

const inDays = (days: number) => new Date(app.time.now.getTime() + days * DAY_MS).toISOString()
const create = async (body: object = {}) => {
  const response = await app.boss.send('POST', '/api/admin/codes', { days: 30, reason: 'Fair', ...body })
  expect(response.status).toBe(201)
  return CreatedCode.parse(await response.json())
}
const redeem = (user: TestUser, code: unknown) => user.send('POST', '/api/redeem', { code })
const list = async () => GrantCode.array().parse(await (await app.boss.get('/api/admin/codes')).json())
const stateOf = async (id: number) => (await list()).find((code) => code.id === id)?.state
const grantsOf = async (user: TestUser) =>
  AdminUserPage.parse(await (await app.boss.get(`/api/admin/users/${user.id}`)).json()).grants
const reasonOf = async (user: TestUser) =>
  Profile.parse(await (await user.get('/api/auth/user')).json()).entitlement.reason

test('redeeming a code grants access, even after the trial, and records who redeemed it', async () => {
  const ada = await app.expired()
  const { code, id, hint } = await create()
  expect(await stateOf(id)).toBe('open')
  const response = await redeem(ada, ` ${code.toLowerCase().replaceAll('-', ' ')}`)
  expect([response.status, Redeemed.parse(await response.json())]).toEqual([200, { endsAt: inDays(30) }])
  expect((await ada.get('/api/companies')).status).toBe(200)
  expect(await grantsOf(ada)).toMatchObject([{ reason: 'Fair', grantedBy: BOSS, isByCode: true }])
  expect((await list()).find((each) => each.id === id)).toMatchObject({
    hint,
    state: 'redeemed',
    redeemedBy: { id: ada.id, email: ada.email },
    redeemedAt: inDays(0),
  })
  expect((await app.acts()).slice(-2)).toMatchObject([
    { actor: BOSS, act: 'create-code', details: { code: id, days: 30, reason: 'Fair' } },
    { actor: 'user', act: 'redeem-code', user_id: ada.id, details: { code: id } },
  ])
})

test('the code itself is never stored', async () => {
  const { code } = await create()
  const characters = code.replaceAll('-', '')
  const kept = JSON.stringify([
    await app.database.query('select * from grant_codes'),
    await app.database.query('select * from admin_audit'),
  ])
  for (const text of [kept, app.logged.join('\n')]) {
    expect(text).not.toContain(code)
    expect(text).not.toContain(characters)
  }
})

test('when twenty users redeem a single-use code at once, one succeeds', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => app.expired()))
  const { code, id } = await create()
  const answers = await Promise.all(people.map((user) => redeem(user, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
  const given = await app.database.query('select user_id from grants where code_id = $1', [id])
  expect(given).toHaveLength(1)
  const open = await Promise.all(people.map(async (user) => (await user.get('/api/companies')).status))
  expect(open.filter((status) => status === 200)).toHaveLength(1)
})

test('when the same person redeems a single-use code in twenty tabs, it counts once', async () => {
  const ada = await app.expired()
  const { code } = await create({ days: 1 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(ada, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await grantsOf(ada)).toMatchObject([{ endsAt: inDays(1) }])
})

test('a second code starts when the first ends, even when both are redeemed at once', async () => {
  const ada = await app.expired()
  const codes = [await create({ days: 10 }), await create({ days: 20 })]
  await Promise.all(codes.map(({ code }) => redeem(ada, code)))
  const ends = (await grantsOf(ada)).map(({ endsAt }) => String(endsAt)).toSorted()
  expect(ends.at(-1)).toBe(inDays(30))
})

test.each([
  ['one that was never made', '7K2M-7K2M-7K2M-7K2M'],
  ['no code', 'please'],
  ['nothing', ''],
])('an invalid code is refused: %s', async (_, code) => {
  const response = await redeem(await app.expired(), code)
  expect([response.status, await response.json()]).toMatchObject([422, { message: REFUSED }])
})

test.each([null, 7, {}, 'x'.repeat(101)])('a code of the wrong type or length is refused: %j', async (code) => {
  const response = await redeem(await app.expired(), code)
  expect([response.status, await response.json()]).toMatchObject([422, { message: REFUSED }])
})

test('a revoked or expired code is rejected like an unknown one', async () => {
  const ada = await app.expired()
  const withdrawn = await create()
  expect((await app.boss.send('DELETE', `/api/admin/codes/${withdrawn.id}`)).status).toBe(204)
  expect((await app.boss.send('DELETE', `/api/admin/codes/${withdrawn.id}`)).status).toBe(404)
  const late = await create({ redeemWithinDays: 1 })
  await app.database.query('update grant_codes set expires_at = $2 where id = $1', [late.id, app.time.now])
  for (const { code } of [withdrawn, late]) {
    const response = await redeem(ada, code)
    expect([response.status, await response.json()]).toMatchObject([422, { message: REFUSED }])
  }
  expect([await stateOf(withdrawn.id), await stateOf(late.id)]).toEqual(['revoked', 'expired'])
  expect((await app.acts()).at(-2)).toMatchObject({ act: 'revoke-code', details: { code: withdrawn.id } })
})

test('a redeemed code is revoked by revoking its grant', async () => {
  const ada = await app.expired()
  const { code, id } = await create()
  await redeem(ada, code)
  expect((await app.boss.send('DELETE', `/api/admin/codes/${id}`)).status).toBe(404)
  const [grant] = await grantsOf(ada)
  await app.boss.send('DELETE', `/api/admin/grants/${grant?.id}`)
  expect(await reasonOf(ada)).toBe('expired')
})

test('a code starts when the trial or a canceled subscription ends', async () => {
  const ada = await app.signUp()
  expect(await (await redeem(ada, (await create()).code)).json()).toEqual({ endsAt: inDays(44) })
  const payer = await app.expired()
  await app.subscribe(payer, 'canceled', 10)
  expect(await (await redeem(payer, (await create()).code)).json()).toEqual({ endsAt: inDays(40) })
})

test('a code cannot be redeemed while a renewal is unpaid', async () => {
  const owing = await app.expired()
  await app.subscribe(owing, 'past_due', -1)
  const { code, id } = await create()
  expect((await redeem(owing, code)).status).toBe(409)
  expect(await stateOf(id)).toBe('open')
})

test('a code is rejected for users with permanent or paid access', async () => {
  const [forGood, payer, leaving] = [await app.expired(), await app.expired(), await app.expired()]
  await redeem(forGood, (await create({ days: null })).code)
  expect((await grantsOf(forGood))[0]?.endsAt).toBe(null)
  await app.subscribe(payer, 'active', 10)
  await app.subscribe(leaving, 'canceled', 10)
  const { code, id } = await create()
  const wasted = [await redeem(forGood, code), await redeem(payer, code)]
  expect(wasted.map(({ status }) => status)).toEqual([409, 409])
  expect(await stateOf(id)).toBe('open')
  expect((await redeem(leaving, code)).status).toBe(200)
})

test.each([
  [{ days: 0, reason: 'x' }, 'Must be a whole number of days from 1 to 3650, or empty for permanent access'],
  [{ reason: 'x' }, 'Must be a whole number of days from 1 to 3650, or empty for permanent access'],
  [{ days: 30 }, 'A reason is required'],
  [{ days: 30, reason: 'x', redeemWithinDays: 366 }, 'Must be a whole number of days from 1 to 365'],
])('%j does not create a code', async (body, message) => {
  const response = await app.boss.send('POST', '/api/admin/codes', body)
  expect([response.status, await response.json()]).toMatchObject([422, { message }])
})

test('redeeming a code needs a session', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ code: '7K2M-7K2M-7K2M-7K2M' })
  expect((await app.request('/api/redeem', { method: 'POST', headers, body })).status).toBe(401)
})
