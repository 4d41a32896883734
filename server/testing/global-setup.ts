import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../platform/database/embedded/start.ts'
import { migrate } from '../platform/database/migrate.ts'

const TEMPLATE = 'tidings_template'

export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-tests-'))
  const server = await startEmbeddedPostgres({ dataDir, isDisposable: true })
  const base = { host: server.socketDir, user: server.user }
  const client = new pg.Client({ ...base, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await migrate({ ...base, database: TEMPLATE }, () => {})
  project.provide('postgres', { ...base, template: TEMPLATE })
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
