import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 4 * 1024 ** 3

/**
 * Creates a directory for the tests' files and removes it when this process exits. It's in memory if there is room:
 * the tests create hundreds of databases with hundreds of files each, and on disk that takes most of their time.
 */
export function makeTestDirectory(): string {
  const directory = mkdtempSync(join(mayUseMemory() ? MEMORY : tmpdir(), 'tidings-'))
  // Same mode as /tmp, because PostgreSQL doesn't run as root.
  chmodSync(directory, 0o1777)
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return directory
}

function mayUseMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MIN_FREE_BYTES && allowsPrograms(readFileSync('/proc/mounts', 'utf8'))
  } catch {
    return false
  }
}

/** Some tests run copies of programs, and containers often mount /dev/shm noexec. */
export function allowsPrograms(mounts: string): boolean {
  const options = mounts.split('\n').flatMap((line) => {
    const [, place, , given = ''] = line.split(' ')
    return place === MEMORY ? [given.split(',')] : []
  })
  return options.length > 0 && !options.some((given) => given.includes('noexec') || given.includes('ro'))
}
