import { expect, test } from 'vitest'
import { Profile } from '#domain/account/profile.ts'
import { PublicConfig } from '#domain/public-config.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()

test("each user's choice about AI is stored and shown in their profile", async () => {
  const [ada, bo] = [await app.signUp(), await app.signUp()]
  const choice = async (user: typeof ada) => Profile.parse(await (await user.get('/api/auth/user')).json()).usesModel
  expect(await choice(ada)).toBe(true)
  const response = await ada.send('PUT', '/api/account/ai', { usesModel: false })
  expect([response.status, Profile.parse(await response.json()).usesModel]).toEqual([200, false])
  expect([await choice(ada), await choice(bo)]).toEqual([false, true])
  await ada.send('PUT', '/api/account/ai', { usesModel: true })
  expect(await choice(ada)).toBe(true)
})

test('PATCH /api/profile changes names and ignores usesModel', async () => {
  const ada = await app.signUp()
  await ada.send('PATCH', '/api/profile', { firstName: 'Ada', usesModel: false })
  expect(Profile.parse(await (await ada.get('/api/auth/user')).json())).toMatchObject({
    firstName: 'Ada',
    usesModel: true,
  })
})

test('PATCH /api/profile also accepts the names of the user table', async () => {
  const ada = await app.signUp()
  await ada.send('PATCH', '/api/profile', { first_name: ' Ada ', last_name: 'Lovelace' })
  await ada.send('PATCH', '/api/profile', { last_name: '' })
  const profile = Profile.parse(await (await ada.get('/api/auth/user')).json())
  expect(profile).toMatchObject({ firstName: 'Ada', lastName: null })
  expect((await ada.send('PATCH', '/api/profile', { first_name: 'x'.repeat(101) })).status).toBe(422)
})

test('PATCH /api/profile turns reminders off and on, for that user only', async () => {
  const [ada, bo] = [await app.signUp(), await app.signUp()]
  const wants = async (user: typeof ada) =>
    Profile.parse(await (await user.get('/api/auth/user')).json()).wantsReminders
  expect(await wants(ada)).toBe(true)
  const response = await ada.send('PATCH', '/api/profile', { wantsReminders: false })
  expect([response.status, Profile.parse(await response.json()).wantsReminders]).toEqual([200, false])
  await ada.send('PATCH', '/api/profile', { firstName: 'Ada' })
  expect([await wants(ada), await wants(bo)]).toEqual([false, true])
  await ada.send('PATCH', '/api/profile', { wantsReminders: true })
  expect(await wants(ada)).toBe(true)
  expect((await ada.send('PATCH', '/api/profile', { wantsReminders: 'no' })).status).toBe(422)
})

test.each([{}, { usesModel: 'no' }, { usesModel: null }, null])('%j is not a valid choice about AI', async (body) => {
  const ada = await app.signUp()
  expect((await ada.send('PUT', '/api/account/ai', body)).status).toBe(422)
})

test('changing the choice about AI needs a session and works after the trial', async () => {
  const body = JSON.stringify({ usesModel: false })
  const headers = { 'content-type': 'application/json' }
  expect((await app.request('/api/account/ai', { method: 'PUT', headers, body })).status).toBe(401)
  const late = await app.signUp()
  await app.database.query(`update users set trial_ends_at = '2026-01-01' where id = $1`, [late.id])
  expect((await late.send('PUT', '/api/account/ai', { usesModel: false })).status).toBe(200)
})

test('the public config says whether a model is connected', async () => {
  expect(PublicConfig.parse(await (await app.request('/api/config')).json()).ai).toBe(false)
})
