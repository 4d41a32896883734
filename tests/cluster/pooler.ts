import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerUser } from '../../server/platform/database/embedded/processes.ts'
import { freePort } from '../../server/testing/network/free-port.ts'

const SEARCHED = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`

/** Returns null if it is installed. */
export function missingPooler(): string | null {
  const { status } = spawnSync('pgbouncer', ['--version'], { env: { PATH: SEARCHED } })
  return status === 0 ? null : 'PgBouncer is not installed (Debian: apt-get install pgbouncer).'
}

/** The same database twice: in transaction mode and, under a second name, in session mode. */
export function bothModes(port: number): string {
  const server = `host=127.0.0.1 port=${port} dbname=tidings user=tidings`
  return `tidings = ${server}\ntidings_session = ${server} pool_mode=session`
}

/** PgBouncer's own default. */
const IDLE_SECONDS = 600

/** PgBouncer in transaction mode. */
export async function startPooler(
  directory: string,
  user: ServerUser,
  databases: string,
  { idleSeconds = IDLE_SECONDS }: { idleSeconds?: number } = {},
) {
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  const port = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  let child: ChildProcess
  let ended: Promise<void>
  let said = ''

  const write = (to: string) => {
    writeFileSync(
      file,
      `[databases]
${to}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 40
max_client_conn = 1000
server_login_retry = 1
server_idle_timeout = ${idleSeconds}
server_connect_timeout = 3
query_wait_timeout = 5
`,
    )
    chmodSync(file, 0o644)
  }

  const start = async () => {
    child = spawn('pgbouncer', [file], {
      ...user,
      cwd: directory,
      env: { PATH: SEARCHED },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    ended = new Promise((resolve) => {
      child.once('exit', () => resolve())
    })
    const own = child
    // Nothing else would stop it if this process crashed.
    const killOwn = () => void own.kill('SIGKILL')
    process.once('exit', killOwn)
    own.once('exit', () => process.off('exit', killOwn))
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    for (let tries = 0; tries < 200; tries += 1) {
      if (await isOpen(port)) return
      await sleep(25)
    }
    throw new Error(`PgBouncer did not start:\n${said.slice(-2000)}`)
  }

  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }

  write(databases)
  await start()
  return {
    port,
    said: () => said,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    /** Takes effect immediately for new transactions. */
    pointTo(to: string) {
      write(to)
      child.kill('SIGHUP')
    },
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
