import type { Context } from 'hono'
import { z } from 'zod'
import { Company, CompanyId, ListedCompany } from '#domain/companies.ts'
import { hostKey, nameKey } from '#domain/company-key.ts'
import { AppError } from '#domain/errors.ts'
import type { FileRow } from '#domain/import-plan.ts'
import { ImportUndone, PastImport } from '#domain/imports.ts'
import type { HttpEnvironment } from '../../http/environment.ts'
import { jsonArray, streamed } from '../../http/json-stream.ts'
import { createRoutes, json, jsonBody, route } from '../../http/route.ts'
import { IMPORT_NOT_FOUND, type Imports } from './imports.ts'

const tags = ['Companies']
const MOST_LISTED = 10_000

const CompanyList = z.array(ListedCompany).min(1, 'The list is empty').max(MOST_LISTED)

/** Many companies at once by a list, and the imports of the last 30 days. */
export const importRoutes = (imports: Imports) =>
  createRoutes()
    .openapi(
      route('entitled', '/companies/bulk', {
        method: 'post',
        tags,
        summary: 'Add a list of companies; those that are in your portfolio already are left out',
        request: { body: jsonBody(CompanyList) },
        responses: { 200: json(z.array(Company), 'The companies that were created') },
      }),
      async (c) => {
        const rows = c.req.valid('json').map(toRow)
        const source = { name: 'list', total: rows.length, batches: [rows] }
        const imported = await imports.commit(c.var.user.id, source, { update: false, told: 0 })
        return createdCompanies(c, imports.created(c.var.user.id, imported))
      },
    )
    .openapi(
      route('entitled', '/companies/imports', {
        method: 'get',
        tags,
        summary: 'Your imports of the last 30 days, newest first',
        responses: { 200: json(z.array(PastImport), 'The imports') },
      }),
      async (c) => c.json(await imports.list(c.var.user.id), 200),
    )
    .openapi(
      route('entitled', '/companies/imports/{id}/undo', {
        method: 'post',
        tags,
        summary: 'Take a whole import back',
        request: { params: z.object({ id: z.string() }) },
        responses: { 200: json(ImportUndone, 'What was taken back') },
      }),
      async (c) => c.json(await imports.undo(c.var.user.id, importId(c.req.param('id'))), 200),
    )

/** What cannot be an id names no import. */
function importId(text: string): number {
  const id = CompanyId.safeParse(text)
  if (!id.success) throw new AppError('not-found', IMPORT_NOT_FOUND)
  return id.data
}

export const createdCompanies = (c: Context<HttpEnvironment>, pages: AsyncIterable<Company[]>) =>
  streamed(c, jsonArray(pages), 'application/json')

function toRow(company: ListedCompany, index: number): FileRow {
  const website = company.website ?? null
  return {
    row: index + 1,
    name: company.name,
    website,
    category: company.category ?? null,
    stage: company.stage ?? null,
    investmentDate: company.investmentDate ?? null,
    nameKey: nameKey(company.name),
    hostKey: hostKey(website),
    reason: null,
    note: null,
  }
}
