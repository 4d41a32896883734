import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '#domain/errors.ts'
import { isSameSecret, type HttpEnvironment } from '../http/session.ts'
import { createHistogram, exposition, EXPOSITION_TYPE, type Metric, type Sample } from './exposition.ts'
import { isForwarded, isLoopback, isLoopbackHost, normal, type FindPeer } from '../http/peer.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { matchedRoutes } from 'hono/route'
import type { Log } from '../log.ts'
import { within } from '../telemetry/origin.ts'
import type { OpenSpan, Telemetry } from '../telemetry/telemetry.ts'

export type HttpMetrics = ReturnType<typeof createHttpMetrics>

export type MetricReader = {
  name: string
  help: string
  type?: 'counter' | 'gauge'
  read: () => Promise<number | Sample[]>
  /** About the process itself, so it's read before a scrape asks the database anything. */
  isReadFirst?: true
}

/** Half of Prometheus's scrape timeout, so that an unresponsive database isn't reported as a process that is down. */
const READ_WITHIN_MS = 5000

export function createHttpMetrics(metricReaders: MetricReader[] = [], readWithinMs = READ_WITHIN_MS) {
  const readProcess = createProcessMetrics()
  const durations = createHistogram(
    'http_request_duration_seconds',
    'Time to answer, by route pattern',
    [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  )
  const readMetric = async ({ name, help, type = 'gauge', read }: MetricReader): Promise<Metric> => {
    // Other metrics stay readable while the database is down.
    const value = await Promise.race([read(), sleep(readWithinMs, Number.NaN, { ref: false })]).catch(() => Number.NaN)
    return { name, help, type, samples: typeof value === 'number' ? [{ value }] : value }
  }
  const first = metricReaders.filter(({ isReadFirst }) => isReadFirst)
  const others = metricReaders.filter(({ isReadFirst }) => !isReadFirst)
  const readAll = async () => [
    ...(await readProcess()),
    durations.read(),
    ...(await Promise.all(first.map(readMetric))),
    ...(await Promise.all(others.map(readMetric))),
  ]
  return {
    observe: (labels: { method: string; route: string; status: number }, seconds: number) =>
      durations.observe(labels, seconds),
    read: readAll,
    text: async () => exposition(await readAll()),
    contentType: EXPOSITION_TYPE,
  }
}

type Reach = { metricsToken: string | null; publicUrl: string; trustProxy: string[] }

/**
 * Without a token, only answers loopback requests, and only if the public URL is loopback and no proxy is trusted:
 * behind a proxy that adds no header, every request comes from loopback.
 */
export function metricsHandler(metrics: HttpMetrics, { metricsToken, publicUrl, trustProxy }: Reach) {
  const isDirect = isLoopbackHost(new URL(publicUrl).hostname) && trustProxy.length === 0
  return async (c: Context<HttpEnvironment>) => {
    if (!holdsToken(c, metricsToken) && !(isDirect && isLocal(c))) throw new AppError('not-found', 'Not found')
    return c.body(await metrics.text(), 200, { 'content-type': metrics.contentType })
  }
}

function holdsToken(c: Context<HttpEnvironment>, token: string | null): boolean {
  const given = c.req.header('authorization')?.replace(/^Bearer /i, '')
  return Boolean(token && given && isSameSecret(token, given))
}

const isLocal = (c: Context<HttpEnvironment>) =>
  !isForwarded(c.req.raw.headers) && isLoopback(normal(c.env.incoming?.socket.remoteAddress ?? ''))

const GIVEN_ID = /^[\w-]{8,64}$/

type Options = { log: Log; telemetry: Telemetry; metrics: HttpMetrics; findPeer: FindPeer }

/** Never logs or traces a query string, header or body, because they may contain secrets. */
export function requestLog({ log, telemetry, metrics, findPeer }: Options): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const started = performance.now()
    const given = c.req.header('x-request-id') ?? ''
    const requestId = GIVEN_ID.test(given) ? given : randomUUID()
    const { method } = c.req
    c.set('requestId', requestId)
    c.set('peer', findPeer(c.env.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')))
    c.set('log', log)
    const answer = async (span: OpenSpan) => {
      await next()
      const seconds = (performance.now() - started) / 1000
      const { status } = c.res
      const route = routeName(matchedRoutes(c).map(({ path }) => path))
      metrics.observe({ method, route, status }, seconds)
      span.set({ 'http.route': route, 'http.response.status_code': status }, `${method} ${route}`)
      if (status >= 500) span.fail(String(status))
      log.info(
        {
          method,
          path: withoutTokens(c.req.path),
          status,
          ms: Math.round(seconds * 1000),
          peer: c.var.peer,
          user: c.var.user?.id,
        },
        'request',
      )
    }
    await within({ requestId }, () => telemetry.span(method, 'server', { 'http.request.method': method }, answer))
  }
}

/** Private feeds and subscriptions have their token in the path, because feed readers and hubs can't send headers. */
const withoutTokens = (path: string) => path.replace(/^\/(feeds|websub)\/[^/]+/, '/$1/…')

/** The route pattern, never the path, so that there are few distinct labels. */
const routeName = (patterns: string[]) => patterns.findLast((pattern) => !pattern.endsWith('*')) ?? 'page'
