import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from './launch-server.ts'

const FIRST_ATTEMPTS = 3
const PAUSES_MS = [0, 100, 250, 500, 1_000, 2_000]
const LONGEST_PAUSE_MS = 3_000
const STEADY_AFTER_MS = 60_000

/** Keeps a server running until stopped: whenever it ends by itself, another is launched. */
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

      // Without end: what keeps it from starting, such as a full disk, may be mended while we wait.
      for (server = null; !server; attempt += 1) {
        await pause(PAUSES_MS[attempt] ?? LONGEST_PAUSE_MS)
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
