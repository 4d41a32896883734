import type { Socket } from 'node:net'
import { createInterface, type Interface } from 'node:readline'
import { EmbeddedPostgresError } from './errors.ts'
import { type ServerUser, spawnAs } from './server-user.ts'

export type TiedProcess = {
  /** What it writes to its standard error. */
  lines: Interface
  /** How the program ended, as a shell counts: 128 and the signal when killed. */
  ended: Promise<number | null>
  /** Everything it wrote has been passed on. */
  drained: Promise<void>
  end: () => void
  /** Lets this process end without waiting for the program. */
  unref: () => void
}

/** Runs a program that is asked to end when we ask, or when we are gone in any way, kill -9 included. */
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

  // Were the shell killed, its inner loop would otherwise wait on and one day signal a stranger.
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

// The inner loop waits for the end of a pipe that only we hold. TERM, then INT: a shell starts programs deaf
// to INT until they listen, and TERM alone lets PostgreSQL wait for its clients. Only the program keeps
// descriptor 3, the lock: when that is free, it and all its children are gone.
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
