import { z } from 'zod'
import { Company } from '#domain/companies.ts'
import { readUpload } from '../../http/multipart.ts'
import { describeError, refusalFor } from '../../http/problem.ts'
import { createRoutes, json, route } from '../../http/route.ts'
import { streamed, streamedBytes } from '../../http/json-stream.ts'
import type { Imports } from './imports.ts'
import { progressStream } from './progress.ts'
import { reportJson, shortReport } from './report.ts'
import { createdCompanies } from './routes.ts'
import { skippedFile } from './skipped-file.ts'
import type { Uploads } from './upload.ts'

const NDJSON = 'application/x-ndjson'
const MOST_TOLD = 1000

const one = z.literal('1').optional()

const UploadQuery = z.object({
  dryRun: one.describe('Plan with the same code and write nothing'),
  detail: one.describe('Answer with what happened to every row'),
  strict: one.describe('Every row needs a website, as in the dialog'),
  update: z.literal('0').optional().describe('Leave companies that are there already as they are'),
  skipped: z
    .literal('csv')
    .optional()
    .describe('Answer with the rows that are left out, as a file; writes nothing'),
  limit: z.coerce
    .number()
    .int()
    .min(0)
    .max(MOST_TOLD)
    .optional()
    .describe('Most rows in each list of the answer'),
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
        const limit = query.limit ?? MOST_TOLD
        const run = async (onProgress: (done: number, total: number) => void) => {
          const imported = await uploads.run(userId, file, { ...options, told: limit, onProgress })
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
      const isTold = query.detail === '1' || options.dryRun
      const told = isTold ? query.limit : 0
      const imported = await uploads.run(userId, file, {
        ...options,
        ...(told === undefined ? {} : { told }),
      })
      const created = imports.created(userId, imported, query.limit)
      if (isTold) {
        return query.limit === undefined
          ? streamed(c, reportJson(imported, created, file), 'application/json')
          : c.json(shortReport(imported, (await Array.fromAsync(created)).flat(), file) as never, 200)
      }
      return createdCompanies(c, created)
    },
  )
