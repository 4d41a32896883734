import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from '#domain/errors.ts'
import type { HttpEnvironment } from './environment.ts'
import { isLoopback } from './peer.ts'

export type HttpMetrics = ReturnType<typeof createMetrics>

/** A number that is asked for when somebody looks. */
export type Figure = { name: string; help: string; read: () => Promise<number> }

export function createMetrics(figures: Figure[] = []) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  for (const { name, help, read } of figures)
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          // The rest is worth reading also while the database does not answer.
          this.set(await read().catch(() => Number.NaN))
        },
      }),
    )
  return {
    observe: (labels: { method: string; route: string; status: number }, seconds: number) =>
      duration.observe(labels, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** Prometheus' view: for loopback, or for whoever holds the token. */
export function metricsHandler(metrics: HttpMetrics, token: string | null) {
  return async (c: Context<HttpEnvironment>) => {
    if (!mayRead(c, token)) throw new AppError('not-found', 'Not found')
    return c.body(await metrics.text(), 200, { 'content-type': metrics.contentType })
  }
}

function mayRead(c: Context<HttpEnvironment>, token: string | null): boolean {
  const given = c.req.header('authorization')?.replace(/^Bearer /i, '')
  if (token && given) {
    const [a, b] = [Buffer.from(given), Buffer.from(token)]
    if (a.length === b.length && timingSafeEqual(a, b)) return true
  }
  // A proxy on this machine makes everybody look like loopback; its forwarded header gives it away.
  const forwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded'].some(
    (name) => c.req.header(name) !== undefined,
  )
  return !forwarded && isLoopback(c.env.incoming?.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '')
}
