import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Health } from '#domain/admin/health.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const OWN = 'https://tidings.example'
let app: TestApp
let boss: TestUser

beforeAll(async () => {
  app = await testApp({
    environment: { PUBLIC_URL: OWN, METRICS_TOKEN: 'a token for metrics', ADMIN_EMAILS: 'b@example.com' },
  })
  boss = await app.signUp('b@example.com')
})
beforeEach(() => {
  app.logged.length = 0
})

const post = async (host: string, path = '/api/webhooks/stripe') =>
  (await app.request(`https://${host}${path}`, { method: 'POST', body: '{}' })).status
const warnings = () => app.logged.filter((line) => line.includes('"event":"wrong-host"'))
const counted = async () => {
  const headers = { authorization: 'Bearer a token for metrics' }
  const text = await (await app.request('/metrics', { headers })).text()
  return text.match(/^wrong_host_requests_total.*$/gm)
}
const healthLine = async () => {
  const headers = { authorization: `Bearer ${await boss.tokenAt(app.time.now)}` }
  const health = Health.parse(await (await app.request('/api/admin/health', { headers })).json())
  return health.checks.find(({ name }) => name === 'Incoming webhooks')
}

test('a webhook for another host is a warning once a minute and host, counted, and shown under Health', async () => {
  expect(await healthLine()).toMatchObject({ state: 'good' })
  expect([await post('old.example'), await post('old.example'), await post('other.example')]).toEqual([421, 421, 421])
  expect(warnings()).toHaveLength(2)
  expect(warnings()[0]).toContain('"host":"old.example"')
  expect(warnings()[0]).toContain('"level":"warn"')
  app.time.now = new Date(START.getTime() + MINUTE_MS)
  await post('old.example')
  expect(warnings()).toHaveLength(3)
  expect(await counted()).toEqual([
    'wrong_host_requests_total{kind="webhook"} 4',
    'wrong_host_requests_total{kind="other"} 0',
  ])
  const line = await healthLine()
  expect(line).toMatchObject({ state: 'warn', text: expect.stringContaining('4 webhooks'), action: expect.any(String) })
  expect(line?.text).toContain('old.example')
  app.time.now = new Date(START.getTime() + 62 * MINUTE_MS)
  expect(await healthLine()).toMatchObject({ state: 'good' })
})

test('pages asked for under random hosts do not fill the log and are no problem of the webhooks', async () => {
  for (let at = 0; at < 40; at += 1) await post(`scan-${at}.example`, '/wp-login.php')
  expect(warnings().length).toBeLessThanOrEqual(20)
  expect(await counted()).toContain('wrong_host_requests_total{kind="other"} 40')
  expect(await healthLine()).toMatchObject({ state: 'good' })
})
