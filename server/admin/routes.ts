import {
  disableUser,
  enableUser,
  findUsers,
  getUser,
  grantAccess,
  liftSuppression,
  revokeGrant,
  createCode,
  listAuditLog,
  listCodes,
  revokeCode,
  redeemCode,
  discardJob,
  getHealth,
  getModelCost,
  getSourceHealth,
  listJobs,
  retryJob,
  cancelUserSubscription,
  refundUser,
} from '#domain/admin/endpoints.ts'
import { exportFunnel, getFunnel } from '#domain/admin/funnel.ts'
import { GRANT_NOT_FOUND, CODE_NOT_FOUND, JOB_NOT_FOUND } from '#domain/admin/users.ts'
import { createRoutes, pathId, route } from '../platform/http/route.ts'
import { actorOf } from './audit.ts'
import type { Admin } from './admin.ts'
import { supportRoutes } from './support/routes.ts'
import { refuseClosed } from '../platform/http/session.ts'
import { z } from 'zod'
import { RowIdText } from '#domain/row-id.ts'

export const adminRoutes = (admin: Admin) =>
  createRoutes()
    .route('/', userRoutes(admin))
    .route('/', subscriptionRoutes(admin))
    .route('/', codeRoutes(admin))
    .route('/', operationRoutes(admin))
    .route('/', supportRoutes(admin))

const userRoutes = ({ people, grants, closing }: Admin) =>
  createRoutes()
    .openapi(route(findUsers), async (c) => c.json(await people.find(c.req.valid('query').q), 200))
    .openapi(route(getUser), async (c) => c.json(await people.look(actorOf(c), c.req.param('id')), 200))
    .openapi(route(disableUser), async (c) => {
      const actor = { id: c.var.user.id, name: actorOf(c) }
      await closing.disable(actor, c.req.param('id'), c.req.valid('json'))
      return c.body(null, 204)
    })
    .openapi(route(enableUser), async (c) => {
      await closing.enable({ id: c.var.user.id, name: actorOf(c) }, c.req.param('id'))
      return c.body(null, 204)
    })
    .openapi(route(liftSuppression), async (c) => {
      await people.liftSuppression(actorOf(c), c.req.param('id'))
      return c.body(null, 204)
    })
    .openapi(route(grantAccess), async (c) => c.json(await grants.give(actorOf(c), c.req.valid('json')), 201))
    .openapi(route(revokeGrant), async (c) => {
      await grants.revoke(actorOf(c), pathId(RowIdText, c.req.param('id'), GRANT_NOT_FOUND))
      return c.body(null, 204)
    })

const codeRoutes = ({ codes, audit, redeem }: Admin) =>
  createRoutes()
    .openapi(route(listCodes), async (c) => c.json(await codes.list(), 200))
    .openapi(route(createCode), async (c) => c.json(await codes.create(actorOf(c), c.req.valid('json')), 201))
    .openapi(route(revokeCode), async (c) => {
      await codes.revoke(actorOf(c), pathId(RowIdText, c.req.param('id'), CODE_NOT_FOUND))
      return c.body(null, 204)
    })
    .openapi(route(listAuditLog), async (c) => c.json(await audit.list(c.req.valid('query').before), 200))
    .openapi(route(redeemCode), async (c) => {
      refuseClosed(c.var.user.profile)
      const redeemed = await redeem(c.var.user.id, c.req.valid('json').code)
      c.var.log.info({ event: 'code.redeemed', user: c.var.user.id, peer: c.var.peer }, 'code redeemed')
      return c.json(redeemed, 200)
    })

const operationRoutes = (admin: Admin) =>
  createRoutes()
    .openapi(route(getHealth), async (c) => c.json(await admin.health(), 200))
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
    .openapi(route(getFunnel), async (c) => c.json(await admin.funnel.read(c.req.valid('query').weeks), 200))
    .openapi(route(exportFunnel), async (c) =>
      c.body(await admin.funnel.csv(c.req.valid('query').weeks), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="tidings-funnel.csv"',
      }),
    )
    .openapi(route(getModelCost), async (c) => c.json(await admin.modelCost(), 200))

const jobId = (text: string) => pathId(z.uuid(), text, JOB_NOT_FOUND)

const subscriptionRoutes = ({ subscriptions }: Admin) =>
  createRoutes()
    .openapi(route(cancelUserSubscription), async (c) => {
      await subscriptions.cancel(actorOf(c), c.req.param('id'), c.req.valid('json'))
      return c.body(null, 204)
    })
    .openapi(route(refundUser), async (c) =>
      c.json(await subscriptions.refund(actorOf(c), c.req.param('id'), c.req.valid('json')), 200),
    )
