import { z } from 'zod'
import {
  Company,
  CompanyChange,
  ListedCompany,
  NewCompany,
  CompanyFacets,
  CompanyIds,
  CompanyName,
  CompanyPageQuery,
  day,
  RemovedCompany,
} from './company.ts'
import { FILE_TOO_LARGE, MAX_FILE_BYTES } from './files.ts'
import { ExportQuery, ExportSelection, PortfolioExport } from './export.ts'
import { endpoint, endpointsOf, file, json, nothing } from '../endpoint.ts'
import { ImportMapText, UNSURE_ROWS } from './import/answer.ts'
import { isCurrency } from './positions/money.ts'

const one = z.literal('1').optional()

export const MOST_REPORTED_ROWS = 1000

const MAX_CHOICE = 20_000

/** A comma-separated list. */
const list = (item: RegExp) => {
  const separated = new RegExp(`^(?:${item.source})(?:,(?:${item.source}))*$`)
  return z
    .string()
    .max(MAX_CHOICE)
    .regex(separated)
    .transform((text) => text.split(','))
}

export const UploadQuery = z.object({
  dryRun: one.describe('Plan the import with the same code, but write nothing'),
  detail: one.describe('Answer with what happened to every row'),
  strict: one.describe('Require a website in every row, as the dialog does'),
  update: z.literal('0').optional().describe('Leave existing companies as they are'),
  skipped: z.literal('csv').optional().describe('Answer with the skipped rows as a CSV file, and write nothing'),
  limit: z.coerce
    .number()
    .int()
    .min(0)
    .max(MOST_REPORTED_ROWS)
    .optional()
    .describe('Most rows in each list of the answer'),
  sheets: list(/\d{1,4}/)
    .transform((numbers) => numbers.map(Number))
    .optional()
    .describe('Numbers of the sheets to read, from 1'),
  headerRow: z.coerce.number().int().min(0).max(1_048_576).optional().describe('The row with the headings; 0 for none'),
  turned: one.describe('The headings are on the left, and each company has a column'),
  unsure: z.enum(UNSURE_ROWS).optional().describe('What to do with rows that may not be companies'),
  map: ImportMapText.optional().describe(
    'How to read columns, as a JSON object from headings, or numbers such as #2, to fields such as {"cost": "amount"}; remembered for files with the same headings',
  ),
  currency: z
    .string()
    .refine(isCurrency, 'Currency must be a code such as USD')
    .optional()
    .describe('The currency of amounts that say none'),
  valuesAsOf: day.optional().describe('The date of values without one'),
  skip: list(/(?:\d{1,4}:)?\d{1,7}/)
    .optional()
    .describe('Rows to leave out, such as 12, or 2:12 for the second sheet'),
  take: list(/(?:\d{1,4}:)?\d{1,7}/)
    .optional()
    .describe('Rows to import although they look like totals or headings'),
})

export const PastImport = z.object({
  id: z.number(),
  fileName: z.string(),
  added: z.number(),
  changed: z.number(),
  duplicates: z.number(),
  invalid: z.number(),
  positions: z.number(),
  createdAt: z.string(),
  undoneAt: z.string().nullable(),
})
export type PastImport = z.infer<typeof PastImport>

export const ImportUndone = z.object({
  removed: z.number(),
  /** Fields that the user has changed since are not reverted. */
  reverted: z.number(),
  /** Positions that the user has changed since are kept. */
  positions: z.number(),
})
export type ImportUndone = z.infer<typeof ImportUndone>

const TRANSFER = 'Import and export'
const forSubscribers = endpointsOf({ access: 'entitled', tag: 'Companies' })
const forImports = endpointsOf({ access: 'entitled', tag: TRANSFER })

const MOST_LISTED = 10_000

export const listCompanies = forSubscribers('get', '/api/companies', {
  scope: 'portfolio:read',
  summary: 'List your companies, newest first',
  description:
    'Without a limit, you get all of them at once. With a limit, you get one page, and the Link header names the next one.',
  query: CompanyPageQuery.extend({ total: z.literal('1').optional() }),
  answer: json(z.array(Company), 'The companies'),
})

export const addCompany = forSubscribers('post', '/api/companies', {
  summary: 'Add a company',
  body: NewCompany,
  answer: json(Company, 'The company as stored', 201),
})

export const getCompany = forSubscribers('get', '/api/companies/{id}', {
  scope: 'portfolio:read',
  summary: 'Get a company',
  answer: json(Company, 'The company'),
})

export const updateCompany = forSubscribers('patch', '/api/companies/{id}', {
  summary: 'Update a company',
  body: CompanyChange,
  answer: json(Company, 'The updated company'),
})

export const removeCompany = forSubscribers('delete', '/api/companies/{id}', {
  summary: 'Remove a company',
  description: 'You can restore it within 30 days.',
  answer: nothing('Removed'),
})

export const getCompanyLogo = forSubscribers('get', '/api/companies/{id}/logo', {
  scope: 'portfolio:read',
  summary: 'Get a company’s logo',
  query: z.object({
    v: z.string().optional().describe('The hash of the image, so that browsers can keep it'),
  }),
  answer: file('The image', 'image/*'),
  otherAnswers: { 204: 'The company has no logo', 304: 'The image has not changed' },
})

export const getCompanyFacets = forSubscribers('get', '/api/companies/facets', {
  scope: 'portfolio:read',
  summary: 'List the categories and stages you can filter by, with counts',
  answer: json(CompanyFacets, 'Categories and stages'),
})

export const listCompanyNames = forSubscribers('get', '/api/companies/names', {
  scope: 'portfolio:read',
  summary: 'List the names and websites of all your companies',
  answer: json(z.array(CompanyName), 'Every company in the portfolio'),
})

export const listRemovedCompanies = forSubscribers('get', '/api/companies/removed', {
  forSupport: true,
  summary: 'List the companies you removed in the last 30 days, most recent first',
  answer: json(z.array(RemovedCompany), 'The removed companies'),
})

export const removeCompanies = forSubscribers('post', '/api/companies/remove', {
  summary: 'Remove several companies',
  body: CompanyIds,
  answer: json(z.object({ removed: z.number() }), 'How many were removed'),
})

export const restoreCompanies = forSubscribers('post', '/api/companies/restore', {
  summary: 'Restore removed companies',
  body: CompanyIds,
  answer: json(z.array(Company), 'The restored companies'),
})

export const loadSamplePortfolio = forSubscribers('post', '/api/companies/sample', {
  summary: 'Load the sample portfolio of a dozen fictional companies',
  answer: json(z.array(Company), 'The sample companies that were added'),
})

export const removeSamplePortfolio = forSubscribers('delete', '/api/companies/sample', {
  summary: 'Remove the sample portfolio',
  answer: nothing('Removed'),
})

export const addCompanies = forImports('post', '/api/companies/bulk', {
  summary: 'Add a list of companies',
  description: 'Companies that are already in your portfolio are skipped.',
  body: z.array(ListedCompany).min(1, 'The list is empty').max(MOST_LISTED),
  answer: json(z.array(Company), 'The companies that were created'),
})

/** Room for headers, a few small fields and boundaries. */
const AROUND_FILE = 64 * 1024

export const uploadCompanies = forImports('post', '/api/companies/bulk-upload', {
  summary: 'Import companies from a CSV, XLSX, or XLS file',
  description: 'Either the whole file is imported or none of it.',
  query: UploadQuery,
  upload: 'file',
  bodyLimit: { bytes: MAX_FILE_BYTES + AROUND_FILE, refusal: FILE_TOO_LARGE.description },
  answer: json(z.array(Company), 'The companies that were created'),
})

export const listImports = forImports('get', '/api/companies/imports', {
  forSupport: true,
  summary: 'List your imports from the last 30 days, newest first',
  answer: json(z.array(PastImport), 'The imports'),
})

export const forgetImportColumns = forImports('delete', '/api/companies/imports/columns', {
  summary: 'Forget how you mapped the columns of your files',
  answer: nothing('Forgotten'),
})

export const undoImport = forImports('post', '/api/companies/imports/{id}/undo', {
  summary: 'Undo an import',
  answer: json(ImportUndone, 'What was undone'),
})

const portfolioFile = {
  ...file('The file', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  schema: PortfolioExport,
}

export const exportPortfolio = endpoint({
  method: 'get',
  path: '/api/companies/export',
  access: 'user',
  tag: TRANSFER,
  summary: 'Export your portfolio with its news metrics as CSV, Excel, or JSON',
  description: 'You get all companies, or those that match the filter.',
  query: ExportQuery,
  answer: portfolioFile,
})

export const exportCompanies = endpoint({
  method: 'post',
  path: '/api/companies/export',
  access: 'user',
  tag: TRANSFER,
  summary: 'Export selected companies as CSV, Excel, or JSON',
  body: ExportSelection,
  answer: portfolioFile,
})
