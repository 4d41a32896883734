import { beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let app: TestApp
let ada: TestUser

beforeAll(async () => {
  app = await testApp()
  ada = await app.signUp()
})

const FEED = { companyId: null, viewId: null }
const HOOK = { url: 'https://hooks.example.com/a', format: 'standard' }
const SHARE = { email: 'friend@example.com', withPositions: true }

test.each<[string, object, string, string]>([
  [
    '/api/integrations/keys',
    { name: 'x', scopes: ['news:read'], expiresInDays: null },
    'An API key was created',
    '/profile/integrations',
  ],
  ['/api/integrations/feeds', FEED, 'A private feed was created', '/profile/integrations'],
  ['/api/integrations/webhooks', HOOK, 'A webhook was created', '/profile/integrations'],
  ['/api/shares', SHARE, 'Your news was shared', '/profile/sharing'],
])('whoever holds a session cannot give lasting access without the owner being told: %s', async (...given) => {
  const [path, body, subject, page] = given
  await app.database.query('delete from outbox')
  expect((await ada.send('POST', path, body)).status).toBe(201)
  await app.settleJobs()
  const sent = await app.database.query('select subject, text from outbox where recipient = $1', [ada.email])
  expect(sent).toMatchObject([{ subject, text: expect.stringContaining(page) }])
  expect(sent[0]?.text).toContain('/forgot-password')
})
