import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/testing/network/free-port.ts'
import { smtpServer } from '../../server/testing/network/smtp-server.ts'
import { startProduct, type RunningProduct } from '../../tools/product.ts'
import { openNetworkPath } from '../cluster/network-path.ts'
import { signUp } from '../cluster/people.ts'
import { createPrimary } from '../cluster/postgres-server.ts'
import { IN_MEMORY_ON_SIGNAL } from './load.ts'

export type Operation = Awaited<ReturnType<typeof startOperation>>

type Role = 'web' | 'worker'

/** A web process and a worker with a database and a mail server of their own, as an operator runs them. */
export async function startOperation() {
  const home = mkdtempSync(join(tmpdir(), 'tidings-operation-'))
  // PostgreSQL runs as another user, because it doesn't run as root.
  chmodSync(home, 0o755)
  const database = await createPrimary(join(home, 'postgres'))
  const path = await openNetworkPath(database.port)
  const mail = await smtpServer()
  const metricsToken = 'a token that only Prometheus knows'
  const ports: Record<Role, number> = { web: await freePort(), worker: await freePort() }
  const started: RunningProduct[] = []

  const start = async (role: Role): Promise<RunningProduct> => {
    const product = await startProduct({
      dataDir: join(home, 'keys'),
      port: ports[role],
      nodeFlags: [IN_MEMORY_ON_SIGNAL],
      environment: {
        ROLE: role,
        WORKER_PORT: String(ports.worker),
        PUBLIC_URL: `http://localhost:${ports.web}`,
        DATABASE_URL: `postgres://tidings@127.0.0.1:${path.port}/tidings`,
        SMTP_URL: mail.url,
        METRICS_TOKEN: metricsToken,
        AUTH_CONFIRM_EMAIL: 'off',
        AUTH_RATE_LIMITS: 'off',
      },
    })
    started.push(product)
    return product
  }
  const running: Record<Role, RunningProduct> = { web: await start('web'), worker: await start('worker') }
  const { url } = running.web

  return {
    url,
    database,
    path,
    mail,
    metricsToken,
    targets: Object.values(ports).map((port) => `localhost:${port}`),
    person: await signUp(url),
    web: () => running.web,
    sql: (text: string) => database.query(text, 'tidings'),
    stopProcess: (role: Role) => running[role].stop(),
    startProcess: async (role: Role) => void (running[role] = await start(role)),

    /** Log lines of all processes since the start that say that something failed. */
    errors: () => started.flatMap(({ output }) => output().split('\n')).filter(isError),

    async close(): Promise<void> {
      await Promise.all(Object.values(running).map((product) => product.kill()))
      await path.close()
      mail.close()
      await database.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Anything that isn't a line of the log, such as the stack of an exception, is a failure too. */
function isError(line: string): boolean {
  if (line === '' || line.startsWith('Tidings is ready')) return false
  return !/^\{"level":"(?:trace|debug|info)"/.test(line)
}
