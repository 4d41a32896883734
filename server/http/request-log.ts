import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Log } from '../ports.ts'
import type { HttpEnvironment } from './environment.ts'
import type { HttpMetrics } from './metrics.ts'
import type { FindPeer } from './peer.ts'

const GIVEN_ID = /^[\w-]{8,64}$/

type Options = { log: Log & { child: (fields: object) => Log }; metrics: HttpMetrics; findPeer: FindPeer }

/** Names the request, finds its peer, and writes one line about it. Never a query string, header or body: they hold secrets. */
export function requestLog({ log, metrics, findPeer }: Options): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const started = performance.now()
    const given = c.req.header('x-request-id') ?? ''
    const requestId = GIVEN_ID.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    c.set('peer', findPeer(c.env.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')))
    c.set('log', log.child({ requestId }))
    await next()
    const seconds = (performance.now() - started) / 1000
    const route = routeName(matchedRoutes(c).map(({ path }) => path))
    metrics.observe({ method: c.req.method, route, status: c.res.status }, seconds)
    c.var.log.info(
      {
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(seconds * 1000),
        peer: c.var.peer,
        user: c.var.user?.id,
      },
      'request',
    )
  }
}

/** The pattern that answered, never the path itself: labels must stay few. */
const routeName = (patterns: string[]) => patterns.findLast((pattern) => !pattern.endsWith('*')) ?? 'page'
