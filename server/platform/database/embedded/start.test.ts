import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { EmbeddedPostgresError } from './errors.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts'

let dataDir: string
let running: EmbeddedPostgres[] = []

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(dataDir, 0o755)
})

afterEach(async () => {
  await Promise.all(running.map(({ stop }) => stop()))
  running = []
})

afterAll(() => rmSync(dataDir, { recursive: true }))

async function start() {
  const postgres = await startEmbeddedPostgres({ dataDir })
  running.push(postgres)
  return postgres
}

async function query(postgres: EmbeddedPostgres, sql: string) {
  const client = new Client({ host: postgres.socketDir, user: postgres.user, database: 'postgres' })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('keeps its data after a restart', { timeout: 60_000 }, async () => {
  const first = await start()
  await query(first, `create table notes as select 'kept' as text`)
  await first.stop()
  await first.stop()
  expect(await query(await start(), 'select text from notes')).toEqual([{ text: 'kept' }])
})

test('runs with safe writes, UTF-8 and UTC, and without a TCP port', { timeout: 60_000 }, async () => {
  const postgres = await start()
  const settings = await query(
    postgres,
    `select name, setting from pg_settings where name in ('data_checksums', 'fsync', 'synchronous_commit',
      'server_encoding', 'TimeZone', 'listen_addresses', 'jit') order by name collate "C"`,
  )
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    TimeZone: 'UTC',
    data_checksums: 'on',
    fsync: 'on',
    jit: 'off',
    listen_addresses: '',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
  })
  expect(await query(postgres, `select lower('ÄÉ') as lower, 'Ö' ilike 'ö' as alike`)).toEqual([
    { lower: 'äé', alike: true },
  ])
})

test('refuses a directory that is in use and names the process using it', { timeout: 60_000 }, async () => {
  await start()
  const refusal = await startEmbeddedPostgres({ dataDir }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(EmbeddedPostgresError)
  expect(String(refusal)).toContain(`${dataDir} is already in use by process ${process.pid}.`)
})

test('other users can access neither the socket nor the database files', { timeout: 60_000 }, async () => {
  await start()
  expect(statSync(join(dataDir, 'postgres')).mode & 0o007).toBe(0)
  expect(statSync(join(dataDir, 'postgres/data')).mode & 0o077).toBe(0)
  expect(statSync(join(dataDir, 'postgres/socket')).mode & 0o077).toBe(0)
})

test('restarts a server that was told to stop once nobody is connected', { timeout: 60_000 }, async () => {
  const postgres = await start()
  const client = new Client({ host: postgres.socketDir, user: postgres.user, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  process.kill(Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10), 'SIGTERM')
  await expect
    .poll(() => query(postgres, 'select 1').catch(({ message }: Error) => message), { interval: 100 })
    .toContain('the database system is shutting down')
  await expect
    .poll(() => query(postgres, 'select 1 as n').catch(() => null), { timeout: 30_000, interval: 100 })
    .toEqual([{ n: 1 }])
})

test('ignores a process id left behind by an earlier server', { timeout: 60_000 }, async () => {
  const first = await start()
  const left = join(dataDir, 'postgres/data/postmaster.pid')
  const trace = readFileSync(left, 'utf8')
  await first.stop()
  writeFileSync(left, trace.replace(/^\d+/, String(process.ppid)), { mode: 0o600 })
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('says in one line why a directory cannot be used', async () => {
  writeFileSync(join(dataDir, 'file'), '')
  const refusal = await startEmbeddedPostgres({ dataDir: join(dataDir, 'file') }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(EmbeddedPostgresError)
  expect((refusal as Error).message).toMatch(/^The database in .*file cannot be started: .*$/)
})

test('refuses a database of another PostgreSQL release', { timeout: 60_000 }, async () => {
  await (await start()).stop()
  writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '17\n')
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/was written by PostgreSQL 17 and cannot be opened/)
})
