import { compose } from '../../server/compose.ts'
import { parseConfig } from '../../server/config/config.ts'
import { connect } from '../../server/platform/database/open.ts'
import { openLog } from '../../server/platform/log.ts'
import type { JobName, JobPayloads } from '../../server/platform/queue/queue.ts'

type Target = { owner: Parameters<typeof connect>[1]; settings: Record<string, string> }
type Choices = NonNullable<Parameters<typeof compose>[1]>

export type Composed = Awaited<ReturnType<typeof composeOn>>

export async function composeOn(
  target: Target,
  settings: Record<string, string>,
  choices: Pick<Choices, 'clock' | 'safeFetch' | 'jobs'> = {},
) {
  const logged: string[] = []
  const config = parseConfig({
    REQUESTS_PER_MINUTE: '1000000',
    AUTH_RATE_LIMITS: 'off',
    SOURCES: 'company-site',
    ...target.settings,
    ...settings,
  })
  const product = await compose(config, {
    ...choices,
    database: connect({ ...config.database, poolSize: 4 }, target.owner, true, () => {}),
    log: openLog('info', { write: (line) => logged.push(line) }),
  })

  const request = async (method: string, path: string, authorization: string | null, body?: unknown) => {
    const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) }
    return product.app.request(
      new URL(path, config.http.publicUrl),
      { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    )
  }

  const enter = async (path: string, email: string) => {
    const account = { email, password: 'a rather long passphrase 42' }
    const answer = await request('POST', path, null, account)
    const { access_token: token } = (await answer.json()) as { access_token: string }
    return (method: string, at: string, body?: unknown) => request(method, at, `Bearer ${token}`, body)
  }

  return {
    logged,
    startJobs: product.startJobs,
    announceStop: product.announceStop,
    settleJobs: product.settleJobs,
    close: product.close,
    request,
    signUp: (email: string) => enter('/auth/v1/signup', email),
    signIn: (email: string) => enter('/auth/v1/token?grant_type=password', email),
    enqueue: <Name extends JobName>(name: Name, payload: JobPayloads[Name]) =>
      product.database.asSystem((queries) => product.queue.enqueue(queries, name, payload)),
  }
}
