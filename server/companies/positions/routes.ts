import { CompanyId } from '#domain/companies/company.ts'
import {
  addPosition,
  getPortfolioPositions,
  listPositions,
  removePosition,
  updatePosition,
} from '#domain/companies/positions/endpoints.ts'
import { POSITION_NOT_FOUND } from '#domain/companies/positions/position.ts'
import { createRoutes, pathId, route } from '../../platform/http/route.ts'
import { companyId } from '../company-record.ts'
import type { Positions } from './positions.ts'

const positionId = (text: string) => pathId(CompanyId, text, POSITION_NOT_FOUND)

export const positionRoutes = (positions: Positions) =>
  createRoutes()
    .openapi(route(getPortfolioPositions), async (c) => c.json(await positions.portfolio(c.var.user.id), 200))
    .openapi(route(listPositions), async (c) =>
      c.json(await positions.list(c.var.user.id, companyId(c.req.param('id'))), 200),
    )
    .openapi(route(addPosition), async (c) =>
      c.json(await positions.add(c.var.user.id, companyId(c.req.param('id')), c.req.valid('json')), 201),
    )
    .openapi(route(updatePosition), async (c) =>
      c.json(await positions.update(c.var.user.id, positionId(c.req.param('id')), c.req.valid('json')), 200),
    )
    .openapi(route(removePosition), async (c) => {
      await positions.remove(c.var.user.id, positionId(c.req.param('id')))
      return c.body(null, 204)
    })
