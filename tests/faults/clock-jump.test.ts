import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { startServer, type StartedProcess } from './started-process.ts'

const JUMPS_ON_SIGNAL = `
  const Real = Date
  const days = [0, 1, -1, 0]
  let jumps = 0
  process.on('SIGUSR2', () => (jumps += 1))
  const now = () => Real.now() + days[jumps % days.length] * 86400000
  globalThis.Date = class Date extends Real {
    constructor(...given) {
      if (given.length > 0) super(...given)
      else super(now())
    }
    static now() {
      return now()
    }
  }`

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-clock-'))
const Session = z.object({ access_token: z.string() })
const Account = z.object({ entitlement: z.object({ hasAccess: z.boolean(), reason: z.string() }) })
const credentials = { email: 'clock@example.com', password: 'correct horse battery staple 9' }

let database: TestDatabase
let product: StartedProcess
let url = ''

beforeAll(async () => {
  database = await testDatabase()
  product = startServer(
    {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...database.settings,
    },
    [`--import=data:text/javascript,${encodeURIComponent(JUMPS_ON_SIGNAL)}`],
  )
  await product.says('Tidings is ready at')
  url = /ready at (\S+)/.exec(product.out())?.[1] ?? ''
})
afterAll(async () => {
  product.kill()
  await product.ended
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const post = (path: string, body: object, token = '') =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
const read = (path: string, token: string) => fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })

test('a clock that jumps a day ahead and back expires nobody and triggers no flood of jobs', async () => {
  const first = Session.parse(await (await post('/auth/v1/signup', credentials)).json()).access_token
  for (const jump of [1, 2, 3]) {
    product.kill('SIGUSR2')
    const signedIn = await post('/auth/v1/token?grant_type=password', credentials)
    expect({ jump, status: signedIn.status }).toEqual({ jump, status: 200 })
    const token = Session.parse(await signedIn.json()).access_token
    const { entitlement } = Account.parse(await (await read('/api/auth/user', token)).json())
    expect({ jump, entitlement }).toMatchObject({ jump, entitlement: { hasAccess: true, reason: 'trial' } })
    const added = await post('/api/companies', { name: `Jump ${jump}`, website: `https://jump-${jump}.example` }, token)
    expect({ jump, status: added.status }).toEqual({ jump, status: 201 })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  }
  expect((await read('/api/companies', first)).status).toBe(200)
  const scheduled = await database.query(
    `select name, count(*)::int as runs from pgboss.job where name in ('news.poll', 'mailings.run', 'account.expire-trials')
     group by name having count(*) > 6`,
  )
  expect(scheduled).toEqual([])
})
