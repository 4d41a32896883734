import { beforeAll, expect, test } from 'vitest'
import { OutboxEmail } from '#domain/developer-pages.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let ada: TestUser

beforeAll(async () => {
  app = await testApp()
  ada = await app.signUp('ada@example.com')
})

const read = async (response: Promise<Response>) => OutboxEmail.array().parse(await (await response).json())

test('a test email goes to the user’s own address and is listed in the outbox, newest first', async () => {
  expect(await (await ada.send('POST', '/api/test/outbox')).json()).toEqual({
    message: 'Sent to ada@example.com',
  })
  app.time.now = new Date(app.time.now.getTime() + 60_000)
  await ada.send('POST', '/api/test/outbox')
  const emails = await read(app.request('/api/test/outbox'))
  expect(emails.map(({ createdAt }) => createdAt)).toEqual([app.time.now, START].map((at) => at.toISOString()))
  expect(emails[0]).toMatchObject({ to: 'ada@example.com', kind: 'test', subject: 'Test email' })
  expect((await app.request('/api/test/outbox', { method: 'POST' })).status).toBe(401)
})

test('other machines see only emails to the signed-in user', async () => {
  expect(await read(app.request('/api/test/outbox', {}, '192.0.2.1'))).toEqual([])
  expect(await read(app.request('/api/test/outbox', { headers: { 'x-forwarded-for': '192.0.2.1' } }))).toEqual([])
  const headers = { authorization: `Bearer ${ada.token}` }
  expect(await read(app.request('/api/test/outbox', { headers }, '192.0.2.1'))).toHaveLength(2)
  const ben = await app.signUp()
  const his = { authorization: `Bearer ${ben.token}` }
  expect(await read(app.request('/api/test/outbox', { headers: his }, '192.0.2.1'))).toEqual([])
})

test('the outbox route does not exist without the developer pages', async () => {
  const shut = await testApp({ environment: { DEVELOPER_PAGES: 'off' } })
  expect((await shut.request('/api/test/outbox')).status).toBe(404)
})
