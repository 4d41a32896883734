import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { chmodSync, chownSync, existsSync, readFileSync } from 'node:fs'
import { EmbeddedPostgresError, USE_ANOTHER_DATABASE } from './errors.ts'

/** Whom the server runs as: null means as ourselves. */
export type ServerUser = { uid: number; gid: number } | null

export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }

/** PostgreSQL refuses to run as root, so root lends it the directory `home`. */
export function chooseServerUser(home: string): ServerUser {
  if (process.getuid?.() !== 0) return null
  const user = { uid: nobody(), gid: PRIVATE_GROUP }
  explainRefusal(user, () => chownSync(home, 0, user.gid))
  chmodSync(home, 0o710)
  return user
}

/** Hands a file or directory made by root to the server. */
export function lend(path: string, user: ServerUser) {
  if (user) chownSync(path, user.uid, user.gid)
}

/** Asked by trying: access lists, mounts and user namespaces have a say in it too. */
export async function canEnter(directory: string, user: ServerUser) {
  return (await runAs(user, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory])).code === 0
}

export async function runAs(user: ServerUser, program: string, args: string[]) {
  const child = spawnAs(user, program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stderr }))
    child.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ code: null, stderr: error.code ?? error.message }),
    )
  })
}

export function spawnAs(
  user: ServerUser,
  program: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  return explainRefusal(user, () => spawn(program, args, { ...options, ...user, env: SERVER_ENVIRONMENT }))
}

/** Containers may take root's right to become another user, or know no other users. */
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

// Other daemons run as nobody too. A group nobody else is in keeps them out of `home`, which belongs to root.
const PRIVATE_GROUP = 54329

function nobody() {
  if (process.platform === 'darwin') return 1 // "daemon": nobody is -2 there, which Node cannot chown to
  const entry = existsSync('/etc/passwd') && /^nobody:[^:]*:(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return entry ? Number(entry[1]) : 65534
}
