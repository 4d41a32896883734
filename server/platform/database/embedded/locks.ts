import { spawn } from 'node:child_process'
import { closeSync, constants, openSync, ftruncateSync, readFileSync, writeSync, statSync } from 'node:fs'
import { EmbeddedPostgresError, lastLine, USE_ANOTHER_DATABASE } from './errors.ts'
import { SERVER_ENVIRONMENT, listProcesses, signal } from './processes.ts'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Returns an open descriptor, or null while another process holds the lock. The kernel releases the lock once no
 * process has the descriptor open.
 */
export async function tryLock(path: string): Promise<number | null> {
  return process.platform === 'darwin' ? openLocked(path) : openThenLock(path)
}

const O_EXLOCK = 0x20

function openLocked(path: string) {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants
  try {
    return openSync(path, O_RDWR | O_CREAT | O_NONBLOCK | O_EXLOCK, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null
    throw error
  }
}

// Node has no flock(2). The lock belongs to the open file, so flock(1) can take it on an inherited descriptor and exit.
async function openThenLock(path: string) {
  const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    if (await flock(descriptor, path)) return descriptor
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  closeSync(descriptor)
  return null
}

function flock(descriptor: number, path: string) {
  const child = spawn('flock', ['-x', '-n', '3'], {
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise<boolean>((resolve, reject) => {
    child.on('error', (error) => {
      const advice = `Install flock (package util-linux), or ${USE_ANOTHER_DATABASE}`
      reject(new EmbeddedPostgresError(`The embedded PostgreSQL cannot start: ${error.message}. ${advice}`))
    })
    child.on('close', (code) => {
      if (code === 0 || code === 1) resolve(code === 0)
      else reject(new EmbeddedPostgresError(`Cannot lock ${path}: ${lastLine(stderr)}`))
    })
  })
}

/** An owner killed a moment ago may still be exiting. */
const PATIENCE_MS = 400
const OWNER_POLL_MS = 20

export async function claimOwnership(home: string, dataDir: string): Promise<() => void> {
  const path = join(home, 'owner.lock')
  // Only the lock proves that an owner is alive: process ids are reused, and files survive crashes.
  let descriptor = await tryLock(path)
  for (const until = Date.now() + PATIENCE_MS; descriptor === null && Date.now() < until;) {
    await sleep(OWNER_POLL_MS)
    descriptor = await tryLock(path)
  }
  if (descriptor === null) {
    throw new EmbeddedPostgresError(
      `${dataDir} is already in use by ${nameOwner(path)}. Stop it, or start with another DATA_DIR.`,
    )
  }
  const held = descriptor
  ftruncateSync(held)
  writeSync(held, `${process.pid}\n`, 0)
  return () => {
    ftruncateSync(held)
    closeSync(held)
  }
}

function nameOwner(path: string) {
  const pid = Number(readFileSync(path, 'utf8'))
  return pid && exists(pid) ? `process ${pid}` : 'another process' // in another container, for example
}

function exists(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const POLL_MS = 15
const ASK_AGAIN_MS = 500
const INSIST_AFTER_MS = 6_000
const KILL_AFTER_MS = 10_000
const GIVE_UP_AFTER_MS = 15_000

/** Shown in the process list. */
export function clusterNameOf(home: string) {
  const { dev, ino } = statSync(home)
  return `tidings-${dev.toString(36)}-${ino.toString(36)}`
}

/**
 * Every server process inherits this lock, so holding it proves that no earlier server is left. Remaining processes are
 * told to exit, because their owner is gone.
 */
export async function claimServerLock(home: string): Promise<number> {
  const path = join(home, 'server.lock')
  const since = Date.now()
  let askedAt = -Infinity
  for (;;) {
    const descriptor = await tryLock(path)
    if (descriptor !== null) return descriptor
    const waited = Date.now() - since
    if (waited > GIVE_UP_AFTER_MS) {
      throw new EmbeddedPostgresError(`An earlier PostgreSQL server in ${home} is still running and does not end.`)
    }
    if (waited - askedAt >= ASK_AGAIN_MS) {
      endLeftovers(clusterNameOf(home), waited)
      askedAt = waited
    }
    await sleep(POLL_MS)
  }
}

function endLeftovers(name: string, waited: number) {
  const processes = listProcesses().filter(({ command }) => !command.startsWith('/bin/sh '))
  const servers = processes.filter(
    ({ command }) => command.includes('/postgres -D ') && command.includes(`cluster_name=${name} `),
  )
  for (const { pid } of servers) {
    signal(pid, waited > KILL_AFTER_MS ? 'SIGKILL' : waited > INSIST_AFTER_MS ? 'SIGQUIT' : 'SIGINT')
  }
  if (servers.length) return
  // Orphaned children would only finish a query that nobody is waiting for.
  for (const { pid } of processes.filter(({ command }) => command.startsWith(`postgres: ${name}:`))) {
    signal(pid, waited > KILL_AFTER_MS ? 'SIGKILL' : 'SIGQUIT')
  }
}
