import { z } from 'zod'
import { JOB_NOT_FOUND } from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import { PollingHealth, JobOverview, ModelCost } from '#domain/admin/operations.ts'
import { createRoutes, json, route } from '../platform/http/route.ts'
import { actorOf } from './audit.ts'
import type { Admin } from './admin.ts'

const tags = ['Administration']
const params = z.object({ id: z.string() })

export const operationRoutes = (admin: Admin) =>
  createRoutes()
    .openapi(
      route('admin', '/admin/sources', {
        method: 'get',
        tags,
        summary: 'The register of sources, how looking there goes, and how well companies are covered',
        responses: { 200: json(PollingHealth, 'The health of gathering') },
      }),
      async (c) => c.json(await admin.gathering(), 200),
    )
    .openapi(
      route('admin', '/admin/jobs', {
        method: 'get',
        tags,
        summary: 'The queue, and the jobs that are not tried any more',
        responses: { 200: json(JobOverview, 'The jobs') },
      }),
      async (c) => c.json(await admin.jobs(), 200),
    )
    .openapi(
      route('admin', '/admin/jobs/{id}/retry', {
        method: 'post',
        tags,
        summary: 'Try a parked job once more',
        request: { params },
        responses: { 204: { description: 'Back in its line' } },
      }),
      async (c) => {
        await admin.retryJob(actorOf(c), jobId(c.req.param('id')))
        return c.body(null, 204)
      },
    )
    .openapi(
      route('admin', '/admin/jobs/{id}', {
        method: 'delete',
        tags,
        summary: 'Forget a parked job',
        request: { params },
        responses: { 204: { description: 'Forgotten' } },
      }),
      async (c) => {
        await admin.discardJob(actorOf(c), jobId(c.req.param('id')))
        return c.body(null, 204)
      },
    )
    .openapi(
      route('admin', '/admin/ai', {
        method: 'get',
        tags,
        summary: 'What the language model took in the last thirty days',
        responses: { 200: json(ModelCost, 'Day by day') },
      }),
      async (c) => c.json(await admin.modelCost(), 200),
    )

function jobId(text: string): string {
  const id = z.uuid().safeParse(text)
  if (!id.success) throw new AppError('not-found', JOB_NOT_FOUND)
  return id.data
}
