import { isOutage } from '../api-error.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
const PROBE_LIMIT_MS = 10_000

type Outside = {
  probe: () => Promise<boolean>
  /** Resolves after the delay, or when the network is back or the page's visibility changes. */
  wait: (ms: number) => Promise<void>
}

const browser: Outside = {
  probe: async () => {
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_LIMIT_MS) })
    return !isOutage(response.status)
  },
  wait: (ms) =>
    new Promise((resolve) => {
      const over = new AbortController()
      const end = () => {
        clearTimeout(timer)
        over.abort()
        resolve()
      }
      const timer = setTimeout(end, ms)
      addEventListener('online', end, { signal: over.signal })
      document.addEventListener('visibilitychange', end, { signal: over.signal })
    }),
}

/** Once the connection is lost, probes the server with exponential backoff until it responds. */
export function createConnection({ probe, wait }: Outside = browser) {
  let isLost = false
  /** By URL, the time of each cached response shown in place of the server's. */
  const shown = new Map<string, number>()
  const listeners = new Set<() => void>()
  const become = (lost: boolean) => {
    if (isLost === lost) return
    isLost = lost
    if (!lost) shown.clear()
    for (const listener of listeners) listener()
  }
  const untilFound = async () => {
    for (let ms = FIRST_WAIT_MS; isLost; ms = Math.min(LONGEST_WAIT_MS, 2 * ms)) {
      await wait(ms)
      if (isLost && (await probe().catch(() => false))) become(false)
    }
  }
  return {
    isLost: () => isLost,
    shownFrom: (url: string) => shown.get(url),
    show: (url: string, at: number) => void shown.set(url, at),
    lose() {
      if (isLost) return
      become(true)
      void untilFound()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Shared by the page's API client and its components. */
export const connection = createConnection()
