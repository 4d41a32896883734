import { z } from 'zod'
import { discardJob, getModelCost, getSourceHealth, listJobs, retryJob } from '#domain/admin/endpoints.ts'
import { JOB_NOT_FOUND } from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import { createRoutes, route } from '../platform/http/route.ts'
import { actorOf } from './audit.ts'
import type { Admin } from './admin.ts'

export const operationRoutes = (admin: Admin) =>
  createRoutes()
    .openapi(route(getSourceHealth), async (c) => c.json(await admin.pollingHealth(), 200))
    .openapi(route(listJobs), async (c) => c.json(await admin.jobs(), 200))
    .openapi(route(retryJob), async (c) => {
      await admin.retryJob(actorOf(c), jobId(c.req.param('id')))
      return c.body(null, 204)
    })
    .openapi(route(discardJob), async (c) => {
      await admin.discardJob(actorOf(c), jobId(c.req.param('id')))
      return c.body(null, 204)
    })
    .openapi(route(getModelCost), async (c) => c.json(await admin.modelCost(), 200))

function jobId(text: string): string {
  const id = z.uuid().safeParse(text)
  if (!id.success) throw new AppError('not-found', JOB_NOT_FOUND)
  return id.data
}
