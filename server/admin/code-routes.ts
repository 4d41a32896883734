import { z } from 'zod'
import {
  AuditEntry,
  AuditSearch,
  CODE_NOT_FOUND,
  CreatedCode,
  GrantCode,
  NewCode,
  RowId,
  Redeemed,
  RedeemRequest,
} from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import { createRoutes, json, jsonBody, route } from '../platform/http/route.ts'
import { refuseClosed } from '../platform/http/session.ts'
import { actorOf } from './audit.ts'
import type { Admin } from './admin.ts'

const tags = ['Administration']

export const codeRoutes = ({ codes, audit, redeem }: Admin) =>
  createRoutes()
    .openapi(
      route('admin', '/admin/codes', {
        method: 'get',
        tags,
        summary: 'The codes there are, the newest first, at most 200; the codes themselves are not kept',
        responses: { 200: json(z.array(GrantCode), 'The codes') },
      }),
      async (c) => c.json(await codes.list(), 200),
    )
    .openapi(
      route('admin', '/admin/codes', {
        method: 'post',
        tags,
        summary: 'A code that one person may redeem once',
        request: { body: jsonBody(NewCode) },
        responses: { 201: json(CreatedCode, 'The code, told this once') },
      }),
      async (c) => c.json(await codes.create(actorOf(c), c.req.valid('json')), 201),
    )
    .openapi(
      route('admin', '/admin/codes/{id}', {
        method: 'delete',
        tags,
        summary: 'Withdraw a code that was not redeemed',
        request: { params: z.object({ id: z.string() }) },
        responses: { 204: { description: 'Withdrawn' } },
      }),
      async (c) => {
        const id = RowId.safeParse(c.req.param('id'))
        if (!id.success) throw new AppError('not-found', CODE_NOT_FOUND)
        await codes.revoke(actorOf(c), id.data)
        return c.body(null, 204)
      },
    )
    .openapi(
      route('admin', '/admin/audit', {
        method: 'get',
        tags,
        summary: 'What administrators did, the newest first, 100 at a time',
        request: { query: AuditSearch },
        responses: { 200: json(z.array(AuditEntry), 'The record') },
      }),
      async (c) => c.json(await audit.list(c.req.valid('query').before), 200),
    )
    .openapi(
      route('user', '/redeem', {
        method: 'post',
        tags: ['Billing'],
        summary: 'Redeem a code that was given to you, also after the trial',
        request: { body: jsonBody(RedeemRequest) },
        responses: { 200: json(Redeemed, 'Until when you have access') },
      }),
      async (c) => {
        refuseClosed(c.var.user.profile)
        const redeemed = await redeem(c.var.user.id, c.req.valid('json').code)
        c.var.log.info({ event: 'code.redeemed', user: c.var.user.id, peer: c.var.peer }, 'code redeemed')
        return c.json(redeemed, 200)
      },
    )
