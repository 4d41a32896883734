import { closeSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterPath, pathForServer, type Place, SOCKET } from './cluster.ts'
import { EmbeddedPostgresError, fatal, notable, READY, WAITS_TO_STOP } from './errors.ts'
import { claimServerLock, clusterNameOf } from './locks.ts'
import { spawnTied } from './processes.ts'

type Wanted = { clusterName: string; socketDir: string; isDisposable: boolean }

/** Passed at every start, so that a new release can change them. */
function serverSettings({ clusterName, socketDir, isDisposable }: Wanted) {
  const safely = isDisposable ? 'off' : 'on'
  return [
    `cluster_name=${clusterName}`,
    // never a TCP port: the server bundles an old OpenSSL
    'listen_addresses=',
    `unix_socket_directories="${socketDir.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',

    `fsync=${safely}`,
    `synchronous_commit=${safely}`,
    `full_page_writes=${safely}`,
    // a short log, so that crash recovery takes seconds
    'max_wal_size=256MB',

    // test files run in parallel on one disposable server, each with its own pools
    `max_connections=${isDisposable ? 200 : 50}`,
    'shared_buffers=64MB',
    'jit=off',
    // a small database is read from memory: I/O workers gain little and need the /dev/shm that containers lack
    'io_method=sync',
    'max_parallel_workers_per_gather=0',
    'max_parallel_maintenance_workers=0',
    'max_logical_replication_workers=0',

    'timezone=UTC',
    'log_timezone=UTC',
    'lc_messages=C',
    'log_destination=stderr',
    'logging_collector=off',
    'log_line_prefix=',
    'log_checkpoints=off',
    // clients get the errors anyway, and failed statements contain user data
    'log_min_messages=log',
    'log_min_error_statement=panic',
  ]
}

const READY_WITHIN_MS = 120_000
const STOP_WITHIN_MS = 5_000
/** Enough for a product that is stopping as well, as when a service manager signals all processes. */
const OTHERS_STOP_WITHIN_MS = 5_000

export type RunningServer = {
  ended: Promise<string>
  stop: () => Promise<void>
}

export type ServerPlace = Place & { socketDir: string; isDisposable: boolean }

export async function launchServer(place: ServerPlace, log: (line: string) => void): Promise<RunningServer> {
  const { home } = place
  const server = await spawnServer(place)
  let complaint: string | null = null
  server.lines.on('line', (line) => {
    const text = notable(line)
    if (text) log(`PostgreSQL: ${text}`)
    complaint ??= fatal(line)
  })
  // Whoever sent the signal, the product stays connected, and the server would wait and refuse new connections forever.
  server.lines.on(
    'line',
    (line) => line.endsWith(WAITS_TO_STOP) && setTimeout(server.end, OTHERS_STOP_WITHIN_MS).unref(),
  )
  const ready = new Promise<'ready'>((resolve) => {
    server.lines.on('line', (line) => line.endsWith(READY) && resolve('ready'))
  })
  const stop = async () => {
    server.end()
    await Promise.race([server.ended, sleep(STOP_WITHIN_MS, null, { ref: false })])
    closeSync(await claimServerLock(home))
  }
  const outcome = await Promise.race([ready, server.ended, sleep(READY_WITHIN_MS, 'late' as const, { ref: false })])
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
  const settings = serverSettings({ clusterName: clusterNameOf(home), socketDir, isDisposable })
  const lock = await claimServerLock(home)
  try {
    removeTraces(place)
    return spawnTied(
      [join(native, 'bin/postgres'), '-D', pathForServer(cluster, place), ...settings.flatMap((s) => ['-c', s])],
      { cwd: cluster, user, lock },
    )
  } finally {
    closeSync(lock)
  }
}

// These files hold process ids that may have been reused, and a new server would trust them. The lock proves that the
// old server is gone.
function removeTraces({ home, socketDir }: ServerPlace) {
  rmSync(join(clusterPath(home), 'postmaster.pid'), { force: true })
  rmSync(join(socketDir, SOCKET), { force: true })
  rmSync(join(socketDir, `${SOCKET}.lock`), { force: true })
}

function describeEnd(code: number | null) {
  if (code === null) return 'the shell that held it was killed'
  return code > 128 ? `killed by signal ${code - 128}` : `exit code ${code}`
}

const FIRST_ATTEMPTS = 3
const PAUSES_MS = [0, 100, 250, 500, 1_000, 2_000]
const MAX_PAUSE_MS = 3_000
const STEADY_AFTER_MS = 60_000

export async function superviseServer(launch: () => Promise<RunningServer>, log: (line: string) => void) {
  const stopping = new AbortController()
  let server: RunningServer | null = await launchFirst(launch)
  const keeping = keepRunning(server)
  return {
    async stop() {
      stopping.abort()
      await server?.stop()
      await keeping
    },
  }

  async function pause(milliseconds: number) {
    await sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
  }

  async function keepRunning(first: RunningServer) {
    let current = first
    let attempt = 0
    while (!stopping.signal.aborted) {
      const since = Date.now()
      const how = await current.ended
      if (stopping.signal.aborted) return
      log(`PostgreSQL ended unexpectedly (${how}); starting it again`)
      if (Date.now() - since > STEADY_AFTER_MS) attempt = 0

      // Retries forever, because the cause, such as a full disk, may be fixed in the meantime.
      for (server = null; !server; attempt += 1) {
        await pause(PAUSES_MS[attempt] ?? MAX_PAUSE_MS)
        if (stopping.signal.aborted) return
        server = await launch().catch((error: Error) => {
          log(error.message)
          return null
        })
      }
      current = server
      log('PostgreSQL is running again')
      if (stopping.signal.aborted) await current.stop()
    }
  }
}

async function launchFirst(launch: () => Promise<RunningServer>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch()
    } catch (error) {
      if (attempt === FIRST_ATTEMPTS) throw error
    }
  }
}
