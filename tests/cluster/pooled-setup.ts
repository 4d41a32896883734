import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { chooseServerUser } from '../../server/platform/database/embedded/processes.ts'
import { missingPooler, startPooler } from './pooler.ts'

/** With POOLED=1, puts PgBouncer in transaction mode between the product and every test's database. */
export default async function setup(project: TestProject) {
  if (process.env.POOLED !== '1') return project.provide('poolerPort', null)
  const missing = missingPooler()
  if (missing) throw new Error(missing)
  const { template, ...server } = project.getProvidedContext().postgres
  const client = new pg.Client({ ...server, database: template })
  await client.connect()
  // Like the owner in docs/operations.md. A superuser would see every row whenever the role is not set.
  await client.query('create role pooled login; grant tidings_app, tidings_system to pooled')
  await client.end()
  const home = mkdtempSync(join(tmpdir(), 'tidings-pooled-'))
  // PgBouncer runs as another user, because it doesn't run as root.
  chmodSync(home, 0o755)
  const databases = `* = host=${server.host} user=pooled`
  // Every test has its own database, so its connections are soon useless.
  const pooler = await startPooler(join(home, 'pooler'), chooseServerUser(home), databases, { idleSeconds: 10 })
  project.provide('poolerPort', pooler.port)
  return async () => {
    await pooler.kill()
    rmSync(home, { recursive: true, force: true })
  }
}
