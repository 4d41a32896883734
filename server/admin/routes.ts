import { disableUser, enableUser, findUsers, getUser, grantAccess, revokeGrant } from '#domain/admin/endpoints.ts'
import { GRANT_NOT_FOUND, RowId } from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import { createRoutes, route } from '../platform/http/route.ts'
import { actorOf } from './audit.ts'
import type { Admin } from './admin.ts'
import { codeRoutes } from './code-routes.ts'
import { operationRoutes } from './operations-routes.ts'
import { subscriptionRoutes } from './subscriptions.ts'

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
    .openapi(route(grantAccess), async (c) => c.json(await grants.give(actorOf(c), c.req.valid('json')), 201))
    .openapi(route(revokeGrant), async (c) => {
      const id = RowId.safeParse(c.req.param('id'))
      if (!id.success) throw new AppError('not-found', GRANT_NOT_FOUND)
      await grants.revoke(actorOf(c), id.data)
      return c.body(null, 204)
    })

export const adminRoutes = (admin: Admin) =>
  createRoutes()
    .route('/', userRoutes(admin))
    .route('/', subscriptionRoutes(admin))
    .route('/', codeRoutes(admin))
    .route('/', operationRoutes(admin))
