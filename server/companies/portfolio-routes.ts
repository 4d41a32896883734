import {
  getCompanyFacets,
  listCompanyNames,
  listRemovedCompanies,
  loadSamplePortfolio,
  removeCompanies,
  removeSamplePortfolio,
  restoreCompanies,
} from '#domain/companies/endpoints.ts'
import { createRoutes, route } from '../platform/http/route.ts'
import type { Companies } from './companies.ts'

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
