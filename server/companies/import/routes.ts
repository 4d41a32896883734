import type { Context } from 'hono'
import { z } from 'zod'
import { Company, CompanyId, ListedCompany } from '#domain/companies/company.ts'
import { hostKey, nameKey } from '#domain/companies/company-key.ts'
import { AppError } from '#domain/errors.ts'
import { type FileRow, ImportUndone, PastImport } from '#domain/companies/imports.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import { jsonArray, streamed, createRoutes, json, jsonBody, route, streamedBytes } from '../../platform/http/route.ts'
import { IMPORT_NOT_FOUND, type Imports } from './imports.ts'
import { readUpload } from '../../platform/http/multipart.ts'
import { describeError, refusalFor } from '../../platform/http/problem.ts'
import { progressStream, reportJson, shortReport, skippedFile } from './report.ts'
import type { Uploads } from './upload.ts'

const tags = ['Companies']
const MAX_LISTED = 10_000

const CompanyList = z.array(ListedCompany).min(1, 'The list is empty').max(MAX_LISTED)

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
        const imported = await imports.commit(c.var.user.id, source, { update: false, reported: 0 })
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

const createdCompanies = (c: Context<HttpEnvironment>, pages: AsyncIterable<Company[]>) =>
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

const NDJSON = 'application/x-ndjson'
const MAX_REPORTED = 1000

const one = z.literal('1').optional()

const UploadQuery = z.object({
  dryRun: one.describe('Plan with the same code and write nothing'),
  detail: one.describe('Answer with what happened to every row'),
  strict: one.describe('Every row needs a website, as in the dialog'),
  update: z.literal('0').optional().describe('Leave companies that are there already as they are'),
  skipped: z.literal('csv').optional().describe('Answer with the rows that are left out, as a file; writes nothing'),
  limit: z.coerce.number().int().min(0).max(MAX_REPORTED).optional().describe('Most rows in each list of the answer'),
})

/** A spreadsheet of companies, from the dialog and from the upload page. */
export const uploadRoutes = ({ uploads, imports }: { uploads: Uploads; imports: Imports }) =>
  createRoutes().openapi(
    route('entitled', '/companies/bulk-upload', {
      method: 'post',
      tags: ['Companies'],
      summary: 'Upload a CSV, XLSX or XLS file of companies: all of it is written, or nothing',
      request: { query: UploadQuery },
      // Described by hand: a schema would have the whole body read and held before our own reader can count it.
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file: { type: 'string', format: 'binary' } },
            },
          },
        },
      },
      responses: { 200: json(z.array(Company), 'The companies that were created') },
    }),
    async (c) => {
      const userId = c.var.user.id
      const query = c.req.valid('query')
      const upload = await readUpload(c.req.raw)
      const file = await uploads.open(userId, upload, { strict: query.strict === '1' })
      const options = { dryRun: query.dryRun === '1', update: query.update !== '0' }

      if (query.skipped) {
        const rows = await uploads.plan(userId, file, options.update)
        c.header('content-disposition', 'attachment; filename="tidings-skipped-rows.csv"')
        return streamed(c, skippedFile(rows), 'text/csv; charset=utf-8')
      }
      if (c.req.header('accept')?.includes(NDJSON)) {
        const limit = query.limit ?? MAX_REPORTED
        const run = async (onProgress: (done: number, total: number) => void) => {
          const imported = await uploads.run(userId, file, { ...options, reported: limit, onProgress })
          const created = await Array.fromAsync(imports.created(userId, imported, limit))
          return shortReport(imported, created.flat(), file)
        }
        const refusalOf = (error: unknown) => {
          const refusal = refusalFor(error)
          if (refusal.code === 'unexpected') c.var.log.error({ err: describeError(error) }, 'import failed')
          return refusal
        }
        return streamedBytes(c, progressStream(run, refusalOf), NDJSON)
      }
      const isReported = query.detail === '1' || options.dryRun
      const reported = isReported ? query.limit : 0
      const imported = await uploads.run(userId, file, {
        ...options,
        ...(reported === undefined ? {} : { reported }),
      })
      const created = imports.created(userId, imported, query.limit)
      if (isReported) {
        return query.limit === undefined
          ? streamed(c, reportJson(imported, created, file), 'application/json')
          : c.json(shortReport(imported, (await Array.fromAsync(created)).flat(), file) as never, 200)
      }
      return createdCompanies(c, created)
    },
  )
