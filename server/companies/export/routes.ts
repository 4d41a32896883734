import type { Context } from 'hono'
import { exportCompanies, exportPortfolio } from '#domain/companies/endpoints.ts'
import { type ExportChoice } from '#domain/companies/export.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import { createRoutes, route } from '../../platform/http/route.ts'
import type { PortfolioExports } from './portfolio-export.ts'

/** Available after the trial. Mounted before `/companies/{id}`, which would match `export`. */
export function exportRoutes(exports: PortfolioExports) {
  const answer = async (c: Context<HttpEnvironment>, choice: ExportChoice) => {
    const { id } = c.var.user
    const { name, mediaType, body } = await exports.file(id, choice)
    c.var.log.info(
      { event: 'portfolio.exported', user: id, peer: c.var.peer, format: choice.format },
      'portfolio exported',
    )
    return c.body(body, 200, {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${name}"`,
    })
  }
  return createRoutes()
    .openapi(route(exportPortfolio), (c) => answer(c, c.req.valid('query')))
    .openapi(route(exportCompanies), (c) => answer(c, c.req.valid('json')))
}
