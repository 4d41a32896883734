import type { Context } from 'hono'
import { z } from 'zod'
import { Company, CompanyChange, NewCompany, CompanyPageQuery } from '#domain/companies/company.ts'
import type { HttpEnvironment } from '../platform/http/session.ts'
import { nextLink } from '../platform/http/cursor.ts'
import { jsonArray, streamed, createRoutes, json, jsonBody, route } from '../platform/http/route.ts'
import { companyId } from './company-record.ts'
import type { Companies } from './companies.ts'

const tags = ['Companies']
const params = z.object({ id: z.string() })

/** One company at a time, and the list of them. */
export const companyRoutes = (companies: Companies) =>
  createRoutes()
    .openapi(
      route('entitled', '/companies', {
        method: 'get',
        tags,
        summary: 'Your companies, newest first; with a limit page by page, the next one named in the Link header',
        request: { query: CompanyPageQuery.extend({ total: z.literal('1').optional() }) },
        responses: { 200: json(z.array(Company), 'The companies') },
      }),
      async (c) => {
        const { limit = 100, cursor, total, ...filter } = c.req.valid('query')
        if (c.req.query('limit') === undefined && cursor === undefined)
          return everything(c, companies.all(c.var.user.id, filter))
        const page = await companies.page(c.var.user.id, filter, {
          limit,
          ...(cursor === undefined ? {} : { cursor }),
          total: total === '1',
        })
        if (page.next !== null)
          c.header('link', nextLink('/api/companies', { ...filter, limit: String(limit), cursor: page.next }))
        if (page.total !== null) c.header('total-count', String(page.total))
        return c.json(page.rows, 200)
      },
    )
    .openapi(
      route('entitled', '/companies', {
        method: 'post',
        tags,
        summary: 'Add a company',
        request: { body: jsonBody(NewCompany) },
        responses: { 201: json(Company, 'The company as stored') },
      }),
      async (c) => c.json(await companies.add(c.var.user.id, c.req.valid('json')), 201),
    )
    .openapi(
      route('entitled', '/companies/{id}', {
        method: 'get',
        tags,
        summary: 'One company',
        request: { params },
        responses: { 200: json(Company, 'The company') },
      }),
      async (c) => c.json(await companies.get(c.var.user.id, companyId(c.req.param('id'))), 200),
    )
    .openapi(
      route('entitled', '/companies/{id}', {
        method: 'patch',
        tags,
        summary: 'Change a company',
        request: { params, body: jsonBody(CompanyChange) },
        responses: { 200: json(Company, 'The company as it is now') },
      }),
      async (c) => c.json(await companies.edit(c.var.user.id, companyId(c.req.param('id')), c.req.valid('json')), 200),
    )
    .openapi(
      route('entitled', '/companies/{id}', {
        method: 'delete',
        tags,
        summary: 'Remove a company; for 30 days it can be restored',
        request: { params },
        responses: { 204: { description: 'Removed' } },
      }),
      async (c) => {
        await companies.remove(c.var.user.id, companyId(c.req.param('id')))
        return c.body(null, 204)
      },
    )

/** What fits in one page is answered at once, more as a stream. */
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
