import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createAccounts } from '../account/account.ts'
import type { PaymentChoices } from '../billing/open-payments.ts'
import { signAccessToken } from '../auth/embedded/sessions/session-tokens.ts'
import { addMethod } from '../auth/embedded/sessions/sessions.ts'
import { openSigningKeys, createSecrets } from '../auth/embedded/tokens/keys.ts'
import { compose } from '../compose.ts'
import { parseConfig } from '../config/config.ts'
import { authSessions, authUsers } from '../platform/database/schema/auth.ts'
import { FetchError } from '../platform/fetch/fetch-error.ts'
import { openLog } from '../platform/log.ts'
import type { JobName, JobPayloads } from '../platform/queue/queue.ts'
import { testDatabase } from './test-database.ts'

export const START = new Date('2026-03-01T12:00:00.000Z')

type Options = {
  environment?: Record<string, string>
  poolSize?: number
  webRoot?: string
  /** Uses the real fetch; FETCH_ALLOW lists the local addresses that it may reach. */
  realFetch?: boolean
  safeFetch?: NonNullable<Parameters<typeof compose>[1]>['safeFetch']
  webhooks?: PaymentChoices['webhooks']
  /** Another app's database, for a second process on it. The other app closes it. */
  database?: Awaited<ReturnType<typeof testDatabase>>
  resolveTxt?: NonNullable<Parameters<typeof compose>[1]>['resolveTxt']
}

/** Keeps tests from reaching the network by accident, and records attempts. */
const closedFetch = (asked: string[]) => ({
  fetch: ({ url }: { url: string }) => {
    asked.push(url)
    return Promise.reject(new FetchError('dns', { host: 'closed' }))
  },
  close: async () => {},
})

export type TestApp = Awaited<ReturnType<typeof testApp>>
export type TestUser = Awaited<ReturnType<TestApp['signUp']>>

/** The real app with its own database and a manual clock. Closed when the test file ends. */
export async function testApp({
  environment = {},
  poolSize,
  webRoot,
  realFetch = false,
  safeFetch,
  webhooks,
  database: shared,
  resolveTxt = async () => [],
}: Options = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-app-'))
  const database = shared ? { ...shared, close: async () => {} } : await testDatabase({ poolSize })
  const config = parseConfig({
    DATA_DIR: dataDir,
    REQUESTS_PER_MINUTE: '1000000',
    SOURCES: 'company-site',
    // Tests move the clock far ahead within one session.
    AUTH_SESSION_MAX_AGE: '9999d',
    AUTH_SESSION_IDLE: '9999d',
    ...environment,
  })
  const logged: string[] = []
  const asked: string[] = []
  const time = { now: START }
  const clock = () => time.now
  const product: Awaited<ReturnType<typeof compose>> = await compose(config, {
    clock,
    database,
    jobs: 'inline',
    curator: 'inline',
    webRoot: webRoot ?? null,
    resolveTxt,
    hashCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
    webhooks: {
      post: async (_, init) =>
        product.app.request('/api/webhooks/stripe', init, {
          incoming: { socket: { remoteAddress: '127.0.0.1' } },
        }),
      ...webhooks,
    },
    ...(realFetch ? {} : { safeFetch: safeFetch ?? closedFetch(asked) }),
    log: openLog('debug', { write: (line) => logged.push(line) }),
  })
  const keys = await openSigningKeys(environment.AUTH_SIGNING_KEYS ?? null, dataDir)
  const accounts = createAccounts({ database, clock, hash: createSecrets(keys.secrets).hashes })
  await product.startJobs()
  afterAll(async () => {
    await product.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const request = async (path: string, init: RequestInit = {}, peer = '127.0.0.1') => {
    const response = await product.app.request(new URL(path, config.http.publicUrl), init, {
      incoming: { socket: { remoteAddress: peer } },
    })
    await product.settleJobs()
    return response
  }

  async function signUp(email = `${randomUUID()}@example.com`) {
    const [id, sessionId] = [randomUUID(), randomUUID()]
    await database.asSystem(async (queries) => {
      await queries.insert(authUsers).values({ id, email, emailConfirmedAt: time.now, createdAt: time.now })
      await queries.insert(authSessions).values({ id: sessionId, userId: id, createdAt: time.now })
      await addMethod(queries, sessionId, 'magiclink', time.now)
      await accounts.start(queries, { id, email })
    })
    const tokenAt = (moment: Date) =>
      signAccessToken(keys, config.auth.url, { sub: id, session_id: sessionId, email }, moment)
    const token = await tokenAt(time.now)
    const authorization = `Bearer ${token}`
    return {
      id,
      email,
      sessionId,
      token,
      tokenAt,
      get: (path: string) => request(path, { headers: { authorization } }),
      upload: (path: string, name: string, content: string | Uint8Array<ArrayBuffer>, headers = {}) => {
        const body = new FormData()
        body.set('file', new File([content], name))
        return request(path, { method: 'POST', headers: { authorization, ...headers }, body })
      },
      send: (method: string, path: string, body?: unknown) =>
        request(path, {
          method,
          headers: { authorization, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
    }
  }

  return {
    app: product.app,
    config,
    database,
    dataDir,
    logged,
    asked,
    time,
    request,
    signUp,
    settleJobs: product.settleJobs,
    flushTelemetry: product.flushTelemetry,
    restartJobs: product.startJobs,
    runJob: async <Name extends JobName>(name: Name, payload: JobPayloads[Name]) => {
      await database.asSystem((queries) => product.queue.enqueue(queries, name, payload))
      await product.settleJobs()
    },
    authServer: product.authServer,
    suppressions: product.suppressions,
    keys,
  }
}
