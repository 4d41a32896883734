const MAX_WAIT_MS = 24 * 60 * 60_000
const MAX_HOSTS = 10_000

/** Until when each host asked to be left alone. */
export function createRetryMemory() {
  const until = new Map<string, number>()

  return {
    remember(host: string, at: Date, now: Date) {
      if (until.size >= MAX_HOSTS) {
        for (const [known, end] of until) if (end <= now.getTime()) until.delete(known)
      }
      if (until.size < MAX_HOSTS) until.set(host, Math.max(at.getTime(), until.get(host) ?? 0))
    },
    find(host: string, now: Date): Date | null {
      const end = until.get(host)
      if (end === undefined) return null
      if (end > now.getTime()) return new Date(end)
      until.delete(host)
      return null
    },
  }
}

/** When a refusing answer wants to be asked again: its header in seconds or as a date, a day at most; null without one. */
export function retryAtOf(status: number, header: string | undefined, now: Date): Date | null {
  if ((status !== 429 && status !== 503) || header === undefined) return null
  const value = header.trim()
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isNaN(ms) || ms <= 0 ? null : new Date(now.getTime() + Math.min(ms, MAX_WAIT_MS))
}
