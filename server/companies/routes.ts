import type { Context } from 'hono'
import {
  addCompany,
  getCompany,
  listCompanies,
  removeCompany,
  updateCompany,
  getCompanyFacets,
  listCompanyNames,
  listRemovedCompanies,
  loadSamplePortfolio,
  removeCompanies,
  removeSamplePortfolio,
  restoreCompanies,
  exportCompanies,
  exportPortfolio,
  getCompanyLogo,
} from '#domain/companies/endpoints.ts'
import type { Company } from '#domain/companies/company.ts'
import { urlOf } from '#domain/endpoint.ts'
import type { HttpEnvironment } from '../platform/http/session.ts'
import { nextLink, jsonArray, streamed, createRoutes, route } from '../platform/http/route.ts'
import { companyId } from './company-record.ts'
import type { Companies } from './companies.ts'
import type { ExportChoice } from '#domain/companies/export.ts'
import type { PortfolioExports } from './export/portfolio-export.ts'
import type { Logos } from './logos/logos.ts'

/** Mounted before `/companies/{id}`, which would match these paths. */
export const portfolioRoutes = (companies: Companies) =>
  createRoutes()
    .openapi(route(getCompanyFacets), async (c) => c.json(await companies.facets(c.var.user.id), 200))
    .openapi(route(listCompanyNames), async (c) => c.json(await companies.names(c.var.user.id), 200))
    .openapi(route(listRemovedCompanies), async (c) => c.json(await companies.removed(c.var.user.id), 200))
    .openapi(route(removeCompanies), async (c) =>
      c.json({ removed: await companies.removeMany(c.var.user.id, c.req.valid('json').ids) }, 200),
    )
    .openapi(route(restoreCompanies), async (c) =>
      c.json(await companies.restore(c.var.user.id, c.req.valid('json').ids), 200),
    )
    .openapi(route(loadSamplePortfolio), async (c) => c.json(await companies.loadSample(c.var.user.id), 200))
    .openapi(route(removeSamplePortfolio), async (c) => {
      await companies.removeSample(c.var.user.id)
      return c.body(null, 204)
    })

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

/** A single page is sent as one response; several pages are streamed. */
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

/** Still available after the trial ends. Mounted before `/companies/{id}`, which would match `export`. */
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

/** Takes only a company id, so that no caller can choose an address to fetch. */
export const logoRoutes = (logos: Logos) =>
  createRoutes().openapi(route(getCompanyLogo), async (c) => {
    const picture = await logos.find(c.var.user.id, companyId(c.req.param('id')))
    if (!picture) return c.body(null, 204)
    const etag = `"${picture.hash}"`
    const isLasting = c.req.query('v') === picture.hash
    const headers = {
      etag,
      'cache-control': `private, max-age=86400${isLasting ? ', immutable' : ''}`,
      // The next user of the same browser must not get this user's cached response.
      vary: 'authorization',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    }
    if (names(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    return c.body(new Uint8Array(picture.bytes), 200, {
      ...headers,
      'content-type': picture.mediaType,
      'content-length': String(picture.bytes.length),
    })
  })

const names = (header: string | undefined, etag: string) =>
  header
    ?.split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === etag || each === '*') ?? false
