import { closeSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterPath, pathForServer, type Place } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { fatal, notable, READY } from './server-log.ts'
import { claimServerLock, clusterName } from './server-lock.ts'
import { serverSettings } from './server-settings.ts'
import { SOCKET } from './socket-directory.ts'
import { spawnTied } from './tied-process.ts'

const READY_WITHIN_MS = 120_000
const STOP_WITHIN_MS = 5_000

export type RunningServer = {
  /** Resolves when it ends by itself or by stop, with how it ended. */
  ended: Promise<string>
  stop: () => Promise<void>
}

export type ServerPlace = Place & { socketDir: string; isDisposable: boolean }

/** Starts a server on the prepared cluster and waits until it accepts connections. */
export async function launchServer(place: ServerPlace, log: (line: string) => void): Promise<RunningServer> {
  const { home } = place
  const server = await spawnServer(place)
  let complaint: string | null = null
  server.lines.on('line', (line) => {
    const text = notable(line)
    if (text) log(`PostgreSQL: ${text}`)
    complaint ??= fatal(line)
  })
  const ready = new Promise<'ready'>((resolve) => {
    server.lines.on('line', (line) => line.endsWith(READY) && resolve('ready'))
  })
  const stop = async () => {
    server.end()
    await Promise.race([server.ended, sleep(STOP_WITHIN_MS, null, { ref: false })])
    closeSync(await claimServerLock(home))
  }
  const outcome = await Promise.race([
    ready,
    server.ended,
    sleep(READY_WITHIN_MS, 'late' as const, { ref: false }),
  ])
  if (outcome !== 'ready') {
    await stop()
    await server.drained
    const reason = complaint ?? (outcome === 'late' ? 'it took too long' : describeEnd(outcome))
    throw new EmbeddedPostgresError(`PostgreSQL did not start in ${home}: ${reason}`)
  }
  server.unref()
  return { ended: server.ended.then(describeEnd), stop }
}

async function spawnServer(place: ServerPlace) {
  const { home, native, user, socketDir, isDisposable } = place
  const cluster = clusterPath(home)
  const settings = serverSettings({ clusterName: clusterName(home), socketDir, isDisposable })
  const lock = await claimServerLock(home)
  try {
    removeTraces(place)
    return spawnTied(
      [
        join(native, 'bin/postgres'),
        '-D',
        pathForServer(cluster, place),
        ...settings.flatMap((s) => ['-c', s]),
      ],
      { cwd: cluster, user, lock },
    )
  } finally {
    closeSync(lock)
  }
}

// They name process ids that others may have now, and the server would trust them; the lock proves it gone.
function removeTraces({ home, socketDir }: ServerPlace) {
  rmSync(join(clusterPath(home), 'postmaster.pid'), { force: true })
  rmSync(join(socketDir, SOCKET), { force: true })
  rmSync(join(socketDir, `${SOCKET}.lock`), { force: true })
}

function describeEnd(code: number | null) {
  if (code === null) return 'the shell that held it was killed'
  return code > 128 ? `killed by signal ${code - 128}` : `exit code ${code}`
}
