import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { HttpEnvironment } from './environment.ts'
import { createHistogram, exposition, EXPOSITION_TYPE, type Metric } from './exposition.ts'
import { isForwarded, isLoopback, isLoopbackHost, normal } from './peer.ts'
import { createProcessFigures } from './process-figures.ts'

export type HttpMetrics = ReturnType<typeof createMetrics>

/** A number that is asked for when somebody looks. */
export type Figure = {
  name: string
  help: string
  /** A gauge, where nothing else is said. */
  type?: 'counter'
  read: () => Promise<number>
}

export function createMetrics(figures: Figure[] = []) {
  const readProcess = createProcessFigures()
  const durations = createHistogram(
    'http_request_duration_seconds',
    'Time to answer, by route pattern',
    [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  )
  const readFigure = async ({ name, help, type, read }: Figure): Promise<Metric> => ({
    name,
    help,
    type: type ?? 'gauge',
    // The rest is worth reading also while the database does not answer.
    samples: [{ value: await read().catch(() => Number.NaN) }],
  })
  return {
    observe: (labels: { method: string; route: string; status: number }, seconds: number) =>
      durations.observe(labels, seconds),
    text: async () =>
      exposition([
        ...(await readProcess()),
        durations.read(),
        ...(await Promise.all(figures.map(readFigure))),
      ]),
    contentType: EXPOSITION_TYPE,
  }
}

type Reach = { metricsToken: string | null; publicUrl: string; trustProxy: string[] }

/**
 * Prometheus' view: for whoever holds the token. Without it only for loopback, and only where nothing stands in front:
 * behind a proxy that adds no header, everybody comes from loopback.
 */
export function metricsHandler(metrics: HttpMetrics, { metricsToken, publicUrl, trustProxy }: Reach) {
  const isDirect = isLoopbackHost(new URL(publicUrl).hostname) && trustProxy.length === 0
  return async (c: Context<HttpEnvironment>) => {
    if (!holdsToken(c, metricsToken) && !(isDirect && isLocal(c)))
      throw new AppError('not-found', 'Not found')
    return c.body(await metrics.text(), 200, { 'content-type': metrics.contentType })
  }
}

function holdsToken(c: Context<HttpEnvironment>, token: string | null): boolean {
  const given = c.req.header('authorization')?.replace(/^Bearer /i, '')
  if (!token || !given) return false
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const isLocal = (c: Context<HttpEnvironment>) =>
  !isForwarded(c.req.raw.headers) && isLoopback(normal(c.env.incoming?.socket.remoteAddress ?? ''))
