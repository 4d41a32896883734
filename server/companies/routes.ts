import { z } from 'zod'
import { Company, CompanyChange, COMPANY_NOT_FOUND, CompanyId, NewCompany } from '#domain/companies.ts'
import { AppError } from '#domain/errors.ts'
import { createRoutes, json, jsonBody, route } from '../http/route.ts'
import type { Companies } from './companies.ts'

const tags = ['Companies']

export const companyRoutes = (companies: Companies) =>
  createRoutes()
    .openapi(
      route('entitled', '/companies', {
        method: 'get',
        tags,
        summary: 'Your companies, newest first',
        responses: { 200: json(z.array(Company), 'The companies') },
      }),
      async (c) => c.json(await companies.list(c.var.user.id), 200),
    )
    .openapi(
      route('entitled', '/companies', {
        method: 'post',
        tags,
        summary: 'Add a company',
        request: { body: jsonBody(NewCompany) },
        responses: { 201: json(Company, 'The company as stored') },
      }),
      async (c) => {
        const [added] = await companies.add(c.var.user.id, [c.req.valid('json')])
        if (!added) throw new Error('an inserted company came back as nothing')
        return c.json(added, 201)
      },
    )
    .openapi(
      route('entitled', '/companies/{id}', {
        method: 'get',
        tags,
        summary: 'One company',
        request: { params: z.object({ id: z.string() }) },
        responses: { 200: json(Company, 'The company') },
      }),
      async (c) => c.json(await companies.get(c.var.user.id, companyId(c.req.param('id'))), 200),
    )
    .openapi(
      route('entitled', '/companies/{id}', {
        method: 'patch',
        tags,
        summary: 'Change a company',
        request: { params: z.object({ id: z.string() }), body: jsonBody(CompanyChange) },
        responses: { 200: json(Company, 'The company as it is now') },
      }),
      async (c) =>
        c.json(await companies.edit(c.var.user.id, companyId(c.req.param('id')), c.req.valid('json')), 200),
    )
    .openapi(
      route('entitled', '/companies/{id}', {
        method: 'delete',
        tags,
        summary: 'Remove a company',
        request: { params: z.object({ id: z.string() }) },
        responses: { 204: { description: 'Removed' } },
      }),
      async (c) => {
        await companies.remove(c.var.user.id, companyId(c.req.param('id')))
        return c.body(null, 204)
      },
    )

/** What cannot be an id names no company: the same answer as for one that is not there. */
export function companyId(text: string): number {
  const id = CompanyId.safeParse(text)
  if (!id.success) throw new AppError('not-found', COMPANY_NOT_FOUND)
  return id.data
}
