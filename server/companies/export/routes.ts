import type { Context } from 'hono'
import { z } from 'zod'
import { ExportQuery, ExportSelection, PortfolioExport, type ExportChoice } from '#domain/companies/export.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import { createRoutes, jsonBody, route } from '../../platform/http/route.ts'
import type { PortfolioExports } from './portfolio-export.ts'

const tags = ['Companies']

const file = {
  description: 'The file',
  content: {
    'text/csv': { schema: z.string() },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: z.string() },
    'application/json': { schema: PortfolioExport },
  },
}

/** Open also after the trial. Mounted before the routes of one company, whose id `export` would be. */
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
    .openapi(
      route('user', '/companies/export', {
        method: 'get',
        tags,
        summary: 'Your portfolio with its news figures, as CSV, Excel or JSON; all of it or what the filter leaves',
        request: { query: ExportQuery },
        responses: { 200: file },
      }),
      (c) => answer(c, c.req.valid('query')),
    )
    .openapi(
      route('user', '/companies/export', {
        method: 'post',
        tags,
        summary: 'Chosen companies of your portfolio, as the same files',
        request: { body: jsonBody(ExportSelection) },
        responses: { 200: file },
      }),
      (c) => answer(c, c.req.valid('json')),
    )
}
