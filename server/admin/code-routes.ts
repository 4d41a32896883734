import { createCode, listAuditLog, listCodes, revokeCode, redeemCode } from '#domain/admin/endpoints.ts'

import { CODE_NOT_FOUND, RowId } from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import { createRoutes, route } from '../platform/http/route.ts'
import { refuseClosed } from '../platform/http/session.ts'
import { actorOf } from './audit.ts'
import type { Admin } from './admin.ts'

export const codeRoutes = ({ codes, audit, redeem }: Admin) =>
  createRoutes()
    .openapi(route(listCodes), async (c) => c.json(await codes.list(), 200))
    .openapi(route(createCode), async (c) => c.json(await codes.create(actorOf(c), c.req.valid('json')), 201))
    .openapi(route(revokeCode), async (c) => {
      const id = RowId.safeParse(c.req.param('id'))
      if (!id.success) throw new AppError('not-found', CODE_NOT_FOUND)
      await codes.revoke(actorOf(c), id.data)
      return c.body(null, 204)
    })
    .openapi(route(listAuditLog), async (c) => c.json(await audit.list(c.req.valid('query').before), 200))
    .openapi(route(redeemCode), async (c) => {
      refuseClosed(c.var.user.profile)
      const redeemed = await redeem(c.var.user.id, c.req.valid('json').code)
      c.var.log.info({ event: 'code.redeemed', user: c.var.user.id, peer: c.var.peer }, 'code redeemed')
      return c.json(redeemed, 200)
    })
