import { z } from 'zod'
import {
  Company,
  CompanyChange,
  ListedCompany,
  NewCompany,
  CompanyFacets,
  CompanyName,
  CompanyPageQuery,
} from './company.ts'
import { ExportQuery, ExportSelection, PortfolioExport } from './export.ts'
import { endpoint, file, json, nothing } from '../endpoint.ts'
import { CompanyIds, ImportUndone, PastImport, RemovedCompany, UploadQuery } from './imports.ts'

const MOST_LISTED = 10_000

export const listCompanies = endpoint({
  method: 'get',
  path: '/api/companies',
  access: 'entitled',
  tag: 'Companies',
  summary: 'List your companies, newest first',
  description:
    'Without a limit, you get all of them at once. With a limit, you get one page, and the Link header names the next one.',
  query: CompanyPageQuery.extend({ total: z.literal('1').optional() }),
  answer: json(z.array(Company), 'The companies'),
})

export const addCompany = endpoint({
  method: 'post',
  path: '/api/companies',
  access: 'entitled',
  tag: 'Companies',
  summary: 'Add a company',
  body: NewCompany,
  answer: json(Company, 'The company as stored', 201),
})

export const getCompany = endpoint({
  method: 'get',
  path: '/api/companies/{id}',
  access: 'entitled',
  tag: 'Companies',
  summary: 'Get a company',
  answer: json(Company, 'The company'),
})

export const updateCompany = endpoint({
  method: 'patch',
  path: '/api/companies/{id}',
  access: 'entitled',
  tag: 'Companies',
  summary: 'Update a company',
  body: CompanyChange,
  answer: json(Company, 'The updated company'),
})

export const removeCompany = endpoint({
  method: 'delete',
  path: '/api/companies/{id}',
  access: 'entitled',
  tag: 'Companies',
  summary: 'Remove a company',
  description: 'You can restore it within 30 days.',
  answer: nothing('Removed'),
})

export const getCompanyLogo = endpoint({
  method: 'get',
  path: '/api/companies/{id}/logo',
  access: 'entitled',
  tag: 'Companies',
  summary: 'Get a company’s logo',
  query: z.object({
    v: z.string().optional().describe('The hash of the image, so that browsers can keep it'),
  }),
  answer: file('The image', 'image/*'),
  otherAnswers: { 204: 'The company has no logo', 304: 'The image has not changed' },
})

export const getCompanyFacets = endpoint({
  method: 'get',
  path: '/api/companies/facets',
  access: 'entitled',
  tag: 'Companies',
  summary: 'List the categories and stages you can filter by, with counts',
  answer: json(CompanyFacets, 'Categories and stages'),
})

export const listCompanyNames = endpoint({
  method: 'get',
  path: '/api/companies/names',
  access: 'entitled',
  tag: 'Companies',
  summary: 'List the names and websites of all your companies',
  answer: json(z.array(CompanyName), 'Every company in the portfolio'),
})

export const listRemovedCompanies = endpoint({
  method: 'get',
  path: '/api/companies/removed',
  access: 'entitled',
  tag: 'Companies',
  summary: 'List the companies you removed in the last 30 days, most recent first',
  answer: json(z.array(RemovedCompany), 'The removed companies'),
})

export const removeCompanies = endpoint({
  method: 'post',
  path: '/api/companies/remove',
  access: 'entitled',
  tag: 'Companies',
  summary: 'Remove several companies',
  body: CompanyIds,
  answer: json(z.object({ removed: z.number() }), 'How many were removed'),
})

export const restoreCompanies = endpoint({
  method: 'post',
  path: '/api/companies/restore',
  access: 'entitled',
  tag: 'Companies',
  summary: 'Restore removed companies',
  body: CompanyIds,
  answer: json(z.array(Company), 'The restored companies'),
})

export const loadSamplePortfolio = endpoint({
  method: 'post',
  path: '/api/companies/sample',
  access: 'entitled',
  tag: 'Companies',
  summary: 'Load the sample portfolio of a dozen fictional companies',
  answer: json(z.array(Company), 'The sample companies that were added'),
})

export const removeSamplePortfolio = endpoint({
  method: 'delete',
  path: '/api/companies/sample',
  access: 'entitled',
  tag: 'Companies',
  summary: 'Remove the sample portfolio',
  answer: nothing('Removed'),
})

export const addCompanies = endpoint({
  method: 'post',
  path: '/api/companies/bulk',
  access: 'entitled',
  tag: 'Companies',
  summary: 'Add a list of companies',
  description: 'Companies that are already in your portfolio are skipped.',
  body: z.array(ListedCompany).min(1, 'The list is empty').max(MOST_LISTED),
  answer: json(z.array(Company), 'The companies that were created'),
})

export const uploadCompanies = endpoint({
  method: 'post',
  path: '/api/companies/bulk-upload',
  access: 'entitled',
  tag: 'Companies',
  summary: 'Import companies from a CSV, XLSX, or XLS file',
  description: 'Either the whole file is imported or none of it.',
  query: UploadQuery,
  upload: 'file',
  answer: json(z.array(Company), 'The companies that were created'),
})

export const listImports = endpoint({
  method: 'get',
  path: '/api/companies/imports',
  access: 'entitled',
  tag: 'Companies',
  summary: 'List your imports from the last 30 days, newest first',
  answer: json(z.array(PastImport), 'The imports'),
})

export const undoImport = endpoint({
  method: 'post',
  path: '/api/companies/imports/{id}/undo',
  access: 'entitled',
  tag: 'Companies',
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
  tag: 'Companies',
  summary: 'Export your portfolio with its news metrics as CSV, Excel, or JSON',
  description: 'You get all companies, or those that match the filter.',
  query: ExportQuery,
  answer: portfolioFile,
})

export const exportCompanies = endpoint({
  method: 'post',
  path: '/api/companies/export',
  access: 'user',
  tag: 'Companies',
  summary: 'Export selected companies as CSV, Excel, or JSON',
  body: ExportSelection,
  answer: portfolioFile,
})
