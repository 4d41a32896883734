import type { Context } from 'hono'
import { addCompany, getCompany, listCompanies, removeCompany, updateCompany } from '#domain/companies/endpoints.ts'
import type { Company } from '#domain/companies/company.ts'
import { urlOf } from '#domain/endpoint.ts'
import type { HttpEnvironment } from '../platform/http/session.ts'
import { nextLink } from '../platform/http/cursor.ts'
import { jsonArray, streamed, createRoutes, route } from '../platform/http/route.ts'
import { companyId } from './company-record.ts'
import type { Companies } from './companies.ts'

export const companyRoutes = (companies: Companies) =>
  createRoutes()
    .openapi(route(listCompanies), async (c) => {
      const { limit = 100, cursor, total, ...filter } = c.req.valid('query')
      if (c.req.query('limit') === undefined && cursor === undefined)
        return everything(c, companies.all(c.var.user.id, filter))
      const page = await companies.page(c.var.user.id, filter, {
        limit,
        ...(cursor === undefined ? {} : { cursor }),
        total: total === '1',
      })
      if (page.next !== null)
        c.header('link', nextLink(urlOf(listCompanies, { query: { ...filter, limit, cursor: page.next } })))
      if (page.total !== null) c.header('total-count', String(page.total))
      return c.json(page.rows, 200)
    })
    .openapi(route(addCompany), async (c) => c.json(await companies.add(c.var.user.id, c.req.valid('json')), 201))
    .openapi(route(getCompany), async (c) =>
      c.json(await companies.get(c.var.user.id, companyId(c.req.param('id'))), 200),
    )
    .openapi(route(updateCompany), async (c) =>
      c.json(await companies.edit(c.var.user.id, companyId(c.req.param('id')), c.req.valid('json')), 200),
    )
    .openapi(route(removeCompany), async (c) => {
      await companies.remove(c.var.user.id, companyId(c.req.param('id')))
      return c.body(null, 204)
    })

/** One page is sent at once, more as a stream. */
async function everything(c: Context<HttpEnvironment>, pages: AsyncGenerator<Company[]>) {
  const first = await pages.next()
  const second = await pages.next()
  if (second.done) return c.json(first.value ?? [], 200)
  return streamed(c, jsonArray(joined([first.value ?? [], second.value], pages)), 'application/json')
}

async function* joined(first: Company[][], rest: AsyncIterable<Company[]>): AsyncGenerator<Company[]> {
  yield* first
  yield* rest
}
