import type { Context } from 'hono'
import {
  addCompanies,
  forgetImportColumns,
  listImports,
  MOST_REPORTED_ROWS,
  undoImport,
  uploadCompanies,
} from '#domain/companies/endpoints.ts'
import { Company, CompanyId, ListedCompany } from '#domain/companies/company.ts'
import { hostKey, nameKey } from '#domain/companies/company-key.ts'
import type { FileRow } from '#domain/companies/import/imports.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import { jsonArray, streamed, createRoutes, pathId, route, streamedBytes } from '../../platform/http/route.ts'
import { IMPORT_NOT_FOUND, type Imports } from './imports.ts'
import { readUpload } from '../../platform/http/multipart.ts'
import { describeError } from '../../platform/log.ts'
import { refusalFor } from '../../platform/http/problem.ts'
import { progressStream, reportJson, shortReport, skippedFile } from './report.ts'
import type { Uploads } from './upload.ts'

export const importRoutes = (imports: Imports) =>
  createRoutes()
    .openapi(route(addCompanies), async (c) => {
      const rows = c.req.valid('json').map(toRow)
      const source = { name: 'list', total: rows.length, batches: [rows] }
      const imported = await imports.commit(c.var.user.id, source, { update: false, reported: 0 })
      return createdCompanies(c, imports.created(c.var.user.id, imported))
    })
    .openapi(route(listImports), async (c) => c.json(await imports.list(c.var.user.id), 200))
    .openapi(route(forgetImportColumns), async (c) => {
      await imports.forgetAnswers(c.var.user.id)
      return c.body(null, 204)
    })
    .openapi(route(undoImport), async (c) =>
      c.json(await imports.undo(c.var.user.id, pathId(CompanyId, c.req.param('id'), IMPORT_NOT_FOUND)), 200),
    )

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

export const uploadRoutes = ({ uploads, imports }: { uploads: Uploads; imports: Imports }) =>
  createRoutes().openapi(route(uploadCompanies), async (c) => {
    const userId = c.var.user.id
    const query = c.req.valid('query')
    const upload = await readUpload(c.req.raw)
    const { sheets, headerRow, turned, unsure, map, currency, valuesAsOf, skip, take } = query
    const choice = { sheets, headerRow, turned, unsure, map, currency, valuesAsOf, skip, take }
    const file = await uploads.open(userId, upload, { strict: query.strict === '1', choice })
    const options = { dryRun: query.dryRun === '1', update: query.update !== '0', choice }

    if (query.skipped) {
      const rows = await uploads.plan(userId, file, options.update)
      c.header('content-disposition', 'attachment; filename="tidings-skipped-rows.csv"')
      return streamed(c, skippedFile(rows), 'text/csv; charset=utf-8')
    }
    if (c.req.header('accept')?.includes(NDJSON)) {
      const limit = query.limit ?? MOST_REPORTED_ROWS
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
  })
