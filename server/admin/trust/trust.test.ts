import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { Health } from '#domain/admin/health.ts'
import { testApp, START } from '../../testing/test-app.ts'
import { RETENTION } from './retention.ts'
import { createStatus } from './status.ts'

const app = await testApp({
  environment: {
    TRUST_PAGES: 'on',
    SUBPROCESSORS: 'Mailer Inc. | sends emails | USA; <b>Host</b> | runs servers | Germany',
    SUPPORT_EMAIL: 'help@tidings.example',
  },
})

const textOf = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') }
}

beforeEach(() => {
  app.time.now = START
})

test('/trust says how long data is kept and who processes it, as text', async () => {
  const { status, text } = await textOf('/trust')
  expect(status).toBe(200)
  for (const part of ['Mailer Inc.', 'sends emails', 'removed companies and imports', 'help@tidings.example'])
    expect(text).toContain(part)
  expect(text).toContain('&lt;b&gt;Host')
})

test('the agreement is Markdown with the settings filled in', async () => {
  const { text, type } = await textOf('/trust/data-processing-agreement.md')
  expect(type).toBe('text/markdown; charset=utf-8')
  expect(text).toContain('- Mailer Inc.: sends emails (USA)')
  expect(text).not.toMatch(/%[A-Z_]+%/)
})

test('/status has a state for each part', async () => {
  const { status, text } = await textOf('/status')
  expect(status).toBe(200)
  for (const part of ['Pages and sign-in', 'News of your companies', 'Email', 'Payments']) expect(text).toContain(part)
  expect(text).not.toContain('Unknown')
})

test('what is kept for how long is the same in the operator’s guide', () => {
  const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8').replaceAll(
    /`[^`]*`,? ?/g,
    '',
  )
  const plain = guide.replaceAll("'", '’').replaceAll(/ +/g, ' ')
  for (const [data, keptFor] of RETENTION) {
    const rows = plain.split('\n').filter((line) => line.startsWith(`| ${data}`))
    expect([data, rows.some((row) => row.includes(keptFor))]).toEqual([data, true])
  }
})

const HEALTHY: Health = { checkedAt: START.toISOString(), checks: [] }
const silent = { debug() {}, info() {}, warn() {}, error() {} }

test('a check that fails says so, with when it last worked, and never repeats old news', async () => {
  let now = START
  let works = true
  const check = async () => {
    if (!works) throw new Error('database is away')
    return HEALTHY
  }
  const status = createStatus({ check, clock: () => now, log: silent })
  expect(await status()).toEqual({ health: HEALTHY, lastGood: HEALTHY.checkedAt })
  works = false
  expect((await status()).health).toEqual(HEALTHY)
  now = new Date(START.getTime() + 30_000)
  expect(await status()).toEqual({ health: null, lastGood: HEALTHY.checkedAt })
})

test('with the database away, /status answers 503 and claims nothing', async () => {
  await app.database.query('alter table watches rename to watches_away')
  app.time.now = new Date(START.getTime() + 60_000)
  const { status, text } = await textOf('/status')
  await app.database.query('alter table watches_away rename to watches')
  expect(status).toBe(503)
  expect(text).toContain('We cannot say what works')
  expect(text).not.toContain('>Working<')
})

test('without the setting there are no such pages', async () => {
  const plain = await testApp()
  for (const path of ['/status', '/trust', '/trust/data-processing-agreement.md'])
    expect([path, (await plain.request(path)).status]).toEqual([path, 404])
})
