import { CompanyId } from '#domain/companies/company.ts'
import {
  acceptShare,
  createShare,
  endShare,
  getSharedCompany,
  getSharedNews,
  leaveShare,
  listReceivedShares,
  listShares,
  listShareVisits,
} from '#domain/sharing/endpoints.ts'
import { SHARE_NOT_FOUND } from '#domain/sharing/share.ts'
import { createRoutes, pathId, route } from '../platform/http/route.ts'
import type { ReadAlong } from './read-along.ts'
import type { Shares } from './shares.ts'
import { RowIdText } from '#domain/row-id.ts'

const shareId = (text: string) => pathId(RowIdText, text, SHARE_NOT_FOUND)

export const shareRoutes = (shares: Shares) =>
  createRoutes()
    .openapi(route(listShares), async (c) => c.json(await shares.list(c.var.user.id), 200))
    .openapi(route(createShare), async (c) => c.json(await shares.create(c.var.user, c.req.valid('json')), 201))
    .openapi(route(listShareVisits), async (c) => c.json(await shares.visits(c.var.user.id), 200))
    .openapi(route(endShare), async (c) => {
      await shares.end(c.var.user.id, shareId(c.req.param('id')))
      return c.body(null, 204)
    })

export const readAlongRoutes = (readAlong: ReadAlong) =>
  createRoutes()
    .openapi(route(listReceivedShares), async (c) => c.json(await readAlong.list(c.var.user.id), 200))
    .openapi(route(acceptShare), async (c) =>
      c.json(await readAlong.accept(c.var.user, c.req.valid('json').token), 200),
    )
    .openapi(route(getSharedNews), async (c) =>
      c.json(await readAlong.news(c.var.user.id, shareId(c.req.param('id'))), 200),
    )
    .openapi(route(getSharedCompany), async (c) => {
      const companyId = pathId(CompanyId, c.req.param('companyId'), SHARE_NOT_FOUND)
      return c.json(await readAlong.company(c.var.user.id, shareId(c.req.param('id')), companyId), 200)
    })
    .openapi(route(leaveShare), async (c) => {
      await readAlong.leave(c.var.user.id, shareId(c.req.param('id')))
      return c.body(null, 204)
    })
