import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './errors.ts'
import { tryLock } from './file-lock.ts'
import { listProcesses, signal } from './process-list.ts'

const POLL_MS = 15
const ASK_AGAIN_MS = 500
const INSIST_AFTER_MS = 6_000
const KILL_AFTER_MS = 10_000
const GIVE_UP_AFTER_MS = 15_000

/** The name that a server of this directory carries in the process list. */
export function clusterName(home: string) {
  const { dev, ino } = statSync(home)
  return `tidings-${dev.toString(36)}-${ino.toString(36)}`
}

/**
 * The lock that every process of a server inherits: an owner of `home` who gets it knows that nothing of an
 * earlier server is left. Until then what is left is told to end, because whoever started it is gone.
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
      throw new EmbeddedPostgresError(
        `An earlier PostgreSQL server in ${home} is still running and does not end.`,
      )
    }
    if (waited - askedAt >= ASK_AGAIN_MS) {
      endLeftovers(clusterName(home), waited)
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
  // Children that outlive their server would only finish a query that nobody awaits.
  for (const { pid } of processes.filter(({ command }) => command.startsWith(`postgres: ${name}:`))) {
    signal(pid, waited > KILL_AFTER_MS ? 'SIGKILL' : 'SIGQUIT')
  }
}
