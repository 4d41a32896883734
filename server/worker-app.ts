import { AppError } from '#domain/errors.ts'
import type { Config } from './config.ts'
import { alive, ready, type HealthChecks } from './http/health.ts'
import { knownMethods } from './http/limits.ts'
import { createMetrics, metricsHandler, type Figure } from './http/metrics.ts'
import { createFindPeer } from './http/peer.ts'
import { problemResponse } from './http/problem.ts'
import { requestLog } from './http/request-log.ts'
import { createRoutes } from './http/route.ts'
import { NOT_FOUND } from './http/session.ts'
import type { RootLog } from './log.ts'

type Needs = { config: Config; log: RootLog; health: HealthChecks; figures: Figure[] }

/** What a process that only runs jobs answers: whether it lives, whether it can work, and its metrics. */
export function createWorkerApp({ config, log, health, figures }: Needs) {
  const metrics = createMetrics(figures)
  const app = createRoutes()
  app.onError(problemResponse)
  app.use(requestLog({ log, metrics, findPeer: createFindPeer(config.http.trustProxy) }))
  app.use(knownMethods)
  app.get('/healthz', alive)
  app.get('/readyz', ready(health))
  app.get('/metrics', metricsHandler(metrics, config.http))
  app.notFound((c) => problemResponse(new AppError('not-found', NOT_FOUND), c))
  return app
}
