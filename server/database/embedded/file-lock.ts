import { spawn } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { EmbeddedPostgresError, lastLine, USE_ANOTHER_DATABASE } from './errors.ts'
import { SERVER_ENVIRONMENT } from './server-user.ts'

/**
 * Takes the kernel's lock on a file: an open descriptor that holds it, or null while another holds it.
 * The kernel drops it with the last process that has the descriptor, however that process ends.
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

// Node has no flock(2). A lock belongs to an open file, not a process: flock(1) takes it on ours and leaves.
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
