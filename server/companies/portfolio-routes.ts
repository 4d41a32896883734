import { z } from 'zod'
import { Company, CompanyFacets, CompanyName } from '#domain/companies/company.ts'
import { CompanyIds, RemovedCompany } from '#domain/companies/imports.ts'
import { createRoutes, json, jsonBody, route } from '../platform/http/route.ts'
import type { Companies } from './companies.ts'

const tags = ['Companies']

/** Acts on the portfolio as a whole. Mounted before `/companies/{id}`, which would take these words for ids. */
export const portfolioRoutes = (companies: Companies) =>
  createRoutes()
    .openapi(
      route('entitled', '/companies/facets', {
        method: 'get',
        tags,
        summary: 'What your companies can be filtered by, with counts',
        responses: { 200: json(CompanyFacets, 'Categories and stages') },
      }),
      async (c) => c.json(await companies.facets(c.var.user.id), 200),
    )
    .openapi(
      route('entitled', '/companies/names', {
        method: 'get',
        tags,
        summary: 'All your companies by name, with no more than it takes to find them',
        responses: { 200: json(z.array(CompanyName), 'Every company of the portfolio') },
      }),
      async (c) => c.json(await companies.names(c.var.user.id), 200),
    )
    .openapi(
      route('entitled', '/companies/removed', {
        method: 'get',
        tags,
        summary: 'Companies removed in the last 30 days, newest removal first',
        responses: { 200: json(z.array(RemovedCompany), 'The removed companies') },
      }),
      async (c) => c.json(await companies.removed(c.var.user.id), 200),
    )
    .openapi(
      route('entitled', '/companies/remove', {
        method: 'post',
        tags,
        summary: 'Remove several companies',
        request: { body: jsonBody(CompanyIds) },
        responses: { 200: json(z.object({ removed: z.number() }), 'How many were removed') },
      }),
      async (c) => c.json({ removed: await companies.removeMany(c.var.user.id, c.req.valid('json').ids) }, 200),
    )
    .openapi(
      route('entitled', '/companies/restore', {
        method: 'post',
        tags,
        summary: 'Bring removed companies back',
        request: { body: jsonBody(CompanyIds) },
        responses: { 200: json(z.array(Company), 'The companies that are back') },
      }),
      async (c) => c.json(await companies.restore(c.var.user.id, c.req.valid('json').ids), 200),
    )
    .openapi(
      route('entitled', '/companies/sample', {
        method: 'post',
        tags,
        summary: 'Load the sample portfolio: a dozen fictional companies',
        responses: { 200: json(z.array(Company), 'The sample companies that were added') },
      }),
      async (c) => c.json(await companies.loadSample(c.var.user.id), 200),
    )
    .openapi(
      route('entitled', '/companies/sample', {
        method: 'delete',
        tags,
        summary: 'Remove the sample portfolio',
        responses: { 204: { description: 'Removed' } },
      }),
      async (c) => {
        await companies.removeSample(c.var.user.id)
        return c.body(null, 204)
      },
    )
