import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { startEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { startProduct, type RunningProduct } from '../tools/product.ts'

const Session = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) })

export type Account = { id: string; headers: { authorization: string } }

export type Scene = {
  product: RunningProduct
  /** The product's own database, asked past it. */
  database: pg.Client
  signUp: (name: string) => Promise<Account>
  /** Ends the product's process and starts another on the same data. */
  restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** The built product on a database that the benchmark can reach too; everything is gone afterwards. */
export async function withScene(
  work: (scene: Scene) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  const server = await startEmbeddedPostgres({ dataDir: join(home, 'own') })
  const owner = { host: server.socketDir, user: server.user, database: 'postgres' }
  const database = new pg.Client(owner)
  await database.connect()
  const start = () =>
    startProduct({
      dataDir: join(home, 'data'),
      environment: {
        DATABASE_URL: `postgres://${server.user}@/postgres?host=${server.socketDir}`,
        AUTH_RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        ...environment,
      },
    })
  const scene: Scene = {
    product: await start(),
    database,
    signUp: (name) => signUp(scene.product.url, name),
    restart: async (signal) => {
      await (signal === 'SIGKILL' ? scene.product.kill() : scene.product.stop())
      scene.product = await start()
    },
  }
  try {
    await work(scene)
  } finally {
    await scene.product.stop()
    await database.end()
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function signUp(url: string, name: string): Promise<Account> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.com`, password: 'a rather long passphrase 42' }),
  })
  const { access_token: token, user } = Session.parse(await response.json())
  return { id: user.id, headers: { authorization: `Bearer ${token}` } }
}
