import { HOUR_MS, MINUTE_MS, type Clock } from '#domain/time.ts'
import type { Log } from '../log.ts'
import type { MetricReader } from '../metrics/http-metrics.ts'

/** Scanners make up hosts, and must not fill the log. */
const MAX_WARNINGS_PER_MINUTE = 20
const isWebhook = (path: string) => path.startsWith('/api/webhooks/')

export type WrongHosts = ReturnType<typeof createWrongHosts>

/** What this process refused because it was addressed to another host. */
export function createWrongHosts({ clock, log }: { clock: Clock; log: Log }) {
  const refused = { webhook: 0, other: 0 }
  let webhooks: { at: number; host: string }[] = []
  let minute = 0
  const warned = new Set<string>()

  function warnOnce(host: string, path: string, now: number): void {
    if (Math.abs(now - minute) >= MINUTE_MS) {
      minute = now
      warned.clear()
    }
    if (warned.has(host) || warned.size >= MAX_WARNINGS_PER_MINUTE) return
    warned.add(host)
    log.warn({ event: 'wrong-host', host, webhook: isWebhook(path) }, 'request for another host refused')
  }

  return {
    add(host: string, path: string): void {
      const now = clock().getTime()
      warnOnce(host, path, now)
      refused[isWebhook(path) ? 'webhook' : 'other'] += 1
      if (isWebhook(path)) webhooks = [...webhooks.slice(-999), { at: now, host }]
    },

    /** The webhooks of the last hour, and the host that the latest was sent to. */
    recentWebhooks(): { count: number; host: string | null } {
      const since = clock().getTime() - HOUR_MS
      webhooks = webhooks.filter(({ at }) => at > since)
      return { count: webhooks.length, host: webhooks.at(-1)?.host ?? null }
    },

    metric: {
      name: 'wrong_host_requests_total',
      help: 'Requests refused because they were addressed to another host',
      type: 'counter',
      read: async () => Object.entries(refused).map(([kind, value]) => ({ labels: { kind }, value })),
    } satisfies MetricReader as MetricReader,
  }
}
