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

/** Starts a server on the prepared cluster and waits until it accepts connections. */
export async function launchServer(
  place: Place & { socketDir: string },
  log: (line: string) => void,
): Promise<RunningServer> {
  const { home, user, socketDir } = place
  const lock = await claimServerLock(home)
  removeTraces(place)

  const cluster = clusterPath(home)
  const settings = serverSettings({ clusterName: clusterName(home), socketDir })
  const server = spawnTied(
    [
      join(place.native, 'bin/postgres'),
      '-D',
      pathForServer(cluster, place),
      ...settings.flatMap((s) => ['-c', s]),
    ],
    { cwd: cluster, user, lock },
  )
  closeSync(lock)

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
    await Promise.race([server.ended, sleep(STOP_WITHIN_MS)])
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

// What the lock proves gone may have left files whose process ids now belong to others: the server would believe them.
function removeTraces({ home, socketDir }: { home: string; socketDir: string }) {
  rmSync(join(clusterPath(home), 'postmaster.pid'), { force: true })
  rmSync(join(socketDir, SOCKET), { force: true })
  rmSync(join(socketDir, `${SOCKET}.lock`), { force: true })
}

function describeEnd(code: number | null) {
  return code !== null && code > 128 ? `killed by signal ${code - 128}` : `exit code ${code}`
}
