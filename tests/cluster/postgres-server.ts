import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findNativePackage, placeNativeFiles } from '../../server/platform/database/embedded/native-files.ts'
import { chooseServerUser, lend, runAs, spawnTied } from '../../server/platform/database/embedded/processes.ts'
import { freePort } from '../../server/testing/network/free-port.ts'

export type PostgresServer = Awaited<ReturnType<typeof placeServer>>

/** Creates an empty primary with the database and the roles that docs/operations.md asks for. */
export async function createPrimary(directory: string): Promise<PostgresServer> {
  const server = await placeServer(directory)
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  const { code, stderr } = await runAs(server.user, join(server.native, 'bin/initdb'), [
    '-D',
    server.dataDir,
    ...options,
  ])
  if (code !== 0) throw new Error(`no database was created: ${stderr}`)
  await server.start()
  for (const statement of [
    'create role tidings login',
    'create role tidings_app nologin',
    'create role tidings_system nologin',
    'grant tidings_app, tidings_system to tidings',
    'create database tidings owner tidings',
  ])
    await server.query(statement)
  return server
}

/** Creates a streaming replica. */
export async function createReplica(primary: PostgresServer, directory: string): Promise<PostgresServer> {
  const server = await placeServer(directory)
  rmSync(server.dataDir, { recursive: true, force: true })
  const client = new pg.Client(primary.connection)
  await client.connect()
  await client.query(`select pg_backup_start('replica', fast => true)`)
  // Files may disappear during the copy; replaying the WAL makes up for it.
  spawnSync('cp', ['-a', primary.dataDir, server.dataDir])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  for (const name of ['postmaster.pid', 'postgresql.auto.conf', 'standby.signal'])
    rmSync(join(server.dataDir, name), { force: true })
  const files = {
    backup_label: rows[0]?.labelfile ?? '',
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres application_name=replica'\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(server.dataDir, name), text)
    lend(join(server.dataDir, name), server.user)
  }
  await server.start()
  return server
}

async function placeServer(directory: string) {
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  const user = chooseServerUser(directory)
  chmodSync(directory, 0o755)
  const native = await placeNativeFiles(findNativePackage(), join(tmpdir(), 'tidings-native'), user)
  const dataDir = join(directory, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  lend(dataDir, user)
  const port = await freePort()
  const connection = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  let running: ReturnType<typeof spawnTied> | null = null
  const said: string[] = []

  async function query<Row extends pg.QueryResultRow>(text: string, database = 'postgres'): Promise<Row[]> {
    const client = new pg.Client({ ...connection, database, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  const launch = () => {
    const lock = openSync('/dev/null', 'r')
    const command: [string, ...string[]] = [join(native, 'bin/postgres'), '-D', dataDir, ...settingsFor(port)]
    running = spawnTied(command, { cwd: dataDir, user, lock })
    closeSync(lock)
    running.lines.on('line', (line) => said.push(line))
    return running.ended
  }

  return {
    port,
    dataDir,
    directory,
    native,
    user,
    connection,
    query,
    said: () => said.join('\n'),

    /** Retries, because a killed server's processes linger for a moment and keep the new one from starting. */
    async start(): Promise<void> {
      for (let tries = 0, ended: Promise<unknown> | null = null; tries < 400; tries += 1) {
        let isOver = ended === null
        void ended?.then(() => (isOver = true))
        await sleep(25)
        if (isOver) ended = launch()
        const isUp = await query('select 1').then(
          () => true,
          () => false,
        )
        if (isUp) return
      }
      throw new Error(`PostgreSQL did not start:\n${said.slice(-20).join('\n')}`)
    },

    async kill(): Promise<void> {
      process.kill(Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      await running?.ended
    },

    async stop(): Promise<void> {
      running?.end()
      await running?.ended
    },

    promote: () => query('select pg_promote()'),
  }
}

const settingsFor = (port: number) =>
  [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'wal_keep_size=512MB',
    'max_connections=200',
    'shared_buffers=64MB',
    'jit=off',
    'io_method=sync',
    'max_parallel_workers_per_gather=0',
    'log_min_error_statement=panic',
    'timezone=UTC',
  ].flatMap((setting) => ['-c', setting])
