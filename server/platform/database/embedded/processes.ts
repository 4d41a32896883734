import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, readFileSync, readdirSync } from 'node:fs'
import { EmbeddedPostgresError, USE_ANOTHER_DATABASE } from './errors.ts'
import type { Socket } from 'node:net'
import { createInterface, type Interface } from 'node:readline'

/** Null means the current user. */
export type ServerUser = { uid: number; gid: number } | null

export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }

/** PostgreSQL refuses to run as root. */
export function chooseServerUser(home: string): ServerUser {
  if (process.getuid?.() !== 0) return null
  const user = { uid: nobody(), gid: PRIVATE_GROUP }
  explainRefusal(user, () => chownSync(home, 0, user.gid))
  chmodSync(home, 0o710)
  return user
}

export function lend(path: string, user: ServerUser) {
  if (user) chownSync(path, user.uid, user.gid)
}

/** Actually enters the directory, because ACLs, mounts and user namespaces matter too. */
export async function canEnter(directory: string, user: ServerUser) {
  return (await runAs(user, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory])).code === 0
}

export async function runAs(user: ServerUser, program: string, args: string[]) {
  const child = spawnAs(user, program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stderr }))
    child.on('error', (error: NodeJS.ErrnoException) => resolve({ code: null, stderr: error.code ?? error.message }))
  })
}

function spawnAs(user: ServerUser, program: string, args: string[], options: SpawnOptions): ChildProcess {
  return explainRefusal(user, () => spawn(program, args, { ...options, ...user, env: SERVER_ENVIRONMENT }))
}

/** Containers may deny root setuid, or have no other users. */
function explainRefusal<T>(user: ServerUser, action: () => T) {
  try {
    return action()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!user || (code !== 'EPERM' && code !== 'EINVAL')) throw error
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and root may not become user ${user.uid} here (${code}). ` +
        `Start as an ordinary user, or ${USE_ANOTHER_DATABASE}`,
      { cause: error },
    )
  }
}

// Other daemons run as nobody too; a private group keeps them out of `home`.
const PRIVATE_GROUP = 54329

function nobody() {
  if (process.platform === 'darwin') return 1 // "daemon": nobody is -2 there, which Node cannot chown to
  const entry = existsSync('/etc/passwd') && /^nobody:[^:]*:(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return entry ? Number(entry[1]) : 65534
}

export type TiedProcess = {
  lines: Interface
  /** The exit code as a shell reports it: 128 plus the signal number if killed. */
  ended: Promise<number | null>
  drained: Promise<void>
  end: () => void
  unref: () => void
}

/** Spawns a program that ends when this process does, even after kill -9. */
export function spawnTied(
  command: [program: string, ...args: string[]],
  options: { cwd: string; user: ServerUser; lock: number },
): TiedProcess {
  const child = spawnAs(options.user, '/bin/sh', ['-c', SCRIPT, 'sh', ...command], {
    cwd: options.cwd,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', options.lock],
  })
  const stdin = child.stdin as Socket
  const stderr = child.stderr as Socket
  stdin.on('error', () => {})

  // If the shell is killed, its inner loop must not keep waiting and later signal a reused process id.
  child.once('exit', () => stdin.destroy())
  const drained = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve)
    child.once('error', (error) => reject(new EmbeddedPostgresError(error.message)))
  })
  ended.catch(() => {})
  return {
    lines: createInterface({ input: stderr }),
    ended,
    drained,
    end: () => {
      child.ref()
      stdin.end()
    },
    unref: () => {
      child.unref()
      stdin.unref()
      stderr.unref()
    },
  }
}

// The inner loop waits for the end of a pipe that only this process holds. TERM, then INT: TERM alone lets PostgreSQL
// wait for its clients. Only the program keeps descriptor 3, the lock, so a free lock means that it is gone.
const SCRIPT = `
"$@" </dev/null >/dev/null &
program=$!
exec 2>/dev/null 3<&- 4<&0
trap '' HUP INT TERM
(while read -r _; do :; done; kill -TERM $program; kill -INT $program) <&4 &
wait $program
status=$?
kill -KILL $!
exit $status
`

/** Each argument in `command` is followed by a space. */
export function listProcesses(): { pid: number; command: string }[] {
  return process.platform === 'linux' ? readProcesses() : askPs()
}

export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // it has just exited
  }
}

function readProcesses() {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ pid: Number(entry), command: readCommand(entry) }))
}

function readCommand(pid: string) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function askPs() {
  const { stdout } = spawnSync('/bin/ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
  return stdout.split('\n').map((line) => ({
    pid: Number.parseInt(line, 10),
    command: `${line.trimStart().replace(/^\d+\s+/, '')} `,
  }))
}
