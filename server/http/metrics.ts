import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { HttpEnvironment } from './environment.ts'
import { createHistogram, exposition, EXPOSITION_TYPE, type Metric, type Sample } from './exposition.ts'
import { isForwarded, isLoopback, isLoopbackHost, normal } from './peer.ts'
import { createProcessFigures } from './process-figures.ts'

export type HttpMetrics = ReturnType<typeof createMetrics>

/** One number, or one for each set of labels, read when somebody asks. */
export type Figure = {
  name: string
  help: string
  type?: 'counter' | 'gauge'
  read: () => Promise<number | Sample[]>
}

export function createMetrics(figures: Figure[] = []) {
  const readProcess = createProcessFigures()
  const durations = createHistogram(
    'http_request_duration_seconds',
    'Time to answer, by route pattern',
    [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  )
  const readFigure = async ({ name, help, type = 'gauge', read }: Figure): Promise<Metric> => {
    // The rest is worth reading also while the database does not answer.
    const value = await read().catch(() => Number.NaN)
    return { name, help, type, samples: typeof value === 'number' ? [{ value }] : value }
  }
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
