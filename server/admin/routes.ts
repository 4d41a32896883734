import { z } from 'zod'
import {
  AdminUser,
  AdminUserPage,
  Closing,
  Grant,
  GRANT_NOT_FOUND,
  NewGrant,
  RowId,
  UserSearch,
} from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import { createRoutes, json, jsonBody, route } from '../platform/http/route.ts'
import { actorOf } from './audit.ts'
import type { Admin } from './admin.ts'
import { codeRoutes } from './code-routes.ts'
import { operationRoutes } from './operations-routes.ts'
import { subscriptionRoutes } from './subscriptions.ts'

const tags = ['Administration']
const params = z.object({ id: z.string() })

const userRoutes = ({ people, grants, closing }: Admin) =>
  createRoutes()
    .openapi(
      route('admin', '/admin/users', {
        method: 'get',
        tags,
        summary: 'Accounts by a part of their address or name, the newest first, at most 50',
        request: { query: UserSearch },
        responses: { 200: json(z.array(AdminUser), 'The accounts, each with its entitlement and why') },
      }),
      async (c) => c.json(await people.find(c.req.valid('query').q), 200),
    )
    .openapi(
      route('admin', '/admin/users/{id}', {
        method: 'get',
        tags,
        summary: 'One account: its entitlement, grants and subscription',
        request: { params },
        responses: { 200: json(AdminUserPage, 'The account') },
      }),
      async (c) => c.json(await people.look(actorOf(c), c.req.param('id')), 200),
    )
    .openapi(
      route('admin', '/admin/users/{id}/disable', {
        method: 'post',
        tags,
        summary: 'Close an account: its devices are signed out, and its subscription is canceled',
        description: 'Its owner can still sign in to export their data or delete the account.',
        request: { params, body: jsonBody(Closing) },
        responses: { 204: { description: 'Closed' } },
      }),
      async (c) => {
        const actor = { id: c.var.user.id, name: actorOf(c) }
        await closing.disable(actor, c.req.param('id'), c.req.valid('json'))
        return c.body(null, 204)
      },
    )
    .openapi(
      route('admin', '/admin/users/{id}/enable', {
        method: 'post',
        tags,
        summary: 'Open an account again that was closed',
        request: { params },
        responses: { 204: { description: 'Open' } },
      }),
      async (c) => {
        await closing.enable({ id: c.var.user.id, name: actorOf(c) }, c.req.param('id'))
        return c.body(null, 204)
      },
    )
    .openapi(
      route('admin', '/admin/grants', {
        method: 'post',
        tags,
        summary: 'Give somebody access for so many days, or for good',
        request: { body: jsonBody(NewGrant) },
        responses: { 201: json(Grant, 'The grant') },
      }),
      async (c) => c.json(await grants.give(actorOf(c), c.req.valid('json')), 201),
    )
    .openapi(
      route('admin', '/admin/grants/{id}', {
        method: 'delete',
        tags,
        summary: 'Take a grant back',
        request: { params },
        responses: { 204: { description: 'Taken back' } },
      }),
      async (c) => {
        const id = RowId.safeParse(c.req.param('id'))
        if (!id.success) throw new AppError('not-found', GRANT_NOT_FOUND)
        await grants.revoke(actorOf(c), id.data)
        return c.body(null, 204)
      },
    )

export const adminRoutes = (admin: Admin) =>
  createRoutes()
    .route('/', userRoutes(admin))
    .route('/', subscriptionRoutes(admin))
    .route('/', codeRoutes(admin))
    .route('/', operationRoutes(admin))
